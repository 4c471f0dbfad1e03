// Some patterns ask other patterns for their answers, and then decide themselves.

extension Matcher {
  /// What is not known about a value.
  struct Doubts {
    /// The stopped comparisons. Each expression of the contract is listed once, however many values it was stopped on.
    private(set) var stopped: [Finding.Stopped] = []
    /// The names inside `$not` that nothing has bound yet.
    private(set) var unbound: [String] = []

    var isEmpty: Bool { stopped.isEmpty && unbound.isEmpty }

    mutating func add(_ one: Finding.Stopped) {
      let isKnown = stopped.contains {
        $0.range.start == one.range.start && $0.range.source === one.range.source && $0.cause == one.cause
      }
      if !isKnown { stopped.append(one) }
    }

    mutating func add(unbound name: String) {
      if !unbound.contains(name) { unbound.append(name) }
    }

    mutating func add(_ others: Doubts) {
      for one in others.stopped { add(one) }
      for name in others.unbound { add(unbound: name) }
    }
  }

  enum Answer {
    /// The value matches. These are the bindings after the match.
    case matches(Bindings)
    case differs
    /// Nothing differs, but not everything is known.
    case unknown(Doubts)
  }

  /// Returns the answer of a pattern about a value. Nothing is reported, and nothing is bound.
  func answer(
    _ pattern: Pattern, _ value: JSON, as reading: Reading = .value, isPartial: Bool, isNegated: Bool = false
  ) -> Answer {
    var probe = Matcher(isQuiet: true, bindings: bindings, isNegated: isNegated || self.isNegated, searches: searches)
    probe.match(pattern, value, as: reading, isPartial: isPartial)
    if probe.count > 0 { return .differs }
    return probe.doubts.isEmpty ? .matches(probe.bindings) : .unknown(probe.doubts)
  }

  /// Returns whether at least one pattern matches its value, or might match it. The first match binds its names. If
  /// none matches, everything unknown is added to `doubts`, because it might have matched.
  mutating func isSettled(
    by pairs: some Sequence<(Pattern, JSON)>, as reading: Reading = .value, isPartial: Bool
  ) -> Bool {
    var unknown = Doubts()
    for (pattern, value) in pairs {
      switch answer(pattern, value, as: reading, isPartial: isPartial) {
      case .matches(let bound):
        bindings = bound
        return true
      case .differs: continue
      case .unknown(let doubts): unknown.add(doubts)
      }
    }
    doubts.add(unknown)
    return !unknown.isEmpty
  }

  /// Returns the number of differences between a value and a pattern.
  func distance(_ pattern: Pattern, _ value: JSON, isPartial: Bool) -> Int {
    var probe = quiet(countsAll: true)
    probe.match(pattern, value, isPartial: isPartial)
    return probe.count
  }

  /// Returns what a value lacks, on one short line: the first difference, and how many more
  /// there are. Nil if it matches.
  func shortfall(_ pattern: Pattern, _ value: JSON, as reading: Reading = .value, isPartial: Bool) -> String? {
    var probe = Matcher(bindings: bindings, isNegated: isNegated, searches: searches)
    probe.match(pattern, value, as: reading, isPartial: isPartial)
    guard let first = probe.differences.first else { return nil }
    let place = first.pointer.isEmpty ? "" : "\(Excerpt.beginning(of: first.pointer, limit: 80)): "
    let expected = Excerpt.beginning(of: first.expected, limit: 80)
    let actual = Excerpt.beginning(of: first.actual ?? "nothing", limit: 80)
    return "\(place)expected \(expected), got \(actual)\(English.andMore(probe.count - 1))"
  }
}

extension Pattern {
  /// Returns whether a value matches; nil if that is not known.
  func matches(_ value: JSON) -> Bool? {
    var matcher = Matcher(isQuiet: true)
    matcher.match(self, value)
    return matcher.stopped.isEmpty ? matcher.count == 0 : nil
  }

  /// Whether the expected and the received text explain a difference completely.
  var isPlain: Bool {
    switch kind {
    case .literal(let json): json.array == nil && json.object == nil
    case .type, .regex, .absent, .format, .same, .any: true
    case .not(let inner): inner.isPlain
    default: false
    }
  }
}
