extension Diagnostic {
  /// The diagnostic as a compiler would write it: place and message, the source line, a caret, what to do.
  package var text: String { text(width: nil) }

  /// The same, its source line cut to the columns of a terminal.
  func text(width: Int?) -> String {
    var lines = ["\(place): \(severity.rawValue): \(message)"]
    lines += SourceExcerpt(range, width: min(110, max(20, (width ?? 114) - 4))).lines
    for note in notes { lines.append("  note: \(note)") }
    return lines.joined(separator: "\n")
  }

  /// Where it is. What has no text has no position either: a folder, a file that cannot be read.
  var place: String { range.source.bytes.isEmpty ? range.source.path : range.description }

  /// What is wrong, in one line.
  package var message: String { Self.visible(Self.shortened(problem.text.message)) }

  /// What is allowed here, and what the writer may have meant.
  package var notes: [String] {
    (problem.text.help + usedAt.map { "used at \($0.description)" }).map { Self.visible(Self.shortened($0)) }
  }

  /// How many characters of a line are told in any case. What a file says may be longer: an expression of a megabyte.
  private static let limit = 1000

  /// A long line with the middles of its long words left out, and its own where it is long even so.
  private static func shortened(_ text: String) -> String {
    if text.utf8.count <= limit { return text }
    let words = text.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
    let joined = words.map { cut($0, to: limit / 5) }.joined(separator: " ")
    return cut(joined.unicodeScalars[...], to: limit)
  }

  private static func cut(_ scalars: Substring.UnicodeScalarView, to limit: Int) -> String {
    if scalars.count <= limit { return String(scalars) }
    return "\(String(scalars.prefix(limit / 2)))…\(String(scalars.suffix(limit / 4)))"
  }

  /// A text with its control characters as JSON escapes: what a file says breaks no line and colours no terminal. All
  /// else stays as the file has it, so that it can be searched for there.
  private static func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
    return text.unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.properties.generalCategory == .control {
        text += "\\u" + Hexadecimal.text(scalar.value, width: 4, uppercase: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
