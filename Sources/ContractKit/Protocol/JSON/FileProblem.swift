/// A problem that any JSON file of the user can have.
package enum FileProblem: Diagnostic.Problem {
  // MARK: JSON (RFC 8259)
  case emptyText
  case byteOrderMark
  /// The text is in another encoding than UTF-8; with its name.
  case otherEncoding(String)
  case invalidUTF8(UInt8)
  case comment
  case trailingComma(container: String)
  case unexpected(found: String, expected: String)
  case unexpectedEnd(expected: String)
  case textAfterValue(found: String)
  case unknownWord(String)
  case invalidNumber(String, why: String)
  case unterminatedString
  case invalidEscape(String)
  case loneSurrogate(String)
  case controlCharacter(UInt8)
  case duplicateKey(String, first: SourceRange)
  case tooDeep(limit: Int)
  case tooLarge(limit: Int)

  // MARK: Files
  /// A file or folder that cannot be read, with the system's reason.
  case unreadable(why: String)

  // MARK: Shape (contracts and contract-run.json)
  /// A member that the format does not have.
  case unknownMember(String, of: String, allowed: [String])
  /// A required member that is missing; reported at the object.
  case missingMember(String, of: String)
  /// A value of the wrong JSON type, or outside what its place allows.
  case wrongValue(String, found: String, expected: String)
  case unknownName(String, what: String, allowed: [String])
  /// A broken rule of any other kind: what is wrong, and what to do.
  case rule(String, help: String?)
}

extension Diagnostic {
  /// Whether reading stopped because the text has too many values and names.
  package var isTooLarge: Bool { if case FileProblem.tooLarge = problem { true } else { false } }

  /// Whether reading stopped because the text is too deep or too large. The text may otherwise be valid.
  var isBeyondLimit: Bool { if case FileProblem.tooDeep = problem { true } else { isTooLarge } }

  package init(_ problem: FileProblem, at range: SourceRange, severity: Severity = .error) {
    self.init(problem as any Problem, at: range, severity: severity)
  }
}

extension Diagnostic.Collector {
  /// Notes a problem that any JSON file can have.
  package func note(_ problem: FileProblem, at range: SourceRange, severity: Diagnostic.Severity = .error) {
    note(Diagnostic(problem, at: range, severity: severity))
  }
}
