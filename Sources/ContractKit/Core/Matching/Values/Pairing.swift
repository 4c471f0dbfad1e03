/// As many pairs of a pattern with an element that matches it as there can be: a maximum matching of a bipartite graph.
///
/// Equal patterns count as one with several places, and so do equal elements; a pattern that is a value finds its
/// elements by their hash. Of what is left each pattern asks the elements, at most once each, and where the one it wants
/// is taken, a chain of others may move on (J. E. Hopcroft and R. M. Karp, 1973). All of it is deterministic.
struct Pairing {
  /// What is known of one pattern and one element.
  private enum Edge: UInt8 { case unasked, no, yes, unknown }

  /// Equal patterns, or equal elements.
  private struct Group {
    /// Where they stand in their list.
    var places: [Int]
    /// How many of them have no partner.
    var free: Int

    init(_ place: Int) {
      places = [place]
      free = 1
    }

    mutating func add(_ place: Int) {
      places.append(place)
      free += 1
    }

    /// Those without a partner: the last ones.
    var left: ArraySlice<Int> { places.suffix(free) }
  }

  private let patterns: [Pattern]
  private let elements: [JSON]
  private let isPartial: Bool
  private let matcher: Matcher

  private var wanting: [Group] = []
  private var offered: [Group] = []
  /// The group of each element.
  private var groups: [Int] = []
  /// The patterns that are values, each with the group of elements that are equal to it, where there are some.
  private var values: [(wanting: Int, offered: Int?)] = []
  /// The patterns that must ask.
  private var asking: [Int] = []
  private var index: ElementIndex
  /// The elements that each pattern may match, once somebody wanted to know.
  private var known: [[Int]?]
  /// What was asked already: by pattern, then by the place among its candidates. A pattern that can match one element of
  /// thirty thousand has one byte here, or the pairs of a body of 1 MB would take a gigabyte.
  private var edges: [[Edge]]
  /// Which patterns have which elements of a group: in the order in which they came to them.
  private var owners: [[(pattern: Int, count: Int)]]
  /// What is not known of the pairs that were asked for.
  private(set) var unknown = Matcher.Doubts()
  private var takesUnknown = false

  init(_ patterns: [Pattern], _ elements: [JSON], isPartial: Bool, asking matcher: Matcher) {
    (self.patterns, self.elements, self.isPartial, self.matcher) = (patterns, elements, isPartial, matcher)
    var found: [HashedJSON: Int] = [:]
    for (place, element) in elements.enumerated() {
      let group = found[HashedJSON(element), default: offered.count]
      if group == offered.count {
        found[HashedJSON(element)] = group
        offered.append(Group(place))
      } else {
        offered[group].add(place)
      }
      groups.append(group)
    }
    var same: [HashedJSON: Int] = [:]
    for (place, pattern) in patterns.enumerated() {
      let value = pattern.value(isPartial: isPartial)
      // What asks is wrapped: a value could look like it.
      let key = HashedJSON(value ?? ["$": pattern.json])
      if let group = same[key] {
        wanting[group].add(place)
        continue
      }
      same[key] = wanting.count
      if let value {
        values.append((wanting.count, found[HashedJSON(value)]))
      } else {
        asking.append(wanting.count)
      }
      wanting.append(Group(place))
    }
    index = ElementIndex(offered.map { elements[$0.places[0]] })
    self.known = Array(repeating: nil, count: wanting.count)
    edges = Array(repeating: [], count: wanting.count)
    owners = Array(repeating: [], count: offered.count)
  }

  // MARK: What was found

  var isPerfect: Bool { wanting.allSatisfy { $0.free == 0 } && offered.allSatisfy { $0.free == 0 } }

  /// The patterns without an element, by their places in the list.
  var patternsLeft: [Int] { wanting.flatMap(\.left).sorted() }
  /// The elements without a pattern.
  var elementsLeft: [Int] { offered.flatMap(\.left).sorted() }

  /// The element of each pattern.
  var partners: [Int?] {
    var partners = [Int?](repeating: nil, count: patterns.count)
    var next = wanting.map { $0.places[...] }
    for (group, owners) in zip(offered, owners) {
      var places = group.places[...]
      for owner in owners {
        for _ in 0..<owner.count {
          guard let pattern = next[owner.pattern].popFirst() else { break }
          partners[pattern] = places.popFirst()
        }
      }
    }
    return partners
  }

  // MARK: Pairing

  /// Finds the pairs.
  mutating func pair() {
    // Equal elements are worth the same to every pattern, so that values may take theirs first.
    for (pattern, element) in values {
      if let element { give(element, to: pattern, min(wanting[pattern].free, offered[element].free)) }
    }
    for pattern in asking { takeWhatIsFree(pattern) }
    augment()
  }

  /// Finds more pairs, with those that are not known.
  mutating func pairUnknown() {
    takesUnknown = true
    augment()
  }

