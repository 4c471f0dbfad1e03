/// Which hosts of a call share one host of this machine on loopback.
///
/// Clients keep cookies by host and ignore ports (RFC 6265, section 8.5). So each host of a call has one of its own, and
/// hosts that share a cookie, because its Domain covers them, have one together.
package struct LoopbackGroups: Sendable {
  /// The hosts of the base URLs, in groups; in the order of their names.
  package private(set) var groups: [Set<String>]
  /// Whether a response sets a cookie that clients keep.
  package private(set) var setsCookies = false
  /// What this machine cannot show; nil if it can show everything.
  package private(set) var problem: String?

  /// Groups the hosts of a scenario's base URLs.
  package init(_ scenario: Scenario, of contract: Contract) {
    let bases = [contract.addresses.base] + contract.baseURLs.map(\.url)
    groups = bases.map(\.host).uniqued().sorted().map { [$0] }
    let cookies = scenario.exchanges.flatMap { exchange in
      let base = contract.addresses[exchange.request?.base?.value] ?? contract.addresses.base
      return exchange.response.headers.values("Set-Cookie").compactMap(SetCookie.init)
        .filter { $0.refusal(from: base) == nil }.map { (cookie: $0, base: base) }
    }
    setsCookies = !cookies.isEmpty
    for (cookie, base) in cookies {
      let joined = bases.filter { $0.host == base.host || cookie.goes(to: $0, from: base) }.map(\.host)
      let touched = groups.filter { !$0.isDisjoint(with: joined) }
      guard touched.count > 1 else { continue }
      groups = groups.filter { $0.isDisjoint(with: joined) } + [touched.reduce([]) { $0.union($1) }]
    }
    for (cookie, base) in cookies {
      guard let group = groups.first(where: { $0.contains(base.host) }),
        let other = bases.first(where: { group.contains($0.host) && !cookie.goes(to: $0, from: base) })
      else { continue }
      let name = Excerpt.beginning(of: cookie.name, limit: 80)
      problem = "on loopback, clients would send the cookie \(name) of \(base.text) to \(other.text) too"
      return
    }
  }
}

extension Scenario {
  /// Returns the reason why the scenario is not run on a transport, also if that depends on its contract's base URLs; nil
  /// if it is run.
  package func whySkipped(on transport: Transport, of contract: Contract) -> String? {
    whySkipped(on: transport) ?? (transport == .loopback ? LoopbackGroups(self, of: contract).problem : nil)
  }
}
