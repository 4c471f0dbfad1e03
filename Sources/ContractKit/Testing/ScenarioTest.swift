package import ContractCore

/// One scenario of a client's contracts, or one variation of a scenario, to run as one test.
public struct ScenarioTest: Sendable, Identifiable {
  /// The scenario's id, `CLIENT/CONTRACT/SCENARIO`. It is unique, and the same as the command's.
  public let id: String

  private let client: String
  private let job: Job
  private let known: AcceptedWatch
  private let caller: @Sendable (Job) async -> Verdict

  /// - Parameter play: Calls the client, and judges what it did.
  init(_ job: Job, of client: String, known: AcceptedWatch, play: @escaping @Sendable (Job) async -> Verdict) {
    (self.client, self.job, self.known, caller) = (client, job, known, play)
    id = job.contract.id(of: job.scenario, job.variation, client: client, on: nil)
  }

  /// The contract's name: its path below the specs folder.
  public var contract: String { job.contract.name }
  /// The name of the scenario; for a variation, that of the scenario that it varies.
  public var scenario: String { job.scenario.name }
  /// The name of the variation, such as `status 503`; nil for the scenario itself.
  public var variation: String? { job.variation?.name }
  /// The name of both, unique in its contract: `found`, or `found [status 503]`.
  public var name: String { job.scenario.shortName(job.variation, on: nil) }
  /// The contract's path. It is relative if the file is below the current folder.
  public var file: String { job.contract.source.path }
  /// The line of the scenario's name in its contract.
  public var line: Int { job.scenario.declarationRange.line }

  /// Runs the scenario: calls the client once and judges what it did. Scenarios can run in parallel.
  ///
  /// If the outcome of a variation is compared with that of the scenario itself, the first one that runs also calls the
  /// client for the scenario, twice.
  ///
  /// A call without a result at its deadline fails and is left running. If the task is canceled, the scenario ends at
  /// once and is errored. A scenario that does not pass is a result, and is not thrown.
  public func run() async -> Result {
    let result = await play()
    return Result(result, problems: known.problems(after: result))
  }

  /// Runs the scenario, and returns everything that a report contains about it.
  package func play() async -> ScenarioResult {
    let verdict = await caller(job)
    return ScenarioResult(of: job.shown, in: job.contract, client: client, on: .memory, verdict)
      .judged(by: known.accepted)
  }

  /// Runs the scenario. Returns nil if it passed, is a known issue or is a variation that was left out, or else the text
  /// that the command prints about it, with the lines of the contract.
  public func failure() async -> String? {
    let result = await run()
    // A scenario that did not run must not pass.
    let isLeftOut = variation != nil && result.status == .skipped
    return isLeftOut || [.passed, .knownIssue].contains(result.status) ? nil : result.text
  }
}

extension ScenarioTest: CustomStringConvertible {
  /// The scenario's id. `contract-run --filter` selects the scenario by the same id.
  public var description: String { id }
}

extension ScenarioTest: Hashable {
  /// Returns whether two values are the same scenario of the same client. It compares their ids.
  public static func == (first: ScenarioTest, second: ScenarioTest) -> Bool { first.id == second.id }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
