public import Foundation

extension ContractSuite {
  /// The reason why contracts cannot run as tests. It stops all of them, unlike a scenario that does not pass.
  public struct LoadError: Error, Sendable, CustomStringConvertible, LocalizedError {
    enum Kind: Sendable {
      case clientName(String)
      case timeout(Double)
      case diagnostics([Diagnostic], Code)
      case address(String, at: SourceRange?)
      case nothingRuns([Skipped])
      case noContract(String, known: [String])
    }

    let kind: Kind

    init(_ kind: Kind) { self.kind = kind }

    /// The kind of the error.
    public var code: Code {
      switch kind {
      case .clientName: .invalidClientName
      case .timeout: .invalidTimeout
      case .diagnostics(_, let code): code
      case .address: .invalidURL
      case .nothingRuns: .nothingRuns
      case .noContract: .unknownContract
      }
    }

    /// The text of the error. If files are invalid, it has every diagnostic, as the command prints it.
    public var description: String {
      switch kind {
      case .clientName(let name): return "a client's name must not be empty or contain a slash, found \"\(name)\""
      case .timeout(let seconds):
        return "`timeout` must be a number of seconds greater than 0 and at most a day, found \(seconds)"
      case .diagnostics(let diagnostics, _): return DiagnosticListing(diagnostics).text.string
      case .address(let text, let range):
        return (range.map { "\($0.source.path):\($0.position.line): " } ?? "") + "Foundation rejects the URL \(text)"
      case .nothingRuns(let skipped):
        let reasons = skipped.map { "\n  \($0)" }.joined()
        return "no scenario runs, so nothing would be tested" + (reasons.isEmpty ? "" : ":\(reasons)")
      case .noContract(let name, let known):
        let near = Suggestion.of(name, in: known).map { ", did you mean \"\($0)\"?" } ?? ""
        return "unknown contract \"\(name)\"\(near)\n  contracts: \(known.joined(separator: ", "))"
      }
    }

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
