// The names of exchanges, and which of them follow others.
extension ContractReader {
  /// Reads the members `name` and `follows` of all exchanges of a scenario.
  func names(of exchanges: [ObjectReader], order: Scenario.Order) -> [(name: String?, follows: [SourceLocated<Int>])] {
    let names = exchanges.map { exchangeName(text($0.string("name"), called: "the name of an exchange")) }
    var indexes: [ExactString: Int] = [:]
    for (index, name) in names.enumerated() {
      guard let name else { continue }
      if let first = indexes[ExactString(name.value)].flatMap({ names[$0] }) {
        diagnostics.note(.sameName(name.value, of: "exchange name", first: first.range), at: name.range)
      } else {
        indexes[ExactString(name.value)] = index
      }
    }
    let follows = exchanges.map { exchange -> [SourceLocated<Int>] in
      guard let list = exchange.strings("follows", mayBeEmpty: false) else { return [] }
      if order == .sequence { exchange.note(.followsInSequence, at: exchange.nameRange(of: "follows")) }
      var seen: Set<ExactString> = []
      return list.compactMap { followed in
        if !seen.insert(ExactString(followed.value)).inserted {
          return diagnostics.mistake(.sameElement(followed.value, list: "follows"), at: followed.range)
        }
        if let exchangeIndex = indexes[ExactString(followed.value)] {
          return SourceLocated(exchangeIndex, at: followed.range)
        }
        if indexes.isEmpty { return diagnostics.mistake(.noExchangeNames(followed.value), at: followed.range) }
        let allowed = names.compactMap { $0?.value }
        return diagnostics.mistake(.unknownName(followed.value, what: "exchange", allowed: allowed), at: followed.range)
      }
    }
    if let circle = Self.circle(in: follows), let last = circle.last {
      diagnostics.note(.followsCircle(circle.map { names[$0.value]?.value ?? "" }), at: last.range)
    }
    return zip(names, follows).map { ($0?.value, $1) }
  }

  /// Returns exchanges that follow one another in a circle, each with the place that names it; nil if there are none.
  private static func circle(in follows: [[SourceLocated<Int>]]) -> [SourceLocated<Int>]? {
    // Takes away the exchanges that follow none of those that are left, until none can be taken.
    var left = follows.map(\.count)
    var followers: [[Int]] = Array(repeating: [], count: follows.count)
    for (index, followed) in follows.enumerated() { for one in followed { followers[one.value].append(index) } }
    var free = left.indices.filter { left[$0] == 0 }
    while let one = free.popLast() {
      for follower in followers[one] {
        left[follower] -= 1
        if left[follower] == 0 { free.append(follower) }
      }
    }
    guard var index = left.firstIndex(where: { $0 > 0 }) else { return nil }
    // Each of the others follows another one that is left, so the way leads into a circle.
    var steps: [SourceLocated<Int>] = []
    var positions: [Int: Int] = [:]
    while positions[index] == nil, let next = follows[index].first(where: { left[$0.value] > 0 }) {
      positions[index] = steps.count
      steps.append(next)
      index = next.value
    }
    return positions[index].map { Array(steps[$0...]) }
  }
}
