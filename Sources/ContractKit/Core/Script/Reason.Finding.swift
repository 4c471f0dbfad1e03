extension Reason {
  /// What a judge found, as a reason not to pass.
  init(_ finding: Finding) {
    switch finding {
    case .mismatch(let mismatch): self = .mismatch(mismatch)
    case .unobservable(let part, let range): self = .unobservable(part: part, at: range)
    case .regexStopped(let expression, let range): self = .regexStopped(expression, at: range)
    case .schemaStopped(let range): self = .schemaStopped(at: range)
    case .unorderedStopped(let range): self = .unorderedStopped(at: range)
    }
  }
}

extension Reason {
  /// The reason with one more note, if it is a mismatch.
  func noting(_ note: String?) -> Reason {
    guard let note, case .mismatch(var mismatch) = self else { return self }
    mismatch.note = [mismatch.note, note].compactMap(\.self).joined(separator: "\n")
    return .mismatch(mismatch)
  }

  /// The first thing that differs, without how many more there are; the summary of every other reason.
  package var firstSummary: String {
    if case .mismatch(let mismatch) = self { mismatch.firstSummary } else { summary }
  }

  /// How many differences it tells of; 1 for every reason that is no mismatch.
  package var differenceCount: Int {
    if case .mismatch(let mismatch) = self { mismatch.differenceCount } else { 1 }
  }
}

extension RequestJudge {
  /// The findings, one for all headers, for the query, and for the body.
  var merged: [Finding] {
    findings.merged { $0.whole == .body ? shape.body?.range ?? shape.range : shape.range }
  }

  /// What is not as described, as reasons not to pass.
  var reasons: [Reason] { merged.map(Reason.init) }
}

extension OutcomeJudge {
  /// Why an outcome is not the expected one; nothing where it is.
  static func reasons(
    _ outcome: Outcome, _ expected: Scenario.Expectation.Outcome, _ bindings: Bindings = Bindings()
  ) -> [Reason] {
    switch outcome {
    case .success, .failure: findings(outcome, expected, bindings: bindings).map(Reason.init)
    case .neverCompleted: [.neverCompleted()]
    case .completedTwice: [.completedTwice()]
    case .neverResumed: [.neverResumed]
    // The script says it, who knows the operation's name.
    case .unsupported: []
    }
  }
}
