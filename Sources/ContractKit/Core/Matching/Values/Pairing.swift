/// The largest possible set of pairs of a pattern and a matching element: a maximum matching of a bipartite graph.
///
/// A pattern that is a literal value finds an equal element by its hash. Every other pattern asks the matcher.
/// It takes a free element, or one whose owner can switch to another element (an augmenting path). The result
/// does not depend on hash seeds.
struct Pairing {
  /// The largest number of comparisons. Beyond it, nothing is known about the pairs that are left.
  static let limit = 1_000_000
  /// The largest number of member names by which elements are indexed.
  private static let indexLimit = 8

  /// A group of equal patterns, which match the same elements.
  private struct Kind {
    let pattern: Pattern
    /// How many comparisons a question takes at most, apart from the elements of arrays: one for each pattern inside.
    let cost: Int
    /// The matching elements; nil until they are needed.
    var matching: [Int]?
    /// The elements for which it is not known whether they match.
    var unsure: [Int] = []
    /// An index into the matching elements. No element before it is free, because a taken element stays taken.
    var nextFree = 0
    /// An index into the matching elements. Every element before it was tried in this round.
    var nextTaken = 0
  }

  private let elements: [JSON]
  private let isPartial: Bool
  private let matcher: Matcher
  /// The places of the patterns that must ask the matcher, with their kinds.
  private var asking: [(pattern: Int, kind: Int)] = []
  private var kinds: [Kind] = []
  /// The kind of each pattern; nil for a literal value, which never switches.
  private var kindOf: [Int?]
  private var tables: [ExactString: [HashedJSON: [Int]]] = [:]
  /// The elements by their values; nil until they are needed.
  private var equals: [HashedJSON: [Int]]?
  private var asked = 0

  /// The element of each pattern.
  private(set) var partners: [Int?]
  /// The pattern of each element.
  private var owners: [Int?]
  /// What is not known about the pairs that were compared.
  private(set) var unknown = Matcher.Doubts()
  /// Whether there were too many pairs to compare all of them.
  var isStopped: Bool { asked >= Self.limit }

  init(_ patterns: [Pattern], _ elements: [JSON], isPartial: Bool, asking matcher: Matcher) {
    (self.elements, self.isPartial, self.matcher) = (elements, isPartial, matcher)
    partners = Array(repeating: nil, count: patterns.count)
    owners = Array(repeating: nil, count: elements.count)
    kindOf = Array(repeating: nil, count: patterns.count)
    var indexes = Dictionary(grouping: elements.indices.reversed()) { HashedJSON(elements[$0]) }
    var known: [HashedJSON: Int] = [:]
    for (index, pattern) in patterns.enumerated() {
      if let value = pattern.value(isPartial: isPartial) {
        // A literal value matches only equal elements, so it can take the first of them.
        if let element = indexes[HashedJSON(value)]?.popLast() { give(element, to: index) }
      } else {
        let kind = known[HashedJSON(pattern.json), default: kinds.count]
        if kind == kinds.count {
          known[HashedJSON(pattern.json)] = kind
          kinds.append(Kind(pattern: pattern, cost: pattern.size))
        }
        kindOf[index] = kind
        asking.append((index, kind))
      }
    }
  }

  /// The patterns without an element, by their places in the list.
  var patternsLeft: [Int] { partners.indices.filter { partners[$0] == nil } }
  var elementsLeft: [Int] { owners.indices.filter { owners[$0] == nil } }
  var isPerfect: Bool { !partners.contains(nil) && !owners.contains(nil) }

  mutating func pair() {
    // Most lists keep the order of their description.
    for (pattern, kind) in asking where pattern < elements.count && owners[pattern] == nil {
      if kinds[kind].matching == nil, case .matches = ask(kind, pattern) { give(pattern, to: pattern) }
    }
    augment()
  }

  /// Finds more pairs, with elements that may or may not match.
  mutating func pairUnknown() {
    for kind in kinds.indices {
      kinds[kind].matching = kinds[kind].matching.map { $0 + kinds[kind].unsure }
      kinds[kind].nextFree = 0
    }
    augment()
  }

  /// Goes through the patterns without an element until a round finds no further pair. Each element is tried once in a
  /// round, for whichever pattern reaches it first: if it was a dead end for one pattern, it is one for the next, too.
  private mutating func augment() {
    var hasFound = true
    while hasFound {
      hasFound = false
      var isTried = Array(repeating: false, count: elements.count)
      for kind in kinds.indices { kinds[kind].nextTaken = 0 }
      for (pattern, _) in asking where partners[pattern] == nil {
        if findElement(for: pattern, &isTried) { hasFound = true }
      }
    }
  }

