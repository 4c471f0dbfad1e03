/// Which hosts of a call share one host of this machine on loopback.
///
/// Clients keep cookies by host and ignore ports (RFC 6265, section 8.5). So each host of a call has one of its own, and
/// hosts that share a cookie, because its Domain covers them, have one together.
package struct LoopbackGroups: Sendable {
  /// The hosts that the scenario's requests go to, in groups.
  package private(set) var groups: [Set<String>]
  /// The host of the contract's base URL.
  package let own: String
  /// Whether a response sets a cookie. Some clients keep what others refuse.
  package let setsCookies: Bool
  /// Whether the client has a base URL with another host, with or without a request.
  package let hasOtherHosts: Bool
  /// What this machine cannot show; nil if it can show everything.
  package private(set) var problem: String?

  /// A cookie that clients keep, with the index of the exchange and the base URL that set it.
  private struct Kept {
    var index: Int
    var cookie: SetCookie
    var base: BaseURL
  }

  package init(_ scenario: Scenario, of contract: Contract) {
    let exchanges = scenario.allExchanges
    let own = contract.addresses.base.host
    self.own = own
    hasOtherHosts = contract.baseURLs.contains { $0.url.host != own }
    let bases = exchanges.map { contract.addresses.base(of: $0) }
    groups = bases.map(\.host).uniqued().sorted().map { [$0] }
    if scenario.leadsToAnotherHost { groups.append([AnotherHost.baseURL.host]) }
    setsCookies = scenario.setsCookies
    guard setsCookies else { return }
    let cookies = exchanges.indices.flatMap { index in
      exchanges[index].response.headers.values("Set-Cookie").compactMap(SetCookie.init)
        .filter { $0.refusal(from: bases[index]) == nil }
        .map { Kept(index: index, cookie: $0, base: bases[index]) }
    }
    for kept in cookies {
      let hosts = bases.filter { $0.host == kept.base.host || kept.cookie.goes(to: $0, from: kept.base) }.map(\.host)
      let joined = groups.filter { !$0.isDisjoint(with: hosts) }
      if joined.count > 1 {
        groups = groups.filter { $0.isDisjoint(with: hosts) } + [joined.reduce([]) { $0.union($1) }]
      }
    }
    for kept in cookies where problem == nil {
      let later = scenario.order == .any ? bases[...] : bases[(kept.index + 1)...]
      problem = crossed(kept, later) ?? doubled(kept, cookies)
    }
  }

  /// Returns that a cookie would reach a base URL that it does not reach in the world; nil if it would not.
  private func crossed(_ kept: Kept, _ later: ArraySlice<BaseURL>) -> String? {
    guard !kept.cookie.isDeletion, let group = groups.first(where: { $0.contains(kept.base.host) }),
      let other = later.first(where: { group.contains($0.host) && !kept.cookie.goes(to: $0, from: kept.base) })
    else { return nil }
    return "on loopback, clients would send the cookie \(Self.name(kept)) of \(kept.base.text) to \(other.text) too"
  }

  /// Returns that a cookie would replace another one, which has the same name and another Domain; nil if it would not.
  private func doubled(_ kept: Kept, _ cookies: [Kept]) -> String? {
    guard let group = groups.first(where: { $0.contains(kept.base.host) }),
      cookies.contains(where: { other in
        other.cookie.name == kept.cookie.name && group.contains(other.base.host)
          && (other.cookie.domain ?? "host \(other.base.host)") != (kept.cookie.domain ?? "host \(kept.base.host)")
      })
    else { return nil }
    return "on loopback, the cookies \(Self.name(kept)) with different Domain attributes would be one cookie"
  }

  private static func name(_ kept: Kept) -> String { Excerpt.beginning(of: kept.cookie.name, limit: 80) }
}

extension Scenario {
  fileprivate var setsCookies: Bool { allExchanges.contains { $0.response.headers.has("Set-Cookie") } }

  /// Whether a client may keep something of an answer for its next call at the same host: a cookie, or the answer (RFC 9111,
  /// section 4.2.1).
  package var leavesSomething: Bool { setsCookies || allExchanges.contains { $0.response.headers.mayBeReused } }

  /// Returns what this machine cannot show of the scenario's cookies; nil if it can show everything.
  package func cookieProblem(in contract: Contract) -> String? {
    setsCookies ? LoopbackGroups(self, of: contract).problem : nil
  }

  /// Returns the reason why the scenario is not run on a transport, also if that depends on its contract's base URLs; nil
  /// if it is run.
  package func whySkipped(on transport: Transport, of contract: Contract) -> String? {
    if let why = whySkipped(on: transport) { return why }
    if transport != .loopback { return nil }
    return contract.isProxied ? whyNoProxy(of: contract) : cookieProblem(in: contract)
  }
}

extension Headers {
  /// Whether they say that clients may use the response again without asking.
  fileprivate var mayBeReused: Bool {
    let control = values("Cache-Control").joined(separator: ",").lowercased().split(separator: ",")
    let directives = control.map { $0.filter { $0 != " " && $0 != "\"" } }
    if directives.contains("no-store") || directives.contains("no-cache") { return false }
    let ages = directives.filter { $0.hasPrefix("max-age=") || $0.hasPrefix("s-maxage=") }
    // Expires is for caches that know no max-age.
    return ages.isEmpty ? has("Expires") : ages.contains { !$0.hasSuffix("=0") }
  }
}
