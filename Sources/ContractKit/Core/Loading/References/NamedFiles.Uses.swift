extension NamedFiles {
  /// The ranges of files that were named, with the places that name them.
  struct Uses {
    fileprivate struct Use {
      var range: SourceRange
      var origin: SourceRange
    }

    fileprivate private(set) var all: [Use] = []
    private var known: Set<SourceRange> = []

    var isEmpty: Bool { all.isEmpty }

    /// Records the place that names a range. If multiple places name it, the first one is kept.
    mutating func add(_ range: SourceRange, from origin: SourceRange) {
      if known.insert(range).inserted { all.append(Use(range: range, origin: origin)) }
    }

    /// A search for the places that led to a range.
    struct Trace {
      /// The largest number of steps back, because files that name each other may lead in a circle.
      private static let limit = 4 * References.chainLimit
      /// The largest number of ranges that are examined for one place. Beyond that, the first place that led to the
      /// file is reported.
      private static let patience = 1000

      private let own: Source
      /// The uses by source, in order. If two begin at the same place, the longer one comes first.
      private let uses: [ObjectIdentifier: [Use]]
      private let first: [ObjectIdentifier: Use]

      init(_ all: Uses, from own: Source) {
        self.own = own
        let bySource = Dictionary(grouping: all.all) { ObjectIdentifier($0.range.source) }
        first = bySource.compactMapValues(\.first)
        uses = bySource.mapValues { $0.sorted { ($0.range.start, -$0.range.end) < ($1.range.start, -$1.range.end) } }
      }

      /// Returns the places that led to a range, the nearest first, back to the contract. Empty if nothing names the
      /// range.
      func origins(leadingTo range: SourceRange) -> [SourceRange] {
        var origins: [SourceRange] = []
        var range = range
        while origins.count < Self.limit, let origin = origin(naming: range, but: origins) {
          origins.append(origin)
          range = origin
        }
        return origins
      }

      /// Returns the place that names the smallest value around a range, without the places that are already known.
      private func origin(naming range: SourceRange, but known: [SourceRange]) -> SourceRange? {
        func isNew(_ use: Use) -> Bool { !known.contains(use.origin) }
        let source = ObjectIdentifier(range.source)
        guard let uses = uses[source] else { return nil }
        let end = uses.upperBound(of: range.start, by: \.range.start)
        let near = uses[..<end].suffix(Self.patience)
        // Values are nested or separate, so the last one that contains the range is the innermost.
        if let use = near.last(where: { $0.range.contains(range) && isNew($0) }) { return use.origin }
        return range.source === own ? nil : first[source].flatMap { isNew($0) ? $0.origin : nil }
      }
    }
  }
}
