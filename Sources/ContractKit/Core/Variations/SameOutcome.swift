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
      expected = .success(Pattern(same: first, second, at: range))
    case (.failure(let first, let values), .failure(let second, let others)):
      // Messages quote what was received, and where: `line 1 column 2`. So they count as different.
      expected = .failure(
        Pattern(same: first, second.withOtherMessages, at: range),
        values: values.map { Pattern(same: $0, others ?? .null, at: range) })
    default: return nil
    }
  }

  /// Returns why the outcome of a variation is not the same; an empty list if it is.
  package func reasons(_ outcome: Outcome, of variation: Variation) -> [Reason] {
    let note =
      if !variation.traits.mayBeComplete {
        "the expected outcome is that of the response as the contract writes it, which means the same"
      } else if variation.traits.base != nil {
        "the client may fail; the expected success is that of the stream without its last event"
      } else {
        "the client may fail; the expected success is that of the complete stream"
      }
    return DeepStack.run { OutcomeJudge.reasons(outcome, expected).map { $0.noting(note) } }
  }
}

extension JSON {
  /// A failure with another message, also in the failures inside it.
  fileprivate var withOtherMessages: JSON {
    unfolded.object?.mapValues { member in
      switch member.name {
      case "message": .null
      case "underlying": member.value.withOtherMessages
      default: member.value
      }
    } ?? self
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
  fileprivate init(same first: JSON, _ second: JSON, at range: SourceRange) {
    switch (first.kind, second.kind) {
    case (.object(let object), .object(let other))
    where object.members.map(\.name) == other.members.map(\.name):
      self.init(
        .object(
          zip(object.members, other.members).map { first, second in
            Member(name: first.name, range: range, pattern: Pattern(same: first.value, second.value, at: range))
          }), at: range)
    case (.array(let elements), .array(let others)) where elements.count == others.count:
      self.init(.array(zip(elements, others).map { Pattern(same: $0, $1, at: range) }), at: range)
    default: self.init(first == second ? .literal(first.unfolded) : .any, at: range)
    }
  }
}
