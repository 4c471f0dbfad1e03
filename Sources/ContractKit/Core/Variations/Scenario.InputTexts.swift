// Strings of the input, and where they come from.

extension Scenario {
  /// The strings of the input that a test can choose, each once, with its first place.
  var inputTexts: [(pointer: String, text: String)] {
    // A placeholder stands for a base URL, which a test cannot choose.
    input.strings().filter { !$0.text.isEmpty && Addresses.placeholders(in: $0.text.utf8).isEmpty }
      .uniqued { ExactString($0.text) }
  }
}

extension Response {
  /// Whether a client can read a text in the response.
  package func mentions(_ text: String) -> Bool { AnswerText(headers, body?.bytes).has(text) }
}

extension JSON {
  /// Returns the value with each string that is exactly a text replaced by another value.
  func replacing(_ old: String, with new: JSON) -> JSON {
    replacingStrings { $0.isExactly(old) ? new : .string($0) }
  }
}
