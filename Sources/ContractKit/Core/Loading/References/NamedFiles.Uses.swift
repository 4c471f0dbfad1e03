extension NamedFiles {
  /// Which stretches of which files were named, and where.
  struct Uses {
    fileprivate struct Use {
      var range: SourceRange
      var place: SourceRange
    }

    private struct Key: Hashable {
      var source: ObjectIdentifier
      var start: Int
      var end: Int
    }

    fileprivate private(set) var all: [Use] = []
    private var known: Set<Key> = []

    var isEmpty: Bool { all.isEmpty }

    /// Takes note of what names a stretch; of several places the first.
    mutating func add(_ range: SourceRange, from place: SourceRange) {
      let key = Key(source: ObjectIdentifier(range.source), start: range.start, end: range.end)
      if known.insert(key).inserted { all.append(Use(range: range, place: place)) }
    }

    /// Finds what led to a place.
    struct Trace {
      /// How many steps are gone back, at most: files that name each other may lead in a circle.
      private static let limit = 4 * References.chainLimit
      /// How many stretches are looked at for one place. Beyond that the first that led to the file is told.
      private static let patience = 1000

      private let own: Source
      /// By source, each in order; of two that begin at one place the longer comes first.
      private let uses: [ObjectIdentifier: [Use]]
      private let first: [ObjectIdentifier: Use]

      init(_ all: Uses, from own: Source) {
        self.own = own
        let bySource = Dictionary(grouping: all.all) { ObjectIdentifier($0.range.source) }
        first = bySource.compactMapValues(\.first)
        uses = bySource.mapValues { $0.sorted { ($0.range.start, -$0.range.end) < ($1.range.start, -$1.range.end) } }
      }

      /// What names the text at a place, the nearest first, up to the contract; nothing for text that nothing names.
      func places(leadingTo range: SourceRange) -> [SourceRange] {
        var places: [SourceRange] = []
        var range = range
        while places.count < Self.limit, let place = place(naming: range, but: places) {
          places.append(place)
          range = place
        }
        return places
      }

      /// What names the smallest value around a place, those places aside that were met before.
      private func place(naming range: SourceRange, but known: [SourceRange]) -> SourceRange? {
        func isNew(_ use: Use) -> Bool { !known.contains { $0.isSame(use.place) } }
        let source = ObjectIdentifier(range.source)
        guard let uses = uses[source] else { return nil }
        let end = uses.upperBound(of: range.start, by: \.range.start)
        let near = uses[..<end].suffix(Self.patience)
        // Values lie within each other or apart, so the last that holds the place is the innermost.
        if let use = near.last(where: { $0.range.contains(range) && isNew($0) }) { return use.place }
        return range.source === own ? nil : first[source].flatMap { isNew($0) ? $0.place : nil }
      }
    }
  }
}
