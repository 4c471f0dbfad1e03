import ContractCore

extension String {
  /// The text as a string literal of Swift. That of JSON differs: `\u001b` is not an escape of Swift. What an editor does
  /// not show, such as marks that change the direction of the text, is escaped.
  var swiftLiteral: String {
    let scalars = unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar < " " || scalar == "\u{7f}" || scalar.isHidden: "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }
    return "\"\(scalars.joined())\""
  }

  /// The text as a string literal of Python, in the same way.
  var pythonLiteral: String {
    JSON.string(self).text.unicodeScalars.map { $0.isHidden ? $0.escape() : String($0) }.joined()
  }
}
