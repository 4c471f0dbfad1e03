// Verdicts as reports show them: without secrets.

extension Verdict: Maskable {
  /// Whether a scenario passed and its verdict keeps nothing of the call, as in most large runs.
  package var hasNothingToHide: Bool {
    reasons.isEmpty && output.isEmpty && secrets.isEmpty && verified == nil && !hasOwnCall
      && unobserved.allSatisfy(\.hasNothingToHide)
  }

  /// Whether it has a call that is not stored. What is stored has no secrets.
  private var hasOwnCall: Bool { stored == nil && (requestCount > 0 || outcome != nil) }

  /// Returns the verdict without secrets in its reasons, its record, its outcome, the output, and what was not observed.
  package func masked(by secrets: Secrets) -> Verdict {
    let secrets = secrets.knowing(self.secrets)
    var shown = self
    (shown.secrets, shown.unobserved) = ([], unobserved.map(secrets.masked))
    if reasons.isEmpty, hasOwnCall { shown.store(MaskedCall(of: self, secrets)) }
    if verified != nil { shown.verified?.differences = secrets.masked(verified?.differences ?? []) }
    if reasons.isEmpty, output.isEmpty { return shown }
    DeepStack.run {
      shown.reasons = secrets.masked(reasons)
      if !reasons.isEmpty, hasOwnCall { shown.replace(secrets.masked(call)) }
      shown.output = secrets.masked(output)
    }
    return shown
  }
}

// What reports ask of each verdict, often several times. To make and to follow the path of a member takes longer than all
// else that they do with it.
extension Masked<Verdict> {
  package var status: Status { value.status }
  package var reasons: [Reason] { value.reasons }
  package var unobserved: [Unobserved] { value.unobserved }
  package var watched: [Watched] { value.watched }
  package var output: String { value.output }
  package var duration: Double { value.duration }
  package var began: Double? { value.began }
  package var timeline: Timeline? { value.timeline }
}

extension Verdict.Call: Maskable {
  package func masked(by secrets: Secrets) -> Self {
    let mask = Mask(secrets)
    return Self(
      record: secrets.masked(record), outcome: secrets.masked(outcome), baseURLs: baseURLs.mapValues(mask.url))
  }
}

extension Reason: Maskable {
  package func masked(by secrets: Secrets) -> Reason {
    func shown<Part: Maskable>(_ part: Part) -> Part { secrets.masked(part) }
    return switch self {
    case .mismatch(let mismatch): .mismatch(shown(mismatch))
    case .crashed(let termination, let trace, let note): .crashed(termination, shown(trace), note: shown(note))
    case .timedOut(let timeout): .timedOut(shown(timeout))
    case .neverCompleted(let last): .neverCompleted(after: shown(last))
    case .escaped(.proxied(let host, let peer)): .escaped(.proxied(host: Mask(secrets).url(host), peer: peer))
    case .escaped: self
    case .leaked(let leak): .leaked(shown(leak))
    case .insecure(let insecurity): .insecure(shown(insecurity))
    case .step(let problem): .step(shown(problem))
    case .group(let problem): .group(shown(problem))
    case .input(let problem): .input(shown(problem))
    case .unexpectedRequest(let unexpected): .unexpectedRequest(shown(unexpected))
    case .malformed(let malformed): .malformed(shown(malformed))
    case .late(let request, let more): .late(shown(request), more: more)
    case .flaky(let flakiness): .flaky(shown(flakiness))
    case .unapproved(let field): .unapproved(shown(field))
    case .drift(let drift): .drift(shown(drift))
    case .provider(let failure): .provider(shown(failure))
    case .protocolFault(let what): .protocolFault(shown(what))
    case .unsupported(let operation, let known, let why, let range):
      .unsupported(operation: operation, known: shown(known), why: shown(why), at: range)
    case .givenUp(let starts, let why): .givenUp(starts: starts, why: shown(why))
    case .notRun(let why): .notRun(shown(why))
    case .notLearned(let unlearned): .notLearned(shown(unlearned))
    case .recorded(let recorded): .recorded(shown(recorded))
    case .completedTwice, .neverResumed, .stalled, .interrupted, .unobservable, .basicChallenge, .stopped,
      .notCompared, .skipped:
      self
    }
  }
}
