import ContractCore

// Inputs and responses that mean something else on a socket than in memory.
extension Linter {
  /// Finds such parts of a scenario that runs on loopback.
  mutating func lintSockets(_ scenario: Scenario, of contract: Contract) {
    let sent = scenario.exchanges.compactMap(\.request)
    lintURLs(in: [scenario.input.text], answeredFor: sent, contract.addresses, at: scenario.input.range) { url in
      // A URL that a request describes is data.
      sent.contains { $0.patterns.contains { $0.json.text.contains(url) } }
    }
    for (index, exchange) in scenario.exchanges.enumerated() {
      let response = exchange.response
      if response.status == nil { continue }
      lintEncoding(of: response, in: scenario)
      let later = scenario.exchanges[(index + 1)...].compactMap(\.request)
      lintCookies(of: response, from: contract.addresses[exchange.request?.base?.value], expectedIn: later)
      let others = scenario.order == .sequence ? later : scenario.exchanges[..<index].compactMap(\.request) + later
      let texts = response.headers.lines.map(\.value) + [String(decoding: response.body?.bytes ?? [], as: UTF8.self)]
      lintURLs(in: texts, answeredFor: others, contract.addresses, at: response.range)
    }
  }

  // MARK: content-encoding

  private mutating func lintEncoding(of response: Response, in scenario: Scenario) {
    guard let coding = response.headers["Content-Encoding"], !coding.isEmpty, !coding.isSameName("identity"),
      // Compressed bytes are never text.
      let body = response.body?.bytes, !body.isEmpty, String(validating: body, as: UTF8.self) != nil,
      !scenario.expectsFault(by: response)
    else { return }
    warn(.contentEncoding(Excerpt.beginning(of: coding, limit: 80)), at: response.range)
  }

  // MARK: lost-cookie

  /// Finds cookies that a later request must have, and that no client keeps.
  private mutating func lintCookies(of response: Response, from base: BaseURL?, expectedIn requests: [RequestShape]) {
    guard let base else { return }
    for value in response.headers.values("Set-Cookie") {
      guard let cookie = SetCookie(value), let cause = cookie.refusal(from: base),
        requests.contains(where: { $0.needs(cookie: cookie.name) })
      else { continue }
      warn(
        .lostCookie(Excerpt.beginning(of: cookie.name, limit: 80), cause: cause, from: base.text), at: response.range)
    }
  }

  // MARK: literal-url

  /// Finds URLs that lead the client to a request of the same scenario, but to the real host on loopback.
  ///
  /// - Parameter isData: Whether a URL is known to be a value that the client sends.
  private mutating func lintURLs(
    in texts: [String], answeredFor requests: [RequestShape], _ addresses: Addresses, at range: SourceRange?,
    isData: (String) -> Bool = { _ in false }
  ) {
    guard let range, !requests.isEmpty else { return }
    let named = addresses.named.sorted { $0.key < $1.key }.map { (name: String?.some($0.key), url: $0.value) }
    for base in [(name: nil, url: addresses.base)] + named where base.url.range != nil {
      let described = requests.filter { $0.base?.value == base.name }
      let url = texts.lazy.flatMap { Self.urls(in: $0, with: base.url) }.first { url in
        described.contains { Self.isPath(RequestURL(url)?.path, of: $0, below: base.url) } && !isData(url)
      }
      if let url { warn(.literalURL(base.name, Excerpt.beginning(of: url, limit: 120)), at: range) }
    }
  }

  /// Returns the URLs in a text with the origin of a base URL. The case of the host does not matter, and neither does a
  /// default port.
  private static func urls(in text: String, with base: BaseURL) -> [String] {
    // Most texts have no URL, and a search for two characters takes much longer.
    guard text.utf8.contains(UInt8(ascii: "/")) else { return [] }
    // In JSON, slashes may be escaped.
    let text = text.contains("\\/") ? text.replacing("\\/", with: "/") : text
    return text.ranges(of: "://").compactMap { range in
      let rest = text[range.upperBound...].prefix { !" \"'<>\\,;)\n".contains($0) }
      let url = text[..<range.lowerBound].suffix(base.scheme.count) + "://" + rest
      return RequestURL(String(url))?.hasOrigin(of: base) == true ? String(url) : nil
    }
  }

  private static func isPath(_ path: Substring?, of shape: RequestShape, below base: BaseURL) -> Bool {
    guard let path, path == base.pathPrefix || path.hasPrefix(base.pathPrefix + "/") else { return false }
    let rest = String(path.dropFirst(base.pathPrefix.count))
    let described = shape.path.value
    guard !shape.pathParameters.isEmpty, let template = try? PathTemplate(described) else {
      return (rest.isEmpty ? "/" : rest) == (described.isEmpty ? "/" : described)
    }
    return template.fits(PathTemplate.segments(of: rest))
  }
}
