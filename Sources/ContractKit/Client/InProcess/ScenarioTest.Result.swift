extension ScenarioTest {
  /// The result of one run of a scenario.
  public struct Result: Sendable, Identifiable {
    /// The status of a scenario that ended.
    public enum Status: String, Sendable {
      case passed, failed, errored, skipped
    }

    /// The scenario's id, `CLIENT/CONTRACT/SCENARIO`.
    public let id: String
    /// The status of the scenario.
    public let status: Status
    /// The text that the command prints about the scenario, with the lines of the contract. Empty if it passed.
    public let text: String
    /// The time from the call to its result or its deadline, in seconds.
    public let duration: Double
    /// The contract's path. It is relative if the file is below the current folder.
    public let file: String
    /// The line of the scenario's name in its contract. The first line is 1.
    public let line: Int

    init(_ result: ScenarioResult) {
      id = result.id
      status =
        switch result.verdict.status {
        case .passed: .passed
        case .failed: .failed
        case .errored: .errored
        case .skipped: .skipped
        }
      text = result.failure ?? ""
      duration = result.verdict.duration
      file = result.contract.source.path
      line = result.line
    }
  }
}
