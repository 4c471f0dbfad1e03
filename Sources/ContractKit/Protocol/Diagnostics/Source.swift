import Synchronization

/// The text of one file, as read. The position of every value points into it.
package final class Source: Sendable {
  /// The path as the user named it, relative to the folder of the run if possible.
  package let path: String
  /// The file's bytes, unchanged.
  package let bytes: [UInt8]

  /// The beginnings of lines and the places of values. It is made on first use: a file may have a hundred thousand
  /// scenarios whose places are shown, and most files have none.
  private struct Index: Sendable {
    var lines: Lines?
    var entries: Pointers?
  }

  private let index = Mutex(Index())

  /// Makes a source from a file's bytes and its path, as diagnostics show it.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Makes a source from text that has no file, under a name that diagnostics show.
  package convenience init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// Returns the position of a byte offset. Offsets past the end give the position of the end.
  ///
  /// Lines and columns are counted on demand, not during parsing: most positions are never shown.
  package func position(at offset: Int) -> Position {
    let end = min(offset, bytes.count)
    let lines = lines
    let line = lines.starts.upperBound(of: end, by: \.self)
    let before = lines.scalars(before: lines.starts[line - 1], in: bytes)
    return Position(line: line, column: lines.scalars(before: end, in: bytes) - before + 1)
  }

  /// Returns the line of a byte offset, from 1. Reports show it for each scenario; it does not need to count columns.
  package func lineNumber(at offset: Int) -> Int {
    lines.starts.upperBound(of: min(offset, bytes.count), by: \.self)
  }

  /// Returns the byte offset of a position; the end of the line or of the text if the position is beyond it.
  package func offset(of position: Position) -> Int {
    let starts = lines.starts
    guard (1...starts.count).contains(position.line) else { return bytes.count }
    let end = position.line < starts.count ? starts[position.line] - 1 : bytes.count
    var (offset, left) = (starts[position.line - 1], max(1, position.column) - 1)
    while left > 0, offset < end {
      offset += 1
      while offset < end, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    return offset
  }

  private var lines: Lines {
    index.withLock { index in
      let lines = index.lines ?? Lines(bytes)
      index.lines = lines
      return lines
    }
  }

  /// The index for finding positions. It is fast even if a file is one line of many megabytes.
  private final class Lines: Sendable {
    private static let stride = 1024

    /// The offset of each line's first byte.
    let starts: [Int]
    /// The number of Unicode scalars before every 1,024th byte.
    private let scalars: [Int]

    init(_ bytes: [UInt8]) {
      var (starts, scalars, count) = ([0], [Int](), 0)
      starts.reserveCapacity(min(bytes.count / 16, 1024))
      for (index, byte) in bytes.enumerated() {
        if index % Self.stride == 0 { scalars.append(count) }
        if byte == UInt8(ascii: "\n") { starts.append(index + 1) }
        if byte & 0xC0 != 0x80 { count += 1 }
      }
      (self.starts, self.scalars) = (starts, scalars)
    }

    func scalars(before offset: Int, in bytes: [UInt8]) -> Int {
      guard !scalars.isEmpty else { return 0 }
      let mark = min(offset / Self.stride, scalars.count - 1)
      return bytes[(mark * Self.stride)..<offset].reduce(scalars[mark]) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }
  }

  /// Forgets what was found in the text. It is found again when it is needed. Otherwise, a report of ten thousand files
  /// would fill the memory.
  package func forgetPointers() { index.withLock { $0 = Index() } }

  /// Returns the places of the values in the source, which are found once.
  func entries(find: (Source) -> Pointers) -> Pointers {
    index.withLock { index in
      let entries = index.entries ?? find(self)
      index.entries = entries
      return entries
    }
  }

  /// Returns the line that contains a byte offset, without its line ending. Broken UTF-8 is repaired.
  package func line(at offset: Int) -> String { line(at: offset, within: bytes.count).text }

  /// Returns the part of the line within so many bytes of a byte offset, the number of columns before that part, and the
  /// bytes that it is.
  package func line(at offset: Int, within reach: Int) -> (text: String, columnsBefore: Int, bytes: Range<Int>) {
    let middle = min(offset, bytes.count)
    let starts = lines.starts
    let line = starts.upperBound(of: middle, by: \.self)
    var end = line < starts.count ? starts[line] - 1 : bytes.count
    if end > starts[line - 1], bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    // Cut between scalars.
    var (low, high) = (max(starts[line - 1], middle - reach), min(end, middle + reach))
    while low < middle, bytes[low] & 0xC0 == 0x80 { low += 1 }
    while high > middle, high < end, bytes[high] & 0xC0 == 0x80 { high -= 1 }
    let part = low..<max(low, high)
    return (String(decoding: bytes[part], as: UTF8.self), position(at: low).column - 1, part)
  }

  /// A place in a text, as editors count it: lines and columns from 1, columns in Unicode scalars.
  package struct Position: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    package var line: Int
    /// The column, from 1, in Unicode scalars.
    package var column: Int

    /// The position as compilers write it, `line:column`.
    package var description: String { "\(line):\(column)" }

    package static func < (a: Self, b: Self) -> Bool { (a.line, a.column) < (b.line, b.column) }

    package init(line: Int, column: Int) {
      (self.line, self.column) = (line, column)
    }
  }
}
