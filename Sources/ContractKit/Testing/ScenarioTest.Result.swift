import ContractCore

extension ScenarioTest {
  /// The result of one run of a scenario.
  public struct Result: Sendable, Identifiable {
    /// The scenario's id, `CLIENT/CONTRACT/SCENARIO`.
    public let id: String
    /// The status of the scenario.
    public let status: Status
    /// The text that the command prints about the scenario, with the lines of the contract. Empty if it passed.
    public let text: String
    /// Why the failures of a known issue are known: `because` and `issue` of its entries. Nil if the scenario is not a
    /// known issue.
    public let knownIssue: String?
    /// The time from the call to its result or its deadline, in seconds.
    public let duration: Double
    /// The contract's path. It is relative if the file is below the current folder.
    public let file: String
    /// The line of the scenario's name in its contract. The first line is 1.
    public let line: Int

    /// - Parameter problems: A text about each accepted entry that nobody needs any more.
    init(_ result: ScenarioResult, problems: [String]) {
      id = result.id
      // A test framework has no place for an entry that is wrong, so a scenario that the entry covers fails.
      status = problems.isEmpty ? Status(result.verdict.status) : .failed
      knownIssue = problems.isEmpty ? result.knownReason : nil
      text = ((result.account.map { [$0] } ?? []) + problems).joined(separator: "\n\n")
      duration = result.verdict.duration
      file = result.contract.source.path
      line = result.line
    }
  }
}

extension ScenarioTest.Result {
  /// The status of a scenario that ended.
  public struct Status: Sendable, Hashable, CustomStringConvertible {
    /// The client kept the contract.
    public static let passed = Status(.passed)
    /// The client broke the contract.
    public static let failed = Status(.failed)
    /// The scenario has no verdict about the client, for example because the driver lacks the operation.
    public static let errored = Status(.errored)
    /// The scenario did not run.
    public static let skipped = Status(.skipped)
    /// The scenario failed, and entries of known issues cover everything that failed.
    public static let knownIssue = Status(.knownIssue)

    private let status: ContractCore.Status

    init(_ status: ContractCore.Status) { self.status = status }

    /// The name that reports use.
    public var description: String { status.rawValue }
  }
}
