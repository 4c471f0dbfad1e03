/// A reason why a scenario did not pass, with the facts that its text needs.
///
/// `Reason.Text.swift` turns every reason into words.
///
/// It is indirect, because a mismatch has so many parts that each copy of it takes longer than what is done with it.
package indirect enum Reason: Sendable {
  // MARK: Failed: the client did something wrong
  case mismatch(Mismatch)
  /// The driver's process ended during the call. The trace is what its output reports about the crash. If something else
  /// ended it, the call is errored.
  case crashed(TerminationStatus, CrashTrace? = nil, note: String? = nil)
  case timedOut(Timeout)
  /// The completion handler was released before it was called. `after` is the last request before that, if there was
  /// one.
  case neverCompleted(after: Verdict.Exchanged? = nil)
  /// The client completed again after its completion. `times` counts all completions.
  case completedTwice(times: Int = 2)
  case neverResumed
  /// Work that the client left behind blocked the process: the next call had no result, but has one when it runs alone.
  case stalled(next: String)
  /// The client tried to reach the real network. `host` is what it asked the runner's proxy for, and `peer` is the port
  /// of this machine that the request came from.
  case escaped(Escape)
  /// The client sent a secret to a host that it is not for.
  case leaked(Leak)
  /// The client did something else that is not safe.
  case insecure(Insecurity)
  /// The client did something wrong after a fault at an exchange before the last one, or the fault was not tried.
  case step(StepProblem)
  /// Multiple calls on one client did something wrong together.
  case group(GroupProblem)
  /// What the client did wrong with another value in its input.
  case input(InputProblem)
  case unexpectedRequest(Unexpected)
  /// Bytes on a socket that are not an HTTP request.
  case malformed(MalformedRequest)
  /// A late request: one that came after the result. `more` counts later ones that are not reported one by one.
  case late(CapturedRequest, more: Int = 0)
  /// The scenario passed in some of its runs and not in others. It stands before the reasons of a run that did not pass.
  case flaky(Flakiness)
  /// With a changed field, the client did something that nobody approved.
  case unapproved(UnapprovedField)
  /// The real server's answers differ from those of the contract.
  case drift(Drift)

  // MARK: Errored: the driver, the machine or the contract prevented a result
  /// The driver broke the protocol: a description of what it wrote or did.
  case protocolFault(String)
  /// The driver does not have the operation, or explains in `why` that it cannot run it. `known` lists its operations.
  case unsupported(operation: String, known: [String], why: String? = nil, at: SourceRange)
  /// The contract asks for a part of a request that the driver could not see.
  case unobservable(part: Mismatch.Part, at: SourceRange?)
  /// Foundation hangs on a 401 with a Basic challenge; see docs/platforms.md.
  case basicChallenge(deadline: Double)
  case stopped(Finding.StopCause, at: SourceRange)
  /// The driver could not be started: the number of attempts, and the last thing that was seen.
  case givenUp(starts: Int, why: String)
  /// The run ended before the scenario's turn. The text explains why.
  case notRun(String)
  /// The contract does not describe the outcome or a request yet.
  case notLearned(Unlearned)
  /// A variation's outcome has nothing to be compared with: two calls of the scenario itself did not both end with a
  /// success or a failure. If `endedTwice`, they did, but not in the same way.
  case notCompared(endedTwice: Bool, at: SourceRange)

  /// The real server did not give an answer that says anything about the contract.
  case provider(ProviderFailure)

  /// A signal ended the run during the call, so many seconds after the call began. The text is the signal.
  case interrupted(String, after: Double)

  // MARK: Skipped
  case skipped(String)

  // MARK: Any status
  /// A reason that an earlier report contains.
  case recorded(RecordedReason)

  /// How an unexpected request repeats the request before it.
  package enum Repeat: Sendable {
    /// The request before it had an answer that was not a success.
    case triesAgain
    /// The request before it had an answer that was a success.
    case afterSuccess
    /// The request before it had no answer yet.
    case atOnce
  }

  /// A response that does not come, because the contract describes silence.
  package struct Silence: Sendable {
    /// The request's timeout in seconds; nil if the contract does not describe one.
    var timeout: Double?
    /// Whether URLSession on Linux sent the request.
    var isFromFoundationOnLinux = false
  }

  package var status: Status { facts.status }
  /// The code; nil for one that only another version of contract-run knows.
  package var kind: Code? { facts.code }
  /// The code in reports.
  package var code: String { if case .recorded(let recorded) = self { recorded.code } else { kind?.rawValue ?? "" } }

  /// The exchange that is nearest to a request that has no exchange, or another one's; or the request that
  /// is nearest to a missing one.
  package var nearest: NearestRequest? {
    switch self {
    case .mismatch(let mismatch): mismatch.nearest
    case .unexpectedRequest(let unexpected): unexpected.nearest
    default: nil
    }
  }

  /// What went wrong, by the name that reports have for it.
  package enum Code: String, Sendable, CaseIterable {
    case mismatch, crashed, timedOut, neverCompleted, completedTwice, neverResumed, stalled, escaped, leaked, injected
    case traversed, endless, followed, unverified, printed, unexpectedRequest, malformed, late, flaky, unapproved
    case drift, hollow, ignored, partial, sentTwice, leftOpen, notCancelled, tooSoon, endedEarly, leftOut, strayed
    case notReached
    case protocolFault, unsupported, unobservable, basicChallenge
    case regexStopped, schemaStopped, unorderedStopped, givenUp, killed, notRun, notLearned, notCompared, notThere
    case refused, interrupted, skipped
  }

  private var facts: (code: Code?, status: Status) {
    switch self {
    case .mismatch(let mismatch): (mismatch.isEarlyEnd ? .endedEarly : .mismatch, .failed)
    case .crashed(let termination, _, _): termination.isFromOutside ? (.killed, .errored) : (.crashed, .failed)
    case .timedOut: (.timedOut, .failed)
    case .neverCompleted: (.neverCompleted, .failed)
    case .completedTwice: (.completedTwice, .failed)
    case .neverResumed: (.neverResumed, .failed)
    case .stalled: (.stalled, .failed)
    case .escaped: (.escaped, .failed)
    case .leaked: (.leaked, .failed)
    case .insecure(let insecurity): (insecurity.code, .failed)
    case .step(let problem): (problem.code, problem.status)
    case .group(let problem): (problem.code, .failed)
    case .input(let problem): (problem.code, .failed)
    case .unexpectedRequest: (.unexpectedRequest, .failed)
    case .malformed: (.malformed, .failed)
    case .late: (.late, .failed)
    case .flaky: (.flaky, .failed)
    case .unapproved: (.unapproved, .failed)
    case .drift: (.drift, .failed)
    case .protocolFault: (.protocolFault, .errored)
    case .unsupported: (.unsupported, .errored)
    case .unobservable: (.unobservable, .errored)
    case .basicChallenge: (.basicChallenge, .errored)
    case .stopped(.expression, _): (.regexStopped, .errored)
    case .stopped(.schema, _): (.schemaStopped, .errored)
    case .stopped(.pairs, _): (.unorderedStopped, .errored)
    case .givenUp: (.givenUp, .errored)
    case .notRun: (.notRun, .errored)
    case .notLearned: (.notLearned, .errored)
    case .notCompared: (.notCompared, .errored)
    case .provider(let failure): (failure.kind == .notThere ? .notThere : .refused, .errored)
    case .interrupted: (.interrupted, .errored)
    case .skipped: (.skipped, .skipped)
    case .recorded(let recorded): (Code(rawValue: recorded.code), recorded.status)
    }
  }
}

