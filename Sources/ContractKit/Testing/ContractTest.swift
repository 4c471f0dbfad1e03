import ContractCore

/// One contract of a client, to run as one test. The text of its failure describes every scenario that did not pass.
public struct ContractTest: Sendable, Identifiable, CustomStringConvertible {
  /// The contract's id, `CLIENT/CONTRACT`.
  public let id: String
  /// The contract's name: its path below the specs folder.
  public let name: String
  /// The name of the endpoint, for display.
  public let endpoint: String
  /// The scenarios that run, in the order of the contract, and then their variations.
  public let scenarios: [ScenarioTest]
  /// The scenarios that do not run here.
  public let skipped: [ContractSuite.Skipped]

  /// How many variations do not exist, for each reason.
  let leftOut: [Variation.Obstacle: Int]

  /// - Parameter accepted: What people accepted for changed fields; nil if it is not compared.
  init(
    _ contract: Contract, client: String, runner: InProcessRunner, known: AcceptedWatch = .nothing,
    variations: VariationChoice = .none, accepted: Accepted? = nil
  ) throws {
    id = "\(client)/\(contract.name)"
    name = contract.name
    endpoint = contract.endpoint
    let addresses = try CallAddresses(contract)
    var scenarios: [ScenarioTest] = []
    var skipped: [ContractSuite.Skipped] = []
    for scenario in contract.scenarios {
      let job = Job(scenario, of: contract, on: .memory)
      if let reason = job.skip {
        let id = contract.id(of: scenario, client: client, on: nil)
        skipped.append(ContractSuite.Skipped(id: id, reason: reason))
      } else {
        scenarios.append(ScenarioTest(job, of: client, known: known) { await runner.play($0, at: addresses) })
      }
    }
    var leftOut: [Variation.Obstacle: Int] = [:]
    for varied in contract.varied(variations, on: [.memory]) {
      let calls = VariedCalls(varied, accepted: accepted.map { ($0, client) })
      // As in a run, what is left out counts only beside variations that are played.
      if calls.played.isEmpty { continue }
      let variations = ScenarioVariations(calls, at: addresses, runner: runner)
      scenarios += calls.played.map { ScenarioTest($0, of: client, known: known, play: variations.play) }
      leftOut.merge(varied.leftOut, uniquingKeysWith: +)
    }
    self.scenarios = scenarios
    self.skipped = skipped
    self.leftOut = leftOut
  }

  /// The contract's name.
  public var description: String { name }

  /// Runs the contract's scenarios one after another. Returns a text about those that did not pass, or nil if all
  /// passed or are known issues.
  ///
  /// The text is what the command prints for each of these scenarios, in the order of the contract. If all scenarios of
  /// a contract are skipped, the contract does not pass, and the text has the reasons. If the task is canceled, the
  /// first scenario that did not run to its end is the last one in the text.
  public func failure() async -> String? {
    if scenarios.isEmpty { return ContractSuite.LoadError.nothingRuns(skipped).description }
    var failures: [String] = []
    for scenario in scenarios {
      guard let failure = await scenario.failure() else { continue }
      failures.append(failure)
      if Task.isCancelled { break }
    }
    return failures.isEmpty ? nil : failures.joined(separator: "\n\n")
  }
}
