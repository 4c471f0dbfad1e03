import ContractCore

/// The path of an operation: segments that may contain names in braces, and perhaps a query.
struct OpenAPIPath {
  let segments: [String]
  /// Whether a slash ends it. To servers, `/a` and `/a/` are two paths.
  private let endsInSlash: Bool
  /// The query items that a path key has, although OpenAPI does not allow it.
  let query: [(name: String, value: JSON)]

  /// A server below which paths are: the beginning of its URL up to the path, and the path.
  struct Server {
    var origin: String
    var segments: [String]

    /// Reads a Server Object. Its variables have their default values.
    init?(_ json: JSON) {
      guard var url = json["url"]?.string else { return nil }
      for variable in json["variables"]?.members ?? [] {
        if let value = variable.value["default"]?.string { url = url.replacing("{\(variable.name)}", with: value) }
      }
      let afterScheme = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
      let slash = afterScheme.firstIndex(of: "/") ?? afterScheme.endIndex
      origin = String(url[..<slash])
      segments = OpenAPIPath.segments(url[slash...])
    }
  }

  init(_ key: String) {
    let whole = key.prefix { $0 != "#" }
    let path = whole.prefix { $0 != "?" }
    (segments, endsInSlash) = (Self.segments(path), Self.endsInSlash(path))
    query = ImportedRequest.items(whole.dropFirst(path.count + 1))
  }

  private static func segments(_ path: some StringProtocol) -> [String] {
    String(path).split(separator: "/").map { JSONPointer.percentDecoded($0) ?? String($0) }
  }

  private static func endsInSlash(_ path: some StringProtocol) -> Bool { path.count > 1 && path.last == "/" }

  /// A request with its path in segments, which is compared with many paths.
  struct Request {
    let shape: RequestShape
    let base: BaseURL
    /// The segments of its path, and those with the path of the base URL before them.
    let own: [String]
    let whole: [String]

    init(_ shape: RequestShape, below base: BaseURL) {
      (self.shape, self.base) = (shape, base)
      own = OpenAPIPath.segments(shape.path.value)
      whole = OpenAPIPath.segments(base.pathPrefix) + own
    }
  }

  /// Returns the texts for the names of the path, and in how many segments only one of the paths has names. Nil if the
  /// request cannot have this path.
  func match(_ request: Request, _ servers: [Server]) -> (texts: [(name: String, text: String)], differences: Int)? {
    guard Self.endsInSlash(request.shape.path.value) == endsInSlash, let found = matchPath(request, servers) else {
      return nil
    }
    let hasQuery = query.allSatisfy { item in
      let texts = (item.value.array ?? [item.value]).map(\.asText)
      return request.shape.query.contains { $0.name == item.name && ($0.literals == nil || $0.literals == texts) }
    }
    return hasQuery ? found : nil
  }

  private func matchPath(
    _ request: Request, _ servers: [Server]
  ) -> (texts: [(name: String, text: String)], differences: Int)? {
    for server in servers where request.whole.count == server.segments.count + segments.count {
      let count = server.segments.count
      guard let found = Self.match(request.whole[count...], segments) else { continue }
      if Self.match(request.whole[..<count], server.segments) != nil { return found }
    }
    guard let found = Self.match(request.own[...], segments) else { return nil }
    // Contracts may be about another host, with another path. The path on a server of the description is as described.
    let base = request.base
    let isServer = servers.contains { base.text == $0.origin || base.text.hasPrefix($0.origin + "/") }
    return isServer && !base.pathPrefix.isEmpty ? nil : found
  }

  private static func match(
    _ path: ArraySlice<String>, _ template: [String]
  ) -> (texts: [(name: String, text: String)], differences: Int)? {
    guard path.count == template.count else { return nil }
    var (texts, differences): ([(name: String, text: String)], Int) = ([], 0)
    for (segment, template) in zip(path, template) {
      let (hasName, isName) = (segment.hasBrace, template.hasBrace)
      if !hasName, !isName {
        if segment != template { return nil }
        continue
      }
      if hasName != isName { differences += 1 }
      // Segments with names fit any segment.
      guard isName else { continue }
      guard let found = match(segment, template) else { return nil }
      texts += found
    }
    return (texts, differences)
  }

  /// Returns the text of the name in a segment, if it is certain; nil if a segment of a contract cannot be the one of
  /// the description, which has names.
  private static func match(_ segment: String, _ template: String) -> [(name: String, text: String)]? {
    var names: [String] = []
    var literals: [Substring] = []
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      names.append(String(rest[rest.index(after: open)..<close]))
      literals.append(rest[..<open])
      rest = rest[rest.index(after: close)...]
    }
    guard let first = literals.first else { return segment == template ? [] : nil }
    let isLong = segment.utf8.count >= first.utf8.count + rest.utf8.count
    guard isLong, segment.hasPrefix(first), segment.hasSuffix(rest) else { return segment.hasBrace ? [] : nil }
    // Where one name ends and the next begins is a guess.
    if names.count > 1 { return [] }
    return [(names[0], String(segment.dropFirst(first.count).dropLast(rest.count)))]
  }
}

extension RequestShape.Named {
  /// The values as texts; nil if one is not a literal.
  fileprivate var literals: [String]? {
    let texts = patterns.compactMap { pattern -> String? in
      if case .literal(let json) = pattern.kind { json.asText } else { nil }
    }
    return texts.count == patterns.count ? texts : nil
  }
}

extension String {
  fileprivate var hasBrace: Bool { utf8.contains(UInt8(ascii: "{")) }
}
