/// What the outcomes after other answers show about a scenario that passed.
package final class Dependence: Sendable {
  /// A call with the same input and another answer.
  package enum Other: Sendable {
    case scenario(Scenario)
    /// An extra call, with an answer that no scenario gives.
    case probe(ProbeResponse)

    /// The name of the scenario, or the answer of the extra call.
    package var text: String {
      switch self {
      case .scenario(let scenario): scenario.name
      case .probe(let answer): answer.text
      }
    }
  }

  /// How many other answers there were.
  package let others: Int
  /// The answers after which the client returned the same outcome.
  package let same: [Other]
  /// The answers whose outcome is a different one of the same class, and is accepted too.
  package let accepted: [Other]
  /// Whether the outcome is accepted even if every part of it is changed.
  package let acceptsChanges: Bool
  /// The extra answers that are errors, and after which the client succeeds. No scenario says that it must.
  package let hidden: [ProbeResponse]
  /// Whether the outcome is the same after every answer, among them a valid one, a 500 and a network error.
  package let isVacuous: Bool

  package init(
    others: Int, same: [Other] = [], accepted: [Other] = [], acceptsChanges: Bool = false, hidden: [ProbeResponse] = [],
    isVacuous: Bool = false
  ) {
    (self.others, self.same, self.accepted, self.hidden) = (others, same, accepted, hidden)
    (self.acceptsChanges, self.isVacuous) = (acceptsChanges, isVacuous)
  }

  /// Whether the scenario accepts a different outcome of its own class.
  package var isWeak: Bool { !isVacuous && (acceptsChanges || !accepted.isEmpty) }

  /// Whether the client returns the same outcome for another answer, so that no contract can tell them apart.
  package var isIndistinguishable: Bool { !isVacuous && !same.isEmpty }

  /// Whether the client succeeds although an extra answer is an error.
  package var hidesErrors: Bool { !isVacuous && !hidden.isEmpty }

  /// What is known of most scenarios that cannot be compared.
  static let alone = Dependence(others: 0)
}
