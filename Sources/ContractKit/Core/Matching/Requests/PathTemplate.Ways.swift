// The ways to read a path as a template. In each, every name stands for a certain stretch of the path.

extension PathTemplate {
  /// Returns the segments of a path, as sent.
  package static func segments(of path: some StringProtocol) -> [PercentText] {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { PercentText($0) }
  }

  /// Returns whether a path, as sent, has the template's segments and literal texts, and a stretch for each name.
  package func fits(_ path: some StringProtocol) -> Bool { fits(Self.segments(of: path)) }

  package func fits(_ sent: [PercentText]) -> Bool {
    sent.count == segments.count
      && zip(segments, sent).allSatisfy { segment, text in
        segment.names.isEmpty ? segment.texts[0] == text : Ways(of: text, as: segment) != nil
      }
  }

  /// The ways to read a segment, one by one. In each, every name stands for a certain stretch.
  ///
  /// Names take as much as they can, beginning with the first: `{id}.{ext}` reads `a.b.c` as `a.b`
  /// and `c`, then as `a` and `b.c`.
  struct Ways: Sequence, IteratorProtocol {
    private let units: ArraySlice<UInt16>
    private let separators: [[UInt16]]
    /// The rightmost place of each separator at which the separators after it still find a place.
    private let last: [Int]
    /// The places of the separators in the next way; nil after the last way.
    private var offsets: [Int]?

    /// Nil if there is no way at all: a literal text is missing, or nothing is left for a name.
    package init?(of text: PercentText, as segment: Segment) {
      guard let head = segment.texts.first?.units, let tail = segment.texts.last?.units,
        text.units.count >= head.count + tail.count + 2 * segment.names.count - 1, text.units.starts(with: head),
        text.units.suffix(tail.count).elementsEqual(tail)
      else { return nil }
      units = text.units.dropFirst(head.count).dropLast(tail.count)
      separators = segment.texts.dropFirst().dropLast().map(\.units)
      var last: [Int] = []
      var end = units.endIndex - 1
      for separator in separators.reversed() {
        guard let offset = Self.offset(of: separator, in: units, from: units.startIndex + 1, endingBy: end) else {
          return nil
        }
        last.append(offset)
        end = offset - 1
      }
      self.last = last.reversed()
      offsets = self.last
    }

    /// Returns the next way: a stretch for each name.
    mutating func next() -> [ArraySlice<UInt16>]? {
      guard let offsets else { return nil }
      var stretches: [ArraySlice<UInt16>] = []
      var start = units.startIndex
      for (offset, separator) in zip(offsets, separators) {
        stretches.append(units[start..<offset])
        start = offset + separator.count
      }
      stretches.append(units[start...])
      self.offsets = after(offsets)
      return stretches
    }

    /// Returns the places that follow some others: the last separator that can move goes to the left, and
    /// those after it go as far right as they can. Any place to the left of `last` leaves room for the
    /// rest, so no search is in vain.
    private func after(_ offsets: [Int]) -> [Int]? {
      for index in offsets.indices.reversed() {
        let start = index == 0 ? units.startIndex : offsets[index - 1] + separators[index - 1].count
        let end = offsets[index] + separators[index].count - 1
        guard let offset = Self.offset(of: separators[index], in: units, from: start + 1, endingBy: end) else {
          continue
        }
        return offsets[..<index] + [offset] + last[(index + 1)...]
      }
      return nil
    }

    /// Returns the rightmost place of a separator between two offsets.
    private static func offset(
      of separator: [UInt16], in units: ArraySlice<UInt16>, from start: Int, endingBy end: Int
    ) -> Int? {
      var offset = end - separator.count
      while offset >= start {
        if units[offset..<(offset + separator.count)].elementsEqual(separator) { return offset }
        offset -= 1
      }
      return nil
    }
  }
}
