import Foundation

/// A scenario with the answers of the real server.
///
/// The server gets the requests that the contract describes, each as often as it does. All else is answered by the
/// contract. It is decided when a request comes, under the script's lock, so that none is sent twice.
struct RealServerPlay: Play {
  let scene: Scene
  let provider: any Provider
  /// The exchange that describes a request, for each that the server got, by its index.
  private var forwarded: [Int: Int] = [:]
  /// The requests that the server has not answered yet, and those that follow a redirect of it.
  private(set) var (pending, redirected): (Set<Int>, Set<Int>) = ([], [])
  /// The exchange that describes what the server gets for the request that was chosen last; nil if it gets nothing.
  private var describedAs: Int?
  /// Why the answers say nothing about the contract; nil if they do.
  private(set) var failure: ProviderFailure?
  /// Where redirects lead the client.
  private var redirects: [String: Redirect] = [:]
  /// How many redirects came one after another.
  private var redirectCount = 0

  init(_ scene: Scene, _ provider: any Provider) { (self.scene, self.provider) = (scene, provider) }

  /// The scenario as the contract has it. The one that is played can have another input, and so another path.
  var written: Scenario { scenario.variant?.original ?? scenario }

  /// The exchange that described the request, the status of its answer, and its method.
  private typealias Redirect = (exchangeIndex: Int, status: Int, method: String)

  func isFree(_ index: Int, _ state: State) -> Bool {
    redirected.contains(index) || state.played[index].exchangeIndex == nil && forwarded[index] != nil
  }

  /// Returns whether the server got all requests so far.
  func isForwarded(_ state: State) -> Bool {
    state.beyond == 0 && state.played.indices.allSatisfy { forwarded[$0] != nil }
  }

  // MARK: What a request gets

  /// Chooses the exchange that answers a request, and the one that describes what the real server gets: the same one, or
  /// that of a list with more pages than the contract has.
  mutating func choose(_ request: CapturedRequest, at now: ContinuousClock.Instant, _ state: inout State) -> Chosen {
    let (chosen, described) = DeepStack.run { chooseDescribed(request, at: now, &state) }
    describedAs = described
    return chosen
  }

  private func chooseDescribed(
    _ request: CapturedRequest, at now: ContinuousClock.Instant, _ state: inout State
  ) -> (Chosen, Int?) {
    state.count += 1
    let values = followedValues(state)
    for index in next(at: now, state) {
      guard let judge = described(request, as: index, values, state) else { continue }
      (state.next, state.bindings) = (index + 1, judge.bindings)
      return ((state.count, index, judge.judged), index)
    }
    for index in state.used.sorted(by: >) {
      guard let judge = furtherPage(request, of: index, values, state) else { continue }
      state.bindings = judge.bindings
      return ((state.count, nil, judge.judged), index)
    }
    guard scenario.order == .sequence, scenario.exchanges.indices.contains(state.next),
      let shape = shape(state.next, for: request, values)
    else { return ((state.count, nil, nil), nil) }
    let judge = scene.judged(request, shape, number: state.count, bindings: state.bindings)
    (state.next, state.bindings) = (state.next + 1, judge.bindings)
    return ((state.count, state.next - 1, judge.judged), nil)
  }

  mutating func answer(_ played: Played, _ state: State) -> Answer? {
    guard let describedAs, mayForward(played, state) else { return ownAnswer(to: played) }
    forwarded[state.played.count] = describedAs
    pending.insert(state.played.count)
    return Answer(ownAnswer(to: played)?.reply ?? .callIsOver, from: provider)
  }

  mutating func receive(
    _ answer: Result<Reply, ProviderFailure>, to index: Int, at now: ContinuousClock.Instant, _ state: inout State
  ) -> Reply {
    let request = state.played[index].exchanged.request
    var reply: Reply
    var failure: ProviderFailure?
    switch answer {
    case .success(let own): (reply, failure) = (own, note(own, to: request, at: index, state))
    case .failure(let own): (reply, failure) = (Reply(.status(502)), own)
    }
    if let failure {
      self.failure = self.failure ?? failure
      if reply.body == nil { reply.body = Array("contract-run: \(failure.why)\n".utf8) }
    }
    state.played[index].exchanged.reply = reply
    pending.remove(index)
    if let exchangeIndex = state.played[index].exchangeIndex { scene.begin(exchangeIndex, at: now, &state) }
    state.lastAnswer = now
    return reply
  }

