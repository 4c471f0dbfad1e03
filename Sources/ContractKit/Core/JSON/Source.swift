import Synchronization

/// The text of one file, as read: what every value's position points into.
public final class Source: Sendable {
  /// The path as the user named it, relative to the folder of the run where possible.
  public let path: String
  /// The file's bytes, unchanged.
  public let bytes: [UInt8]

  /// Where lines begin and which values stand where, made when first asked for: a file may have a hundred thousand
  /// scenarios whose places are shown, and most have none.
  private struct Index: Sendable {
    var lines: Lines?
    var pointers: JSONPointer.Index?
  }

  private let index = Mutex(Index())

  /// Makes a source of a file's path, as it is shown in diagnostics, and its bytes.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Makes a source of text that has no file, under a name that diagnostics show.
  public convenience init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// The position of a byte offset; offsets past the end give the end's.
  ///
  /// Lines and columns are counted when somebody asks, not while parsing: most positions are never shown.
  public func position(at offset: Int) -> Position {
    let end = min(offset, bytes.count)
    let lines = lines
    let line = lines.starts.upperBound(of: end, by: \.self)
    let before = lines.scalars(before: lines.starts[line - 1], in: bytes)
    return Position(line: line, column: lines.scalars(before: end, in: bytes) - before + 1)
  }

  /// The line of a byte offset, from 1: what a report shows of each scenario, where columns would have to be counted.
  package func lineNumber(at offset: Int) -> Int {
    lines.starts.upperBound(of: min(offset, bytes.count), by: \.self)
  }

  private var lines: Lines {
    index.withLock { index in
      let lines = index.lines ?? Lines(bytes)
      index.lines = lines
      return lines
    }
  }

  /// What finding positions takes; a file may be one line of many megabytes.
  private final class Lines: Sendable {
    private static let stride = 1024

    /// The offset of each line's first byte.
    let starts: [Int]
    /// How many Unicode scalars there are before every 1,024th byte.
    private let scalars: [Int]

    init(_ bytes: [UInt8]) {
      var (starts, scalars, count) = ([0], [Int](), 0)
      starts.reserveCapacity(min(bytes.count / 16, 1024))
      var index = 0
      while index < bytes.count {
        if index % Self.stride == 0 { scalars.append(count) }
        // Eight bytes at once, where each is a scalar: a run asks for the line of each of its scenarios.
        if index % 8 == 0, let word = bytes.word(at: index), word & 0x8080_8080_8080_8080 == 0 {
          var ends = word.lineEnds
          while ends != 0 {
            starts.append(index + ends.trailingZeroBitCount / 8 + 1)
            ends &= ends - 1
          }
          count += 8
          index += 8
          continue
        }
        if bytes[index] == UInt8(ascii: "\n") { starts.append(index + 1) }
        if bytes[index] & 0xC0 != 0x80 { count += 1 }
        index += 1
      }
      (self.starts, self.scalars) = (starts, scalars)
    }

    func scalars(before offset: Int, in bytes: [UInt8]) -> Int {
      guard !scalars.isEmpty else { return 0 }
      let mark = min(offset / Self.stride, scalars.count - 1)
      return bytes[(mark * Self.stride)..<offset].reduce(scalars[mark]) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }
  }

  /// The RFC 6901 pointer of the value, or of the member whose name, begins at a byte offset; nil where none does.
  func pointer(to offset: Int) -> String? {
    let pointers = index.withLock { index in
      let pointers = index.pointers ?? JSONPointer.Index(of: self)
      index.pointers = pointers
      return pointers
    }
    return pointers.pointer(to: offset)
  }

  /// The line that holds a byte offset, without its line ending; broken UTF-8 is repaired.
  public func line(at offset: Int) -> String { line(at: offset, within: bytes.count).text }

  /// Of the line that holds a byte offset what is within so many bytes of that, and how many columns stand before it.
  func line(at offset: Int, within reach: Int) -> (text: String, columnsBefore: Int) {
    let middle = min(offset, bytes.count)
    let starts = lines.starts
    let line = starts.upperBound(of: middle, by: \.self)
    var end = line < starts.count ? starts[line] - 1 : bytes.count
    if end > starts[line - 1], bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    // Cut between scalars.
    var (low, high) = (max(starts[line - 1], middle - reach), min(end, middle + reach))
    while low < middle, bytes[low] & 0xC0 == 0x80 { low += 1 }
    while high > middle, high < end, bytes[high] & 0xC0 == 0x80 { high -= 1 }
    return (String(decoding: bytes[low..<max(low, high)], as: UTF8.self), position(at: low).column - 1)
  }

  /// A place in a text, as editors count: both from 1, columns in Unicode scalars.
  public struct Position: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// From 1.
    public var line: Int
    /// From 1, in Unicode scalars.
    public var column: Int

    /// Makes a position.
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }

    /// The position as compilers write it, `line:column`.
    public var description: String { "\(line):\(column)" }

    /// Whether one position comes before another.
    public static func < (a: Self, b: Self) -> Bool { (a.line, a.column) < (b.line, b.column) }
  }
}

/// A stretch of one source: byte offsets, end not included.
public struct SourceRange: Sendable {
  /// The text that the stretch is of.
  public let source: Source
  private let low: UInt32
  private let high: UInt32

  /// Makes a stretch; offsets are in bytes, and beyond 4 GiB they are cut to that.
  public init(source: Source, start: Int, end: Int) {
    self.source = source
    low = UInt32(clamping: start)
    high = UInt32(clamping: max(start, end))
  }

  /// The first byte's offset.
  public var start: Int { Int(low) }
  /// The offset after the last byte.
  public var end: Int { Int(high) }
  /// Where the stretch begins.
  public var position: Source.Position { source.position(at: start) }
  /// The line where the stretch begins, from 1.
  package var line: Int { source.lineNumber(at: start) }
  /// The place as compilers write it, `path:line:column`.
  public var description: String { "\(source.path):\(position)" }
  /// The RFC 6901 pointer of the value that begins here, found by reading the source again; nil where none does.
  public var pointer: String? { source.pointer(to: start) }
}

extension SourceRange {
  /// Where a stretch begins, as a key. It keeps its source, so that no other one is taken for it.
  struct Beginning: Hashable {
    private let source: Source
    private let start: Int

    init(_ range: SourceRange) { (source, start) = (range.source, range.start) }

    static func == (a: Self, b: Self) -> Bool { a.source === b.source && a.start == b.start }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(source))
      hasher.combine(start)
    }
  }
}

extension Array {
  /// How many of the elements, which are in order, are not above a value.
  func upperBound(of value: Int, by key: (Element) -> Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if key(self[middle]) <= value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
