/// The request pattern of a stub.
struct WireMockRequest {
  private(set) var request: ImportedRequest
  /// The path as the stub has it, with names for its parts that are patterns.
  let title: String
  /// Where requests go; nil if the stub does not say it.
  private(set) var baseURL: String?

  private let value: ImportValue
  private let settings: ImportSettings

  /// Reads method and URL; nil if these cannot be imported, which is noted. `readRest` reads everything else.
  init?(_ value: ImportValue, _ settings: ImportSettings) {
    (self.value, self.settings) = (value, settings)
    guard let method = value["method"]?.string, method != "ANY", HTTPText.isToken(method) else {
      value.lose("a contract is about one method; ANY cannot be imported")
      return nil
    }
    var request = ImportedRequest(method: method, path: "/")
    guard let path = Self.path(value, &request) else { return nil }
    title = ImportedRequest.shown(path)
    self.request = request
  }

  // MARK: URLs

  /// Sets path and query. Returns the path; nil if it cannot be imported.
  private static func path(_ value: ImportValue, _ request: inout ImportedRequest) -> String? {
    if let url = value["url"]?.string {
      let target = url.prefix { $0 != "#" }
      let path = target.prefix { $0 != "?" }
      request.path = ImportedRequest.encoded(path)
      let query = target.dropFirst(path.count).dropFirst()
      request.query = ImportedRequest.items(query)
      return request.path
    }
    if let path = value["urlPath"]?.string {
      (request.path, request.allowsOtherQuery) = (ImportedRequest.encoded(path), true)
      return request.path
    }
    if let template = value["urlPathTemplate"]?.string {
      (request.path, request.allowsOtherQuery) = (template, true)
      let parameters = value["pathParameters"]
      for name in (try? PathTemplate(template))?.names ?? [] {
        let pattern = parameters?[name].flatMap { WireMockPattern($0).pattern } ?? ["$any": true]
        request.pathParameters.append((name, pattern))
      }
      return template
    }
    let (pattern, isPath) = (value["urlPathPattern"] ?? value["urlPattern"], value.json["urlPathPattern"] != nil)
    guard let pattern, let text = pattern.string else {
      value.lose("the stub has no URL; a contract is about one path")
      return nil
    }
    return path(of: text, pattern, isPath: isPath, &request)
  }

  private static func path(
    of text: String, _ value: ImportValue, isPath: Bool, _ request: inout ImportedRequest
  ) -> String? {
    var text = text
    request.allowsOtherQuery = isPath
    if !isPath, let mark = text.firstRange(of: #"\?"#) {
      value.document.note("the query of the pattern is not described; any query is accepted", at: value.pointer)
      (text, request.allowsOtherQuery) = (String(text[..<mark.lowerBound]), true)
    }
    guard request.setPath(matching: text, value) else { return nil }
    if !isPath, text.hasSuffix(".*") || text.hasSuffix(".+") { request.allowsOtherQuery = true }
    return request.path
  }

  // MARK: Everything else

  /// Reads what is besides method and URL.
  mutating func readRest() {
    value.lose("clientIp", "where the client connects from is not described")
    value.lose("customMatcher", "matchers in code cannot be imported")
    value.lose("customMatcherDefinition", "matchers in code cannot be imported")
    host()
    for (name, matcher) in value["queryParameters"]?.members ?? [] {
      if let pattern = WireMockPattern(matcher).pattern {
        request.query.removeAll { $0.0 == name }
        request.query.append((name, pattern))
      }
    }
    for (name, matcher) in value["headers"]?.members ?? [] {
      if let pattern = WireMockPattern(matcher).pattern { request.headers.append((name, pattern)) }
    }
    cookies()
    for name in ["basicAuth", "basicAuthCredentials"] {
      guard let login = value[name] else { continue }
      // The password is not written.
      _ = login.whole
      request.headers.removeAll { $0.0.isSameName("Authorization") }
      request.headers.append(("Authorization", ["$regex": "^Basic .+"]))
    }
    var bodies = WireMockBody(settings.isLoose)
    request.body = bodies.body(value)
  }

  private mutating func cookies() {
    let names = (value["cookies"]?.members ?? []).map { name, matcher -> String in
      _ = matcher.whole
      return name
    }
    if names.isEmpty { return }
    value.document.note("the values of cookies are not compared", at: value.pointer + "/cookies", level: .information)
    let patterns = names.map { JSON.object([("$regex", .string("(?:^|; )\($0.expression)=[^;]+"))]) }
    request.headers.append(("Cookie", patterns.count == 1 ? patterns[0] : ["$allOf": .array(patterns)]))
  }

  private mutating func host() {
    guard let host = value["host"] else {
      for name in ["scheme", "port"] { value.lose(name, "without a host, this is not described") }
      return
    }
    let scheme = value["scheme"]?.string ?? "http"
    let port = value["port"]?.int
    guard let name = WireMockPattern(host).pattern?.string else {
      return host.lose("only one host can be imported")
    }
    let url = "\(scheme)://\(name)\(port.map { ":\($0)" } ?? "")"
    if BaseURL(url) != nil { baseURL = url } else { host.lose("'\(url)' is not a base URL") }
  }
}
