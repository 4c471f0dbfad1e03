/// The comparison of a call's outcome with what the contract expects.
enum OutcomeJudge {
  /// Returns the findings about a success or failure; an empty list if it is the expected outcome. A contract does not
  /// describe other outcomes.
  ///
  /// - Parameters:
  ///   - bindings: The bindings after all requests.
  ///   - undescribed: What the driver says about an error; by default, nothing.
  static func findings(
    _ outcome: Outcome, _ expected: Scenario.Expectation.Outcome, bindings: Bindings = Bindings(),
    _ undescribed: Undescribed = Undescribed()
  ) -> [Finding] {
    let bindings = bindings.ofOutcome
    switch (outcome, expected) {
    case (.success(let value), .success(let pattern)):
      if pattern.plainlyMatches(value) { return [] }
      var matcher = Matcher(bindings: bindings)
      let value = value.unfolded
      matcher.match(pattern, value)
      return matcher.findings(.outcome, comparing: pattern, with: value)
    case (.failure(let failure, let values), .failure(let pattern, let described)),
      (.failure(let failure, let values), .failureOrSame(let pattern, let described)):
      if values == nil, described == nil, pattern.plainlyMatches(failure, as: .failure) { return [] }
      return findings(failure, values, pattern, described, bindings, undescribed)
    case (.failure(let failure, let values), .success(let pattern)):
      let actual = "failure \(failure.text)" + (values.map { " after \($0.text)" } ?? "")
      return [mixUp(.failure, expected: pattern.text(of: "success"), actual: actual, at: pattern.range)]
    case (.success(let value), .failure(let pattern, _)):
      let actual = "success \(value.text)"
      return [
        mixUp(
          .success(Mismatch.Form(value)), expected: pattern.text(of: "failure"), actual: actual, at: pattern.range)
      ]
    case (.neverCompleted, _), (.completedTwice, _), (.neverResumed, _), (.unsupported, _), (_, .anything),
      (.success, .failureOrSame):
      return []
    }
  }

  private static func mixUp(
    _ mixUp: Mismatch.MixUp, expected: String, actual: String, at range: SourceRange
  ) -> Finding {
    var mismatch = Mismatch(
      .outcome, expected: Excerpt.beginning(of: expected),
      actual: Excerpt.beginning(of: actual, limit: 2 * Excerpt.limit), range: range)
    mismatch.mixUp = mixUp
    return .mismatch(mismatch)
  }

  private static func findings(
    _ failure: JSON, _ values: JSON?, _ pattern: Pattern, _ described: Pattern?, _ bindings: Bindings,
    _ undescribed: Undescribed
  ) -> [Finding] {
    var matcher = Matcher(bindings: bindings)
    let received = failure.unfolded
    matcher.match(pattern, received, as: .failure)
    var findings = matcher.findings(.outcome, comparing: pattern, with: received)
    // A single member is hard to understand without the others, so the whole failure is shown.
    let showsWhole = matcher.count > 1 || matcher.differences.first?.pointer.isEmpty == false
    if let described {
      var matcher = Matcher(bindings: matcher.bindings)
      matcher.path = [.name("values")]
      let values = values?.unfolded ?? []
      matcher.match(described, values)
      findings += matcher.findings(.outcome, comparing: described, with: values)
    } else if let values, !(values.isArray && values.count == 0), !values.isNull {
      findings.append(
        .mismatch(
          Mismatch(
            .outcome, kind: .unexpected, pointer: "/values", expected: "no values before the failure",
            actual: Excerpt.beginning(of: values.text), range: pattern.range)))
    }
    findings = findings.merged { _ in pattern.range }
    guard showsWhole, case .mismatch(var mismatch)? = findings.first else { return findings }
    let whole = "the whole failure: \(Excerpt.beginning(of: failure.text, limit: 2 * Excerpt.limit))"
    let isOther = failure.unfolded["category"]?.string == Failure.Category.other.rawValue
    let category = mismatch.differences.first { $0.pointer == "/category" }
    mismatch.add(note: whole)
    if isOther, let category {
      let expected = Failure.Category.allCases.first { JSON.string($0.rawValue).text == category.expected }
      mismatch.add(note: undescribed.advice(expecting: expected))
    }
    findings[0] = .mismatch(mismatch)
    return findings
  }

  /// Returns whether an outcome differs from what is expected. It finds what `findings` finds, without the texts.
  ///
  /// A comparison that was stopped has found no difference.
  ///
  /// - Parameter bindings: The bindings after all requests.
  static func differs(
    _ outcome: Outcome, _ expected: Scenario.Expectation.Outcome, bindings: Bindings = Bindings()
  ) -> Bool {
    let bindings = bindings.ofOutcome
    switch (outcome, expected) {
    case (.success(let value), .success(let pattern)):
      if pattern.plainlyMatches(value) { return false }
      var matcher = Matcher(isQuiet: true, bindings: bindings)
      matcher.match(pattern, value.unfolded)
      return matcher.count > 0
    case (.failure(let failure, let values), .failure(let pattern, let described)),
      (.failure(let failure, let values), .failureOrSame(let pattern, let described)):
      if values == nil, described == nil, pattern.plainlyMatches(failure, as: .failure) { return false }
      var matcher = Matcher(isQuiet: true, bindings: bindings)
      matcher.match(pattern, failure.unfolded, as: .failure)
      if matcher.count > 0 { return true }
      guard let described else { return values.map { !$0.isNull && !($0.isArray && $0.count == 0) } ?? false }
      matcher.match(described, values?.unfolded ?? [])
      return matcher.count > 0
    default: return true
    }
  }
}

extension Pattern {
  /// The expectation of a success or a failure.
  fileprivate func text(of outcome: String) -> String {
    if case .any = kind { "any \(outcome)" } else { "\(outcome) \(text)" }
  }
}
