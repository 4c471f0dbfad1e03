import ContractCore

/// Regular expressions of documents, as patterns of contracts.
enum ImportedExpression {
  /// Returns a pattern for a text that an expression matches as a whole. If contracts cannot have the expression, notes
  /// that, and returns a pattern for any text.
  static func whole(_ text: String, _ value: ImportValue, ignoresCase: Bool = false) -> JSON {
    let isWhole = (try? ECMAExpression(text, .contract))?.isWhole == true
    return somewhere((ignoresCase ? "(?i)" : "") + (isWhole ? text : "^(?:\(text))$"), value)
  }

  /// Returns whether an expression matches somewhere in a text; false if contracts cannot have it.
  static func finds(_ expression: String, in text: String) -> Bool {
    (try? Pattern.Regex(expression))?.search(in: text).finding == .found
  }

  /// Returns an expression as a tree. If contracts cannot have the expression, notes that, and returns nil.
  ///
  /// - Parameter otherwise: What happens if nil is returned, for the note.
  static func tree(_ text: String, _ value: ImportValue, otherwise: String) -> ECMAExpression? {
    do {
      return try ECMAExpression(text, .contract)
    } catch {
      return value.lost("\(unknown(error)); \(otherwise)")
    }
  }

  private static func unknown(_ error: ECMAExpression.SyntaxError) -> String {
    "this is not a regular expression of contracts: \(error.why)"
  }

  /// Returns a pattern for a text in which an expression matches somewhere. If contracts cannot have the expression,
  /// notes that, and returns a pattern for any text.
  static func somewhere(_ expression: String, _ value: ImportValue) -> JSON {
    do {
      _ = try Pattern.Regex(expression)
      return ["$regex": .string(expression)]
    } catch {
      value.note("\(unknown(error)); any text is accepted")
      return ["$regex": "^"]
    }
  }
}
