extension Scenario {
  /// Returns the indexes of the exchanges that have one of some names.
  func indexes(ofExchanges names: [String]) -> Set<Int> {
    Set(exchanges.indices.filter { exchanges[$0].name.map(names.contains) == true })
  }

  /// Returns the exchanges of calls in a row, and which of them belong to each call. Calls after the first one begin behind
  /// the exchanges that answer once.
  ///
  /// - Parameter response: Returns what a call gets in place of the last response; nil if it gets that.
  func inRow(
    _ count: Int, once: [String], _ response: (_ call: Int) -> Response?
  ) throws(Variation.Obstacle) -> ([Exchange], CallGroup) {
    if order == .any { throw .noOrder }
    let later = indexes(ofExchanges: once).max().map { $0 + 1 } ?? 0
    if later >= exchanges.count { throw .nothingToChange }
    var group = CallGroup(count: count, isAtOnce: false)
    var all: [Exchange] = []
    for call in 0..<count {
      let first = call == 0 ? 0 : later
      let start = all.count
      all += exchanges[first...].map { $0.moved(by: start - first, from: first) }
      if let response = response(call) { all[all.count - 1].response = response }
      // It may follow the last request of another call at once.
      if call > 0 { all[start].notBefore = nil }
      group.exchangesOfCalls.append(start..<all.count)
    }
    return (all, group)
  }
}

extension Exchange {
  /// Returns the exchange at another place of a list, into which those from an index on are copied.
  fileprivate func moved(by offset: Int, from first: Int) -> Exchange {
    copy(of: self) { exchange in
      exchange.follows = follows.filter { $0.value >= first }.map { SourceLocated($0.value + offset, at: $0.range) }
    }
  }
}
