/// The comparison of the outcomes of variations that mean the same with the outcome of the scenario itself.
///
/// The scenario is called twice with the response as the contract writes it. What differs between these calls, such as
/// the time, differs in every call, and is not compared.
package struct SameOutcome: Sendable {
  private let expected: Scenario.Expectation.Outcome

  /// Makes the comparison; nil if one of the calls did not end with a result, or if they end differently.
  ///
  /// - Parameter range: The place of the contract's `variations`.
  package init?(_ first: Outcome, again second: Outcome, at range: SourceRange) {
    switch (first, second) {
    case (.success(let first), .success(let second)):
      expected = .success(Pattern(same: JSON.Counterparts(first, second), at: range))
    case (.failure(let first, let values), .failure(let second, let others)):
      // Messages quote what was received, and where: `line 1 column 2`. So they count as different.
      expected = .failure(
        Pattern(same: JSON.Counterparts(first, Failure.Comparison.calls.counted(second, instead: .null)), at: range),
        values: values.map { Pattern(same: JSON.Counterparts($0, others), at: range) })
    default: return nil
    }
  }

  /// Returns why the outcome of a variation is not the same; an empty list if it is.
  package func reasons(_ outcome: Outcome, of variation: Variation) -> [Reason] {
    let note =
      if variation.traits.mayBeOwn, let base = variation.traits.base {
        "the expected outcome is that after \(base.name); that of the scenario itself would be right, too"
      } else if !variation.traits.mayBeComplete {
        "the expected outcome is that of the response as the contract writes it, which means the same"
      } else if variation.traits.base != nil {
        "the client may fail; the expected success is that of the stream without its last event"
      } else {
        "the client may fail; the expected success is that of the complete stream"
      }
    return DeepStack.run { OutcomeJudge.reasons(outcome, expected).map { $0.noting(note) } }
  }
}

extension Outcome {
  /// The same outcome without the last value of a list, if that is the mark of a stream's end; otherwise nil. Some clients
  /// return the mark as they return every event.
  func without(mark: String) -> Outcome? {
    guard case .success(let value) = self, let values = value.unfolded.array, let last = values.last,
      last.text.contains(mark)
    else { return nil }
    return .success(JSON(.array(values.dropLast())))
  }
}

extension Pattern {
  /// Makes the pattern of what two values have in common: literal values, and any value where they differ.
  fileprivate init(same values: JSON.Counterparts, at range: SourceRange) {
    let value = values.values[0]
    if let inner = values.inner, inner.allSatisfy(\.isComplete) {
      let members = inner.map { Member(name: $0.name, range: range, pattern: Pattern(same: $0, at: range)) }
      self.init(value?.isObject == true ? .object(members) : .array(members.map(\.pattern)), at: range)
    } else if values.isSame, let value {
      self.init(.literal(value.unfolded), at: range)
    } else {
      self.init(.any, at: range)
    }
  }
}
