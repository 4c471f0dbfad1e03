/// Regular expressions of documents, as patterns of contracts.
enum ImportedExpression {
  /// Returns a pattern for a text that an expression matches as a whole. If contracts cannot have the expression, notes
  /// that, and returns a pattern for any text.
  ///
  /// - Parameter value: The value in the document that has the expression.
  static func whole(_ text: String, _ value: ImportValue, ignoresCase: Bool = false) -> JSON {
    let plain = text.hasPrefix("^") && text.hasSuffix("$") && !text.hasSuffix(#"\$"#) && !text.contains("|")
    return checked((ignoresCase ? "(?i)" : "") + (plain ? text : "^(?:\(text))$"), value)
  }

  /// Returns a pattern for a text in which an expression matches somewhere.
  static func somewhere(_ text: String, _ value: ImportValue) -> JSON { checked(text, value) }

  /// Returns whether an expression matches somewhere in a text; false if contracts cannot have it.
  static func finds(_ expression: String, in text: String) -> Bool {
    (try? Pattern.Regex(expression))?.search(in: text).finding == .found
  }

  private static func checked(_ expression: String, _ value: ImportValue) -> JSON {
    if !expression.isEmpty, (try? Pattern.Regex(expression)) != nil { return ["$regex": .string(expression)] }
    value.document.note("this is not a regular expression of contracts; any text is accepted", at: value.pointer)
    return ["$regex": "^"]
  }
}
