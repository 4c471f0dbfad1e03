/// The search for the part of a text that is most like a phrase, word by word.
enum NearestPart {
  private struct Token {
    enum Kind { case word, blanks, lineEnd, mark }

    var text: Substring
    var kind: Kind

    var isWord: Bool { kind == .word }

    /// The cost of a token that is missing or extra. A line end costs most, so that lines stay whole.
    var weight: Int {
      switch kind {
      case .word: 3
      case .lineEnd: 6
      case .blanks, .mark: 1
      }
    }

    /// Whether the token can stand for another one. All blanks are the same, because their number depends on the words
    /// of other lines.
    func isSame(as other: Token) -> Bool { kind == .blanks && other.kind == .blanks || text == other.text }
  }

  /// Returns the part, or nil if less than a third of the phrase is in the text.
  ///
  /// A phrase without a line feed is searched for within each line.
  static func of(_ phrase: String, in text: String) -> Range<String.Index>? {
    if let found = text.firstRange(of: phrase) { return found }
    let pattern = tokens(phrase[...])
    let total = pattern.reduce(0) { $0 + $1.weight }
    let lines = phrase.contains("\n") ? [text[...]] : text.split(separator: "\n")
    let found = lines.compactMap { align(pattern, tokens($0)) }.min { $0.cost < $1.cost }
    guard let found, found.cost * 3 <= total * 2, !found.range.isEmpty else { return nil }
    return found.range
  }

  /// Returns the part, for a recording.
  ///
  /// - Throws: `Recorder.Refusal`, with the given reason, if there is no such part.
  static func found(_ phrase: String, in text: String, orElse why: String) throws -> Range<String.Index> {
    guard let range = of(phrase, in: text) else { throw Recorder.Refusal(why: why) }
    return range
  }

  private static func tokens(_ text: Substring) -> [Token] {
    var tokens: [Token] = []
    var rest = text
    while let first = rest.first {
      let (kind, end): (Token.Kind, Substring.Index)
      if first.isLetter || first.isNumber {
        (kind, end) = (.word, rest.firstIndex { !($0.isLetter || $0.isNumber) } ?? rest.endIndex)
      } else if first.isWhitespace, !first.isNewline {
        (kind, end) = (.blanks, rest.firstIndex { !$0.isWhitespace || $0.isNewline } ?? rest.endIndex)
      } else {
        (kind, end) = (first.isNewline ? .lineEnd : .mark, rest.index(after: rest.startIndex))
      }
      tokens.append(Token(text: rest[..<end], kind: kind))
      rest = rest[end...]
    }
    return tokens
  }

  /// Returns the place at which a pattern is found with the fewest changes (Sellers' algorithm), and the cost of the
  /// changes.
  private static func align(_ pattern: [Token], _ text: [Token]) -> (cost: Int, range: Range<String.Index>)? {
    /// For each token of the text: the cost and the start of the best alignment of the pattern's first tokens that ends
    /// there.
    var column: [(cost: Int, start: Int)] = [(0, 0)]
    for token in pattern { column.append((column[column.count - 1].cost + token.weight, 0)) }
    var best = (cost: Int.max, start: 0, end: 0)
    for (place, token) in text.enumerated() {
      var next: [(cost: Int, start: Int)] = [(0, place + 1)]
      for (index, wanted) in pattern.enumerated() {
        let change = column[index].cost + (wanted.isSame(as: token) ? 0 : max(wanted.weight, token.weight))
        let missing = next[index].cost + wanted.weight
        let more = column[index + 1].cost + token.weight
        let least = min(change, missing, more)
        let from = least == change ? column[index] : least == more ? column[index + 1] : next[index]
        next.append((least, from.start))
      }
      column = next
      if column[pattern.count].cost <= best.cost {
        best = (column[pattern.count].cost, column[pattern.count].start, place + 1)
      }
    }
    // A phrase that begins or ends with a word does not include the blanks and punctuation around it.
    var found = text[min(best.start, best.end)..<best.end]
    if pattern.first?.isWord == true { found = found.drop { !$0.isWord } }
    if pattern.last?.isWord == true, let last = found.lastIndex(where: \.isWord) { found = found[...last] }
    guard let first = found.first, let last = found.last else { return nil }
    return (best.cost, first.text.startIndex..<last.text.endIndex)
  }
}
