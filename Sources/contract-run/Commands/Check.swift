import ContractCore

/// `contract-run check`: reads contracts, runs nothing, says what is wrong with them.
struct Check {
  let arguments: Arguments
  let environment: [String: String]

  func run() throws(Arguments.UsageError) -> Int32 {
    guard let contracts = try Session.contracts(arguments, environment, to: "check") else { return 2 }
    var set = ContractSet.load(contracts.paths, below: contracts.specs)
    if arguments.has(.strict) {
      for index in set.diagnostics.indices { set.diagnostics[index].severity = .error }
    }
    if Session.tell(set.diagnostics, arguments, environment) { return 2 }
    if !arguments.has(.quiet) {
      let scenarios = set.contracts.reduce(0) { $0 + $1.scenarios.count }
      let contract = set.contracts.count == 1 ? "contract" : "contracts"
      let scenario = scenarios == 1 ? "scenario" : "scenarios"
      print("\(set.contracts.count) \(contract), \(scenarios) \(scenario): no errors")
    }
    return 0
  }
}
