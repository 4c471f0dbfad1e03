import ContractCore

/// `contract-run check`: reads contracts, runs nothing, says what is wrong with them.
struct Check {
  let arguments: Arguments
  let environment: [String: String]

  func run() throws(Arguments.UsageError) -> Int32 {
    var paths = arguments.paths
    var specs = paths
    switch try Session.configuration(arguments, environment) {
    case .found(let configuration):
      specs = configuration.allSpecs
      let chosen = try configuration.clients(chosenBy: arguments)
      if paths.isEmpty { paths = arguments.has(.client) ? chosen.flatMap(\.specs) : configuration.allSpecs }
    case .none: break
    case .invalid: return 2
    }
    if paths.isEmpty {
      throw Arguments.UsageError(
        message: "nothing to check", help: "name a contract or a folder of contracts", command: .check)
    }
    var set = ContractSet.load(paths, below: specs)
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
