/// A rule of the contract format, or of JSON Schema 2020-12, that a well-formed file can break.
package struct ContractProblem: Diagnostic.Problem {
  package let text: (message: String, help: [String])
  /// The places that the text shows.
  var shown: [SourceRange] = []
  /// Whether the set of contracts is empty.
  package var isAbsence = false
}

extension ContractProblem {
  /// Makes a problem of what is wrong, and what to do about it, one note for each line. nil is left out.
  init(_ message: String, _ help: String?...) { text = (message, help.compactMap(\.self)) }
}

extension Diagnostic {
  package init(_ problem: ContractProblem, at range: SourceRange) { self.init(problem as any Problem, at: range) }
}

extension Diagnostic.Collector {
  /// Notes a broken rule of the contract format.
  package func note(_ problem: ContractProblem, at range: SourceRange) { note(Diagnostic(problem, at: range)) }

  /// Notes a broken rule, and returns nil in place of what cannot be read because of it.
  func mistake<Value>(_ problem: ContractProblem, at range: SourceRange) -> Value? {
    note(problem, at: range)
    return nil
  }

  /// Notes that a value is not what its place allows, and returns nil in place of what it should be.
  ///
  /// - Parameters:
  ///   - found: What the value is; nil for its phrase.
  ///   - range: The place to note if the value has none.
  func wrong<Value>(
    _ json: JSON, called what: String, found: String? = nil, expected: String, at range: SourceRange
  ) -> Value? {
    mistake(.wrongValue(what, found: found ?? json.phrase, expected: expected), at: json.range ?? range)
  }
}

extension ObjectReader {
  func note(_ problem: ContractProblem, at range: SourceRange? = nil) {
    diagnostics.note(problem, at: range ?? self.range)
  }
}
