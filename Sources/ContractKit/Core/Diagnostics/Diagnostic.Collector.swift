extension Diagnostic {
  /// Where the readers of a file note what is wrong with it; belongs to one thread.
  package final class Collector {
    /// In the order found; each mistake once, however often it is met.
    package private(set) var diagnostics: [Diagnostic] = []
    /// What was noted, by place and message: parts that several scenarios share are read several times.
    private var seen: Set<Key> = []

    /// What is no JSON.
    private var broken: [ObjectIdentifier: Broken] = [:]

    /// Stretches of a text, in order, each with the farthest end of all up to it: there may be a hundred thousand.
    private struct Broken {
      private var starts: [Int] = []
      private var ends: [Int] = []

      init(_ ranges: [SourceRange]) {
        for range in ranges.sorted(by: { $0.start < $1.start }) {
          starts.append(range.start)
          ends.append(max(range.end, ends.last ?? 0))
        }
      }

      func overlaps(_ range: SourceRange) -> Bool {
        let count = starts.upperBound(of: range.end - 1, by: \.self)
        return count > 0 && ends[count - 1] > range.start
      }
    }

    private struct Key: Hashable {
      var source: ObjectIdentifier
      var start: Int
      var message: String
    }

    /// Makes a collector that holds nothing yet.
    package init() {}

    /// Notes a diagnostic, unless it is already noted or follows from another.
    package func note(_ diagnostic: Diagnostic) {
      if isConsequence(diagnostic.range) { return }
      let key = Key(
        source: ObjectIdentifier(diagnostic.range.source), start: diagnostic.range.start, message: diagnostic.message)
      if seen.insert(key).inserted { diagnostics.append(diagnostic) }
    }

    /// Notes what is wrong with a text that was read as JSON elsewhere.
    package func note(parsing found: [Diagnostic]) {
      for diagnostic in found { note(diagnostic) }
      for (source, found) in Dictionary(grouping: found, by: { ObjectIdentifier($0.range.source) }) {
        broken[source] = Broken(found.map(\.range))
      }
    }

    /// Whether a place is a string, number or word that is no JSON to begin with: what else is wrong with it is not told.
    private func isConsequence(_ range: SourceRange) -> Bool {
      if broken.isEmpty { return false }
      let bytes = range.source.bytes
      guard range.start < bytes.count, ![UInt8(ascii: "{"), UInt8(ascii: "[")].contains(bytes[range.start]) else {
        return false
      }
      return broken[ObjectIdentifier(range.source)]?.overlaps(range) == true
    }
  }
}
