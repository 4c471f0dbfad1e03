/// One way in which a real answer differs from the shape of the answers that a contract has.
package struct AnswerDifference: Sendable, Equatable {
  /// The variation of `fields` that makes the same change.
  ///
  /// A member is missing that all answers of the contract have, or an extra one is there that none of them has; a value
  /// is null, of another type, a number with a fraction where all are whole, or another word than those of the contract.
  package var change: FieldChange.Kind
  /// The place in the answer (RFC 6901); "" for the whole.
  package var pointer: String
  /// The same place with `*` in place of each array's index.
  package var pattern: String
  /// The types that the contract has there, or the words if another one came; empty for any other change.
  var expected: [String] = []
  /// The type that came, or the word; empty for any other change.
  package var actual = ""
  /// Whether another word came, and those of the contract are not certainly all there are.
  package var isGuess = false

  /// What is the same if a difference is found at more than one element, or in more than one answer.
  var key: [String] { [pattern, change.rawValue, change == .otherType ? actual : ""] }

  /// What differs in any answer, on one line: `/*/due is null; expected string`.
  package var text: String { text(at: pattern) }

  /// What differs in this answer: `/0/due is null; expected string`.
  var textOfAnswer: String { text(at: pointer) }

  private func text(at pointer: String) -> String {
    // A name can be a secret, as in a map by tokens.
    let place = pointer.isEmpty ? "the body" : Excerpt.beginning(of: Mask.standard.text(pointer))
    return switch change {
    case .missing: "\(place) is missing"
    case .extraMember: "\(place) is new"
    case .fractional: "\(place) has a fraction; expected a whole number"
    case .unknownString:
      "\(place) is \(JSON.string(actual).text); expected \(English.listed(expected.map { JSON.string($0).text }, "or"))"
    default: "\(place) is \(actual); expected \(English.listed(expected, "or"))"
    }
  }
}
