extension String {
  /// Returns the text with each line that is too long for a terminal broken between words. What follows stands under the
  /// beginning of the line's text, after its label. A word that is too long is broken after punctuation. A command stays
  /// whole, so that it can be pasted.
  ///
  /// - Parameter width: The terminal's columns.
  package func wrapped(to width: Int) -> String {
    let isCommand =
      /(?:(?:next|or) +)?(?:(?:run it alone|write it|fix the client, or accept it): +)?(?:swift run (?:-\S+ \S+ )*)?\S*contract-run .*/
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { line in
      let plain = Self.withoutColors(line)
      if plain.columns <= width { return String(line) }
      // A comment after a command goes to a line of its own, so that the command may stay whole.
      if let comment = line.firstRange(of: "  # ") {
        let indentation = Self.indentation(of: plain, width)
        let rest = indentation + line[comment.lowerBound...].drop { $0 == " " }
        return "\(line[..<comment.lowerBound])\n\(rest)".wrapped(to: width)
      }
      return plain.drop { $0 == " " }.wholeMatch(of: isCommand) == nil ? Self.broken(line, width) : String(line)
    }.joined(separator: "\n")
  }

  /// Returns a text without escape sequences for colors.
  private static func withoutColors(_ text: Substring) -> String {
    guard text.utf8.contains(0x1B) else { return String(text) }
    return String(text.replacing(#/\u{1B}\[[0-9;]*m/#, with: ""))
  }

  private static func broken(_ line: Substring, _ width: Int) -> String {
    let indentation = indentation(of: withoutColors(line), width)
    var lines: [String] = []
    var (rest, label) = (line, indentation.columns)
    var room = width
    while withoutColors(rest).columns > room {
      let end = breakingPoint(of: rest, label, room)
      label = 0
      lines.append(String(rest[..<end]))
      rest = rest[end...].drop { $0 == " " }
      room = width - indentation.columns
    }
    if !rest.isEmpty || lines.isEmpty { lines.append(String(rest)) }
    return lines.enumerated().map { index, line in
      let shown = String(line.reversed().drop { $0 == " " }.reversed())
      return index == 0 ? shown : indentation + shown
    }.joined(separator: "\n")
  }

  /// The least column of texts that have a label.
  private static let labelled = 12

  /// Returns what stands before the rest of a line: spaces up to its text, or the mark of output.
  private static func indentation(of line: String, _ width: Int) -> String {
    let own = line.prefix { $0 == " " }
    if line.dropFirst(own.count).hasPrefix("│ ") { return "\(own)│   " }
    let label = line.firstMatch(of: #/^ *\S+(?: \S+)? {2,}/#).map { String($0.0).columns }
    let column = label.flatMap { $0 <= 2 * labelled ? $0 : nil } ?? (own.count < labelled ? own.count + 2 : own.count)
    return String(repeating: " ", count: Swift.min(column, width / 2))
  }

  /// Returns the end of the first line: after the last space that fits, or else after the last punctuation, or else where
  /// the columns end. A URL stays whole.
  ///
  /// - Parameter label: The columns of the line's label, after which it is not broken.
  private static func breakingPoint(of line: Substring, _ label: Int, _ room: Int) -> Index {
    var columns = 0
    var index = line.startIndex
    var (space, mark): (Index?, Index?) = (nil, nil)
    while index < line.endIndex {
      if line[index] == "\u{1B}" {
        index = line[index...].firstIndex(of: "m").map(line.index(after:)) ?? line.endIndex
        continue
      }
      columns += String(line[index]).columns
      if columns > room, line[index] != " " { break }
      let next = line.index(after: index)
      if line[index] == " ", columns > label { space = next }
      if columns > Swift.max(label, room / 3), ",;/&?".contains(line[index]) { mark = next }
      index = next
    }
    if let space { return space }
    let word = line.drop { " │".contains($0) }.prefix { $0 != " " }
    if word.hasPrefix("https://") || word.hasPrefix("http://") { return word.endIndex }
    return mark ?? (index > line.startIndex ? index : line.index(after: line.startIndex))
  }
}
