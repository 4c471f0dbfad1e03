extension Diagnostic {
  /// Returns the diagnostic in the form of a compiler: place and message, the source line with a caret, and what to do.
  ///
  /// - Parameters:
  ///   - width: The columns of a terminal, to which the source line is cut; nil if there is none.
  ///   - cover: Covers the secrets in the source line.
  func text(width: Int?, cover: SourceExcerpt.Cover) -> String {
    var lines = ["\(place): \(severity.rawValue): \(message)"]
    lines += SourceExcerpt(range, width: min(110, max(20, (width ?? 114) - 4)), cover: cover).lines
    for note in notes { lines.append("  note: \(note)") }
    return lines.joined(separator: "\n")
  }

  /// The place of the problem: a file with a position, or only a path if there is no text, as for a folder.
  package var place: String { Self.visible(range.source.bytes.isEmpty ? range.source.path : range.description) }

  /// What is wrong, on one line.
  package var message: String { Self.visible(Self.shortened(problem.text.message)) }

  /// What is allowed here, what the author may have meant, and where a shared value is used.
  package var notes: [String] {
    (problem.text.help + usedAt.map { "used at \($0.description)" }).map { Self.visible(Self.shortened($0)) }
  }

  /// The maximum length of a line. Text from a file may be longer, such as an expression of a megabyte.
  private static let limit = 1000

  /// Returns a long line without the middles of its long words. If it is still too long, its own middle is left out.
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

  /// Returns a text with its control characters and hidden ones as JSON escapes, so that text from a file cannot break
  /// lines, color a terminal or look like another text. The rest stays as it is in the file, so that people can search
  /// for it there.
  private static func visible(_ text: String) -> String {
    func isShown(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.generalCategory != .control && !scalar.isHidden
    }
    if text.unicodeScalars.allSatisfy(isShown) { return text }
    return text.unicodeScalars.reduce(into: "") { text, scalar in
      if isShown(scalar) { text.unicodeScalars.append(scalar) } else { text += scalar.escape(uppercase: true) }
    }
  }
}