extension Reason {
  /// A call that had no result within its deadline.
  package struct Timeout: Maskable {
    package var deadline: Double
    /// How many seconds before the deadline the last answer went out; nil if there was none; negative if it was still
    /// to come.
    package var sinceLastAnswer: Double?
    /// The language that the driver says it is written in; nil if it says none, or another one.
    package var language: DriverLanguage?
    var last: Reply?
    /// Facts about the silence, if the contract's answer is silence on a socket.
    var silence: Silence?
    /// What went on until the deadline; nil if nothing did.
    var stall: Variation.Stall?
    /// A line of the driver that looks like a result but is not a message.
    var lostResult: String?
    /// What is large in the response of a variation; nil if it is not about that.
    var large: String?
    /// How many unexpected requests came.
    var unexpected = 0
    /// Which of multiple calls on one client it is, in words; nil if there is one call.
    var call: String?

    package static var secretParts: [SecretPart<Self>] { [.init(\.last), .init(\.lostResult)] }
  }

  /// Returns the reason of a call that had no result within its deadline, of which nothing else is known yet.
  package static func timedOut(deadline: Double, sinceLastAnswer: Double?, language: DriverLanguage? = nil) -> Reason {
    .timedOut(Timeout(deadline: deadline, sinceLastAnswer: sinceLastAnswer, language: language))
  }

