extension String {
  /// The text as a string literal of Swift. That of JSON differs: `\u001b` is not an escape of Swift.
  var swiftLiteral: String {
    let scalars = unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\0"..<" ", "\u{7f}": "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }
    return "\"\(scalars.joined())\""
  }
}
