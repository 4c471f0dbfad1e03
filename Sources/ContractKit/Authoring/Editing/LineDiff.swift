import ContractCore

/// The differences of two texts by lines, in the unified format that `patch -p1` and `git apply` read.
package struct LineDiff: Sendable {
  /// One line of the format.
  package struct Line: Equatable, Sendable {
    package enum Kind: Sendable {
      /// The path of the file: `--- a/PATH` or `+++ b/PATH`.
      case header
      /// The numbers of the lines that follow: `@@ -1,3 +1,4 @@`.
      case hunk
      /// A line of both texts.
      case context
      case removed
      case added
      /// The note that the line before it has no line end.
      case noLineEnd
    }

    package var kind: Kind
    /// The line with its sign. It may contain control characters, and a carriage return at its end.
    package var text: String
  }

  /// The number of equal lines that are shown before and after lines that differ.
  private static let context = 3

  /// The lines of the format; none if the texts are equal.
  package private(set) var lines: [Line] = []

  /// Compares two texts.
  ///
  /// - Parameter path: The path of the file that has the texts, relative to the folder in which `patch` would run.
  package init(_ old: [UInt8], _ new: [UInt8], path: String) {
    let (old, new) = (Self.lines(of: old), Self.lines(of: new))
    let changes = Self.changes(old, new)
    if changes.isEmpty { return }
    // An absolute path has its slash already.
    let path = path.hasPrefix("/") ? String(path.dropFirst()) : path
    lines = ["--- a/", "+++ b/"].map { Line(kind: .header, text: $0.prefix(4) + Self.shown($0.dropFirst(4) + path)) }
    var first = 0
    for index in changes.indices {
      let next = index + 1
      if next < changes.count, changes[next].old.lowerBound - changes[index].old.upperBound <= 2 * Self.context {
        continue
      }
      addHunk(changes[first...index], old, new)
      first = next
    }
  }

  /// The text of the format, as a file for `patch` has it.
  package var text: String { lines.reduce(into: "") { $0 += $1.text + "\n" } }

  // MARK: Comparison

  /// Lines of the old text, and the lines of the new text that replace them. One of the ranges may be empty.
  private typealias Change = (old: Range<Int>, new: Range<Int>)

  private static func changes(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [Change] {
    var numbers = Numbering<ArraySlice<UInt8>>()
    func numbered(_ lines: [ArraySlice<UInt8>]) -> [Int] { lines.map { numbers.number(of: $0) } }
    return SequenceAlignment.gaps(pairs(numbered(old), numbered(new)), old.count, new.count).map { ($0, $1) }
  }

  /// Returns the pairs of equal lines.
  ///
  /// Lines that both texts have once are aligned first. Between two of these lines, few lines are left. So a long text
  /// whose brackets repeat thousands of times takes little time.
  private static func pairs(_ old: [Int], _ new: [Int]) -> [(Int, Int)] {
    var counts: [Int: (old: Int, new: Int)] = [:]
    for line in old { counts[line, default: (0, 0)].old += 1 }
    for line in new { counts[line, default: (0, 0)].new += 1 }
    func isUnique(_ line: Int) -> Bool { counts[line].map { $0 == (1, 1) } ?? false }
    let left = old.indices.filter { isUnique(old[$0]) }
    let right = new.indices.filter { isUnique(new[$0]) }
    let anchors = SequenceAlignment.pairs(left.map { old[$0] }, right.map { new[$0] }).map { (left[$0], right[$1]) }
    let between = SequenceAlignment.gaps(anchors, old.count, new.count).flatMap { left, right in
      SequenceAlignment.pairs(Array(old[left]), Array(new[right])).map {
        (left.lowerBound + $0, right.lowerBound + $1)
      }
    }
    return (anchors + between).sorted { $0.0 < $1.0 }
  }

  // MARK: Format

  private mutating func addHunk(_ changes: ArraySlice<Change>, _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) {
    guard let first = changes.first, let last = changes.last else { return }
    // The texts are equal before the first change, and after the last one until the next hunk.
    let before = min(Self.context, first.old.lowerBound)
    let after = min(Self.context, old.count - last.old.upperBound)
    let left = first.old.lowerBound - before..<last.old.upperBound + after
    let right = first.new.lowerBound - before..<last.new.upperBound + after
    lines.append(Line(kind: .hunk, text: "@@ -\(Self.shown(left)) +\(Self.shown(right)) @@"))
    var index = left.lowerBound
    for change in changes {
      addLines(old[index..<change.old.lowerBound], .context, " ")
      addLines(old[change.old], .removed, "-")
      addLines(new[change.new], .added, "+")
      index = change.old.upperBound
    }
    addLines(old[index..<left.upperBound], .context, " ")
  }

  private mutating func addLines(_ shown: ArraySlice<ArraySlice<UInt8>>, _ kind: Line.Kind, _ sign: String) {
    for line in shown {
      let isEnded = line.last == UInt8(ascii: "\n")
      lines.append(Line(kind: kind, text: sign + String(decoding: isEnded ? line.dropLast() : line, as: UTF8.self)))
      if !isEnded { lines.append(Line(kind: .noLineEnd, text: #"\ No newline at end of file"#)) }
    }
  }

  /// Returns the number of the first line and the number of lines. For no lines, the first number is that of the line
  /// before them.
  private static func shown(_ range: Range<Int>) -> String {
    "\(range.isEmpty ? range.lowerBound : range.lowerBound + 1),\(range.count)"
  }

  /// Returns a path as the tools read it: in quotes if it has characters that would end it, and with a tab after it if
  /// it has spaces.
  private static func shown(_ path: String) -> String {
    let special = { (byte: UInt8) in
      byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
    guard path.utf8.contains(where: special) else { return path.utf8.contains(0x20) ? path + "\t" : path }
    let escaped = path.utf8.flatMap { byte in
      guard special(byte) else { return [byte] }
      let octal = String(byte, radix: 8)
      return Array("\\\(String(repeating: "0", count: 3 - octal.count))\(octal)".utf8)
    }
    return "\"\(String(decoding: escaped, as: UTF8.self))\""
  }

  /// Returns the lines of a text, each with its line feed.
  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.map { text[$0.startIndex..<min($0.endIndex + 1, text.count)] }.filter { !$0.isEmpty }
  }
}
