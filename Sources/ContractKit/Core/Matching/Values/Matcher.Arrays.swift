// Arrays are aligned only if they differ, and the alignment is used only if it does not report more differences than a
// comparison by position. Pairs that were found by hash are compared again, so no hash decides. All of this has a
// limit; beyond it, arrays are compared by position.
extension Matcher {
  /// The way in which arrays are compared, and its cost so far.
  struct Arrays {
    /// Whether arrays that differ are aligned; if not, they are compared by position.
    var aligns = true
    /// The number of members and elements that were visited.
    var visits = 0
    /// The total number of steps in the pointers of the differences.
    var steps = 0

    /// The number of visits after which arrays are compared by position: a value of a megabyte must not take seconds.
    static let limit = 3_000_000
    /// The cost of an alignment in visits, in addition to those of the elements.
    static let alignmentCost = 150
    /// The number of pointer steps after which differences are only counted.
    static let stepLimit = 2_000_000
    /// The largest number of pairs that are compared to find the most similar elements between two equal ones.
    static let pairLimit = 10_000
  }

  mutating func match(_ patterns: [Pattern], _ pattern: Pattern, _ value: JSON, isPartial: Bool) {
    guard let elements = value.array else { return differ(pattern, value, expected: pattern.text) }
    arrays.visits += elements.count
    if isQuiet, !countsAll, patterns.count != elements.count { return collected.addUnreported() }
    let isSingle = patterns.count < 2 && elements.count < 2
    if isQuiet || isSingle || !arrays.aligns || arrays.visits > Arrays.limit {
      return matchByPlace(patterns, pattern, elements, isPartial)
    }
    // If the array matches, nothing more than this comparison is needed.
    if patterns.count == elements.count {
      var probe = quiet(countsAll: false)
      probe.matchByPlace(patterns, pattern, elements, isPartial)
      arrays.visits += probe.arrays.visits
      if probe.count == 0 {
        bindings = probe.bindings
        return doubts.add(probe.doubts)
      }
    }
    arrays.visits += Arrays.alignmentCost
    let before = self
    var counter = quiet(countsAll: true)
    counter.matchByPlace(patterns, pattern, elements, isPartial)
    arrays.visits += counter.arrays.visits
    if let pairs = pairs(patterns, elements, isPartial) {
      match(pairs, patterns, pattern, elements, isPartial)
      let added = count - before.count
      if added > 0, added <= counter.count { return }
    }
    let visits = arrays.visits
    self = before
    arrays.visits = visits
    arrays.aligns = false
    matchByPlace(patterns, pattern, elements, isPartial)
    arrays.aligns = true
  }

  /// Returns a matcher that reports nothing and compares arrays by position.
  ///
  /// - Parameter countsAll: Whether to count all differences, or only the first one.
  func quiet(countsAll: Bool) -> Matcher {
    Matcher(isQuiet: true, bindings: bindings, countsAll: countsAll, isNegated: isNegated, searches: searches)
  }

  private mutating func matchByPlace(_ patterns: [Pattern], _ pattern: Pattern, _ elements: [JSON], _ isPartial: Bool) {
    for (index, (pattern, element)) in zip(patterns, elements).enumerated() {
      match(pattern, element, at: index, isPartial)
      if isQuiet, count > 0, !countsAll { return }
    }
    for index in patterns.indices.dropFirst(elements.count) { miss(patterns[index], at: index) }
    for index in elements.indices.dropFirst(patterns.count) { refuse(elements[index], pattern, at: index) }
  }

  /// Compares the elements of pairs. An element or a pattern without a partner is unexpected, missing or moved.
  private mutating func match(
    _ pairs: Pairs, _ patterns: [Pattern], _ pattern: Pattern, _ elements: [JSON], _ isPartial: Bool
  ) {
    let moved = Dictionary(pairs.moved.map { ($0.element, $0.pattern) }, uniquingKeysWith: { first, _ in first })
    let found = Set(pairs.moved.map(\.pattern))
    var (nextPattern, nextElement) = (0, 0)
    for (index, other) in pairs.aligned + [(patterns.count, elements.count)] {
      for index in nextPattern..<index where !found.contains(index) { miss(patterns[index], at: index) }
      for other in nextElement..<other {
        if let index = moved[other] {
          differ(moved: patterns[index], elements[other], from: index, to: other)
        } else {
          refuse(elements[other], pattern, at: other)
        }
      }
      if index < patterns.count { match(patterns[index], elements[other], at: other, isPartial) }
      (nextPattern, nextElement) = (index + 1, other + 1)
    }
  }

  mutating func match(_ pattern: Pattern, _ element: JSON, at index: Int, _ isPartial: Bool) {
    path.append(.index(index))
    match(pattern, element, isPartial: isPartial)
    path.removeLast()
  }

  private mutating func miss(_ pattern: Pattern, at index: Int) {
    differ(pattern, nil, at: .index(index), expected: pattern.text)
  }

  private mutating func refuse(_ element: JSON, _ pattern: Pattern, at index: Int) {
    differ(pattern, element, at: .index(index), expected: "no such element", kind: .unexpected)
  }
}
