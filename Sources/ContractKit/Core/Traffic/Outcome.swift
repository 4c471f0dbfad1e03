/// What became of one call, as a driver reports it.
///
/// Indirect, so that the verdicts of a hundred thousand scenarios that passed have no room for what they do not keep.
package indirect enum Outcome: Sendable {
  /// The client's result as JSON.
  case success(JSON)
  /// The client's error as an object (`category`, `type`, `case`, …); for a stream, with the values before it.
  case failure(JSON, values: JSON?)
  /// The completion handler was let go without having been called.
  case neverCompleted
  /// The completion handler was called twice.
  case completedTwice
  /// The task was made and never resumed.
  case neverResumed
  /// The driver cannot run the call: nil where it has no such operation, else why, in words for the driver's author. An
  /// input that does not decode is a mistake of the driver or the contract, and never a failure of the client.
  case unsupported(why: String? = nil)
}
