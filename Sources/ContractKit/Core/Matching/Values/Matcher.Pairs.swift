extension Matcher {
  /// The pairs of patterns and elements that are compared with each other.
  struct Pairs {
    /// The pairs that are in order on both sides.
    var aligned: [(pattern: Int, element: Int)] = []
    /// The pairs whose element is equal, but at another position.
    var moved: [(pattern: Int, element: Int)] = []
  }

  /// Returns the best way to pair the elements of an array that differs; nil if the search would take too long, or
  /// if the result cannot be known.
  ///
  /// Equal elements in order come first, then equal elements at other positions. Between these, the most
  /// similar elements are paired.
  mutating func pairs(_ patterns: [Pattern], _ elements: [JSON], _ isPartial: Bool) -> Pairs? {
    var sameness = Sameness(patterns, elements, isPartial, asking: self)
    arrays.visits += sameness.visits
    defer { arrays.visits += sameness.visits }
    sameness.visits = 0
    let same =
      sameness.keys.map { SequenceAlignment.pairs($0, sameness.hashes) }
      ?? SequenceAlignment.pairs(patterns.count, elements.count, limit: Sameness.probeLimit) { sameness.isSame($0, $1) }
    guard let same, !sameness.isUnknown else { return nil }
    var pairs = Pairs(aligned: same.map { ($0, $1) })
    pairs.moved = moved(same, &sameness)
    guard !sameness.isUnknown, arrays.visits + sameness.visits < Arrays.limit else { return nil }
    fillGaps(&pairs, patterns, elements, isPartial)
    return pairs
  }

  /// Returns the pairs of unpaired patterns with equal elements at other positions.
  private func moved(_ same: [(Int, Int)], _ sameness: inout Sameness) -> [(pattern: Int, element: Int)] {
    let (pairedPatterns, pairedElements) = (Set(same.map(\.0)), Set(same.map(\.1)))
    var left: [Int] = []
    var byHash: [Int: [Int]] = [:]
    for element in sameness.hashes.indices.reversed() where !pairedElements.contains(element) {
      left.append(element)
      byHash[sameness.hashes[element], default: []].append(element)
    }
    var moved: [(pattern: Int, element: Int)] = []
    var taken: Set<Int> = []
    let open = sameness.patterns.indices.filter { !pairedPatterns.contains($0) }
    for index in open {
      guard let hash = sameness.patternHashes[index], let element = byHash[hash]?.popLast() else { continue }
      moved.append((index, element))
      taken.insert(element)
    }
    let matchers = open.filter { sameness.patternHashes[$0] == nil }
    if matchers.count * left.count > Sameness.probeLimit { return moved }
    for index in matchers {
      guard let element = left.last(where: { !taken.contains($0) && sameness.isSame(index, $0) }) else { continue }
      moved.append((index, element))
      taken.insert(element)
    }
    return moved
  }

  // MARK: Differences between equal elements

  private mutating func fillGaps(_ pairs: inout Pairs, _ patterns: [Pattern], _ elements: [JSON], _ isPartial: Bool) {
    let (foundPatterns, foundElements) = (Set(pairs.moved.map(\.pattern)), Set(pairs.moved.map(\.element)))
    let same = pairs.aligned.map { ($0.pattern, $0.element) }
    for (open, left) in SequenceAlignment.gaps(same, patterns.count, elements.count) {
      let open = open.filter { !foundPatterns.contains($0) }
      let left = left.filter { !foundElements.contains($0) }
      if !open.isEmpty, !left.isEmpty { pairs.aligned += similar(open, left, patterns, elements, isPartial) }
    }
    pairs.aligned.sort { $0.pattern < $1.pattern }
  }

  /// Returns the pairs of the most similar elements, in order. Between these, elements are paired by position.
  private mutating func similar(
    _ open: [Int], _ left: [Int], _ patterns: [Pattern], _ elements: [JSON], _ isPartial: Bool
  ) -> [(pattern: Int, element: Int)] {
    let byPlace = { (open: ArraySlice<Int>, left: ArraySlice<Int>) in zip(open, left).map { (pattern: $0, element: $1) }
    }
    let isOne = open.count == 1 && left.count == 1
    if isOne || open.count * left.count > Arrays.pairLimit || arrays.visits > Arrays.limit / 2 {
      return byPlace(open[...], left[...])
    }
    let alike = open.map { index in left.map { alikeness(patterns[index], elements[$0], isPartial) } }
    let heaviest = SequenceAlignment.heaviest(alike)
    let between = SequenceAlignment.gaps(heaviest, open.count, left.count).flatMap { byPlace(open[$0], left[$1]) }
    return (heaviest.map { (pattern: open[$0], element: left[$1]) } + between).sorted { $0.pattern < $1.pattern }
  }

  /// Returns how many values inside an array or object are as described; 0 for any other value.
  private mutating func alikeness(_ pattern: Pattern, _ element: JSON, _ isPartial: Bool) -> Int {
    let isSameKind =
      switch pattern.unwrapped {
      case .array: element.array != nil
      case .object: element.object != nil
      case .literal(let json): json.typeName == element.typeName && (json.array != nil || json.object != nil)
      default: false
      }
    if !isSameKind || arrays.visits > Arrays.limit / 2 { return 0 }
    var counter = quiet(countsAll: true)
    counter.match(pattern, element, isPartial: isPartial)
    let leaves = element.leafCount
    arrays.visits += counter.arrays.visits + leaves
    return max(0, leaves - counter.count)
  }
}

extension Pattern {
  /// The kind of the pattern inside `$partial`.
  var unwrapped: Kind { if case .partial(let inner) = kind { inner.unwrapped } else { kind } }
}

extension JSON {
  /// The number of values inside that are neither arrays nor objects.
  fileprivate var leafCount: Int { isScalar ? 1 : values.reduce(0) { $0 + $1.leafCount } }
}
