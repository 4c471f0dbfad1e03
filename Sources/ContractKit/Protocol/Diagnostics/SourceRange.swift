/// A range of byte offsets in one source. The end is not included.
@usableFromInline package struct SourceRange: Sendable {
  package let source: Source
  private let low: UInt32
  private let high: UInt32

  /// Makes a range. Offsets are in bytes; offsets beyond 4 GiB are clamped.
  package init(source: Source, start: Int, end: Int) {
    self.source = source
    low = UInt32(clamping: start)
    high = UInt32(clamping: max(start, end))
  }

  /// The offset of the first byte.
  package var start: Int { Int(low) }
  /// The offset after the last byte.
  package var end: Int { Int(high) }
  package var position: Source.Position { source.position(at: start) }
  /// The line where the range begins, from 1.
  package var line: Int { source.lineNumber(at: start) }
  /// The place as compilers write it, `path:line:column`.
  package var description: String { "\(source.path):\(position)" }
  /// The place without the column, `path:line`.
  package var lineDescription: String { "\(source.path):\(line)" }
  /// The text of the range.
  package var bytes: [UInt8] { Array(source.bytes[start..<end]) }
}

// As a key, a range keeps its source alive, so that no other source can be mistaken for it.
extension SourceRange: Hashable {
  @usableFromInline package static func == (a: Self, b: Self) -> Bool {
    a.source === b.source && a.low == b.low && a.high == b.high
  }

  @usableFromInline package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(source))
    hasher.combine(low)
    hasher.combine(high)
  }
}

extension SourceRange {
  /// The place of values that no file contains.
  package static let nowhere = SourceRange(source: Source(path: "", bytes: []), start: 0, end: 0)

  /// Whether another range lies within this one, or is the same.
  package func contains(_ other: SourceRange) -> Bool {
    source === other.source && start <= other.start && other.end <= end
  }
}

/// A value with the place where it was written.
@usableFromInline package struct SourceLocated<Value: Sendable>: Sendable {
  @usableFromInline package var value: Value
  @usableFromInline package var range: SourceRange

  @inlinable package init(_ value: Value, at range: SourceRange) {
    self.value = value
    self.range = range
  }
}
