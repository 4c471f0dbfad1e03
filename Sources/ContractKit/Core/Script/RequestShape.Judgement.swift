// A request judged outside of any call: by a server that stands in for the contract's own, with no outcome to wait for.

extension RequestShape {
  /// Why a request that a running server received is not as described; nothing where it is.
  ///
  /// The header Host is not judged: the server stands in for the contract's own. What a browser adds to every request, and
  /// its page cannot leave out, counts as undescribed no more than what HTTP stacks add. A client's time-out cannot be seen.
  ///
  /// - Parameter addresses: The contract's, at the server.
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
      // There is no call whose requests could be counted.
      guard case .mismatch(var mismatch) = reason else { return reason }
      mismatch.request = nil
      return .mismatch(mismatch)
    }
  }

  /// The path at which requests of the shape arrive, its base URL's own before it; escapes in upper case.
  package func path(at addresses: Addresses) -> String {
    let prefix = addresses.base(of: self).pathPrefix
    return RequestURL.withUpperCaseEscapes(prefix + (path.value.isEmpty ? "/" : path.value))
  }

  /// The names in that path; nil where it has none.
  package func template(at addresses: Addresses) -> PathTemplate? {
    PathTemplate(path.value, below: addresses.base(of: self).pathPrefix)
  }

  /// Whether a header is one of those that no page can set, and a browser adds (Fetch, "forbidden request-header").
  private static func isBrowsersOwn(_ name: String) -> Bool {
    browsersOwn.contains { $0.isSameName(name) } || name.prefix(4).isSameName("Sec-")
  }

  private static let browsersOwn = ["Origin", "Referer", "DNT", "Upgrade-Insecure-Requests", "Keep-Alive", "TE", "Via"]
}

extension Contract {
  /// The contract's addresses at a server that stands in for all of them.
  ///
  /// - Parameter origin: Scheme, host and port of the server; where that is none, the addresses are the contract's own.
  package func addresses(at origin: String) -> Addresses {
    var moved = addresses
    moved.base = moved.base.moved(to: origin) ?? moved.base
    moved.named = moved.named.mapValues { $0.moved(to: origin) ?? $0 }
    return moved
  }
}

extension Scenario {
  /// What one of the exchanges answers to a request.
  ///
  /// - Parameter addresses: What `{{baseURL}}` stands for.
  package func reply(_ exchange: Int, to request: CapturedRequest, at addresses: Addresses) -> Reply {
    Reply(filled(with: addresses).exchanges[exchange].response, to: request)
  }
}
