/// The verdict on a scenario, once its driver has ended.
///
/// Only this module makes and changes verdicts: others can make one about a call without a result, and add what became
/// known after the result.
package struct Verdict: Sendable {
  /// The status. With no reasons it is passed. Otherwise it is errored if one reason is, else failed or a known issue
  /// if one reason is failed, else skipped.
  package var status: Status {
    // Reports ask for it often, and most scenarios pass.
    if reasons.isEmpty { return obstacle == nil ? .passed : .skipped }
    // An error of the driver or the machine may have caused an apparent mistake of the client.
    if reasons.contains(where: { $0.status == .errored }) { return .errored }
    if reasons.contains(where: { $0.status == .failed }) { return isKnown ? .knownIssue : .failed }
    return .skipped
  }
  /// Whether the scenario's turn came. If not, the run ended before.
  package var hadTurn: Bool {
    !reasons.contains { $0.kind == .notRun }
  }
  /// Whether the client was called, or at least its driver. If not, the scenario was skipped, its turn did not come, or
  /// no driver could be started.
  package var tookPlace: Bool {
    !reasons.contains { [.notRun, .givenUp, .skipped].contains($0.kind) }
  }
  /// Whether a signal ended the run during the call.
  package var isInterrupted: Bool {
    reasons.contains { $0.kind == .interrupted }
  }
  /// All reasons why the scenario did not pass.
  package internal(set) var reasons: [Reason]
  /// The checks that were not possible, which do not change the status: `request 1: Content-Length`, `exactlyOnce`.
  package internal(set) var unobserved: [Unobserved]
  /// What was seen of secrets, which does not change the status: `credentials at 2 hosts`, `printed`.
  package internal(set) var watched: [Watched]
  /// The secrets of the call, if its output or its outcome may have them.
  package internal(set) var secrets: [String] = []
  /// What the client sent, if all of it was watched; otherwise nil.
  package internal(set) var tally: SecurityTally? {
    get { special?.tally }
    set { special = Special(newValue, timeline) }
  }
  /// When the calls on one client ran, if there were multiple; otherwise nil.
  package internal(set) var timeline: Timeline? {
    get { special?.timeline }
    set { special = Special(tally, newValue) }
  }
  @Rare private var special: Special? = nil
  /// What the real server's answers showed; nil if there were none.
  @Rare package internal(set) var verified: Verified? = nil
  /// Whether entries of known issues cover all reasons.
  package internal(set) var isKnown = false
  /// Why the call did not show what its variation is about, so that it does not pass; nil if it did.
  package internal(set) var obstacle: Variation.Obstacle?
  /// How the call of a variation of `steps` ended; nil for all others.
  package internal(set) var stepEnd: StepEnd?
  /// The record and the outcome of the call, with its base URLs. If they are stored, this reads them once, and not one by
  /// one.
  package var call: Call { stored?.load() ?? ownCall }
  /// The requests of the call with their replies.
  package internal(set) var record: [Exchanged] {
    get { call.record }
    set {
      takeBack()
      ownCall.record = newValue
    }
  }
  /// The outcome of the call; nil if there was no result.
  package internal(set) var outcome: Outcome? {
    get { call.outcome }
    set {
      takeBack()
      ownCall.outcome = newValue
    }
  }
  package var requestCount: Int { stored?.requestCount ?? ownCall.record.count }
  /// The record and the outcome, if they are kept somewhere else; otherwise nil.
  package private(set) var stored: (any StoredCall)?
  private var ownCall: Call
  /// The output of the client's process during the call, standard output and standard error; "" if there was none.
  package internal(set) var output: String
  /// The seconds from the call to its result, or to the event that ended it.
  package internal(set) var duration: Double
  /// The time when the call began, in seconds of the runner's clock; nil if it is not known.
  package internal(set) var began: Double?

  package struct Exchanged: Maskable {
    package var request: CapturedRequest
    /// The reply; nil if the request was not answered.
    package var reply: Reply?
    /// The method and the path as the contract describes them, `POST /orders/{id}`; nil if it does not.
    package var endpoint: String?

    package static var secretParts: [SecretPart<Self>] { [.init(\.request), .init(\.reply), .init(\.endpoint)] }

    package init(request: CapturedRequest, reply: Reply?, endpoint: String? = nil) {
      (self.request, self.reply, self.endpoint) = (request, reply, endpoint)
    }
  }

  package struct Call: Sendable {
    package var record: [Exchanged] = []
    /// The outcome; nil if there was no result.
    package var outcome: Outcome?
    /// The base URLs by their names in placeholders: `baseURL`, `baseURL.auth`. On loopback, each call has its own.
    package var baseURLs: [String: String] = [:]

    package init(record: [Exchanged] = [], outcome: Outcome? = nil, baseURLs: [String: String] = [:]) {
      (self.record, self.outcome, self.baseURLs) = (record, outcome, baseURLs)
    }
  }

  /// Makes the verdict on a scenario whose client gave no result, because of something else.
  ///
  /// - Parameters:
  ///   - reason: Why there is no result: it was skipped, its turn did not come, or its driver did not start.
  ///   - output: The output of the client's process during the call, if there was one.
  ///   - duration: The seconds from the call to its end, if there was one.
  package init(noResult reason: Reason, output: String = "", duration: Double = 0) {
    self.init(reasons: [reason], output: output, duration: duration)
  }

  /// Makes the verdict on a variation that a driver cannot play.
  package static func leftOut(_ obstacle: Variation.Obstacle) -> Verdict {
    copy(of: Verdict(noResult: .skipped(obstacle.text))) { $0.obstacle = obstacle }
  }

  /// Makes the verdict that an earlier report contains.
  package init(
    recorded reasons: [RecordedReason], unobserved: [Unobserved], watched: [Watched], verified: Verified? = nil,
    call: Call, timeline: Timeline? = nil, output: String, duration: Double
  ) {
    self.init(
      reasons: reasons.map(Reason.recorded), unobserved: unobserved, watched: watched, output: output,
      duration: duration)
    ownCall = call
    (self.verified, self.timeline) = (verified, timeline)
  }

  init(
    reasons: [Reason], unobserved: [Unobserved] = [], watched: [Watched] = [], record: [Exchanged] = [],
    outcome: Outcome? = nil, output: String = "", duration: Double = 0
  ) {
    (self.reasons, self.unobserved) = (reasons, unobserved)
    ownCall = Call(record: record, outcome: outcome)
    self.watched = watched
    (self.output, self.duration) = (output, Seconds.recorded(duration))
  }

  /// Adds what became known after the result.
  ///
  /// - Parameter output: What the driver has printed so far; nil if the verdict already has all of it.
  package mutating func amend(_ reason: Reason, record: Exchanged? = nil, output: String? = nil) {
    if reasons.add(reason), let record { self.record.append(record) }
    if let output { self.output = output }
  }

  /// Replaces the record and the outcome by those that are kept somewhere else.
  package mutating func store(_ call: any StoredCall) { (stored, ownCall) = (call, Call()) }

  mutating func replace(_ call: Call) { (stored, ownCall) = (nil, call) }

  /// Reads the record and the outcome into memory again.
  private mutating func takeBack() {
    guard let call = stored?.load() else { return }
    (stored, ownCall) = (nil, call)
  }

  /// The verdict with a note on what happened when the calls around a crash ran alone.
  package var notedAsUnrepeated: Verdict {
    let note = "it did not happen again when this call ran alone, nor when the previous one did"
    return copy(of: self) { verdict in
      for case (let index, .crashed(let termination, let trace, _)) in reasons.enumerated() {
        verdict.reasons[index] = .crashed(termination, trace, note: note)
      }
    }
  }

  /// Returns the verdict of a variation on all of its runs, of which this is the first that did not pass. If others passed,
  /// it is flaky.
  package func repeated(in runs: RepeatedVerdict.Runs) -> Verdict {
    runs.passed > 0 ? flaky(Flakiness(runs: runs)) : self
  }

  /// Returns the verdict with the reason that other runs passed.
  func flaky(_ flakiness: Flakiness) -> Verdict {
    copy(of: self) { $0.reasons.insert(.flaky(flakiness), at: 0) }
  }

  package static let unplayed = Verdict(noResult: .unplayed)

  /// The reason that caused the status; nil if the scenario passed.
  package var leadingReason: Reason? { reasons.first { $0.status == status } ?? reasons.first }
}

extension Verdict {
  /// What few calls have, so that the others keep nothing for it.
  private struct Special: Sendable {
    var tally: SecurityTally?
    var timeline: Timeline?

    /// Returns nil if there is neither.
    init?(_ tally: SecurityTally?, _ timeline: Timeline?) {
      if tally == nil, timeline == nil { return nil }
      (self.tally, self.timeline) = (tally, timeline)
    }
  }
}

/// The way in which one scenario ended.
package enum Status: String, Sendable, CaseIterable {
  case passed, failed, errored
  /// The scenario failed, and entries of known issues cover all reasons.
  case knownIssue
  case skipped

  /// Whether the scenario did not pass, and nothing excuses that.
  package var isBroken: Bool { self == .failed || self == .errored }
}
