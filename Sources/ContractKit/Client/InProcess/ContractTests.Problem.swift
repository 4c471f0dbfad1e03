public import Foundation

extension ContractTests {
  /// The reason why contracts cannot run as tests. It stops all of them, unlike a scenario that does not pass.
  public struct Problem: Error, Sendable, CustomStringConvertible, LocalizedError {
    enum Kind: Sendable {
      case clientName(String)
      case timeout(Double)
      case contracts([Diagnostic])
      case address(String, at: SourceRange?)
      case nothingRuns([Skipped])
      case noContract(String, known: [String])
    }

    let kind: Kind

    init(_ kind: Kind) { self.kind = kind }

    /// The text of the problem. If contracts are invalid, it has every diagnostic, as the command prints it.
    public var description: String {
      switch kind {
      case .clientName(let name): return "a client's name must not be empty or contain a slash, found \"\(name)\""
      case .timeout(let seconds):
        return "`timeout` must be a number of seconds greater than 0 and at most a day, found \(seconds)"
      case .contracts(let diagnostics): return DiagnosticListing(diagnostics).text
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
