/// Some places in a list, mostly a short one: those below 64 are bits of one number, for which nothing is allocated.
struct PlaceSet: Sendable {
  private var low: UInt64 = 0
  private var others: Set<Int> = []

  /// How many there are.
  var count: Int { low.nonzeroBitCount + others.count }

  func contains(_ place: Int) -> Bool {
    (0..<64).contains(place) ? low & 1 << UInt64(place) != 0 : others.contains(place)
  }

  mutating func insert(_ place: Int) {
    if (0..<64).contains(place) { low |= 1 << UInt64(place) } else { others.insert(place) }
  }
}
