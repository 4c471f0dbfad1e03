/// Something wrong, or doubtful, in a file that the user wrote: what, how bad, and where.
///
/// Every reader has its own `Problem`s, with their words; `Diagnostic.Text.swift` puts a message together.
package struct Diagnostic: Error, Sendable {
  /// How bad it is: a set with errors runs nothing, warnings are only told.
  package enum Severity: String, Sendable { case error, warning }

  /// How bad it is.
  package var severity: Severity
  /// What is wrong.
  package var problem: any Problem
  /// Where.
  package var range: SourceRange
  /// What names the text that is wrong, the nearest first; nothing where it is the contract's own and stands in its place.
  package var usedAt: [SourceRange] = []

  /// Makes a diagnostic, an error by default.
  package init(_ problem: any Problem, at range: SourceRange, severity: Severity = .error) {
    self.problem = problem
    self.range = range
    self.severity = severity
  }
}

extension Array where Element == Diagnostic {
  /// Whether any of them forbids a run.
  package var hasErrors: Bool { contains { $0.severity == .error } }

  /// The diagnostics by file, then by place in it.
  package var inSourceOrder: [Diagnostic] {
    sorted {
      ($0.range.source.path, $0.range.start, $0.range.end) < ($1.range.source.path, $1.range.start, $1.range.end)
    }
  }
}