  /// Notes where an answer leads. Returns why it says nothing about the contract; nil if it does.
  private mutating func note(
    _ reply: Reply, to request: CapturedRequest, at index: Int, _ state: State
  ) -> ProviderFailure? {
    guard case .status(let status) = reply.kind else { return nil }
    let location = (300..<400).contains(status) ? reply.headers["Location"] : nil
    // A client does not send the fragment.
    let target = location.flatMap { URL(string: $0, relativeTo: URL(string: request.url))?.absoluteString }
      .map { String($0.prefix { $0 != "#" }) }
    if let target, let exchangeIndex = forwarded[index] {
      redirects[target] = (exchangeIndex, status, request.method)
    }
    redirectCount = target == nil ? 0 : redirectCount + 1
    let visits = state.played.count { $0.exchanged.request.url == target }
    if redirectCount <= Self.redirectLimit, visits < Self.visitLimit {
      return ProviderFailure(status: status, to: request)
    }
    return ProviderFailure(
      .refused, "the real server redirects \(request.method) \(request.target) again and again",
      next: "correct the server")
  }

  /// The largest number of redirects one after another.
  private static let redirectLimit = 5
  /// How many times redirects may lead to the same URL.
  private static let visitLimit = 3

  /// Returns whether the real server may get a request that an exchange describes. After one that it did not get, nobody
  /// knows what the client makes of the contract's answer.
  private func mayForward(_ played: Played, _ state: State) -> Bool {
    var unobserved: [Unobserved] = []
    let isTooSoon = played.exchangeIndex.flatMap { scene.tooSoon(played, $0, &unobserved) } != nil
    return isForwarded(state) && played.unanswered.isEmpty && !isTooSoon
  }

  /// Returns the exchanges that may answer next.
  private func next(at now: ContinuousClock.Instant, _ state: State) -> [Int] {
    let free = scenario.exchanges.indices.filter { !state.used.contains($0) }
    switch scenario.order {
    case .sequence:
      // A list may have fewer pages than that of the contract.
      let left = free.filter { $0 >= state.next }
      let most = left.firstIndex { !isMoreOfTheSame($0) } ?? left.endIndex
      return Array(left[..<min(most + 1, left.endIndex)])
    case .any:
      let isEarly = { index in !scene.unanswered(before: index, at: now, state).isEmpty }
      return free.filter { !isEarly($0) } + free.filter(isEarly)
    }
  }

  /// Returns whether an exchange asks for the same as the one before it, as clients do that read pages, or wait.
  private func isMoreOfTheSame(_ index: Int) -> Bool {
    guard index > 0, let shape = scenario.exchanges[index].request, shape.isReading else { return false }
    return scenario.exchanges[index - 1].request?.name == shape.name
  }

  // MARK: Comparing

  private func followedValues(_ state: State) -> FollowedValues {
    FollowedValues(
      state.played.indices.compactMap { number in
        let played = state.played[number]
        guard let index = forwarded[number], !pending.contains(number), let reply = played.exchanged.reply else {
          return nil
        }
        return (scenario.exchanges[index].response, reply, played.exchanged.request.url)
      })
  }

  /// Returns what an exchange describes, with what a request has from real answers.
  private func shape(_ index: Int, for request: CapturedRequest, _ values: FollowedValues) -> RequestShape? {
    scenario.exchanges[index].request.map { shape in
      values.applied(to: shape, for: request, below: addresses.base(of: shape)) { name, secret in
        index == 0 || scenario.input.strings().contains { !$0.text.isEmpty && secret.contains($0.text) }
          || scenario.exchanges[..<index].compactMap(\.request).flatMap(\.headers).contains { header in
            header.name.isSameName(name) && header.patterns.first?.soleText == secret
          }
      }
    }
  }

  /// Returns the judge of a request that an exchange describes without any doubt; nil if it does not.
  private func described(
    _ request: CapturedRequest, as index: Int, _ values: FollowedValues, _ state: State
  ) -> RequestJudge? {
    guard let own = scenario.exchanges[index].request, let shape = shape(index, for: request, values) else {
      return nil
    }
    let url = addresses.base(of: own).text + own.describedTarget
    let isLink = values.leads(to: request.url, insteadOf: url)
    return matching(request, shape, state, isAddressKnown: isLink)
      ?? page(of: shape, index, for: request, values, state).flatMap { matching(request, $0, state) }
  }

  private func matching(
    _ request: CapturedRequest, _ shape: RequestShape, _ state: State, isAddressKnown: Bool = false
  ) -> RequestJudge? {
    let judge = scene.judged(
      request, shape, number: state.count, bindings: state.bindings, isQuiet: true, isAddressKnown: isAddressKnown)
    // An expression that took too long, for example, is a doubt.
    return judge.differs || !judge.findings.isEmpty ? nil : judge
  }

  // MARK: Redirects

  mutating func answerContinued(_ request: CapturedRequest, _ state: inout State) -> Answer? {
    guard let redirect = redirects[request.url], isForwarded(state),
      DeepStack.run({ isRight(request, after: redirect, state) })
    else { return nil }
    redirects[request.url] = nil
    let index = state.played.count
    let reply = Reply(scenario.exchanges[redirect.exchangeIndex].response, to: request)
    (forwarded[index], redirected, pending) = (
      redirect.exchangeIndex, redirected.union([index]), pending.union([index])
    )
    state.played.append(
      Played(
        exchanged: Verdict.Exchanged(request: request, reply: reply), at: .now, number: index + 1,
        exchangeIndex: redirect.exchangeIndex))
    return Answer(reply, from: provider)
  }

