/// What the client may do after a fault. Only variations have it.
package struct Recovery: Sendable {
  package var step: StepFault
  /// The exchange with its own response.
  var own: Exchange
  /// What the client may send besides the exchanges, with the answers.
  var exchanges: [Exchange]
  /// The outcome of the scenario itself; nil if it is not described.
  var expect: Scenario.Expectation?
  /// Whether the contract says what the client must do after this fault.
  var isDescribed: Bool
  /// How many seconds the fault lets a client wait before it sends the request again: at least, and at most. Nil if it says
  /// nothing.
  var wait: ClosedRange<Double>?

  func text(attempts: Int) -> String {
    let again = attempts == 1 ? "no request for it again" : "at most \(English.counted(attempts, "request")) for it"
    return "\(again), exchanges that have not answered" + (exchanges.isEmpty ? "" : ", and those of `recovery`")
  }
}
