/// The requests, the replies and the outcome of a call, which are kept somewhere else than in its verdict. Verdicts that
/// have one are small, because it is an object.
package protocol StoredCall: AnyObject, Sendable {
  var requestCount: Int { get }
  /// The members `record` and `outcome` of a JSON report, if it is kept in this form; otherwise nil.
  var json: JSON? { get }

  /// Returns them, with secrets hidden.
  func load() -> (record: [Verdict.Exchanged], outcome: Outcome?)
}

/// A call whose secrets are hidden when it is read. Few reports show calls that passed, and to look for secrets takes
/// longer than to judge the call.
final class MaskedCall: StoredCall {
  let requestCount: Int
  private let record: [Verdict.Exchanged]
  private let outcome: Outcome?
  private let secrets: Secrets

  package init(of verdict: Verdict, _ secrets: Secrets) {
    (record, outcome, self.secrets) = (verdict.record, verdict.outcome, secrets)
    requestCount = record.count
  }

  var json: JSON? { nil }

  func load() -> (record: [Verdict.Exchanged], outcome: Outcome?) {
    DeepStack.run { (record.map { $0.masked(by: secrets) }, outcome.map { secrets.masked($0) }) }
  }
}
