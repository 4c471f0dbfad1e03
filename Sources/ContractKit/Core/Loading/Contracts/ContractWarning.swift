/// What is right as a file, and most likely not meant, or says less than it seems to.
///
/// Each has a code, and a section of that name in docs/warnings.md. The first eight are told wherever contracts are
/// loaded (of JSON5 `check` alone tells), the others by `check`.
package enum ContractWarning: Diagnostic.Problem {
  /// A method in small letters.
  case methodCase(String)
  /// A `corruptJSON` body that is JSON to some readers.
  case lenientJSON(isJSON5: Bool)
  /// A failure whose message is asserted.
  case assertsMessage
  /// A schema's keyword that nothing in JSON Schema 2020-12 has, near one that it has.
  case misspeltKeyword(String, near: String)
  /// A schema's keyword of an older draft, and what took its place.
  case oldKeyword(String, now: String)
  /// One of `requests` that no exchange names.
  case unusedRequest(String)
  /// A scenario's request that none of its exchanges has.
  case unusedOverlay
  /// A `$same` whose name stands nowhere else.
  case loneSame(String)
  /// Two scenarios that hand the client the same, send it the same, and expect something else.
  case sameAnswer(as: String, at: SourceRange, transports: [String])
  /// A contract in which some kinds of responses never come.
  case missingKind([String])
  /// A file among contracts that none of them names.
  case unnamedFile(looksLikeContract: String?)
  /// An outcome that a client meets whatever it makes of the answer.
  case matchesAnything(String, isFailure: Bool)
  /// A code that one platform's sockets give, and another's do not.
  case codeWithoutPlatform(code: String, why: String)
}

extension ContractWarning {
  /// The codes of all warnings, in the order in which docs/warnings.md has them.
  package static let codes = [
    "same-answer", "missing-kind", "unnamed-file", "matches-anything", "lenient-json", "asserts-message",
    "code-without-platform", "method-case", "misspelt-keyword", "old-keyword",
    "unused-request", "lone-same",
  ]

  /// The code that messages end with, in square brackets.
  package var code: String {
    switch self {
    case .methodCase: "method-case"
    case .lenientJSON: "lenient-json"
    case .assertsMessage: "asserts-message"
    case .misspeltKeyword: "misspelt-keyword"
    case .oldKeyword: "old-keyword"
    case .unusedRequest, .unusedOverlay: "unused-request"
    case .loneSame: "lone-same"
    case .sameAnswer: "same-answer"
    case .missingKind: "missing-kind"
    case .unnamedFile: "unnamed-file"
    case .matchesAnything: "matches-anything"
    case .codeWithoutPlatform: "code-without-platform"
    }
  }

  /// Where people read about it.
  var reference: String { "see ContractKit's docs/warnings.md#\(code)" }
}

extension Diagnostic {
  /// Makes a warning.
  package init(_ warning: ContractWarning, at range: SourceRange) {
    self.init(warning, at: range, severity: .warning)
  }

  /// What it warns of; nil where something is wrong.
  package var warning: ContractWarning? { problem as? ContractWarning }
}

extension Diagnostic.Collector {
  /// Notes a warning.
  package func warn(_ warning: ContractWarning, at range: SourceRange) { note(Diagnostic(warning, at: range)) }
}
