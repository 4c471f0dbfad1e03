/// What a scenario came to, once its driver has ended.
package struct Verdict: Sendable {
  /// How the scenario ended, by its reasons: errored where one of them is, else failed where one of them is, else
  /// skipped; passed where there are none.
  package var status: Status {
    // Reports ask often, and most scenarios pass.
    if reasons.isEmpty { return .passed }
    let statuses = Set(reasons.map(\.status))
    // An error of the driver or the machine makes what the client seems to have done wrong doubtful.
    return [.errored, .failed, .skipped].first(where: statuses.contains) ?? .passed
  }
  /// Why it is not `passed`; every reason, not the first only.
  package var reasons: [Reason]
  /// What could not be observed, and failed nothing: `request 1: Content-Length`, `exactlyOnce`.
  package var unobserved: [String]
  /// What went over the wire.
  package var record: [Exchanged]
  /// What the client made of it; nil where no result came.
  package var outcome: Outcome?
  /// What the client's process printed during the call, standard output and error; "" where it printed nothing.
  package var output: String
  /// Seconds from the call to its result, or to what ended it.
  package var duration: Double

  /// A request with the answer it got; nil where it got none.
  package struct Exchanged: Sendable {
    /// What the client sent.
    package var request: CapturedRequest
    /// What it was answered; nil where it got no answer.
    package var reply: Reply?

    /// Makes an exchange that took place.
    package init(request: CapturedRequest, reply: Reply?) {
      self.request = request
      self.reply = reply
    }
  }

  /// Makes the verdict that some reasons come to.
  package init(
    reasons: [Reason], unobserved: [String] = [], record: [Exchanged] = [], outcome: Outcome? = nil,
    output: String = "", duration: Double = 0
  ) {
    (self.reasons, self.unobserved, self.record, self.outcome) = (reasons, unobserved, record, outcome)
    (self.output, self.duration) = (output, duration)
  }
}
