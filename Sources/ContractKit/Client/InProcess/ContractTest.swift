/// One contract of a client, to run as one test. The text of its failure describes every scenario that did not pass.
public struct ContractTest: Sendable, Identifiable, CustomStringConvertible {
  /// The contract's id, `CLIENT/CONTRACT`.
  public let id: String
  /// The contract's name: its path below the specs folder.
  public let name: String
  /// The name of the endpoint, for display.
  public let endpoint: String
  /// The scenarios that run, in the order of the contract.
  public let scenarios: [ScenarioTest]
  /// The scenarios that do not run here.
  public let skipped: [ContractTests.Skipped]

  init(_ contract: Contract, client: String, player: InProcessRunner, known: KnownIssueWatch = .nothing) throws {
    id = "\(client)/\(contract.name)"
    name = contract.name
    endpoint = contract.endpoint
    let addresses = try CallAddresses(contract)
    var scenarios: [ScenarioTest] = []
    var skipped: [ContractTests.Skipped] = []
    for scenario in contract.scenarios {
      let blank = ScenarioResult(of: scenario, in: contract, client: client, on: .memory, .unplayed)
      if let reason = scenario.whySkipped(on: .memory) {
        skipped.append(ContractTests.Skipped(id: blank.id, reason: reason))
      } else {
        scenarios.append(ScenarioTest(blank, at: addresses, player: player, known: known))
      }
    }
    self.scenarios = scenarios
    self.skipped = skipped
  }

  /// The contract's name.
  public var description: String { name }

  /// Runs the contract's scenarios one after another. Returns a text about those that did not pass, or nil if all
  /// passed or are known issues.
  ///
  /// The text is what the command prints for each of these scenarios, in the order of the contract. If all scenarios of
  /// a contract are skipped, the contract does not pass, and the text has the reasons.
  public func failure() async -> String? {
    if scenarios.isEmpty { return ContractTests.Problem(.nothingRuns(skipped)).description }
    var failures: [String] = []
    for scenario in scenarios { if let failure = await scenario.failure() { failures.append(failure) } }
    return failures.isEmpty ? nil : failures.joined(separator: "\n\n")
  }
}
