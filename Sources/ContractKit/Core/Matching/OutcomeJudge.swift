/// Compares what became of a call with what the contract expects of it.
enum OutcomeJudge {
  /// What is wrong with a result; nothing where it is the expected one.
  static func reasons(_ outcome: Outcome, _ expected: Scenario.Expectation.Outcome) -> [Reason] {
    switch (outcome, expected) {
    case (.success(let value), .success(let pattern)):
      var matcher = Matcher()
      matcher.match(pattern, value)
      return matcher.reasons(.outcome)
    case (.failure(let failure, let values), .failure(let pattern, let described)):
      return reasons(failure, values, pattern, described)
    case (.failure(let failure, let values), .success(let pattern)):
      let actual = "failure \(failure.text)" + (values.map { " after \($0.text)" } ?? "")
      return [mixUp(expected: "success \(pattern.text)", actual: actual, at: pattern.range)]
    case (.success(let value), .failure(let pattern, _)):
      return [mixUp(expected: "failure \(pattern.text)", actual: "success \(value.text)", at: pattern.range)]
    case (.neverCompleted, _): return [.neverCompleted]
    case (.completedTwice, _): return [.completedTwice]
    case (.neverResumed, _): return [.neverResumed]
    // The script says it, who knows the operation's name.
    case (.unsupported, _): return []
    }
  }

  private static func mixUp(expected: String, actual: String, at range: SourceRange) -> Reason {
    .mismatch(
      Mismatch(
        .outcome, expected: Excerpt.beginning(of: expected),
        actual: Excerpt.beginning(of: actual, limit: 2 * Excerpt.limit),
        range: range))
  }

  private static func reasons(_ failure: JSON, _ values: JSON?, _ pattern: Pattern, _ described: Pattern?) -> [Reason] {
    var matcher = Matcher()
    matcher.match(pattern, failure, as: .failure)
    var reasons = matcher.reasons(.outcome)
    // One member that differs says little without the others: the first mismatch shows the failure whole.
    if case .mismatch(var first)? = reasons.first, !first.pointer.isEmpty {
      let whole = "the whole failure: \(Excerpt.beginning(of: failure.text, limit: 2 * Excerpt.limit))"
      first.note = [first.note, whole].compactMap(\.self).joined(separator: "\n")
      reasons[0] = .mismatch(first)
    }
    if let described {
      var matcher = Matcher()
      matcher.match(described, values ?? [])
      reasons += matcher.reasons(.outcome, prefix: "/values")
    } else if let values, values.array?.isEmpty != true, !values.isNull {
      reasons.append(
        .mismatch(
          Mismatch(
            .outcome, pointer: "/values", expected: "no values before the failure",
            actual: Excerpt.beginning(of: values.text), range: pattern.range)))
    }
    return reasons
  }
}