  /// Returns whether a request is what a redirect leads to (RFC 9110, section 15.4). It may have fewer headers, and other
  /// cookies.
  private func isRight(_ request: CapturedRequest, after redirect: Redirect, _ state: State) -> Bool {
    let isSame = request.method.isExactly(redirect.method)
    let becomesGET = !isSame && request.method == "GET" && (301...303).contains(redirect.status)
    guard isSame && (redirect.status != 303 || ["GET", "HEAD"].contains(request.method)) || becomesGET,
      let shape = shape(redirect.exchangeIndex, for: request, followedValues(state))
    else { return false }
    let headers = shape.headers.filter { request.headers.has($0.name) && !$0.name.isSameName("Cookie") }
    let redirected = RequestShape(
      method: SourceLocated(request.method, at: shape.method.range), base: shape.base, path: shape.path,
      headers: headers, body: becomesGET ? nil : shape.body, range: shape.range)
    return matching(request, redirected, state, isAddressKnown: true) != nil
  }
}

// Lists with more pages than that of the contract, and answers for which the client waits longer.
extension RealServerPlay {
  /// Returns the judge of a request that asks for more of what an exchange asked for; nil if it does not.
  private func furtherPage(
    _ request: CapturedRequest, of index: Int, _ values: FollowedValues, _ state: State
  ) -> RequestJudge? {
    // What the contract repeats, the client may repeat as long as it takes.
    let isPoll =
      isMoreOfTheSame(index)
      && scenario.exchanges[index - 1].request?.describedTarget == scenario.exchanges[index].request?.describedTarget
    if isPoll, let judge = described(request, as: index, values, state) { return judge }
    return shape(index, for: request, values).flatMap { page(of: $0, index, for: request, values, state) }
      .flatMap { matching(request, $0, state) }
  }

  /// Returns the shape of a page that real answers lead to: by a URL, a cursor, or a number. A page is another request than
  /// all before, and only its query differs from what the contract describes. Nil if the request is not for one.
  private func page(
    of shape: RequestShape, _ index: Int, for request: CapturedRequest, _ values: FollowedValues, _ state: State
  ) -> RequestShape? {
    let url = RequestURL.canonical(request.url)
    guard shape.isReading, !state.played.contains(where: { RequestURL.canonical($0.exchanged.request.url) == url })
    else { return nil }
    if values.names(request.url) { return shape.with(query: [], otherQuery: .allowed) }
    let form = Form((RequestURL(request.url)?.query ?? "").utf8)
    var (query, hasNext) = (shape.query, false)
    for name in form.names {
      guard let text = form[name].first?.text, form[name].count == 1 else { continue }
      let known = query.firstIndex { $0.name.isExactly(name) }
      let isVarying = isVarying(name, index)
      let isNext =
        isVarying && values.gives(text) || known == nil && values.more.contains(text)
        || known.map { isNextNumber(text, of: query[$0], shape, values, state) } == true
      if !isNext { continue }
      hasNext = true
      let item = RequestShape.Named(
        name: name, range: shape.range, patterns: [Pattern(.literal(.string(text)), at: shape.range)])
      if let known { query[known] = item } else { query.append(item) }
    }
    return hasNext ? shape.with(query: query) : nil
  }

  /// Returns whether the contract has requests of an exchange's endpoint with different values of an item of the query.
  private func isVarying(_ name: String, _ index: Int) -> Bool {
    let all = scene.contract.scenarios.flatMap(\.exchanges).compactMap(\.request)
    let texts = all.filter { $0.name == written.exchanges[index].request?.name }.map { shape in
      shape.query.first { $0.name.isExactly(name) }?.patterns.first?.text
    }
    return Set(texts).count > 1
  }

  /// Returns whether a number is that of the next page: one more than in the request before, or as many more as a page has
  /// elements, or as another number of the query says.
  private func isNextNumber(
    _ text: String, of item: RequestShape.Named, _ shape: RequestShape, _ values: FollowedValues, _ state: State
  ) -> Bool {
    func number(_ named: RequestShape.Named) -> Int? { named.patterns.first?.soleText.flatMap { Int($0) } }
    let before = state.played.last.flatMap { RequestURL($0.exchanged.request.url)?.query }.flatMap { query in
      Form(query.utf8)[item.name].first.flatMap { Int($0.text) }
    }
    guard let next = Int(text), let before, number(item) != nil, next > before else { return false }
    let sizes = shape.query.filter { !$0.name.isExactly(item.name) }.compactMap(number)
    return next - before == 1 || values.counts.contains(next - before) || sizes.contains(next - before)
  }
}

extension RequestShape {
  fileprivate var isReading: Bool { ["GET", "HEAD"].contains(method.value) }
}
