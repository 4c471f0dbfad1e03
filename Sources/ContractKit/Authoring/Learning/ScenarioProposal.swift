package import ContractCore
import Foundation

/// What `learn` proposes for one scenario, from what one client did.
package struct ScenarioProposal: Sendable {
  package let contract: Contract
  package let scenario: Scenario
  /// The scenario as the contract has it, if parts of it are learned again; otherwise nil.
  let original: Scenario?
  /// The outcomes by transport, if the contract has no expectation.
  var outcomes: [Transport: OutcomeProposal] = [:]
  /// The requests by the index of their exchange, where the contract describes none: complete ones, or what replaces
  /// parts of the described ones, if these are learned again. They are known even if the proposal is refused.
  var requests: [Int: JSON] = [:]
  /// The number of an exchange, from 1, whose request was not seen in any call, so that another scenario has to show it;
  /// nil if all were seen.
  package var unseen: Int?
  /// Why the scenario is not played on any transport of the client; nil if it is played.
  package private(set) var skip: String?
  package var refusals: [UnlearnableReason] = []
  /// Why the expectation may be a mistake, unless the client succeeds with another valid response of the contract: it
  /// fails with this one.
  private var doubt: UnlearnableReason?
  /// What became of the input in requests; nil if that cannot be seen.
  private(set) var inputs: Inputs?
  /// The secrets in the requests that the contract does not contain.
  package private(set) var unknownSecrets: [UnknownSecret] = []
  /// What is wrong with lists of the input in requests.
  package private(set) var unclearLists: [String] = []
  /// Whether the client failed, and the proposal expects what it should do instead. The failure is a known issue then.
  package var isKnownIssue: Bool { !knownCodes.isEmpty }
  /// The codes of the reasons that are known then.
  package var knownCodes: Set<String> = []

  /// Whether it can be written.
  package var isAccepted: Bool { refusals.isEmpty && skip == nil }

  /// Proposes what the contract does not describe.
  ///
  /// If anything is wrong with a call, nothing is proposed for its scenario: an expectation would say that this is right.
  ///
  /// - Parameters:
  ///   - observations: The calls of the scenario on each transport, at least two each.
  ///   - present: The time of the calls. Times near it in a request are not the same in every run.
  ///   - accepts: Whether failures of the client are accepted as known issues.
  package init(
    of scenario: Scenario, in contract: Contract, insteadOf original: Scenario? = nil,
    from observations: [Observation], present: TimeWindow, accepts: Bool = false
  ) {
    (self.contract, self.scenario, self.original) = (contract, scenario, original)
    let played = observations.filter(\.verdict.tookPlace)
    if played.isEmpty {
      let reasons = observations.flatMap(\.verdict.reasons)
      if case .skipped(let why)? = reasons.first {
        skip = why
      } else {
        refusals.append(.notPlayed(reasons.first ?? .notRun("the run ended before its turn")))
      }
      return
    }
    refuse(failuresOf: played, present)
    if refusals.isEmpty, scenario.expect == nil { proposeOutcomes(played, present) }
    if accepts { acceptFailure() }
    proposeRequests(played, present)
    noteInputs(played, present)
  }

  /// Accepts that the client did something else than fail, if it must fail and if nothing else is wrong.
  private mutating func acceptFailure() {
    let codes = refusals.compactMap(\.knownCode)
    guard !codes.isEmpty, codes.count == refusals.count else { return }
    knownCodes = Set(codes)
    refusals = []
  }

  private mutating func refuse(failuresOf observations: [Observation], _ present: TimeWindow) {
    let reasons = observations.flatMap(\.otherReasons).uniqued { reason in
      guard case .unexpectedRequest(let one) = reason, let url = RequestURL(one.request.url) else {
        return reason.summary
      }
      // On loopback, each call has its own port.
      return "\(one.number) \(one.request.method) \(url.path) \(url.query ?? "")"
    }
    refusals += differences(reasons, observations, present)
    let failing = scenario.exchanges.firstIndex { $0.request == nil && $0.response.error != nil }
    if let failing, !refusals.isEmpty, !contract.baseURLs.isEmpty,
      observations.contains(where: { $0.transport == .loopback && !$0.otherReasons.isEmpty })
    {
      refusals.append(.unknownBase(exchange: failing + 1))
    }
  }

  // MARK: Expectation

  /// The expectation; nil if the contract has one.
  package var expect: JSON? {
    if isKnownIssue {
      // After a valid response, nobody knows which success is right.
      return scenario.expect != nil
        ? nil : invalidKind == nil ? ["success": ["$any": true]] : ["failure": .string(Failure.any)]
    }
    guard let first = outcomes[.memory] ?? outcomes[.loopback] else { return nil }
    let other = outcomes[.loopback] ?? first.onAnotherPlatform(of: scenario)
    guard let other, other != first, !isExpectedAnyway(other, beside: first) else { return first.json }
    return .object((first.json.object?.members.map { ($0.name, $0.value) } ?? []) + [("loopback", other.json)])
  }

  private mutating func proposeOutcomes(_ observations: [Observation], _ present: TimeWindow) {
    for transport in Transport.allCases {
      for observation in observations where observation.transport == transport {
        if let bytes = observation.unlearned?.outcome?.size, bytes > UnlearnableReason.largestOutcome {
          return refusals.append(.tooLarge(bytes: bytes))
        }
        guard let unlearned = observation.unlearned,
          let outcome = OutcomeProposal(
            unlearned.outcome, of: scenario, on: transport, addresses: unlearned.addresses, present: present)
        else { continue }
        if let first = outcomes[transport] {
          guard first != outcome else { continue }
          return refusals.append(.unstable(first.json.text, outcome.json.text))
        }
        if let refusal = suspicion(of: unlearned.outcome) { return refusals.append(refusal) }
        doubt = doubt ?? self.doubt(of: unlearned.outcome)
        outcomes[transport] = outcome
      }
    }
  }

  /// Returns whether an outcome on loopback needs no description: any failure is expected there if the response is not
  /// HTTP.
  private func isExpectedAnyway(_ loopback: OutcomeProposal, beside memory: OutcomeProposal) -> Bool {
    !loopback.isSuccess && !memory.isSuccess && scenario.exchanges.contains { $0.response.kind == .nonHTTP }
  }

  /// Returns why an outcome is probably a mistake of the client or the contract; nil if it may be right.
  private func suspicion(of outcome: Outcome?) -> UnlearnableReason? {
    let invalid = invalidKind
    guard case .success(let value)? = outcome, let invalid, !(invalid == .corruptJSON && isBody(value)) else {
      return nil
    }
    return .success(value, after: invalid)
  }

  /// Returns why a failure may be a mistake of the contract: the client does not understand a valid response.
  private func doubt(of outcome: Outcome?) -> UnlearnableReason? {
    guard case .failure(let failure, _)? = outcome, invalidKind == nil, !scenario.exchanges.isEmpty,
      let category = failure["category"]?.string
    else { return nil }
    return .failure(failure, onValid: category)
  }

  /// The kind of the response that decides the outcome, if it is not valid: the last one, or with `order: any` each of
  /// them.
  private var invalidKind: Response.Kind? {
    let kinds = scenario.exchanges.map(\.response.kind)
    let deciding = scenario.order == .any ? kinds.first { $0 != .valid } : kinds.last
    return deciding == .valid ? nil : deciding
  }

  /// Returns whether a value is the response's own body: such a client hands data on and does not read it.
  private func isBody(_ value: JSON) -> Bool {
    guard let body = scenario.exchanges.last?.response.body?.bytes, !body.isEmpty else { return false }
    let members = value.object?.members ?? []
    let text = members.count == 1 ? members[0].value.string : value.string
    return text.map { Array($0.utf8) == body || $0 == Data(body).base64EncodedString() } ?? false
  }

  /// Refuses the failures after valid responses in each contract in which the client succeeds with none. Its author most
  /// likely wrote a wrong response. If it succeeds with another one, they are probably meant.
  package static func resolveDoubts(in proposals: inout [ScenarioProposal], accepts: Bool = false) {
    var successes: Set<String> = []
    for (name, own) in Dictionary(grouping: proposals, by: \.contract.name) {
      let isKnown = own[0].contract.scenarios.contains { scenario in
        if case .success? = scenario.expect?.outcome { true } else { false }
      }
      let succeeds = own.contains { $0.isAccepted && $0.outcomes.values.contains(where: \.isSuccess) }
      if isKnown || succeeds { successes.insert(name) }
    }
    for index in proposals.indices {
      guard let doubt = proposals[index].doubt, proposals[index].isAccepted,
        !successes.contains(proposals[index].contract.name)
      else { continue }
      if accepts { proposals[index].knownCodes.insert("mismatch") } else { proposals[index].refusals.append(doubt) }
    }
  }

  /// Whether the client fails with a response that is valid.
  package var failsWithValid: Bool { doubt != nil && isAccepted }

  // MARK: Requests

  private mutating func proposeRequests(_ observations: [Observation], _ present: TimeWindow) {
    for (index, exchange) in scenario.exchanges.enumerated() where exchange.request == nil {
      let samples = observations.flatMap { observation in
        (observation.unlearned?.requests ?? []).filter { $0.exchange == index }.compactMap {
          observation.sample($0.request)
        }
      }
      guard !samples.isEmpty else {
        unseen = unseen ?? index + 1
        continue
      }
      do throws(RequestProposal.Problem) {
        requests[index] = try request(samples, present)
      } catch {
        // A client that did something wrong anyway is reported for that.
        if refusals.isEmpty { refusals.append(.request(error, exchange: index + 1)) }
      }
      rewrite(index, samples)
    }
  }

  func request(_ samples: [RequestSample], _ present: TimeWindow) throws(RequestProposal.Problem) -> JSON {
    try RequestProposal.make(
      samples, present: present, input: scenario.input, isInContract: { [scenario] in scenario.contains($0) })
  }

  private mutating func noteInputs(_ observations: [Observation], _ present: TimeWindow) {
    let requests = observations.compactMap(\.unlearned).flatMap { $0.requests.map(\.request) }
    // Most calls send the same as the first one.
    let different = requests.reduce(into: [CapturedRequest]()) { if !$0.contains($1) { $0.append($1) } }
    inputs = Self.inputs(of: scenario, in: contract, sent: different)
    unclearLists = Self.unclearLists(in: scenario.input, sent: requests)
    unknownSecrets = UnknownSecret.all(of: scenario, in: requests, unsent: inputs?.unsent ?? [], present)
  }

  /// Reduces a complete request to what replaces parts of the described one, if there is one.
  private mutating func rewrite(_ index: Int, _ samples: [RequestSample]) {
    guard let request = requests[index], let described = scenario.exchanges[index].forgotten else { return }
    do throws(RequestShape.Unrewritable) {
      requests[index] = try described.rewritten(as: request, from: samples, number: index + 1)
    } catch {
      refusals.append(.notRewritable(what: error.what, at: error.range))
    }
  }

  // MARK: Requests that differ from what the contract describes

  /// Returns the refusals for some reasons. The first one about a request has what to write if the client is right.
  func differences(_ reasons: [Reason], _ observations: [Observation], _ present: TimeWindow) -> [UnlearnableReason] {
    // What leaks a secret is not right.
    let isLeak = reasons.contains { if case .leaked = $0 { true } else { false } }
    var written: Set<Int> = []
    return reasons.map { reason in
      guard !isLeak, case .mismatch(let mismatch) = reason, let number = mismatch.request, !written.contains(number),
        let request = sent(number, mismatch.part, observations, present)
      else { return .reason(reason) }
      written.insert(number)
      let exchange = scenario.exchanges[number - 1]
      return .differs(
        reason, write: request, exchange: number,
        at: scenario.place.listsExchanges ? exchange.range : scenario.place.object)
    }
  }

  /// Returns what the request of an exchange must have to be what the client sends; nil if that cannot be written.
  private func sent(
    _ number: Int, _ part: Mismatch.Part, _ observations: [Observation], _ present: TimeWindow
  ) -> JSON? {
    switch part {
    case .missingRequest, .notBefore, .follows, .outcome: return nil
    default: break
    }
    guard scenario.order == .sequence, scenario.exchanges.indices.contains(number - 1),
      let described = scenario.exchanges[number - 1].request
    else { return nil }
    let samples = observations.compactMap { observation in
      let record = observation.verdict.record
      return record.count < number ? nil : observation.sample(record[number - 1].request)
    }
    guard !samples.isEmpty, let whole = try? request(samples, present) else { return nil }
    return try? described.rewritten(as: whole, from: samples, number: number)
  }

  // MARK: Multiple clients that use one contract

  /// Returns the proposal on which all clients agree. If they do not agree, it is refused.
  ///
  /// - Parameter proposals: The proposals for one scenario, at least one, each with its client.
  package static func merged(_ proposals: [(client: String, proposal: ScenarioProposal)]) -> ScenarioProposal? {
    // Clients that do not play the scenario have no part in it.
    let played = proposals.filter { $0.proposal.skip == nil }
    let proposals = played.isEmpty ? proposals : played
    guard var merged = proposals.first?.proposal else { return nil }
    for (_, other) in proposals.dropFirst() { merged.merge(other, of: proposals) }
    return merged
  }

  private mutating func merge(_ other: ScenarioProposal, of proposals: [(client: String, proposal: ScenarioProposal)]) {
    refusals += other.refusals
    knownCodes.formUnion(other.knownCodes)
    if !refusals.isEmpty { return }
    let shared = Transport.allCases.filter { outcomes[$0] != nil && other.outcomes[$0] != nil }
    if let transport = shared.first(where: { outcomes[$0] != other.outcomes[$0] }) {
      return refuse(proposals) { $0.outcomes[transport]?.json.text ?? "nothing" }
    }
    outcomes.merge(other.outcomes) { own, _ in own }
    for (index, request) in other.requests {
      guard let own = requests[index] else {
        requests[index] = request
        continue
      }
      guard let common = Self.commonRequest(own, request) else {
        return refuse(proposals) { $0.requests[index]?.text ?? "nothing" }
      }
      requests[index] = common
    }
    // On another transport, one of them may see what the other cannot.
    if other.unseen == nil || unseen == nil { unseen = nil }
  }

  private mutating func refuse(
    _ proposals: [(client: String, proposal: ScenarioProposal)], _ text: (ScenarioProposal) -> String
  ) {
    refusals.append(.clients(proposals.map { ($0.client, text($0.proposal)) }))
  }

  /// Returns the request that two clients send; nil if they send different ones. A header that only one of them sends is
  /// its own matter, and is left out.
  private static func commonRequest(_ one: JSON, _ other: JSON) -> JSON? {
    guard var members = one.object?.members, let others = other.object?.members else { return nil }
    let (headers, otherHeaders) = (one["headers"]?.object?.members ?? [], other["headers"]?.object?.members ?? [])
    let common = headers.filter { header in otherHeaders.contains { $0.name.isSameName(header.name) } }
    let isSame = common.allSatisfy { header in
      otherHeaders.contains { $0.name.isSameName(header.name) && $0.value == header.value }
    }
    members.removeAll { $0.name == "headers" }
    let rest = JSON(.object(JSON.Object(others.filter { $0.name != "headers" })))
    guard isSame, JSON(.object(JSON.Object(members))) == rest else { return nil }
    if !common.isEmpty {
      let place = members.firstIndex { $0.name == "body" } ?? members.endIndex
      members.insert(JSON.Object.Member(name: "headers", value: JSON(.object(JSON.Object(common)))), at: place)
    }
    return JSON(.object(JSON.Object(members)))
  }
}

