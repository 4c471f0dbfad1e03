extension RequestJudge {
  mutating func judgeAddress(_ request: CapturedRequest) {
    if isDescribed(request.url) { return }
    guard let url = RequestURL(request.url) else {
      return add(
        origin, expected: base.text, actual: Excerpt.beginning(of: request.shownURL),
        at: shape.base?.range ?? base.range ?? shape.range)
    }
    let isOrigin = url.hasOrigin(of: base)
    if !isOrigin {
      let other = otherAddress(of: url)
      add(
        origin, expected: base.text, actual: Excerpt.beginning(of: url.origin), note: other?.note,
        at: shape.base?.range ?? base.range ?? shape.range)
      changeLast { $0.otherBase = other?.name }
    }
    let path = judgeCharacters(ofPath: RequestURL.withUpperCaseEscapes(url.path))
    if RequestURL.hasDotSegment(path) {
      // Nobody knows which path a server reads, so it is not compared.
      addDotSegments(path)
    } else {
      judgePrefix(path, of: url, isOrigin: isOrigin)
    }
    judgeQuery(url.query ?? "")
  }

  /// Compares the path of the base URL, and the path below it.
  private mutating func judgePrefix(_ path: String, of url: RequestURL, isOrigin: Bool) {
    let prefix = RequestURL.withUpperCaseEscapes(base.pathPrefix)
    let hasPrefix = path.isExactly(prefix) || path.utf8.starts(with: (prefix + "/").utf8)
    let resolved = resolvedDotSegments(path)
    if resolved != nil, !hasPrefix { return judgePath(path, note: resolved) }
    // If the prefix is missing, the path without it may still be right.
    let lost = hasPrefix ? nil : Self.lost(prefix, of: path, described: shape.describedPath)
    var rest = String(path.dropFirst(lost?.kept.count ?? prefix.count))
    if rest.isEmpty { rest = "/" }
    if isOrigin, !hasPrefix {
      add(
        .pathPrefix, expected: base.text, actual: Excerpt.beginning(of: url.origin + url.path),
        note: lost?.why, at: base.range ?? shape.range)
      changeLast { $0.otherBase = lost?.kept }
    }
    judgePath(rest, note: resolved ?? doubledSlash(rest))
  }

  /// Explains why a path begins with two slashes; nil if it does not, or must.
  private func doubledSlash(_ path: String) -> String? {
    guard path.hasPrefix("//"), !shape.path.value.hasPrefix("//") else { return nil }
    return "a base URL may end with a slash, or not: only one slash belongs between it and the path"
  }

  /// Returns whether a URL is literally the described one. Most URLs are, and to parse them would take longer.
  private func isDescribed(_ url: String) -> Bool {
    let path = shape.path.value
    guard shape.query.isEmpty, shape.pathParameters.isEmpty, !path.isEmpty else { return false }
    return url.isExactly(base.text + path) && !path.utf8.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
      && !RequestURL.hasDotSegment(path)
  }

  private var origin: Mismatch.Part { shape.base.map { .namedOrigin($0.value) } ?? .origin }

  /// Returns which other base URL of the contract a request went to; nil if it is none of them.
  private func otherAddress(of url: RequestURL) -> (name: String, note: String)? {
    if shape.base != nil, url.hasOrigin(of: addresses.base) { return ("baseURL", "this is the contract's `baseURL`") }
    let name = addresses.named.filter { url.hasOrigin(of: $0.value) }.keys.min()
    return name.map { ($0, "this is the base URL \"\(Excerpt.visible($0))\" of `baseURLs`") }
  }

  /// Explains why a request lacks a part of the base URL's path: the client resolved a relative URL against the base URL
  /// (RFC 3986, section 5.3).
  ///
  /// - Returns: The part of the base URL's path that the request still has, without a slash at its end, and the reason.
  private static func lost(_ prefix: String, of path: String, described: String) -> (kept: String, why: String) {
    let parent = String(prefix[..<(prefix.lastIndex(of: "/") ?? prefix.startIndex)])
    if parent.isEmpty {
      let why = "a relative URL replaces this path if it begins with a slash, or if the base URL does not end with one"
      return ("", why)
    }
    if path.hasPrefix(parent + "/"), !path.isExactly(described) {
      return (parent, "a relative URL replaces the last segment of the base URL, unless the base URL ends with a slash")
    }
    return ("", "a relative URL that begins with a slash replaces the whole path of the base URL")
  }
}
