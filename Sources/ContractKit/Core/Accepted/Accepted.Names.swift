extension Accepted {
  /// The names that entries about one client can use: its contracts with the names of their scenarios, and its
  /// transports; nil if its driver decides.
  package typealias Names = (client: String, contracts: [(name: String, scenarios: [String])], transports: [Transport]?)

  /// Returns an error for each entry that covers no scenario, at the name that does not exist.
  ///
  /// - Parameter clients: The names of clients. Entries that are also for other clients are not checked.
  package func unmatched(among clients: [Names]) -> [Diagnostic] {
    let names = Dictionary(clients.map { ($0.client, $0) }) { first, _ in first }
    return entries.filter { $0.fields == nil }.compactMap { entry in
      let clients = entry.clients.compactMap { names[$0] }
      return clients.count == entry.clients.count ? entry.unmatched(among: clients) : nil
    }
  }

  package var expired: [Diagnostic] {
    entries.compactMap { entry in
      guard let until = entry.until, entry.isExpired(on: today) else { return nil }
      return Diagnostic(AcceptedProblem.expired(until.value), at: until.range)
    }
  }
}

extension AcceptedEntry {
  fileprivate func unmatched(among clients: [Accepted.Names]) -> Diagnostic? {
    var contracts = clients.flatMap(\.contracts)
    if let contract {
      let known = contracts.map(\.name)
      contracts.removeAll { $0.name != contract.value }
      if contracts.isEmpty { return Self.unknown("contract", contract, allowed: known) }
    }
    let scenarios = contracts.flatMap(\.scenarios)
    if let scenario, !namesScenario(among: scenarios) {
      return Self.unknown("scenario", scenario, allowed: scenarios)
    }
    if let transport, clients.allSatisfy({ $0.transports?.contains(transport.value) == false }) {
      return Diagnostic(AcceptedProblem.otherTransport(transport.value.rawValue), at: transport.range)
    }
    return nil
  }

  private static func unknown(_ what: String, _ name: SourceLocated<String>, allowed: [String]) -> Diagnostic {
    Diagnostic(.unknownName(name.value, what: what, allowed: allowed.uniqued()), at: name.range)
  }
}
