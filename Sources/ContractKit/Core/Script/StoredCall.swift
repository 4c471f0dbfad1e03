/// The requests, the replies and the outcome of a call, which are kept somewhere else than in its verdict. Verdicts that
/// have one are small, because it is an object.
package protocol StoredCall: AnyObject, Sendable {
  var requestCount: Int { get }
  /// The members `record`, `outcome` and `baseURLs` of a JSON report, if it is kept in this form; otherwise nil.
  var json: JSON? { get }

  /// Returns them, with secrets hidden.
  func load() -> Verdict.Call
}

/// A call whose secrets are hidden when it is read. Few reports show calls that passed, and to look for secrets takes
/// longer than to judge the call.
final class MaskedCall: StoredCall, CustomReflectable {
  private let call: Verdict.Call
  private let secrets: Secrets

  init(of verdict: Verdict, _ secrets: Secrets) { (call, self.secrets) = (verdict.call, secrets) }

  var requestCount: Int { call.record.count }

  var json: JSON? { nil }

  /// What `dump` shows: nothing that `load` does not return.
  var customMirror: Mirror { Mirror(self, unlabeledChildren: [load()]) }

  func load() -> Verdict.Call { DeepStack.run { secrets.masked(call) } }
}
