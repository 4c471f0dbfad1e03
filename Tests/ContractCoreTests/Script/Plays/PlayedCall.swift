import Testing

@testable import ContractCore
@testable import TestSupport

/// A call of a play, without a script and without a driver.
struct PlayedCall {
  let scene: Scene
  var play: any Play
  var state = Script.State()

  init(
    _ scenario: Scenario, of contract: Contract, on transport: Transport = .memory, addresses: Addresses? = nil,
    provider: (any Provider)? = nil
  ) {
    scene = Scene(scenario, of: contract, transport: transport, addresses: addresses)
    play = scene.play(provider)
  }

  /// Plays a variation.
  ///
  /// - Parameter name: The name of the variation.
  init(_ name: String, of fixture: VariationFixture, on transport: Transport = .memory) throws {
    let variation = try #require(fixture.list(on: transport).played.first { $0.name == name })
    let other = transport == .memory ? nil : BaseURL("http://127.9.9.9:5000")
    var addresses = fixture.contract.addresses
    addresses.anotherHost = other
    self.init(try fixture.varied(variation), of: fixture.contract, on: transport, addresses: addresses)
  }

  /// Sends a request. Returns the reply; nil if the request is unexpected.
  @discardableResult
  mutating func send(_ request: CapturedRequest) -> Reply? {
    let now = ContinuousClock.now
    if let answer = play.answerContinued(request, &state) { return received(answer, request) }
    let chosen = play.choose(request, at: now, &state)
    let played = scene.played(request, chosen, at: now, &state)
    let answer = play.answer(played, state)
    let given = scene.record(played, answer, at: now, &state)
    return answer == nil ? nil : received(given, request)
  }

  @discardableResult
  mutating func send(
    _ method: String, _ path: String, at origin: String = "http://localhost/v1", _ headers: [(String, String)] = [],
    body: String? = nil
  ) -> Reply? {
    let type = body == nil ? [] : [("Content-Type", "application/json")]
    return send(
      CapturedRequest(
        method: method, url: origin + path, headers: Headers((headers + type).map { Headers.Line($0.0, $0.1) }),
        body: body.map { Array($0.utf8) }))
  }

  private mutating func received(_ answer: Answer, _ request: CapturedRequest) -> Reply {
    guard let provider = answer.provider else { return answer.reply }
    let own = Result { () throws(ProviderFailure) in try provider.answer(to: request, at: scene.addresses) }
    return play.receive(own, to: state.played.count - 1, at: .now, &state)
  }

  /// Ends the call. Returns what it shows.
  mutating func findings(_ outcome: Outcome? = nil, output: String = "", isBroken: Bool = false) -> Findings {
    state.outcome = outcome
    return play.findings(state, Bindings(), output: output, isBroken: isBroken)
  }

  /// Whether each request is compared with nothing.
  var free: [Bool] { state.played.indices.map { play.isFree($0, state) } }
}
