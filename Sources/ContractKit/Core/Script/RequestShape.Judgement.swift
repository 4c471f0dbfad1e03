// The check of a request outside any call, by a server that replaces the contract's own. There is no outcome.

extension RequestShape {
  /// Returns the reasons why a request that a running server received does not match this shape; an empty list if it
  /// matches.
  ///
  /// The Host header is not checked, because the server replaces the contract's own. Headers that a browser
  /// adds to every request, and that a page cannot leave out, are allowed like those that HTTP stacks add. A
  /// client's timeout cannot be observed.
  ///
  /// - Parameter addresses: The base URLs of the contract, at the server.
  package func reasons(_ request: CapturedRequest, at addresses: Addresses) -> [Reason] {
    var judged = request
    judged.headers.lines.removeAll { line in
      line.name.isSameName("Host")
        || Self.isBrowsersOwn(line.name) && !headers.contains { $0.name.isSameName(line.name) }
    }
    judged.unobserved.append("Host")
    var judge = RequestJudge(self, addresses: addresses, transport: .loopback, number: 1)
    DeepStack.run { judge.judge(judged) }
    return judge.reasons.map { reason in
      // Requests are not counted, because there is no call.
      guard case .mismatch(var mismatch) = reason else { return reason }
      mismatch.request = nil
      return .mismatch(mismatch)
    }
  }

  /// Returns the path at which requests of this shape arrive. It begins with the base URL's path, and
  /// its escapes are in upper case.
  package func path(at addresses: Addresses) -> String {
    let prefix = addresses.base(of: self).pathPrefix
    return RequestURL.withUpperCaseEscapes(prefix + (path.value.isEmpty ? "/" : path.value))
  }

  /// Returns the names in that path; nil if it has none.
  package func template(at addresses: Addresses) -> PathTemplate? {
    PathTemplate(path.value, below: addresses.base(of: self).pathPrefix)
  }

  /// Returns whether a client set a header itself: not what HTTP stacks and browsers add to every request. `learn`
  /// describes these headers, and `--prove` changes them.
  ///
  /// - Parameter values: The values of the header.
  package static func isClientsOwn(_ name: String, _ values: [String]) -> Bool {
    if name.isSameName("Accept") { return !values.contains("*/*") }
    if name.isSameName("Cookie") { return true }
    return !RequestJudge.stacksOwn.contains { $0.isSameName(name) } && !isBrowsersOwn(name)
  }

  /// Returns whether a browser adds a header and no page can set it (Fetch, "forbidden request-header").
  static func isBrowsersOwn(_ name: String) -> Bool {
    browsersOwn.contains { $0.isSameName(name) } || name.prefix(4).isSameName("Sec-")
  }

  private static let browsersOwn = ["Origin", "Referer", "DNT", "Upgrade-Insecure-Requests", "Keep-Alive", "TE", "Via"]
}

extension Contract {
  /// Returns the base URLs of the contract at a server that takes the place of all of them.
  ///
  /// - Parameter origin: Scheme, host and port of the server. If it is not an origin, the contract's own URLs are kept.
  package func addresses(at origin: String) -> Addresses {
    var moved = addresses
    moved.base = moved.base.moved(to: origin) ?? moved.base
    moved.named = moved.named.mapValues { $0.moved(to: origin) ?? $0 }
    return moved
  }
}

extension Scenario {
  /// Returns the reply of one of the exchanges to a request.
  ///
  /// - Parameter addresses: The base URLs that replace `{{baseURL}}`.
  package func reply(_ exchange: Int, to request: CapturedRequest, at addresses: Addresses) -> Reply {
    Reply(filled(with: addresses).exchanges[exchange].response, to: request)
  }
}
