// Verdicts as reports show them: with secrets hidden.

extension Verdict {
  /// Returns the verdict with secrets hidden in its reasons, its record, its outcome and the output.
  package func masked(by secrets: Secrets) -> Verdict {
    let secrets = hiding(secrets)
    var masked = self
    masked.secrets = []
    // What is stored has no secrets.
    let hasCall = stored == nil && (requestCount > 0 || outcome != nil)
    if reasons.isEmpty, hasCall { masked.store(MaskedCall(of: self, secrets)) }
    if let verified, !verified.differences.isEmpty {
      masked.verified?.differences = verified.differences.map { secrets.masked($0) }
    }
    if reasons.isEmpty, output.isEmpty { return masked }
    DeepStack.run {
      masked.reasons = reasons.map { $0.masked(by: secrets) }
      if !reasons.isEmpty, hasCall {
        masked.replace(call.masked(by: secrets))
      }
      masked.output = secrets.masked(output)
    }
    return masked
  }

  /// Returns a rule with the secrets that became known during the call.
  package func hiding(_ rule: Secrets) -> Secrets { secrets.isEmpty ? rule : rule.hiding(secrets) }
}

extension Verdict.Exchanged {
  package func masked(by secrets: Secrets) -> Self {
    Self(request: secrets.masked(request), reply: reply.map { secrets.masked($0) }, endpoint: endpoint)
  }
}

extension Verdict.Call {
  package func masked(by secrets: Secrets) -> Self {
    Self(
      record: record.map { $0.masked(by: secrets) }, outcome: outcome.map { secrets.masked($0) },
      baseURLs: baseURLs.mapValues { secrets.masked(url: $0) })
  }
}

extension Reason {
  package func masked(by secrets: Secrets) -> Reason {
    switch self {
    case .mismatch(let mismatch): return .mismatch(mismatch.masked(by: secrets))
    case .crashed(let termination, let trace, let note):
      var shown = trace
      shown?.message = trace?.message.map { secrets.masked($0) }
      return .crashed(termination, shown, note: note.map { secrets.masked($0) })
    case .timedOut(var timeout):
      timeout.lostResult = timeout.lostResult.map { secrets.masked($0) }
      return .timedOut(timeout)
    case .neverCompleted(let last): return .neverCompleted(after: last?.masked(by: secrets))
    case .escaped(.proxied(let host, let peer)):
      return .escaped(.proxied(host: secrets.masked(url: host), peer: peer))
    // A leak has no value of the client but the name and the length of a secret.
    case .escaped, .leaked: return self
    case .insecure(let insecurity): return .insecure(insecurity.masked(by: secrets))
    case .step(let problem): return .step(problem.masked(by: secrets))
    case .unexpectedRequest(var unexpected):
      unexpected.request = secrets.masked(unexpected.request)
      unexpected.nearest = unexpected.nearest?.masked(by: secrets)
      return .unexpectedRequest(unexpected)
    case .malformed(let malformed): return .malformed(malformed.masked(by: secrets))
    case .late(let request, let more): return .late(secrets.masked(request), more: more)
    case .flaky(var flakiness):
      if let passed = flakiness.compared?.passed.verdict {
        flakiness.compared?.passed.verdict = passed.masked(by: secrets)
      }
      if let notPassed = flakiness.compared?.notPassed.verdict {
        flakiness.compared?.notPassed.verdict = notPassed.masked(by: secrets)
      }
      return .flaky(flakiness)
    case .unapproved(let field): return .unapproved(field.masked(by: secrets))
    case .drift(let drift): return .drift(drift.masked(by: secrets))
    case .provider(var failure):
      failure.why = secrets.masked(failure.why)
      return .provider(failure)
    case .protocolFault(let what): return .protocolFault(secrets.masked(what))
    case .unsupported(let operation, let known, let why, let range):
      return .unsupported(operation: operation, known: known, why: why.map { secrets.masked($0) }, at: range)
    case .givenUp(let starts, let why): return .givenUp(starts: starts, why: secrets.masked(why))
    case .notRun(let why): return .notRun(secrets.masked(why))
    // The report that contains it hides them.
    case .recorded: return self
    case .notLearned(var unlearned):
      unlearned.requests = unlearned.requests.map { ($0.exchange, secrets.masked($0.request)) }
      unlearned.outcome = unlearned.outcome.map { secrets.masked($0) }
      return .notLearned(unlearned)
    case .completedTwice, .neverResumed, .stalled, .interrupted, .unobservable, .basicChallenge, .stopped,
      .notCompared, .skipped:
      return self
    }
  }
}
