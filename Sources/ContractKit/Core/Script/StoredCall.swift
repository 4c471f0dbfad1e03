/// The requests, the replies and the outcome of a call, which are not in memory. Verdicts that have one are small, because
/// it is an object.
package protocol StoredCall: AnyObject, Sendable {
  /// The number of requests.
  var requestCount: Int { get }
  /// The members `record` and `outcome` of a JSON report.
  var json: JSON { get }

  /// Reads them.
  func load() -> (record: [Verdict.Exchanged], outcome: Outcome?)
}
