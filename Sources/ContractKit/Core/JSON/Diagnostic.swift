/// Something wrong, or doubtful, in a file that the user wrote: what, how bad, and where.
///
/// The words are made in one place, `Diagnostic.Text.swift`.
public struct Diagnostic: Error, Sendable {
  /// How bad it is: a set with errors runs nothing, warnings are only told.
  public enum Severity: String, Sendable { case error, warning }

  /// How bad it is.
  public var severity: Severity
  /// What is wrong.
  public var problem: Problem
  /// Where.
  public var range: SourceRange
  /// What names the text that is wrong, the nearest first; nothing where it is the contract's own and stands in its place.
  public var usedAt: [SourceRange] = []

  /// Makes a diagnostic, an error by default.
  public init(_ problem: Problem, at range: SourceRange, severity: Severity = .error) {
    self.problem = problem
    self.range = range
    self.severity = severity
  }
}

extension Diagnostic {
  /// Whether a text was read no further because it has too many values and names.
  var isTooLarge: Bool { if case .tooLarge = problem { true } else { false } }

  /// Whether a text was read no further because it is too deep or too large, and may be right otherwise.
  var isBeyondLimit: Bool { if case .tooDeep = problem { true } else { isTooLarge } }
}

extension Array where Element == Diagnostic {
  /// Whether any of them forbids a run.
  public var hasErrors: Bool { contains { $0.severity == .error } }

  /// The diagnostics by file, then by place in it.
  public var inSourceOrder: [Diagnostic] {
    sorted {
      ($0.range.source.path, $0.range.start, $0.range.end) < ($1.range.source.path, $1.range.start, $1.range.end)
    }
  }
}
