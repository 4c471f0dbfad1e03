/// What a request of a call gets, and what the call shows in the end: as the contract writes it, or in another way.
///
/// A script asks one play, which it keeps beside what it records of every call. What only one kind of play knows is in
/// that play, so that a new kind touches nothing else.
protocol Play: Sendable {
  typealias State = Script.State
  typealias Played = Script.Played
  typealias Judged = Script.Judged
  typealias Chosen = Script.Chosen

  var scene: Scene { get }

  // MARK: What a request gets

  /// The answers to the first requests in their order: up to the first one that depends on what the client sends or on the
  /// time, or that is too large to be written before it is asked for.
  var fixedAnswers: [Reply] { get }
  /// Whether a request may get its answer before its body has come, if the contract describes that.
  var answersEarly: Bool { get }
  /// Returns the answer to a request that belongs to an earlier one, and records it; nil for all others.
  mutating func answerContinued(_ request: CapturedRequest, _ state: inout State) -> Answer?
  /// Chooses the exchange that answers a request.
  mutating func choose(_ request: CapturedRequest, at now: ContinuousClock.Instant, _ state: inout State) -> Chosen
  /// Returns the answer to a request; nil if it is unexpected. If it gets one, it is recorded as the next of `played`.
  mutating func answer(_ played: Played, _ state: State) -> Answer?
  /// Records what a provider answered to a request, and returns the reply.
  mutating func receive(
    _ answer: Result<Reply, ProviderFailure>, to index: Int, at now: ContinuousClock.Instant, _ state: inout State
  ) -> Reply
  /// Returns whether the client may send a request after the result.
  func allowsLate(_ request: CapturedRequest, _ state: State) -> Bool

  // MARK: What the call shows

  /// Returns whether a request is not compared with anything.
  func isFree(_ index: Int, _ state: State) -> Bool
  /// Returns whether the client decides when a request comes.
  func isFreeInTime(_ index: Int) -> Bool
  /// Adds to an unexpected request what is known about it.
  func complete(_ unexpected: inout Reason.Unexpected, _ index: Int, _ state: State)
  /// Returns whether something that went wrong around the call is right, or follows from what is found.
  func explains(_ blame: Reason, _ state: State) -> Bool
  /// Returns what the call shows besides its requests and its outcome.
  ///
  /// - Parameter isBroken: Whether something is wrong with the requests, or around the call.
  func findings(_ state: State, _ bindings: Bindings, output: String, isBroken: Bool) -> Findings
  /// Returns what is to be said about a request that an exchange answers, or that is missing; nil for nothing.
  func note(onExchange index: Int) -> String?
  /// Returns the outcome that is expected of one of multiple calls on one client; nil if none is described.
  ///
  /// - Parameter index: The index of the call; the last one is the only one of most scenarios.
  func expected(ofCall index: Int) -> Scenario.Expectation.Outcome?
  /// Returns what is to be said about the outcome of a call; nil for nothing.
  func note(onCall index: Int) -> String?
  /// Returns the reasons that remain in the end, and what was verified.
  func conclude(_ reasons: [Reason], _ state: State) -> ([Reason], Verified?)
}

/// What a request gets.
struct Answer: Sendable {
  var reply: Reply
  /// What gives another reply in place of this one; nil if nothing does.
  var provider: (any Provider)?
  var isLate = false

  init(_ reply: Reply, from provider: (any Provider)? = nil, isLate: Bool = false) {
    (self.reply, self.provider, self.isLate) = (reply, provider, isLate)
  }
}

/// What was seen and is only counted, by its name in reports.
package enum Watched: String, Sendable {
  /// A secret went to more than one of the base URLs that the call gave.
  case sharedCredentials = "credentials at 2 hosts"
  /// A secret is in the output or in the message of an error.
  case printedCredentials = "printed"
  /// A request was sent twice that may have had an effect each time.
  case sentTwice = "sent twice"

  package var text: String {
    switch self {
    case .sharedCredentials: rawValue
    case .printedCredentials: "secrets \(rawValue)"
    case .sentTwice: "a request \(rawValue)"
    }
  }
}

/// What a call shows besides its requests and its outcome.
struct Findings {
  var reasons: [Reason] = []
  /// What is only counted.
  var counted: [Watched] = []
  /// The secrets, if the output or the outcome of the call may have them.
  var secrets: [String] = []
  /// Whether the client must have sent each request that the contract describes.
  var needsAll = true
  /// A note on a request that is missing, and one on another outcome.
  var (noteOnMissing, noteOnOutcome): (String?, String?) = (nil, nil)
  /// Why the call does not show what it is about.
  var obstacle: Variation.Obstacle?
  /// How the call ended after a fault.
  var end: StepEnd?
  /// What the client sent, if all of it is watched.
  var tally: SecurityTally?
  /// When the calls on one client ran, if there are multiple.
  var timeline: Timeline?
}

