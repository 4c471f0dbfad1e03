import ContractCore

/// The words of a command line that one option has as its value, split as a POSIX shell splits them, without a shell.
enum ShellWords {
  /// Why a text is not the words of one command.
  struct Failure: Error {
    var message: String
    var help: String
  }

  /// Returns words in the form that a shell reads.
  static func text(_ words: [String]) -> String { words.map(\.shellWord).joined(separator: " ") }

  /// Returns the words of a text (POSIX.1-2024, Shell Command Language, section 2.2: quoting).
  ///
  /// Nothing is expanded: no variables, no patterns, no `~`.
  /// - Throws: `Failure` for a quote that is not closed, and for what only a shell can do.
  static func words(of text: String) throws(Failure) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var characters = Array(text)[...]
    while let character = characters.popFirst() {
      switch (quote, character) {
      case (nil, "'"), (nil, "\""): (quote, word) = (character, word ?? "")
      case ("'", "'"), ("\"", "\""): quote = nil
      case (nil, "\\"): word = (word ?? "") + (characters.popFirst().map(String.init) ?? "\\")
      case ("\"", "\\"):
        // In double quotes, it escapes only what would mean something there.
        let next = characters.first
        if let next, "\"\\$`".contains(next) { characters.removeFirst() }
        word = (word ?? "") + (next.flatMap { "\"\\$`".contains($0) ? String($0) : nil } ?? "\\")
      case (nil, _) where character.isWhitespace:
        if let ended = word { words.append(ended) }
        word = nil
      case (nil, "|"), (nil, "&"), (nil, ";"), (nil, "<"), (nil, ">"), (nil, "("), (nil, ")"), (nil, "`"), (nil, "$"),
        ("\"", "`"), ("\"", "$"):
        throw Failure(
          message: "'\(character)' needs a shell, and none runs the command",
          help: "put it in single quotes, or write sh -c '…'")
      default: word = (word ?? "") + String(character)
      }
    }
    if let quote {
      throw Failure(message: "a quote is not closed: \(quote)", help: "write another \(quote) at its end")
    }
    return words + (word.map { [$0] } ?? [])
  }
}
