/// Something in a valid file that is most likely not meant, or that asserts less than it seems to.
///
/// Each warning has a code, and a section of that name in docs/warnings.md. The first nine are reported wherever
/// contracts are loaded, except that only `check` reports JSON5. The others are reported only by `check`.
package enum ContractWarning: Diagnostic.Problem {
  case methodCase(String)
  /// A `corruptJSON` body that some readers accept as JSON.
  case lenientJSON(isJSON5: Bool)
  /// A failure whose message is asserted.
  case assertsMessage
  /// An unknown schema keyword that is close to a keyword of JSON Schema 2020-12.
  case misspelledKeyword(String, near: String)
  /// A schema keyword of an older draft or of another language, with its replacement.
  case oldKeyword(String, of: String, now: String)
  /// A schema that lists no value.
  case emptyEnum
  /// One of `requests` that no exchange names.
  case unusedRequest(String)
  /// A scenario's request that none of its exchanges uses.
  case unusedOverlay
  /// A `$same` whose name appears nowhere else.
  case loneSame(String)
  /// Two scenarios with the same input, requests and responses, but different expectations.
  case sameAnswer(as: String, at: SourceRange, transports: [String])
  /// A contract in which no scenario covers some response kinds.
  case missingKind([String])
  /// A file beside contracts that none of them names.
  case unnamedFile(looksLikeContract: String?)
  /// An expected outcome that a client meets whatever it makes of the response.
  case matchesAnything(String, isFailure: Bool)
  /// A response whose Content-Length is not the length of its body; nil if that length differs between runs.
  case contentLength(String, body: Int?)
  /// An input or response that contains a URL that an exchange answers: the name of its base URL, nil for `baseURL`, and
  /// the URL.
  case literalURL(String?, String)
  /// A response whose Content-Encoding names another form than its body has.
  case contentEncoding(String)
  /// A cookie that clients do not keep, with what prevents it and the base URL that sets it.
  case lostCookie(String, cause: String, from: String)
  /// A cookie that clients would send to another base URL on loopback.
  case crossedCookie(String)
  /// An error code that sockets report on one platform but not on another.
  case codeWithoutPlatform(code: String, why: String)
  /// Declarations by which no variation is played: the names of their members, their place if it is in a file that the
  /// contract extends, and why nothing is played.
  case noVariation([String], sharedAt: SourceRange? = nil, reasons: [String] = [])

  /// The codes of all warnings, in the order of docs/warnings.md.
  package static let codes = [
    "same-answer", "missing-kind", "unnamed-file", "matches-anything", "lenient-json", "content-length",
    "literal-url", "content-encoding", "lost-cookie", "asserts-message",
    "code-without-platform", "method-case", "misspelled-keyword", "old-keyword",
    "empty-enum", "unused-request", "lone-same", "no-variation",
  ]

  /// The code, which messages end with in square brackets.
  package var code: String { words.code }

  /// The place where people can read about the warning.
  var reference: String { "see \(Documentation.page("warnings.md"))#\(code)" }
}

extension Diagnostic {
  package init(_ warning: ContractWarning, at range: SourceRange) {
    self.init(warning, at: range, severity: .warning)
  }

  /// The warning; nil if the diagnostic is an error.
  package var warning: ContractWarning? { problem as? ContractWarning }
}

extension Diagnostic.Collector {
  package func warn(_ warning: ContractWarning, at range: SourceRange) { note(Diagnostic(warning, at: range)) }
}
