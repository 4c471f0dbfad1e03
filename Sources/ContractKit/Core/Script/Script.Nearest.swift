// Which exchange a request was meant for, where it has none or another one has answered it.
extension Script {
  /// How many requests are told what they are nearest to.
  private static let toldNearest = 10

  /// Says of each request that is not as its exchange describes, or has none, which exchange it is nearest to.
  func addNearest(_ told: inout [Told]) {
    let bad = told.indices.filter { told[$0].isMisplaced }
    if bad.isEmpty { return }
    let search = NearestSearch(addresses: addresses, transport: transport)
    if bad.count <= Self.toldNearest, let places = otherOrder(bad, told, search) {
      for (index, place) in zip(bad, places) {
        var nearest = self.nearest(told[index], place, [])
        nearest.isOtherOrder = true
        told[index].add(nearest)
      }
      return
    }
    var answered: [Int: Int] = [:]
    for one in told { if let place = one.played.place { answered[place] = one.played.number } }
    for index in bad.prefix(Self.toldNearest) {
      guard let found = place(nearestTo: told[index], Set(answered.keys), search) else { continue }
      var nearest = self.nearest(told[index], found.index, found.differs)
      nearest.answered = answered[found.index]
      // Nothing else judges the one by the other.
      if told[index].played.place == nil, nearest.answered == nil { nearest.mismatches = found.mismatches }
      told[index].add(nearest)
    }
  }

  /// Of requests that have no exchange of their own, the one that is nearest to an exchange whose own never came; nil where
  /// each is nearer to another one.
  func nearest(to place: Int, _ misplaced: [NearestRequest]) -> NearestRequest? {
    var nearest = misplaced.filter { $0.exchange == place + 1 }.min { $0.differs.count < $1.differs.count }
    // What differs is told with the request.
    nearest?.mismatches = []
    return nearest
  }

  // MARK: Finding it

  /// The places of exchanges that describe the misplaced requests, one for each, where these only came in another order.
  private func otherOrder(_ bad: [Int], _ told: [Told], _ search: NearestSearch) -> [Int]? {
    var left = bad.compactMap { told[$0].played.place }
    guard scenario.order == .sequence, left.count == bad.count, bad.count > 1 else { return nil }
    var places: [Int] = []
    for index in bad {
      let body = ParsedBody()
      guard let found = left.firstIndex(where: { search.isExact(pair(told[index], $0, body)) }) else { return nil }
      places.append(left.remove(at: found))
    }
    return places
  }

  /// The exchange that is nearest to a request, by its place, with what differs; nil where that is the one which answered it.
  private func place(
    nearestTo one: Told, _ answered: Set<Int>, _ search: NearestSearch
  ) -> NearestSearch.Found? {
    let body = ParsedBody()
    func nearest(_ places: [Int]) -> NearestSearch.Found? {
      let pairs = places.prefix(NearestSearch.limits.looked).map { pair(one, $0, body) }
      guard var found = search.nearest(pairs) else { return nil }
      found.index = places[found.index]
      return found
    }
    let own = one.played.place
    let places = scenario.exchanges.indices.filter { $0 != own && !hidesRequest(scenario.exchanges[$0]) }
    guard let best = nearest(places) else { return nil }
    if let own {
      // What is merely less unlike than its own exchange is not what was meant.
      let isNear = best.nearness.distance <= NearestSearch.near
      return isNear && best.nearness < search.nearness(pair(one, own, body)) ? best : nil
    }
    if best.differs.isEmpty { return best }
    // What is still to come is more likely meant.
    return nearest(places.filter { !answered.contains($0) }) ?? best
  }

  private func pair(_ one: Told, _ place: Int, _ body: ParsedBody) -> NearestSearch.Pair {
    NearestSearch.Pair(
      request: one.played.exchanged.request, body: body, shape: scenario.exchanges[place].request,
      bindings: one.bindings)
  }

  private func nearest(_ one: Told, _ place: Int, _ differs: [String]) -> NearestRequest {
    let exchange = scenario.exchanges[place]
    return NearestRequest(
      request: one.played.number, one.played.exchanged.request, exchange: place + 1, exchange.request,
      at: exchange.range, addresses: addresses, differs: differs)
  }
}

extension Script.Told {
  /// Whether no exchange has answered it, or one whose request it is not.
  fileprivate var isMisplaced: Bool {
    reasons.contains { reason in
      switch reason {
      case .mismatch(let mismatch): mismatch.part != .notBefore
      // What is the request before once more says that.
      case .unscripted(_, _, _, _, let isRepeated, _, _, _): !isRepeated
      default: false
      }
    }
  }

  /// What it was told to be nearest to.
  var nearest: NearestRequest? { reasons.lazy.compactMap(\.nearest).first }

  /// Adds what it is nearest to, to the first reason.
  fileprivate mutating func add(_ nearest: NearestRequest) {
    for (index, reason) in reasons.enumerated() {
      switch reason {
      case .mismatch(var mismatch):
        mismatch.nearest = nearest
        reasons[index] = .mismatch(mismatch)
        return
      case .unscripted(let number, let request, let described, let more, let isRepeated, let order, _, let range):
        reasons[index] = .unscripted(
          number: number, request, described: described, more: more, isRepeated: isRepeated, order: order,
          nearest: nearest, at: range)
        return
      default: continue
      }
    }
  }
}
