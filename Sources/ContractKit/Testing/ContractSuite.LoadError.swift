public import Foundation

extension ContractSuite {
  /// The reason why contracts cannot run as tests. It stops all of them, unlike a scenario that does not pass.
  public struct LoadError: Error, Sendable, CustomStringConvertible, LocalizedError {
    private let problem: (code: Code, text: String)

    init(_ code: Code, _ text: String) { problem = (code, text) }

    static func nothingRuns(_ skipped: [Skipped]) -> LoadError {
      let reasons = skipped.map { "\n  \($0)" }.joined()
      return LoadError(
        .nothingRuns, "no scenario runs, so nothing would be tested" + (reasons.isEmpty ? "" : ":\(reasons)"))
    }

    /// The kind of the error.
    public var code: Code { problem.code }

    /// The text of the error. If files are invalid, it has every diagnostic, as the command prints it.
    public var description: String { problem.text }

    /// The same text, for code that shows errors through Foundation.
    public var errorDescription: String? { description }
  }
}

extension ContractSuite.LoadError {
  /// The kind of an error.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The client's name is empty or contains a slash.
    public static let invalidClientName = Code("invalidClientName")
    /// The time limit is not a usable number of seconds.
    public static let invalidTimeout = Code("invalidTimeout")
    /// A contract is invalid or cannot be read, or there is none.
    public static let invalidContracts = Code("invalidContracts")
    /// The file of what is accepted is invalid or cannot be read, or an entry covers no scenario or no variation.
    public static let invalidAccepted = Code("invalidAccepted")
    /// Foundation rejects a base URL of a contract.
    public static let invalidURL = Code("invalidURL")
    /// All scenarios are skipped, so nothing would be tested.
    public static let nothingRuns = Code("nothingRuns")
    /// There is no contract with the name that was asked for.
    public static let unknownContract = Code("unknownContract")

    /// The name of the code.
    public let description: String

    private init(_ name: String) { description = name }
  }
}
