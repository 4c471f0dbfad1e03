/// A comparison of two texts, line by line.
package struct TextDiff {
  static let limit = 40
  /// The number of equal lines that are shown before and after lines that differ.
  static let context = 2
  /// Texts with more lines than this are compared like a single line: only the first difference is shown.
  static let lineLimit = 200_000
  /// The number of characters that are shown of a line.
  static let width = 120

  private struct Line: Hashable {
    var text: ExactString
    var isEnded: Bool
  }

  /// A range of lines, from 0: lines that are equal in both texts, or lines of one text that replace lines of the
  /// other.
  private struct Run {
    var isSame: Bool
    var expected: Range<Int>
    var actual: Range<Int>
  }

  private let expected: [Line]
  private let actual: [Line]
  private let names: (expected: String, actual: String)
  private var runs: [Run] = []

  /// Compares two texts; nil if both are a single line.
  ///
  /// - Parameter names: What a reader sees as the names of the two texts.
  package init?(_ expected: String, _ actual: String, names: (expected: String, actual: String) = ("expected", "got")) {
    self.names = names
    let counts = [expected, actual].map { $0.utf8.count { $0 == 0x0A } }
    if counts.allSatisfy({ $0 == 0 }) || counts.contains(where: { $0 > Self.lineLimit }) { return nil }
    self.expected = Self.lines(of: expected)
    self.actual = Self.lines(of: actual)
    if self.expected.count < 2, self.actual.count < 2 { return nil }
    var numbers = Numbering<Line>()
    func numbered(_ lines: [Line]) -> [Int] { lines.map { numbers.number(of: $0) } }
    runs = Self.runs(
      SequenceAlignment.pairs(numbered(self.expected), numbered(self.actual)), self.expected.count, self.actual.count)
  }

  private static func lines(of text: String) -> [Line] {
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      Line(text: ExactString(String(Substring($0))), isEnded: true)
    }
    lines[lines.count - 1].isEnded = false
    if lines.last?.text.string.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func runs(_ pairs: [(Int, Int)], _ expected: Int, _ actual: Int) -> [Run] {
    var runs: [Run] = []
    var (left, right) = (0, 0)
    for gap in SequenceAlignment.gaps(pairs, expected, actual) + [(expected..<expected, actual..<actual)] {
      runs.append(Run(isSame: true, expected: left..<gap.0.lowerBound, actual: right..<gap.1.lowerBound))
      runs.append(Run(isSame: false, expected: gap.0, actual: gap.1))
      (left, right) = (gap.0.upperBound, gap.1.upperBound)
    }
    return runs.filter { !$0.expected.isEmpty || !$0.actual.isEmpty }
  }

  // MARK: Text

  /// The differences for people. Each line has its numbers in both texts; `-` marks expected lines, `+` received ones.
  package var text: String {
    var shown = ShownLines(width: String(max(expected.count, actual.count)).count, names: names)
    for (index, run) in runs.enumerated() {
      if run.isSame {
        show(same: run, isFirst: index == 0, isLast: index == runs.count - 1, &shown)
      } else {
        show(run, &shown)
      }
    }
    return shown.text
  }

  private func show(same run: Run, isFirst: Bool, isLast: Bool, _ shown: inout ShownLines) {
    let head = isFirst ? 0 : Self.context
    let tail = isLast ? 0 : Self.context
    let count = run.expected.count
    let offset = run.actual.lowerBound - run.expected.lowerBound
    // Replacing a single line by words would save nothing.
    let isWhole = count <= head + tail + 1
    func addEqual(_ index: Int) {
      let (text, _) = Excerpt.window(expected[index].text.string, "", Self.width)
      shown.addLine(index, index + offset, " ", Self.visible(text, marksEnd: false))
    }
    if isWhole { return run.expected.forEach(addEqual) }
    run.expected.prefix(head).forEach(addEqual)
    shown.addLine("… \(count - head - tail) equal lines …")
    run.expected.suffix(tail).forEach(addEqual)
  }

  private func show(_ run: Run, _ shown: inout ShownLines) {
    // The line at the same place in the other text, cut around the first difference of the two.
    var others: [String] = []
    // If not all lines fit, both texts get some of the room.
    let room = TextDiff.limit - shown.count
    let most = max(room / 2, room - run.actual.count)
    for (offset, index) in run.expected.prefix(most).enumerated() where !shown.isFull {
      let place = run.actual.lowerBound + offset
      let (text, other) = Excerpt.window(
        expected[index].text.string, place < run.actual.upperBound ? actual[place].text.string : "", Self.width)
      shown.addLine(index, nil, "-", Self.visible(text, marksEnd: true))
      showEnd(expected[index], &shown)
      others.append(other)
    }
    var count = 0
    for (offset, index) in run.actual.enumerated() where !shown.isFull {
      let text = offset < others.count ? others[offset] : Excerpt.window(actual[index].text.string, "", Self.width).0
      shown.addLine(nil, index, "+", Self.visible(text, marksEnd: true))
      showEnd(actual[index], &shown)
      count += 1
    }
    shown.leaveOut(expected: run.expected.count - others.count, actual: run.actual.count - count)
  }

  /// Adds a note that a line has no line end, if the texts differ in that.
  private func showEnd(_ line: Line, _ shown: inout ShownLines) {
    if line.isEnded || expected.last?.isEnded == actual.last?.isEnded { return }
    shown.addLine("no line end after the last line")
  }

  /// Returns a line with its invisible characters made visible.
  private static func visible(_ line: String, marksEnd: Bool) -> String {
    var text = line
    var spaces = 0
    if marksEnd { while text.utf8.last == 0x20 { spaces += text.removeLast() == " " ? 1 : 0 } }
    if text.utf8.contains(where: { $0 == 0x09 || $0 == 0x0D }) {
      text = text.unicodeScalars.reduce(into: "") {
        if $1 == "\t" { $0 += "\\t" } else if $1 == "\r" { $0 += "\\r" } else { $0.unicodeScalars.append($1) }
      }
    }
    return Excerpt.visible(text) + String(repeating: "␠", count: spaces)
  }
}

/// The lines that are shown, and the number of lines that are not.
private struct ShownLines {
  let width: Int
  private let names: (expected: String, actual: String)
  private var lines: [String]
  private var expected = 0
  private var actual = 0

  init(width: Int, names: (expected: String, actual: String)) {
    (self.width, self.names) = (width, names)
    lines = ["- \(names.expected), + \(names.actual)"]
  }

  var count: Int { lines.count }

  var isFull: Bool { count >= TextDiff.limit }

  mutating func addLine(_ left: Int?, _ right: Int?, _ sign: String, _ text: String) {
    func number(_ index: Int?) -> String {
      let text = index.map { String($0 + 1) } ?? ""
      return String(repeating: " ", count: width - text.count) + text
    }
    let line = "\(number(left)) \(number(right)) \(sign) \(text)"
    append(text.isEmpty ? String(line.prefix(line.count - 1 - (sign == " " ? 2 : 0))) : line)
  }

  mutating func addLine(_ text: String) { append(String(repeating: " ", count: 2 * width + 4) + text) }

  private mutating func append(_ line: String) { if !isFull { lines.append(line) } }

  mutating func leaveOut(expected: Int, actual: Int) {
    self.expected += expected
    self.actual += actual
  }

  var text: String {
    if expected + actual == 0 { return lines.joined(separator: "\n") }
    let kinds = [(expected, names.expected), (actual, names.actual)].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let count = expected + actual
    return (lines + ["and \(English.counted(count, "more line")): \(kinds.joined(separator: ", "))"])
      .joined(separator: "\n")
  }
}