extension Outcome {
  /// The number of bytes of its JSON; nil if the call did not end with one result.
  fileprivate var size: Int? {
    switch self {
    case .success(let value): value.utf8.count
    case .failure(let failure, let values): failure.utf8.count + (values?.utf8.count ?? 0)
    case .neverCompleted, .completedTwice, .neverResumed, .unsupported: nil
    }
  }
}

/// What a client did in one call of a scenario.
package struct Observation: Sendable {
  /// The way in which requests traveled.
  package var transport: Transport
  package var verdict: Verdict

  package init(_ verdict: Verdict, on transport: Transport) {
    self.verdict = verdict
    self.transport = transport
  }

  /// What the contract does not describe; nil if it describes everything, or if there was no call.
  var unlearned: Unlearned? {
    verdict.reasons.lazy.compactMap { if case .notLearned(let unlearned) = $0 { unlearned } else { nil } }.first
  }

  /// Returns a request of the call with what it takes to read it; nil if there was no call.
  func sample(_ request: CapturedRequest) -> RequestSample? {
    unlearned.map { RequestSample(request: request, addresses: $0.addresses, transport: transport) }
  }

  /// The reasons that have nothing to do with what the contract does not describe yet.
  var otherReasons: [Reason] { verdict.reasons.filter { if case .notLearned = $0 { false } else { true } } }
}

extension Scenario {
  /// Returns the scenario without the expectation or the requests that reasons contradict, so that they can be learned
  /// again.
  package func forgetting(_ reasons: [Reason]) -> Scenario {
    var forgetsOutcome = false
    var forgotten: Set<Int> = []
    for case .mismatch(let mismatch) in reasons {
      switch mismatch.part {
      case .outcome: forgetsOutcome = true
      // These parts do not belong to a request that was sent.
      case .missingRequest, .notBefore, .follows: break
      default: if let number = mismatch.request, order == .sequence { forgotten.insert(number - 1) }
      }
    }
    if !forgetsOutcome, forgotten.isEmpty { return self }
    let exchanges = exchanges.enumerated().map { index, exchange in
      forgotten.contains(index) ? exchange.withoutRequest : exchange
    }
    return with(exchanges: exchanges, expect: forgetsOutcome ? .some(nil) : nil)
  }
}
