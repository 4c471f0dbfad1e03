import ContractCore

/// `contract-run check`: reads contracts, runs nothing, says what is wrong with them and what is doubtful.
struct Check {
  let arguments: Arguments
  let environment: [String: String]

  func run() throws(Arguments.UsageError) -> Int32 {
    guard let contracts = try Session.contracts(arguments, environment, to: "check") else { return 2 }
    var set = ContractSet.load(contracts.paths, below: contracts.specs)
    set.diagnostics += Linter.diagnostics(
      of: set, in: contracts.paths,
      others: { ContractSet.load(contracts.specs, below: contracts.specs) },
      runsInMemoryOnly: { isInMemoryOnly($0, contracts.clients) })
    if arguments.has(.strict) {
      for index in set.diagnostics.indices { set.diagnostics[index].severity = .error }
    }
    if Session.tell(set.diagnostics, arguments, environment, offersStrict: true) { return 2 }
    if !arguments.has(.quiet) {
      let scenarios = set.contracts.reduce(0) { $0 + $1.scenarios.count }
      let contract = set.contracts.count == 1 ? "contract" : "contracts"
      let scenario = scenarios == 1 ? "scenario" : "scenarios"
      print("\(set.contracts.count) \(contract), \(scenarios) \(scenario): no errors")
    }
    return 0
  }

  /// Whether the configuration has clients for a contract, and says of all of them that they run in memory.
  private func isInMemoryOnly(_ contract: Contract, _ clients: [Configuration.Client]) -> Bool {
    if clients.isEmpty { return false }
    let location = Path.absolute(contract.source.path)
    let own = clients.filter { client in
      client.specs.map(Path.absolute).contains { $0 == location || Path.below($0, location) != nil }
    }
    return !own.isEmpty && own.allSatisfy { $0.transports == .memory }
  }
}
