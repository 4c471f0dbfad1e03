/// A command line of bash up to the cursor, read as bash reads it.
struct BashLine {
  /// The words without their quotes. The last one ends at the cursor, and may be empty.
  private(set) var words: [String] = [""]
  /// The last word as it was typed.
  private var typed = ""
  /// The quote that is open at the cursor.
  private var quote: Character?

  init(_ text: String) {
    var isEscaped = false
    var isBetween = true
    for character in text {
      if quote == nil, !isEscaped, character == " " || character == "\t" {
        if !isBetween { words.append("") }
        (typed, isBetween) = ("", true)
        continue
      }
      (typed, isBetween) = (typed + String(character), false)
      if isEscaped {
        // Between double quotes, a backslash escapes only these characters.
        if quote != nil, !"\"\\$`".contains(character) { words[words.count - 1] += "\\" }
        words[words.count - 1].append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else {
        words[words.count - 1].append(character)
      }
    }
  }

  /// Returns what bash must write in place of the end of the last word, so that the word is another one.
  ///
  /// - Parameter end: The part of the last word that bash replaces, as it was typed. It begins after an open quote, or
  ///   after the last character that bash breaks words at, such as `=`.
  /// - Returns: Nil if the other word does not begin as the last word does.
  func replacement(of end: String, with word: String) -> String? {
    guard typed.hasSuffix(end), let current = words.last, word.hasPrefix(current) else { return nil }
    let kept = BashLine(String(typed.dropLast(end.count)))
    guard let begin = kept.words.last, word.hasPrefix(begin) else { return nil }
    return Self.quoted(word.dropFirst(begin.count), in: kept.quote)
  }

  /// Returns a text with the escapes that it needs after an open quote, or outside of quotes.
  private static func quoted(_ text: Substring, in quote: Character?) -> String {
    switch quote {
    case "'": String(text).replacing("'", with: #"'\''"#)
    case "\"": text.reduce(into: "") { $0 += "\"\\$`".contains($1) ? "\\\($1)" : "\($1)" }
    default: text.reduce(into: "") { $0 += isPlain($1) ? "\($1)" : "\\\($1)" }
    }
  }

  /// Whether bash takes a character literally outside of quotes.
  private static func isPlain(_ character: Character) -> Bool {
    !character.isASCII || character.isLetter || character.isNumber || "-_./=:,+@%".contains(character)
  }
}
