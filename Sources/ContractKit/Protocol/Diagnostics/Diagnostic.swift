/// A problem, or something suspicious, in a file that the user wrote: what it is, how severe it is, and where.
///
/// Every reader has its own `Problem`s, with their words. `Diagnostic.Text.swift` puts a message together.
package struct Diagnostic: Error, Sendable {
  /// The severity of a diagnostic. A set with errors runs nothing; warnings are only reported.
  package enum Severity: String, Sendable { case error, warning }

  package var severity: Severity
  package var problem: any Problem
  package var range: SourceRange
  /// The places through which the contract reached the text, the nearest first. Empty if the text is the contract's own
  /// and nothing refers to it.
  package var usedAt: [SourceRange] = []

  /// Makes a diagnostic; an error by default.
  package init(_ problem: any Problem, at range: SourceRange, severity: Severity = .error) {
    self.problem = problem
    self.range = range
    self.severity = severity
  }

  /// What is the same if a mistake is found more than once: the place and the message. Different parts read the same
  /// file into sources of their own.
  package var identity: [String] { [range.source.path, "\(range.start)", message] }
}

extension Array where Element == Diagnostic {
  /// Whether any of the diagnostics is an error, which prevents a run.
  package var hasErrors: Bool { contains { $0.severity == .error } }

  /// The diagnostics ordered by file, then by place in the file.
  package var inSourceOrder: [Diagnostic] {
    sorted {
      ($0.range.source.path, $0.range.start, $0.range.end) < ($1.range.source.path, $1.range.start, $1.range.end)
    }
  }
}

extension Diagnostic {
  /// Something that can be wrong with a file, or suspicious in it.
  ///
  /// Each reader has its own type of what it reports.
  package protocol Problem: Sendable {
    /// The problem in one line, and what to do about it: one note for each line.
    var text: (message: String, help: [String]) { get }
  }
}
