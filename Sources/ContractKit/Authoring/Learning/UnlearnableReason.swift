package import ContractCore

/// Why `learn` does not propose something for a scenario.
///
/// `UnlearnableReason.Text.swift` turns it into words.
package enum UnlearnableReason: Maskable {
  /// Something went wrong in the call: a crash, a hang, a missing or unexpected request, an escape.
  case reason(Reason)
  /// A request differs from what the contract describes: the reason, and what the request of an exchange, numbered from 1,
  /// must have to be what the client sends. The place is where to write it.
  case differs(Reason, write: JSON, exchange: Int, at: SourceRange)
  /// The client was not called, for this reason.
  case notPlayed(Reason)
  /// The call succeeded although the network did not give a valid response.
  case success(JSON, after: Response.Kind)
  /// The call failed although the network gave a valid response, and the client could not use it.
  case failure(JSON, onValid: String)
  /// The outcomes of two calls differ.
  case unstable(String, String)
  /// The outcome has more bytes of JSON than people can review.
  case tooLarge(bytes: Int)
  /// The request of an exchange, numbered from 1, cannot be described.
  case request(RequestProposal.Problem, exchange: Int)
  /// On loopback, it is not known which of multiple base URLs fails in an exchange, numbered from 1.
  case unknownBase(exchange: Int)
  /// No call shows the request of an exchange, numbered from 1.
  case unseenRequest(exchange: Int)
  /// Clients that use the same contract did different things.
  case clients([(client: String, did: String)])
  /// Contracts that use the same part of a file need different values there.
  case conflict(file: String)
  /// The value belongs in a file that other contracts may use.
  case shared(file: String)
  /// What differs cannot be written as a part of the scenario's own request.
  case notRewritable(what: String, at: SourceRange)
  /// The scenario did not pass with what was written.
  case notGreen([Reason])

  /// Why the client was not called; nil if it was.
  package var obstacle: Reason? { if case .notPlayed(let reason) = self { reason } else { nil } }

  /// The code of the failure that the client has if the contract expects a failure; nil if it cannot be a known issue.
  var knownCode: String? {
    switch self {
    case .success: "mismatch"
    // With the request, the contract would describe the secret, so that nothing would fail.
    case .reason(.leaked(let leak)) where leak.isUndescribed: nil
    case .reason(let reason), .differs(let reason, _, _, _): reason.status == .failed ? reason.code : nil
    default: nil
    }
  }

  /// The largest outcome that is proposed, in bytes of JSON.
  static let largestOutcome = 64 << 10

  package func masked(by secrets: Secrets) -> UnlearnableReason {
    func shown<Part: Maskable>(_ part: Part) -> Part { secrets.masked(part) }
    return switch self {
    case .reason(let reason): .reason(shown(reason))
    case .differs(let reason, let request, let exchange, let range):
      .differs(shown(reason), write: shown(request), exchange: exchange, at: range)
    case .notPlayed(let reason): .notPlayed(shown(reason))
    case .success(let value, let kind): .success(shown(value), after: kind)
    case .failure(let failure, let category): .failure(shown(failure), onValid: category)
    case .unstable(let one, let other): .unstable(shown(one), shown(other))
    case .clients(let clients): .clients(clients.map { ($0.client, shown($0.did)) })
    case .notGreen(let reasons): .notGreen(shown(reasons))
    case .tooLarge, .request, .unknownBase, .unseenRequest, .conflict, .shared, .notRewritable: self
    }
  }
}
