// The search for the exchange that a request was meant for, if it has no exchange or another request's.
extension Script {
  /// The largest number of requests for which the nearest exchange is reported.
  private static let reportedNearest = 10

  /// Adds the nearest exchange to each request that has no exchange or that differs from its own.
  func addNearest(_ judgedRequests: inout [JudgedRequest]) {
    let bad = judgedRequests.indices.filter { judgedRequests[$0].isMisplaced }
    if bad.isEmpty { return }
    let search = NearestSearch(addresses: addresses, transport: transport)
    // After a fault, the exchanges are not the only requests that are expected.
    if scenario.variant?.recovery != nil {
      for index in bad.prefix(Self.reportedNearest) {
        if let named = named(nearestTo: judgedRequests[index], search) { judgedRequests[index].add(named) }
      }
      return
    }
    if bad.count <= Self.reportedNearest, let exchangeIndexes = otherOrder(bad, judgedRequests, search) {
      for (index, exchangeIndex) in zip(bad, exchangeIndexes) {
        guard var nearest = self.nearest(judgedRequests[index], exchangeIndex, []) else { continue }
        nearest.isOtherOrder = true
        judgedRequests[index].add(nearest)
      }
      return
    }
    var answered: [Int: Int] = [:]
    for one in judgedRequests {
      if let exchangeIndex = one.played.exchangeIndex { answered[exchangeIndex] = one.played.number }
    }
    for index in bad.prefix(Self.reportedNearest) {
      let found = place(nearestTo: judgedRequests[index], Set(answered.keys), search)
      if let named = named(nearestTo: judgedRequests[index], than: found?.nearness, search) {
        judgedRequests[index].add(named)
        continue
      }
      guard let found,
        var nearest = self.nearest(judgedRequests[index], found.index, found.differs)
      else { continue }
      nearest.answered = answered[found.index]
      // Only here are this request and this exchange compared, so keep the differences.
      if judgedRequests[index].played.exchangeIndex == nil, nearest.answered == nil {
        nearest.mismatches = found.mismatches
      }
      judgedRequests[index].add(nearest)
    }
  }

  // MARK: The search

  /// Returns one exchange for each misplaced request if the requests only came in another order; otherwise nil.
  private func otherOrder(_ bad: [Int], _ judgedRequests: [JudgedRequest], _ search: NearestSearch) -> [Int]? {
    var left = bad.compactMap { judgedRequests[$0].played.exchangeIndex }
    guard scenario.order == .sequence, left.count == bad.count, bad.count > 1 else { return nil }
    var exchangeIndexes: [Int] = []
    for index in bad {
      let body = ParsedBody()
      guard let found = left.firstIndex(where: { pair(judgedRequests[index], $0, body).map(search.isExact) == true })
      else {
        return nil
      }
      exchangeIndexes.append(left.remove(at: found))
    }
    return exchangeIndexes
  }

  /// Returns the exchange that is nearest to a request, with the differences; nil if that is
  /// the exchange that answered it.
  private func place(
    nearestTo one: JudgedRequest, _ answered: Set<Int>, _ search: NearestSearch
  ) -> NearestSearch.Found? {
    let body = ParsedBody()
    func nearest(_ exchangeIndexes: [Int]) -> NearestSearch.Found? {
      let exchangeIndexes = exchangeIndexes.filter { scenario.exchanges[$0].request != nil }
      let pairs = exchangeIndexes.prefix(NearestSearch.limits.looked).compactMap { pair(one, $0, body) }
      guard var found = search.nearest(pairs) else { return nil }
      found.index = exchangeIndexes[found.index]
      return found
    }
    let own = one.played.exchangeIndex
    let exchangeIndexes = scenario.exchanges.indices.filter { $0 != own && !scene.hidesRequest(scenario.exchanges[$0]) }
    guard let best = nearest(exchangeIndexes) else { return nil }
    if let own {
      // An exchange that merely differs less than the request's own exchange is not what the client meant.
      let isNear = best.nearness.distance <= NearestSearch.near
      return isNear && pair(one, own, body).map { best.nearness < search.nearness($0) } == true ? best : nil
    }
    if best.differs.isEmpty { return best }
    // The client more likely meant an exchange that has not answered yet.
    return nearest(exchangeIndexes.filter { !answered.contains($0) }) ?? best
  }

  /// Returns the request of the contract's `requests` that is nearest to one that no exchange answers; nil if none is
  /// near, or nearer than an exchange.
  private func named(
    nearestTo one: JudgedRequest, than exchange: NearestSearch.Nearness? = nil, _ search: NearestSearch
  ) -> NearestRequest? {
    if one.played.exchangeIndex != nil || contract.requests.isEmpty { return nil }
    let (request, body) = (one.played.exchanged.request, ParsedBody())
    let pairs = contract.requests.map {
      NearestSearch.Pair(request: request, body: body, shape: $0.shape, bindings: one.bindings)
    }
    guard let found = search.nearest(pairs), found.nearness.distance <= NearestSearch.near,
      exchange.map({ found.nearness < $0 }) ?? true
    else { return nil }
    let (name, shape) = contract.requests[found.index]
    return NearestRequest(
      request: one.played.number, request, exchange: nil, name: name, shape, at: shape.range, addresses: addresses,
      differs: found.differs)
  }

  /// Returns a request and the shape of an exchange; nil if the exchange does not describe its request.
  private func pair(_ one: JudgedRequest, _ exchangeIndex: Int, _ body: ParsedBody) -> NearestSearch.Pair? {
    scenario.exchanges[exchangeIndex].request.map {
      NearestSearch.Pair(request: one.played.exchanged.request, body: body, shape: $0, bindings: one.bindings)
    }
  }

  private func nearest(_ one: JudgedRequest, _ exchangeIndex: Int, _ differs: [String]) -> NearestRequest? {
    let exchange = scenario.exchanges[exchangeIndex]
    return exchange.request.map {
      NearestRequest(
        request: one.played.number, one.played.exchanged.request, exchange: exchangeIndex + 1, $0, at: exchange.range,
        addresses: addresses, differs: differs)
    }
  }
}

extension Script.JudgedRequest {
  /// Whether no exchange has answered the request, or the exchange that did describes another request.
  fileprivate var isMisplaced: Bool {
    reasons.contains { reason in
      switch reason {
      case .mismatch(let mismatch): mismatch.part != .notBefore && mismatch.part != .follows
      // For a repeated request, the report already names the request that it repeats.
      case .unexpectedRequest(let unexpected): unexpected.repeats == nil
      default: false
      }
    }
  }

  var nearest: NearestRequest? { reasons.lazy.compactMap(\.nearest).first }

  /// Adds the nearest exchange to the first reason.
  fileprivate mutating func add(_ nearest: NearestRequest) {
    for (index, reason) in reasons.enumerated() {
      switch reason {
      case .mismatch(var mismatch):
        mismatch.nearest = nearest
        reasons[index] = .mismatch(mismatch)
        return
      case .unexpectedRequest(var unexpected):
        unexpected.nearest = nearest
        reasons[index] = .unexpectedRequest(unexpected)
        return
      default: continue
      }
    }
  }
}
