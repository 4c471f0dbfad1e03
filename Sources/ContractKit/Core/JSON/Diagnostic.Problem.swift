extension Diagnostic {
  /// What can be wrong with a file, with the facts that its message needs.
  public enum Problem: Sendable {
    // MARK: JSON (RFC 8259)
    case emptyText
    case byteOrderMark
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
    /// A member that must be there; reported at the object.
    case missingMember(String, of: String)
    /// A value of the wrong JSON type, or outside what its place allows.
    case wrongValue(String, found: String, expected: String)
    /// A string that must be one of a few.
    case unknownName(String, what: String, allowed: [String])
    /// A rule of the contract format that is broken: a contradiction, most of the time.
    case broken(Rule)
    /// Any other rule that is broken: what is wrong, and what to do.
    case rule(String, help: String?)
    /// Nothing wrong, but something doubtful.
    case doubtful(Warning)
  }
}
