/// How one scenario ended.
public enum Status: String, Sendable, CaseIterable {
  case passed, failed, errored, skipped
}

/// One reason why a scenario did not pass, with the facts that its text needs.
///
/// The words are made in one place, `Reason.Text.swift`.
public enum Reason: Sendable {
  // MARK: Failed: the client did something wrong
  case mismatch(Mismatch)
  /// The driver's process ended by itself while the call was in flight; what its output says of the crash.
  case crashed(Death, CrashTrace? = nil, note: String? = nil)
  /// No result within the deadline, in seconds; how long ago the last answer went out, where one did.
  case timedOut(deadline: Double, sinceLastAnswer: Double?)
  case neverCompleted
  case completedTwice
  case neverResumed
  /// The client reached for the real network: the host it asked for.
  case escaped(host: String)
  /// A request beyond the described ones: the how manyeth, what it was, how many are described, how many more came
  /// after it that are not told one by one, and where the described ones stand.
  case unscripted(number: Int, CapturedRequest, described: Int, more: Int = 0, at: SourceRange)
  /// A request after the result, and how many more came after it that are not told one by one.
  case late(CapturedRequest, more: Int = 0)

  // MARK: Errored: the driver, the machine, or the contract stands in the way
  /// The driver broke the protocol: what it wrote or did.
  case protocolFault(String)
  /// The driver does not have the operation, or says why it cannot run it; the operations that it has.
  case unsupported(operation: String, known: [String], why: String? = nil, at: SourceRange)
  /// The contract asks for what this door cannot see: the part, and the doors that see it.
  case unobservable(part: String, doors: String, at: SourceRange?)
  /// Foundation hangs on a 401 with a Basic challenge; see docs/platforms.md.
  case basicChallenge(deadline: Double)
  /// A regular expression took too long.
  case regexStopped(String, at: SourceRange)
  /// The driver could not be started: the attempts, and what was seen last.
  case givenUp(starts: Int, why: String)
  /// The run ended before the scenario's turn.
  case notRun(String)

  // MARK: Skipped
  case skipped(String)

  /// How a scenario with this reason ends.
  public var status: Status {
    switch self {
    case .mismatch, .crashed, .timedOut, .neverCompleted, .completedTwice, .neverResumed, .escaped, .unscripted, .late:
      .failed
    case .protocolFault, .unsupported, .unobservable, .basicChallenge, .regexStopped, .givenUp, .notRun: .errored
    case .skipped: .skipped
    }
  }

  /// The reason's name in reports.
  public var code: String {
    switch self {
    case .mismatch: "mismatch"
    case .crashed: "crashed"
    case .timedOut: "timedOut"
    case .neverCompleted: "neverCompleted"
    case .completedTwice: "completedTwice"
    case .neverResumed: "neverResumed"
    case .escaped: "escaped"
    case .unscripted: "unscripted"
    case .late: "late"
    case .protocolFault: "protocolFault"
    case .unsupported: "unsupported"
    case .unobservable: "unobservable"
    case .basicChallenge: "basicChallenge"
    case .regexStopped: "regexStopped"
    case .givenUp: "givenUp"
    case .notRun: "notRun"
    case .skipped: "skipped"
    }
  }
}

/// How a driver's process ended.
public enum Death: Sendable, Equatable {
  case signal(Int32)
  case exit(Int32)
}

/// One part of a request or an outcome that is not as described.
public struct Mismatch: Sendable {
  /// What was compared.
  public enum Part: Sendable, Equatable {
    case method, origin, path, timeout, body, outcome
    case query(String)
    case header(String)
    /// A described request that never came.
    case missingRequest
  }

  public var part: Part
  /// Which request, from 1; nil where the mismatch is not about one.
  public var request: Int?
  /// The pointer of the value inside the body or the outcome (RFC 6901); "" is the whole.
  public var pointer: String
  /// What the contract describes, as text on one or several lines.
  public var expected: String
  /// What came; nil where nothing did.
  public var actual: String?
  /// What else helps: the category an error belongs to, the bytes around the difference.
  public var note: String?
  /// The line of the contract that was broken.
  public var range: SourceRange?

  public init(
    _ part: Part, request: Int? = nil, pointer: String = "", expected: String, actual: String?, note: String? = nil,
    range: SourceRange?
  ) {
    self.part = part
    self.request = request
    self.pointer = pointer
    self.expected = expected
    self.actual = actual
    self.note = note
    self.range = range
  }
}

/// What a scenario came to, once its driver has ended.
public struct Verdict: Sendable {
  public var status: Status
  /// Why it is not `passed`; every reason, not the first only.
  public var reasons: [Reason]
  /// What could not be observed, and failed nothing: `request 1: Content-Length`, `exactlyOnce`.
  public var unobserved: [String]
  /// What went over the wire.
  public var record: [Exchanged]
  /// What the client made of it; nil where no result came.
  public var outcome: Outcome?
  /// What the client's process printed during the call, standard output and error; "" where it printed nothing.
  public var output: String
  /// Seconds from the call to its result, or to what ended it.
  public var duration: Double

  /// A request with the answer it got; nil where it got none.
  public struct Exchanged: Sendable {
    public var request: CapturedRequest
    public var reply: Reply?

    public init(request: CapturedRequest, reply: Reply?) {
      self.request = request
      self.reply = reply
    }
  }

  public init(
    reasons: [Reason], unobserved: [String] = [], record: [Exchanged] = [], outcome: Outcome? = nil,
    output: String = "", duration: Double = 0
  ) {
    let statuses = Set(reasons.map(\.status))
    // A fault of the driver or the machine makes what the client seems to have done wrong doubtful.
    status =
      statuses.contains(.errored)
      ? .errored
      : statuses.contains(.failed) ? .failed : statuses.contains(.skipped) ? .skipped : .passed
    self.reasons = reasons
    self.unobserved = unobserved
    self.record = record
    self.outcome = outcome
    self.output = output
    self.duration = duration
  }
}
