// Arrays are aligned only after they differ, and only if that reports less than comparing place by place. What was paired by a
// hash is compared again, so that no hash decides. All of it has a budget; beyond that, arrays are compared place by place.
extension Matcher {
  /// How arrays are compared, and what it has cost so far.
  struct Arrays {
    /// Whether arrays that differ are aligned, or compared place by place.
    var aligns = true
    /// How many members and elements were looked at.
    var visits = 0
    /// How many steps the pointers of the differences have together.
    var steps = 0

    /// After how many visits arrays are compared place by place: a value of a megabyte must not take seconds.
    static let limit = 3_000_000
    /// How many visits an alignment costs besides those of the elements.
    static let alignmentCost = 150
    /// After how many steps of pointers differences are only counted.
    static let stepLimit = 2_000_000
    /// How many pairs of elements are compared to find the most similar ones between two that are the same.
    static let pairLimit = 10_000
  }

  mutating func match(_ patterns: [Pattern], _ pattern: Pattern, _ value: JSON, isPartial: Bool) {
    guard let elements = value.array else { return differ(pattern, value, expected: pattern.text) }
    arrays.visits += elements.count
    if isQuiet, !countsAll, patterns.count != elements.count { return collected.addUntold() }
    let isSingle = patterns.count < 2 && elements.count < 2
    if isQuiet || isSingle || !arrays.aligns || arrays.visits > Arrays.limit {
      return matchByPlace(patterns, pattern, elements, isPartial)
    }
    // Where all is well, this is the whole of it.
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
      let told = count - before.count
      if told > 0, told <= counter.count { return }
    }
    let visits = arrays.visits
    self = before
    arrays.visits = visits
    arrays.aligns = false
    matchByPlace(patterns, pattern, elements, isPartial)
    arrays.aligns = true
  }

  /// A matcher that tells nothing, and compares place by place.
  ///
  /// - Parameter countsAll: Whether all differences are counted, or only the first one.
  func quiet(countsAll: Bool) -> Matcher {
    Matcher(isQuiet: true, bindings: bindings, countsAll: countsAll, isNegated: isNegated, searches: searches)
  }

  /// Compares element for element.
  private mutating func matchByPlace(
    _ patterns: [Pattern], _ pattern: Pattern, _ elements: [JSON], _ isPartial: Bool
  ) {
    for (index, (pattern, element)) in zip(patterns, elements).enumerated() {
      match(pattern, element, at: index, isPartial)
      if isQuiet, count > 0, !countsAll { return }
    }
    for index in patterns.indices.dropFirst(elements.count) { miss(patterns[index], at: index) }
    for index in elements.indices.dropFirst(patterns.count) { refuse(elements[index], pattern, at: index) }
  }

  /// Compares the elements of pairs; what stands in none is missing or unexpected, or has moved.
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

  private mutating func match(_ pattern: Pattern, _ element: JSON, at index: Int, _ isPartial: Bool) {
    path.append(.index(index))
    match(pattern, element, isPartial: isPartial)
    path.removeLast()
  }

  private mutating func miss(_ pattern: Pattern, at index: Int) {
    path.append(.index(index))
    differ(pattern, nil, expected: pattern.text)
    path.removeLast()
  }

  private mutating func refuse(_ element: JSON, _ pattern: Pattern, at index: Int) {
    path.append(.index(index))
    differ(pattern, element, expected: "no such element", kind: .unexpected)
    path.removeLast()
  }
}
