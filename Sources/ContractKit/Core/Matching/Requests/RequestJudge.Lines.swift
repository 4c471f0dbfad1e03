extension RequestJudge {
  /// - Parameter body: The bytes; nil if there is no body, which has no lines.
  mutating func judgeLines(_ patterns: [Pattern], _ body: [UInt8]?, _ headers: Headers, at range: SourceRange) {
    var expected: String { "\(English.counted(patterns.count, "line")) of JSON" }
    guard let body else {
      if !patterns.isEmpty { add(.body, expected: expected, actual: nil, at: range) }
      return
    }
    if body.count(where: { $0 == UInt8(ascii: "\n") }) > Self.partLimit {
      return addTooLarge(.body, expected: expected, bytes: body.count, "lines", at: range)
    }
    var lines = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The line break after the last line is optional.
    if lines.last?.isEmpty == true { lines.removeLast() }
    let before = findings.count
    for (index, (pattern, line)) in zip(patterns, lines).enumerated() {
      if findings.count - before >= Self.limit {
        return noteOnLast("and \(min(patterns.count, lines.count) - index) more lines that were not compared")
      }
      judge(pattern, line, headers, number: index + 1)
      if isQuiet, differs { return }
    }
    if patterns.count == lines.count { return }
    let note =
      if lines.count > patterns.count {
        "the first extra line is line \(patterns.count + 1): "
          + (lines[patterns.count].allSatisfy(Self.isSpace)
            ? "empty"
            : Self.excerpt(of: Array(lines[patterns.count].prefix(1000)), headers))
      } else {
        "the first missing line: " + Excerpt.beginning(of: patterns[lines.count].text)
      }
    add(
      .body, expected: English.counted(patterns.count, "line"), actual: English.counted(lines.count, "line"),
      note: note, at: range)
  }

  private mutating func judge(_ pattern: Pattern, _ line: ArraySlice<UInt8>, _ headers: Headers, number: Int) {
    if line.allSatisfy(Self.isSpace) { return add(.line(number), pattern, actual: "an empty line") }
    judgeJSON(pattern, Array(line), headers, part: .line(number))
  }

  /// Returns whether a byte is white space that JSON allows around a value, including the CR of a line end.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