  private mutating func takeWhatIsFree(_ pattern: Int) {
    // Most lists come in the order that they were described in.
    for place in wanting[pattern].places where place < groups.count {
      let element = groups[place]
      if offered[element].free > 0, isEdge(pattern, element) { give(element, to: pattern, 1) }
    }
    if wanting[pattern].free == 0 { return }
    for element in candidates(pattern) where offered[element].free > 0 && isEdge(pattern, element) {
      give(element, to: pattern, min(wanting[pattern].free, offered[element].free))
      if wanting[pattern].free == 0 { return }
    }
  }

  /// Lets patterns move on to other elements as long as one without an element finds one by that, by the shortest
  /// chains first.
  private mutating func augment() {
    while var layers = layers() {
      for pattern in asking {
        while wanting[pattern].free > 0, moveOn(from: pattern, &layers) {}
      }
    }
  }

  /// The patterns and elements by their distance, up to that of the nearest free element; nil where none is reached.
  private mutating func layers() -> Layers? {
    var layers = Layers(patterns: wanting.count, elements: offered.count)
    var frontier = asking.filter { wanting[$0].free > 0 }
    for pattern in frontier { _ = layers.reach(pattern: pattern, at: 0) }
    var distance = 0
    while !frontier.isEmpty {
      var isFree = false
      var next: [Int] = []
      for pattern in frontier {
        for element in candidates(pattern) where layers.elements[element] == nil && isEdge(pattern, element) {
          layers.reach(element: element, at: distance + 1)
          if offered[element].free > 0 { isFree = true }
          for owner in owners[element] where owner.count > 0 {
            if layers.reach(pattern: owner.pattern, at: distance + 2) { next.append(owner.pattern) }
          }
        }
      }
      if isFree { return layers }
      (frontier, distance) = (next, distance + 2)
    }
    return nil
  }

  /// Follows the layers from a pattern to a free element, and moves every pattern on the way by one; false where no way is left.
  private mutating func moveOn(from first: Int, _ layers: inout Layers) -> Bool {
    var patterns = [first]
    /// What each pattern of the chain but the last has to get from the next.
    var wanted: [Int] = []
    while let pattern = patterns.last {
      if let element = next(of: pattern, &layers) {
        if offered[element].free > 0 {
          wanted.append(element)
          for (index, pattern) in patterns.enumerated().reversed() {
            give(wanted[index], to: pattern, 1)
            if index > 0 { take(wanted[index - 1], from: pattern) }
          }
          return true
        }
        patterns.append(owners[element][layers.nextOwner[element]].pattern)
        wanted.append(element)
      } else {
        // Nothing more is to be had from this one.
        patterns.removeLast()
        if let element = wanted.popLast() { layers.nextOwner[element] += 1 }
      }
    }
    return false
  }

  /// The next element of a pattern that is free, or that an owner may give away: the one it is asking then.
  private mutating func next(of pattern: Int, _ layers: inout Layers) -> Int? {
    let candidates = candidates(pattern)
    while layers.nextCandidate[pattern] < candidates.count {
      let element = candidates[layers.nextCandidate[pattern]]
      if layers.leads(from: pattern, to: element), isEdge(pattern, element) {
        if offered[element].free > 0 { return element }
        while layers.nextOwner[element] < owners[element].count {
          let owner = owners[element][layers.nextOwner[element]]
          if owner.count > 0, layers.leads(fromElement: element, to: owner.pattern) { return element }
          layers.nextOwner[element] += 1
        }
      }
      layers.nextCandidate[pattern] += 1
    }
    return nil
  }

  private mutating func give(_ element: Int, to pattern: Int, _ count: Int) {
    if count == 0 { return }
    wanting[pattern].free -= count
    offered[element].free -= count
    if let index = owners[element].lastIndex(where: { $0.pattern == pattern }) {
      owners[element][index].count += count
    } else {
      owners[element].append((pattern, count))
    }
  }

  private mutating func take(_ element: Int, from pattern: Int) {
    wanting[pattern].free += 1
    offered[element].free += 1
    if let index = owners[element].firstIndex(where: { $0.pattern == pattern }) { owners[element][index].count -= 1 }
  }

  // MARK: Asking

  /// The elements that a pattern may match.
  private mutating func candidates(_ pattern: Int) -> [Int] {
    if let known = known[pattern] { return known }
    let found = index.candidates(for: patterns[wanting[pattern].places[0]])
    known[pattern] = found
    return found
  }

  private mutating func isEdge(_ pattern: Int, _ element: Int) -> Bool {
    let candidates = candidates(pattern)
    let place = candidates.count == offered.count ? element : candidates.upperBound(of: element, by: \.self) - 1
    guard place >= 0, candidates[place] == element else { return false }
    if edges[pattern].isEmpty { edges[pattern] = Array(repeating: .unasked, count: candidates.count) }
    if edges[pattern][place] == .unasked { edges[pattern][place] = ask(pattern, element) }
    return edges[pattern][place] == .yes || takesUnknown && edges[pattern][place] == .unknown
  }

  private mutating func ask(_ pattern: Int, _ element: Int) -> Edge {
    let (pattern, element) = (patterns[wanting[pattern].places[0]], elements[offered[element].places[0]])
    switch matcher.answer(pattern, element, isPartial: isPartial) {
    case .matches: return .yes
    case .differs: return .no
    case .unknown(let doubts):
      unknown.add(doubts)
      return .unknown
    }
  }
}
