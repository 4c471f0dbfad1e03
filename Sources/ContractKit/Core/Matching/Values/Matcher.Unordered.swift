// `$unordered`: the largest possible number of pairs of a pattern and an element, which `Pairing` finds.

extension Matcher {
  /// How many unpaired patterns, and how many unpaired elements, are listed one by one.
  private static let named = 5

  mutating func match(unordered patterns: [Pattern], _ pattern: Pattern, _ value: JSON, isPartial: Bool) {
    guard let elements = value.array else { return differ(pattern, value, expected: pattern.text) }
    let isEven = patterns.count == elements.count
    if !isEven, isQuiet || patterns.count.multipliedReportingOverflow(by: elements.count).partialValue > Pairing.limit {
      let counts = Self.counts(patterns, elements)
      return differ(pattern, value, expected: pattern.text, note: counts)
    }
    var pairing = Pairing(patterns, elements, isPartial: isPartial, asking: self)
    pairing.pair()
    if isEven, pairing.isPerfect { return bind(patterns, elements, pairing.partners, isPartial: isPartial) }
    if isEven {
      var perhaps = pairing
      perhaps.pairUnknown()
      if perhaps.isPerfect { return doubts.add(perhaps.unknown) }
      if pairing.isStopped { return doubts.add(Finding.Stopped(cause: .pairs, range: pattern.range)) }
    }
    let (found, now) = (pairing, self)
    differ(
      pattern, value, expected: pattern.text, note: now.leftOver(patterns, elements, of: found, isPartial: isPartial))
  }

  /// Binds the names of all pairs, in the order of the patterns. The bindings of one pair may contradict another pair.
  private mutating func bind(_ patterns: [Pattern], _ elements: [JSON], _ partners: [Int?], isPartial: Bool) {
    for (pattern, partner) in zip(patterns, partners) {
      guard let partner, pattern.hasNames else { continue }
      match(pattern, elements[partner], at: partner, isPartial)
    }
  }

  private static func counts(_ patterns: [Pattern], _ elements: [JSON]) -> String {
    "\(English.counted(patterns.count, "pattern")), \(English.counted(elements.count, "element"))"
  }

  /// Returns a note on the patterns and elements without a partner, and on what the nearest element lacks.
  private func leftOver(_ patterns: [Pattern], _ elements: [JSON], of pairing: Pairing, isPartial: Bool) -> String {
    let alone = (patterns: pairing.patternsLeft, elements: pairing.elementsLeft)
    var lines = patterns.count == elements.count ? [] : [Self.counts(patterns, elements)]
    lines += alone.patterns.prefix(Self.named).map {
      "no element is left for pattern \($0 + 1): \(Excerpt.beginning(of: patterns[$0].text, limit: 80))"
    }
    lines += Self.rest(alone.patterns.count, "pattern")
    lines += alone.elements.prefix(Self.named).map {
      "no pattern is left for /\($0): \(Excerpt.beginning(of: elements[$0].text, limit: 80))"
    }
    lines += Self.rest(alone.elements.count, "element")
    guard let first = alone.patterns.first, !patterns[first].isPlain else { return lines.joined(separator: "\n") }
    let left = alone.elements.prefix(1000)
    if let nearest = nearest(to: patterns[first], among: left.map { elements[$0] }, isPartial: isPartial),
      let lacks = shortfall(patterns[first], elements[left[nearest]], isPartial: isPartial)
    {
      lines.append("the nearest to pattern \(first + 1) is /\(left[nearest]): \(lacks)")
    }
    return lines.joined(separator: "\n")
  }

  private static func rest(_ count: Int, _ what: String) -> [String] {
    count > named ? ["and \(English.counted(count - named, "more \(what)"))"] : []
  }
}
