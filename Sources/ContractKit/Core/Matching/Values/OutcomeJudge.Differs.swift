extension OutcomeJudge {
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
    case (.failure(let failure, let values), .failure(let pattern, let described)):
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