// MARK: What the contract writes

extension Play {
  var scenario: Scenario { scene.scenario }
  var addresses: Addresses { scene.addresses }
  var transport: Transport { scene.transport }

  var fixedAnswers: [Reply] { [] }
  var answersEarly: Bool { true }
  mutating func answerContinued(_ request: CapturedRequest, _ state: inout State) -> Answer? { nil }
  mutating func choose(_ request: CapturedRequest, at now: ContinuousClock.Instant, _ state: inout State) -> Chosen {
    scene.choose(request, at: now, &state)
  }
  mutating func answer(_ played: Played, _ state: State) -> Answer? { ownAnswer(to: played) }
  mutating func receive(
    _ answer: Result<Reply, ProviderFailure>, to index: Int, at now: ContinuousClock.Instant, _ state: inout State
  ) -> Reply { .callIsOver }
  func allowsLate(_ request: CapturedRequest, _ state: State) -> Bool { false }

  func isFree(_ index: Int, _ state: State) -> Bool { false }
  func isFreeInTime(_ index: Int) -> Bool { false }
  func complete(_ unexpected: inout Reason.Unexpected, _ index: Int, _ state: State) {}
  func explains(_ blame: Reason, _ state: State) -> Bool { false }
  func findings(_ state: State, _ bindings: Bindings, output: String, isBroken: Bool) -> Findings {
    scene.findings(state, output)
  }
  func note(onExchange index: Int) -> String? { nil }
  func expected(ofCall index: Int) -> Scenario.Expectation.Outcome? { scenario.expected(on: transport) }
  func note(onCall index: Int) -> String? { nil }
  func conclude(_ reasons: [Reason], _ state: State) -> ([Reason], Verified?) { (reasons, nil) }

  /// Returns the answer of the exchange that was chosen for a request; nil if none was.
  func ownAnswer(to played: Played) -> Answer? {
    played.exchangeIndex.map {
      Answer(Reply(scene.scenario.exchanges[$0].response, to: played.exchanged.request))
    }
  }
}

/// A scenario with nothing but its exchanges: as it is, or with a change that asks for no other answers.
struct WrittenPlay: Play {
  let scene: Scene

  /// How many bytes fixed answers may have.
  private static let mostFixedBytes = 65_536

  var fixedAnswers: [Reply] {
    // When a request comes is only known if the runner answers the one before it.
    guard scenario.order == .sequence,
      scenario.exchanges.allSatisfy({ $0.notBefore == nil && $0.follows.isEmpty })
    else { return [] }
    var answers: [Reply] = []
    var bytes = 0
    for exchange in scenario.exchanges {
      guard let answer = Reply(fixed: exchange.response) else { break }
      bytes += answer.headers.lines.reduce(answer.body?.count ?? 0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
      if bytes > Self.mostFixedBytes { break }
      answers.append(answer)
    }
    return answers
  }

  func findings(_ state: State, _ bindings: Bindings, output: String, isBroken: Bool) -> Findings {
    var findings = scene.findings(state, output)
    if scenario.variant?.mayEndEarly == true, state.used.count == scenario.exchanges.count - 1 {
      findings.needsAll = false
    }
    // A client that sends nothing refuses the input.
    if state.record.isEmpty, state.blames.isEmpty { findings.noteOnMissing = scenario.variation?.change.refusal }
    if scenario.variation?.field == nil { return findings }
    findings.noteOnOutcome =
      switch scenario.expect?.outcome {
      case .success: "the changed body is valid against the schema"
      case .failure: "the changed body is not valid against the schema"
      case .failureOrSame, .anything, nil: nil
      }
    // A client that passes the value on may have more in its outcome than a message can carry.
    if case .unsupported(_?) = state.outcome, scenario.largeChange != nil { findings.obstacle = .tooLarge }
    return findings
  }
}

extension Scene {
  /// Returns what plays the scenario.
  ///
  /// - Parameter provider: What asks the real server in place of the scenario's answers; nil if these are played.
  func play(_ provider: (any Provider)? = nil) -> any Play {
    if let provider { return RealServerPlay(self, provider) }
    if let play = scenario.variant.flatMap({ SecurityPlay(self, $0) }) { return play }
    if let play = scenario.variant.flatMap({ InputsPlay(self, $0) }) { return play }
    if let group = scenario.variant?.group { return GroupPlay(self, group) }
    return scenario.variant?.recovery.map { FaultPlay(self, $0) } ?? WrittenPlay(scene: self)
  }
}