  /// A request that the scenario does not describe, or that comes more often than it describes.
  package struct Unexpected: Maskable {
    /// The number of the request, from 1.
    package var number: Int
    package var request: CapturedRequest
    /// How many requests are described.
    package var described: Int
    /// How many unexpected requests came after it that are not reported one by one.
    package var more = 0
    /// How it repeats the request before it; nil if it is another one.
    package var repeats: Repeat?
    /// The order in which the described requests may come.
    package var order = Scenario.Order.sequence
    package var nearest: NearestRequest?
    /// The number of the last request, if the reason stands for consecutive equal requests.
    package var through: Int?
    /// How often a variation lets the client send its last request; nil if the contract cannot change that.
    package var attempts: Int?
    /// The fault before it, and what the client may send then, in words; nil if there was none.
    var fault: (text: String, allowed: String)?
    /// What the contract can leave out, if an answer is changed; otherwise nil.
    var exception: (name: String, family: Variation.Family)?
    /// Whether a scenario has the same problem as it is written.
    package var failsAsWritten = false
    /// Whether it repeats a request that may have had an effect.
    var mayHaveActed = false
    /// Which of multiple calls on one client sent it, in words; nil if there is one call, or if nobody knows.
    var call: String?
    /// The place of the described requests.
    package var range: SourceRange

    package static var secretParts: [SecretPart<Self>] { [.init(\.request), .init(\.nearest)] }

    /// How many `attempts` of a contract would have allowed all that came; nil if the contract cannot allow that.
    package var neededAttempts: Int? {
      guard let attempts, repeats == .triesAgain else { return nil }
      let needed = attempts + (through ?? number) - number + 1 + more
      return needed <= VariationRules.mostAttempts ? needed : nil
    }
  }

  package var isMissingRequest: Bool {
    if case .mismatch(let mismatch) = self { mismatch.part == .missingRequest } else { false }
  }

  /// Whether it is about which requests the client sends, and not about secrets.
  var isAboutRequests: Bool {
    switch self {
    case .mismatch(let mismatch): mismatch.part != .outcome
    case .unexpectedRequest, .malformed, .late, .escaped: true
    default: false
    }
  }

  package static let unplayed = Reason.notRun("the run ended before its turn")

  /// The place in the contract that the reason is about; nil if there is none.
  package var range: SourceRange? {
    switch self {
    case .mismatch(let mismatch): mismatch.range
    case .unsupported(_, _, _, let range), .stopped(_, let range): range
    case .unobservable(_, let range): range
    case .unexpectedRequest(let unexpected): unexpected.range
    case .leaked(let leak): leak.range
    case .insecure(let insecurity): insecurity.range
    case .step(let problem): problem.range
    case .group(let problem): problem.range
    case .input(let problem): problem.range
    case .drift(let drift): drift.range
    case .notLearned(let unlearned): unlearned.range
    case .recorded(let recorded): recorded.range
    default: nil
    }
  }
}

/// What a contract does not describe yet about one of its scenarios, with what the client did instead of a description.
///
/// `Unlearned.Text.swift` turns it into words.
package struct Unlearned: Maskable {
  /// The names of the contract and the scenario, as in ids.
  var name: String
  package var hasExpectation: Bool
  /// Whether the contract describes every request.
  package var hasRequests: Bool
  /// The requests that no shape describes, each with the index of the exchange that answered it.
  package var requests: [(exchange: Int, request: CapturedRequest)]
  package var outcome: Outcome?
  package var addresses: Addresses
  /// Whether `learn` writes it, or says what to write. It does not after a crash, or after an unexpected request.
  var isLearnable = true
  /// The place of the scenario's name.
  package var range: SourceRange

  package static var secretParts: [SecretPart<Self>] { [.init(\.sent), .init(\.outcome)] }

  /// The requests, without the exchanges.
  private var sent: [CapturedRequest] {
    get { requests.map(\.request) }
    set { for (index, request) in newValue.enumerated() { requests[index].request = request } }
  }
}

/// An attempt of a client to reach another host than those of its call.
package enum Escape: Sendable, Equatable {
  /// A request to the runner's proxy for a host, from a port of this machine.
  case proxied(host: String, peer: Int)
  /// A connection to an IP address and port, which was refused.
  case connection(address: String)
  /// Data that was sent to an IP address and port without a connection, which was refused.
  case datagram(address: String)

  /// The host, or the IP address with its port.
  package var host: String {
    switch self {
    case .proxied(let host, _): host
    case .connection(let address), .datagram(let address): address
    }
  }
}
