import ContractCore

/// The request pattern of a stub.
struct WireMockRequest {
  private(set) var request: ImportedRequest
  /// The path as the stub has it, with names for its parts that are patterns.
  let title: String
  /// The endpoint, as notes and reports name it.
  var endpoint: String { "\(request.method) \(title)" }
  /// Where requests go; nil if the stub does not say it.
  private(set) var baseURL: String?

  private let value: ImportValue
  private let settings: ImportSettings

  /// Reads method and URL; nil if these cannot be imported, which is noted. `readRest` reads everything else.
  init?(_ value: ImportValue, _ settings: ImportSettings) {
    (self.value, self.settings) = (value, settings)
    guard let method = value["method"]?.string?.uppercased(), method != "ANY", HTTPText.isToken(method) else {
      let found = value.json["method"] == nil ? "a stub without a method accepts any" : "this stub accepts more"
      value.lose("a contract is about one method; \(found)")
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
        let pattern = parameters?[name].flatMap { WireMockPattern($0).text } ?? ["$any": true]
        request.pathParameters.append((name, pattern))
      }
      return template
    }
    let (pattern, isPath) = (value["urlPathPattern"] ?? value["urlPattern"], value.json["urlPathPattern"] != nil)
    guard let pattern, let text = pattern.string else {
      return value.lost("the stub has no URL; a contract is about one path")
    }
    return path(of: text, pattern, isPath: isPath, &request)
  }

  private static func path(
    of text: String, _ value: ImportValue, isPath: Bool, _ request: inout ImportedRequest
  ) -> String? {
    let otherwise = "the stub is left out"
    guard let tree = ImportedExpression.tree(text, value, otherwise: otherwise) else { return nil }
    var nodes = tree.parts?[...]
    if case .end? = nodes?.last?.kind { nodes?.removeLast() }
    request.allowsOtherQuery = isPath || nodes?.last?.isRepeatedAny == true
    if !isPath, let all = nodes, let mark = all.firstIndex(where: \.beginsQuery) {
      nodes = all[..<mark]
      let query = all[mark...].dropFirst()
      let isGroup = all[mark].scalar == nil
      let isAny = isGroup && query.isEmpty && all[mark].isAnyOptionalQuery
      if !isAny, isGroup || !readQuery(query, of: tree, value, &request) {
        value.note("the query of the pattern is not described; any query is accepted")
      }
      request.allowsOtherQuery = request.query.isEmpty
    }
    return request.setPath(matching: nodes, of: tree, value, otherwise: otherwise) ? request.path : nil
  }

  /// Sets the query to one that an expression describes. Returns false if the expression is not a list of items.
  private static func readQuery(
    _ query: ArraySlice<ECMAExpression.Node>, of tree: ECMAExpression, _ value: ImportValue,
    _ request: inout ImportedRequest
  ) -> Bool {
    guard !query.contains(where: \.canHaveItems), let parts = query.split(at: "&") else { return false }
    var items: [(String, JSON)] = []
    for part in parts where !part.isEmpty {
      let name = part.prefix { $0.scalar != "=" }
      let text = part.dropFirst(name.count + 1)
      guard let known = name.literal, let plain = ImportedRequest.items("\(known)=\(text.literal ?? "")").first,
        !items.contains(where: { $0.0 == plain.0 })
      else { return false }
      items.append(text.literal == nil ? (plain.0, ImportedExpression.whole(tree.text(of: text), value)) : plain)
    }
    request.query = items
    return !items.isEmpty
  }

  // MARK: Everything else

  mutating func readRest() {
    value.lose("clientIp", "where the client connects from is not described")
    value.lose("customMatcher", "matchers in code cannot be imported")
    value.lose("customMatcherDefinition", "matchers in code cannot be imported")
    host()
    var patterns: [(String, JSON)] = []
    for (name, matcher) in value["queryParameters"]?.members ?? [] {
      if let pattern = pattern(name, matcher, in: "query") { patterns.append((name, pattern)) }
    }
    let names = Set(patterns.map(\.0))
    request.query = request.query.filter { !names.contains($0.0) } + patterns
    for (name, matcher) in value["headers"]?.members ?? [] {
      if let pattern = pattern(name, matcher, in: "headers") { request.headers.append((name, pattern)) }
    }
    cookies()
    for name in ["basicAuth", "basicAuthCredentials"] {
      guard let login = value[name] else { continue }
      // The password is not written.
      login.consume()
      request.headers.removeAll { $0.0.isSameName("Authorization") }
      request.headers.append(("Authorization", ["$regex": "^Basic .+"]))
    }
    request.body = WireMockBody(isLoose: settings.isLoose).body(value)
  }

  /// Returns the pattern for a name; nil if a contract cannot have it, which is noted.
  private func pattern(_ name: String, _ matcher: ImportValue, in map: String) -> JSON? {
    guard let pattern = WireMockPattern(matcher).pattern, Self.isValid(pattern, name, in: map) else {
      return matcher.lost("a contract cannot have this; any value is accepted")
    }
    return pattern
  }

  /// Returns whether a contract with a pattern for a name can be read.
  private static func isValid(_ pattern: JSON, _ name: String, in map: String) -> Bool {
    let request: JSON = ["method": "GET", "path": "/", map: .object([(name, pattern)])]
    let contract: JSON = [
      "contract": 1, "endpoint": "x", "operation": "x", "request": request,
      "scenarios": [["name": "x", "response": ["kind": "valid"]]],
    ]
    return ContractReader.errors(in: Source(path: "", bytes: contract.utf8)).isEmpty
  }

  private mutating func cookies() {
    guard let cookies = value["cookies"] else { return }
    if request.headers.contains(where: { $0.0.isSameName("Cookie") }) {
      return cookies.lose("the header Cookie is described already")
    }
    let patterns = cookies.members.compactMap { name, matcher -> (String, JSON)? in
      guard let pattern = WireMockPattern(matcher).pattern,
        Self.isValid(.object([(name, pattern)]), "Cookie", in: "headers")
      else {
        return matcher.lost("a contract cannot have this; any value is accepted")
      }
      return (name, pattern)
    }
    if !patterns.isEmpty { request.headers.append(("Cookie", .object(patterns))) }
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
    if BaseURL(url) != nil { baseURL = url } else { host.lose("this is not a base URL") }
  }
}

extension ECMAExpression.Node {
  fileprivate var isRepeatedAny: Bool {
    guard case .repeated(let node, let bounds, _) = kind else { return false }
    return node.isAny && bounds.most == nil
  }

  /// Whether the node is the question mark before a query, or a group that begins with it.
  fileprivate var beginsQuery: Bool { scalar == "?" || group?.first?.scalar == "?" }

  /// What follows each other in a group, which may be optional; nil if the node is something else.
  private var group: [Self]? {
    switch kind {
    case .group(let node, _): node.children
    case .repeated(let node, _, _): node.group
    default: nil
    }
  }

  /// Whether the node is a query that may be missing, or any other one.
  fileprivate var isAnyOptionalQuery: Bool {
    guard case .repeated(_, ECMAExpression.Bounds(least: 0, most: 1), _) = kind, let group, group.count == 2 else {
      return false
    }
    return group[1].isRepeatedAny
  }

  /// Whether the node may match more than a part of one item.
  fileprivate var canHaveItems: Bool {
    contains { node in
      if node.scalar != nil { return false }
      switch node.kind {
      case .set: return node.characters?.contains(UInt32(UInt8(ascii: "&"))) != false
      case .repeated: return false
      default: return true
      }
    }
  }
}
