/// One reason why a scenario did not pass, with the facts that its text needs.
///
/// The words are made in one place, `Reason.Text.swift`.
package enum Reason: Sendable {
  // MARK: Failed: the client did something wrong
  case mismatch(Mismatch)
  /// The driver's process ended by itself while the call was in flight; what its output says of the crash.
  case crashed(Death, CrashTrace? = nil, note: String? = nil)
  /// No result within the deadline, in seconds; how long ago the last answer went out, where one did; less than 0 where it
  /// was still to come; whether the contract's answer is silence on a socket; a line of the driver's that looks like the
  /// result and is no message.
  case timedOut(deadline: Double, sinceLastAnswer: Double?, inSilence: Bool = false, lostResult: String? = nil)
  /// The completion handler was let go uncalled; the last request before that, where there was one.
  case neverCompleted(after: Verdict.Exchanged? = nil)
  /// The client completed again after its completion: how many times in all.
  case completedTwice(times: Int = 2)
  case neverResumed
  /// What the client left behind held the process: the call after it had no result, and has one alone.
  case stalled(next: String)
  /// The client reached for the real network: the host it asked the runner's proxy for, and the port of this machine that
  /// the request came from.
  case escaped(host: String, peer: Int)
  /// A request beyond the described ones: the how manyeth, what it was, how many are described, how many more came
  /// after it that are not told one by one, whether it is the request before once more, in which order the described ones
  /// may come, which of them is nearest, and where they stand.
  case unscripted(
    number: Int, CapturedRequest, described: Int, more: Int = 0, isRepeated: Bool = false,
    order: Scenario.Order = .sequence, nearest: NearestRequest? = nil, at: SourceRange)
  /// What came on a socket and is no HTTP request.
  case malformed(MalformedRequest)
  /// A request after the result, and how many more came after it that are not told one by one.
  case late(CapturedRequest, more: Int = 0)

  // MARK: Errored: the driver, the machine, or the contract stands in the way
  /// The driver broke the protocol: what it wrote or did.
  case protocolFault(String)
  /// The driver does not have the operation, or says why it cannot run it; the operations that it has.
  case unsupported(operation: String, known: [String], why: String? = nil, at: SourceRange)
  /// The contract asks for a part of a request that the driver could not see.
  case unobservable(part: String, at: SourceRange?)
  /// Foundation hangs on a 401 with a Basic challenge; see docs/platforms.md.
  case basicChallenge(deadline: Double)
  /// A regular expression took too long.
  case regexStopped(String, at: SourceRange)
  /// The driver could not be started: the attempts, and what was seen last.
  case givenUp(starts: Int, why: String)
  /// The run ended before the scenario's turn.
  case notRun(String)
  /// A JSON Schema leads on without end, or for longer than anybody would wait.
  case schemaStopped(at: SourceRange)
  /// An `$unordered` would have to compare too many pairs.
  case unorderedStopped(at: SourceRange)

  // MARK: Skipped
  case skipped(String)

  /// How a scenario with this reason ends.
  package var status: Status {
    switch self {
    case .mismatch, .crashed, .timedOut, .neverCompleted, .completedTwice, .neverResumed, .stalled, .escaped,
      .unscripted, .malformed, .late:
      .failed
    case .protocolFault, .unsupported, .unobservable, .basicChallenge, .regexStopped, .givenUp, .notRun,
      .schemaStopped, .unorderedStopped:
      .errored
    case .skipped: .skipped
    }
  }

  /// What a request is nearest to where it has no exchange of its own, or another one; or a described one that never came.
  package var nearest: NearestRequest? {
    switch self {
    case .mismatch(let mismatch): mismatch.nearest
    case .unscripted(_, _, _, _, _, _, let nearest, _): nearest
    default: nil
    }
  }

  /// The reason's name in reports.
  package var code: String {
    switch self {
    case .mismatch: "mismatch"
    case .crashed: "crashed"
    case .timedOut: "timedOut"
    case .neverCompleted: "neverCompleted"
    case .completedTwice: "completedTwice"
    case .neverResumed: "neverResumed"
    case .stalled: "stalled"
    case .escaped: "escaped"
    case .unscripted: "unscripted"
    case .malformed: "malformed"
    case .late: "late"
    case .protocolFault: "protocolFault"
    case .unsupported: "unsupported"
    case .unobservable: "unobservable"
    case .basicChallenge: "basicChallenge"
    case .regexStopped: "regexStopped"
    case .givenUp: "givenUp"
    case .notRun: "notRun"
    case .schemaStopped: "schemaStopped"
    case .unorderedStopped: "unorderedStopped"
    case .skipped: "skipped"
    }
  }
}
