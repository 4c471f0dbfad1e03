import ContractCore

/// A scenario, identified by its contract's file and its name. It is the same for all clients, and after the file has
/// changed.
struct ScenarioKey: Hashable {
  /// The absolute path of the contract.
  var contract: String
  var scenario: String

  init(_ contract: Contract, _ scenario: Scenario) {
    self.contract = Path.absolute(contract.source.path)
    self.scenario = scenario.name
  }

  init(_ job: Job) { self.init(job.contract, job.scenario) }
}
