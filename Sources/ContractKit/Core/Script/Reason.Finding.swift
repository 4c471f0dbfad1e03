extension Reason {
  init(_ finding: Finding) {
    switch finding {
    case .mismatch(let mismatch): self = .mismatch(mismatch)
    case .unobservable(let part, let range): self = .unobservable(part: part, at: range)
    case .stopped(let cause, let range): self = .stopped(cause, at: range)
    }
  }

  /// Returns the reason with a further note if it is a mismatch.
  func noting(_ note: String?) -> Reason {
    guard let note, case .mismatch(var mismatch) = self else { return self }
    mismatch.add(note: note)
    return .mismatch(mismatch)
  }

  /// The first difference, without the number of further ones; the summary for any reason that is not a mismatch.
  package var firstSummary: String {
    switch self {
    case .mismatch(let mismatch): mismatch.firstSummary
    case .recorded(let recorded): recorded.first ?? recorded.summary
    default: summary
    }
  }

  /// The number of differences that the reason reports; 1 for any reason that is not a mismatch.
  package var differenceCount: Int {
    switch self {
    case .mismatch(let mismatch): mismatch.differenceCount
    case .recorded(let recorded): recorded.differenceCount
    default: 1
    }
  }
}

extension RequestJudge {
  /// The findings, merged into one for all headers, one for the query, and one for the body.
  var merged: [Finding] {
    findings.merged { $0.whole == .body ? shape.body?.range ?? shape.range : shape.range }
  }

  var reasons: [Reason] { merged.map(Reason.init) }
}

extension OutcomeJudge {
  /// Returns the reasons why an outcome is not the expected one; an empty list if it is.
  ///
  /// - Parameter undescribed: What the driver says about an error; by default, nothing.
  static func reasons(
    _ outcome: Outcome, _ expected: Scenario.Expectation.Outcome, _ bindings: Bindings = Bindings(),
    _ undescribed: Undescribed = Undescribed()
  ) -> [Reason] {
    switch outcome {
    case .success, .failure: findings(outcome, expected, bindings: bindings, undescribed).map(Reason.init)
    case .neverCompleted: [.neverCompleted()]
    case .completedTwice: [.completedTwice()]
    case .neverResumed: [.neverResumed]
    // The script reports it, because the script knows the operation's name.
    case .unsupported: []
    }
  }
}

extension Finding {
  /// Why it is not known whether a part fits, with the place in the contract; nil if that is known.
  package var stop: (text: String, range: SourceRange)? {
    switch self {
    case .mismatch, .unobservable: nil
    case .stopped(_, let range): (Reason(self).summary, range)
    }
  }
}
