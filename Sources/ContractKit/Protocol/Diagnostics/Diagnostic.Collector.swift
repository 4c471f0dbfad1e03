extension Diagnostic {
  /// The collector to which the readers of a file report what is wrong with it. It belongs to one thread.
  package final class Collector {
    /// The diagnostics in the order found. Each mistake appears once, however often it is found.
    package private(set) var diagnostics: [Diagnostic] = []
    /// What was noted, by place and message. Parts that multiple scenarios share are read more than once.
    private var seen: Set<[String]> = []

    /// The ranges that are not valid JSON, by source. They are in order, each with the largest end of all ranges up to
    /// it, so that a search stays fast even with a hundred thousand of them.
    private var broken: [ObjectIdentifier: [(start: Int, end: Int)]] = [:]

    package init() {}

    /// Notes a diagnostic, unless it was already noted or is a consequence of another.
    package func note(_ diagnostic: Diagnostic) {
      if isConsequence(diagnostic.range) { return }
      if seen.insert(diagnostic.identity).inserted { diagnostics.append(diagnostic) }
    }

    /// Notes the diagnostics of a text that was parsed as JSON elsewhere.
    package func note(parsing found: [Diagnostic]) {
      for diagnostic in found { note(diagnostic) }
      for (source, found) in Dictionary(grouping: found, by: { ObjectIdentifier($0.range.source) }) {
        broken[source] = found.map(\.range).sorted { $0.start < $1.start }.reduce(into: []) { ranges, range in
          ranges.append((range.start, max(range.end, ranges.last?.end ?? 0)))
        }
      }
    }

    /// Whether a range is a string, number or word that is not valid JSON. Nothing else is reported about such a value.
    private func isConsequence(_ range: SourceRange) -> Bool {
      if broken.isEmpty { return false }
      let bytes = range.source.bytes
      guard range.start < bytes.count, ![UInt8(ascii: "{"), UInt8(ascii: "[")].contains(bytes[range.start]) else {
        return false
      }
      let ranges = broken[ObjectIdentifier(range.source)] ?? []
      let count = ranges.upperBound(of: range.end - 1, by: \.start)
      return count > 0 && ranges[count - 1].end > range.start
    }
  }
}