  /// Finds an element for a pattern. Other patterns may switch to other elements for it.
  private mutating func findElement(for first: Int, _ isTried: inout [Bool]) -> Bool {
    var chain = [first]
    /// The new element of each pattern in the chain.
    var wanted: [Int] = []
    while let pattern = chain.last {
      guard let kind = kindOf[pattern], let element = nextElement(of: kind, &isTried) else {
        chain.removeLast()
        if !wanted.isEmpty { wanted.removeLast() }
        continue
      }
      wanted.append(element)
      guard let owner = owners[element] else {
        for (pattern, element) in zip(chain, wanted) { give(element, to: pattern) }
        return true
      }
      chain.append(owner)
    }
    return false
  }

  /// Returns a free element that matches; otherwise a taken one that was not tried in this round.
  private mutating func nextElement(of kind: Int, _ isTried: inout [Bool]) -> Int? {
    let matching = matching(kind)
    while kinds[kind].nextFree < matching.count {
      let element = matching[kinds[kind].nextFree]
      if owners[element] == nil { return element }
      kinds[kind].nextFree += 1
    }
    while kinds[kind].nextTaken < matching.count {
      let element = matching[kinds[kind].nextTaken]
      kinds[kind].nextTaken += 1
      if isTried[element] { continue }
      isTried[element] = true
      return element
    }
    return nil
  }

  private mutating func give(_ element: Int, to pattern: Int) {
    partners[pattern] = element
    owners[element] = pattern
  }

  // MARK: Questions to the matcher

  private mutating func matching(_ kind: Int) -> [Int] {
    if let matching = kinds[kind].matching { return matching }
    var matching: [Int] = []
    for element in found(for: kinds[kind].pattern) ?? Array(elements.indices) {
      switch ask(kind, element) {
      case .matches: matching.append(element)
      case .unknown(let doubts):
        kinds[kind].unsure.append(element)
        unknown.add(doubts)
      case .differs, nil: break
      }
    }
    kinds[kind].matching = matching
    return matching
  }

  private mutating func ask(_ kind: Int, _ element: Int) -> Matcher.Answer? {
    if isStopped { return nil }
    asked += kinds[kind].cost
    return matcher.answer(kinds[kind].pattern, elements[element], isPartial: isPartial)
  }

  /// Returns the elements that a pattern may match; nil if each of them may. For `{"id": 7, "at": {"$any": true}}`, that
  /// is every element whose `id` is 7.
  private mutating func found(for pattern: Pattern) -> [Int]? {
    if case .anyOf(let alternatives) = pattern.kind {
      var all: Set<Int> = []
      for alternative in alternatives {
        guard let some = found(for: alternative) else { return nil }
        all.formUnion(some)
      }
      return all.sorted()
    }
    if let value = pattern.value(isPartial: isPartial) {
      let known = equals ?? Dictionary(grouping: elements.indices) { HashedJSON(elements[$0]) }
      equals = known
      return known[HashedJSON(value)] ?? []
    }
    var fewest: [Int]?
    for member in pattern.members {
      guard case .literal(let value) = member.pattern.kind, member.pattern.valueType == nil else { continue }
      let name = ExactString(member.name)
      if tables[name] == nil {
        if tables.count == Self.indexLimit { continue }
        let having = elements.indices.compactMap { index in elements[index][member.name].map { (index, $0) } }
        tables[name] = Dictionary(grouping: having) { HashedJSON($0.1) }.mapValues { $0.map(\.0) }
      }
      let found = tables[name]?[HashedJSON(value)] ?? []
      if found.count < fewest?.count ?? .max { fewest = found }
    }
    return fewest
  }
}

extension Pattern {
  fileprivate var members: [Member] { if case .object(let members) = unwrapped { members } else { [] } }

  /// The number of patterns in it, including itself.
  fileprivate var size: Int { inner.reduce(1) { $0 + $1.size } }

  /// Returns the only value that the pattern matches; nil if it contains matchers or allows
  /// further members in an object.
  func value(isPartial: Bool) -> JSON? {
    switch kind {
    case .literal(let json): return valueType == nil ? json : nil
    case .array(let patterns):
      let values = patterns.compactMap { $0.value(isPartial: isPartial) }
      return values.count == patterns.count ? .array(values) : nil
    case .object(let members):
      if isPartial { return nil }
      let values = members.compactMap { member in member.pattern.value(isPartial: false).map { (member.name, $0) } }
      return values.count == members.count ? .object(values) : nil
    default: return nil
    }
  }
}
