package import ContractCore

/// Why `learn` does not propose something for a scenario.
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

extension Masked<UnlearnableReason> {
  /// Returns what is not proposed, and what to do, on multiple lines.
  package func text(_ commands: CommandLines, filter: String) -> String {
    func known(_ expected: String) -> String {
      "expect a \(expected), and accept that: \(commands.learn([filter], accepts: true))"
    }
    var lines = LabeledLines(value.summary)
    switch value {
    case .reason(let reason): return reason.text(commands) + UnlearnableReason.advice(on: reason)
    case .differs(let reason, let request, let exchange, let range):
      var lines = LabeledLines("")
      let isThere = range.json?["request"] != nil
      lines.add(
        "or",
        "if the client is right, write \(isThere ? "into the request" : "the request") of exchange \(exchange)"
          + " (\(range.description)): \(isThere ? "" : "\"request\": ")\(request.text.asLine)")
      lines.add("or", "let learn write it: \(commands.learn([filter], replaces: true))")
      return reason.text(commands) + UnlearnableReason.advice(on: reason) + lines.text
    case .notPlayed(let reason): return reason.text(commands)
    case .success(let value, _):
      lines.add("returned", "success \(Excerpt.beginning(of: value.text))")
      lines.add("next", "fix the client; or, if this is right, write the expectation by hand")
      lines.add("or", known("failure"))
    case .failure(let failure, _):
      lines.add("returned", "failure \(Excerpt.beginning(of: failure.text))")
      lines.add("next", "correct the response or the client; or, if this is right, write the expectation by hand")
      lines.add("or", known("success"))
    case .unstable(let one, let other):
      lines.add("first", Excerpt.beginning(of: one))
      lines.add("then", Excerpt.beginning(of: other))
      lines.add("next", "write the expectation by hand, with a matcher such as $type or $format for what differs")
      lines.add("or", "if the call needs the result of an earlier call, let the driver make both in one operation")
    case .tooLarge:
      lines.add(
        "next", "use a smaller body, let the driver return a summary, or write the expectation by hand with matchers")
    case .request(let problem, _):
      lines.add("detail", problem.text.message)
      lines.add("next", problem.text.next)
    case .unknownBase:
      lines.add("next", "write the request of the exchange by hand, with its `base`; or learn with --transport memory")
    case .unseenRequest:
      lines.add("next", "write the request by hand: its connection fails before a request can be read")
    case .clients(let clients):
      for (client, did) in clients { lines.add(Excerpt.visible(client), Excerpt.beginning(of: did)) }
      lines.add("next", "let the clients agree, learn with --client from one of them, or use matchers")
    case .conflict:
      lines.add("next", "move the scenario out of the shared file, or write what fits all contracts by hand")
    case .shared: lines.add("next", "add --write-shared, if the value is right for every contract that uses the file")
    case .notRewritable(_, let range):
      lines.add("contract", LabeledLines.location(range))
      lines.add("next", "change the request by hand")
    case .notGreen(let reasons):
      for reason in reasons { lines.add("detail", reason.text(commands)) }
      lines.add("next", "write the expectation by hand, or report this: contract-run should have seen it")
    }
    return lines.text
  }
}

extension UnlearnableReason {
  package var summary: String {
    switch self {
    case .reason(let reason), .differs(let reason, _, _, _): reason.summary
    case .notPlayed(let reason): reason.summary
    case .success(_, let kind): "the client succeeded although \(kind.description)"
    case .failure(_, let category): "the client failed with \"\(category)\" although the response is valid"
    case .unstable: "the outcome differs from call to call"
    case .tooLarge(let bytes):
      "the outcome has \(English.grouped(bytes)) bytes of JSON, more than people can review (at most \(English.grouped(Self.largestOutcome)))"
    case .request(_, let exchange): "request \(exchange) cannot be described"
    case .unknownBase(let exchange): "on loopback, nothing says which base URL fails in exchange \(exchange)"
    case .unseenRequest(let exchange): "request \(exchange) was not seen in any call"
    case .clients: "the clients do not agree"
    case .conflict(let file): "contracts that use the same part of \(file) need different values there"
    case .shared(let file): "the value belongs in \(file), which other contracts may use"
    case .notRewritable(let what, _): "\(what) differs, which cannot be written into the scenario's own request"
    case .notGreen: "the scenario did not pass with what was written, which was undone"
    }
  }

  /// Returns lines with what to do about a reason whose own text does not say it; "" if it does.
  fileprivate static func advice(on reason: Reason) -> String {
    var lines = LabeledLines("")
    switch reason {
    case .mismatch(let mismatch) where mismatch.part == .missingRequest:
      lines.add("next", "fix the client; if it is right that it sends nothing, write \"exchanges\": []")
      lines.add("or", "if the call needs the result of an earlier call, let the driver make both in one operation")
    case .crashed, .mismatch:
      lines.add("next", "fix the client or the contract; the other scenarios are learned meanwhile")
    default: break
    }
    return lines.text
  }
}

extension Response.Kind {
  /// What the network did, as a clause.
  fileprivate var description: String {
    switch self {
    case .valid: "the response is valid"
    case .nonHTTP: "the response is not HTTP"
    case .statusError: "the response has an error status"
    case .corruptJSON: "the response is corrupt JSON"
    case .networkError: "the network failed"
    }
  }
}
