/// A stretch of one source: byte offsets, end not included.
package struct SourceRange: Sendable {
  /// The text that the stretch is of.
  package let source: Source
  private let low: UInt32
  private let high: UInt32

  /// Makes a stretch; offsets are in bytes, and beyond 4 GiB they are cut to that.
  package init(source: Source, start: Int, end: Int) {
    self.source = source
    low = UInt32(clamping: start)
    high = UInt32(clamping: max(start, end))
  }

  /// The first byte's offset.
  package var start: Int { Int(low) }
  /// The offset after the last byte.
  package var end: Int { Int(high) }
  /// Where the stretch begins.
  package var position: Source.Position { source.position(at: start) }
  /// The line where the stretch begins, from 1.
  package var line: Int { source.lineNumber(at: start) }
  /// The place as compilers write it, `path:line:column`.
  package var description: String { "\(source.path):\(position)" }
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

extension SourceRange {
  /// The place of values that no file wrote.
  package static let nowhere = SourceRange(source: Source(path: "", bytes: []), start: 0, end: 0)
}
