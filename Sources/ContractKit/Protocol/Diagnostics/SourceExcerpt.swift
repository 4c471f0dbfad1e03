/// The source line of a range with a line of carets below it, both indented. Long lines are cut around the range.
struct SourceExcerpt {
  /// A function that covers the secrets in a line, character by character. It gets whether the line's beginning is
  /// missing.
  typealias Cover = (_ line: String, _ isCut: Bool) -> String

  var lines: [String]

  /// - Parameter cover: Covers secrets before the line is cut, because the name of a secret may be cut off.
  init(_ range: SourceRange, width: Int = 110, cover: Cover = { line, _ in line }) {
    let source = range.source
    guard range.start < source.bytes.count || !source.bytes.isEmpty else {
      lines = []
      return
    }
    let position = range.position
    // A line may have many megabytes and thousands of mistakes, so only the text near the range is read. This many
    // bytes on each side hold more columns than are shown.
    let near = source.line(at: range.start, within: 8 * width)
    // Each tab or control character becomes one space, and each hidden one a character with a shape, so that the caret
    // is at the right column.
    let line = cover(near.text, near.columnsBefore > 0).unicodeScalars.map {
      $0.properties.generalCategory == .control ? " " : $0.isHidden ? "\u{FFFD}" : $0
    }
    let column = position.column - near.columnsBefore
    let last = source.position(at: max(range.start, range.end - 1))
    let lastColumn = last.line == position.line ? last.column - near.columnsBefore : line.count
    let length = max(1, min(lastColumn, max(line.count, column)) - column + 1)
    var first = 0
    if line.count > width { first = max(0, min(column - 1 - width / 3, line.count - width)) }
    let shown = line.dropFirst(first).prefix(width)
    var text = String(String.UnicodeScalarView(shown))
    if first > 0 { text = "…" + text.dropFirst() }
    if first + width < line.count { text = text.dropLast() + "…" }
    let indent = column - 1 - first
    let carets = "^" + String(repeating: "~", count: max(0, min(length, max(1, shown.count - indent)) - 1))
    lines = ["    " + text, "    " + String(repeating: " ", count: max(0, indent)) + carets]
  }
}
