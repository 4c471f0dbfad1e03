/// One way in which a real answer differs from the shape of the answers that a contract has.
package struct AnswerDifference: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// A member that all answers of the contract have is not there.
    case missing
    /// A member that no answer of the contract has.
    case new
    case null(expected: String)
    case otherType(expected: String, actual: String)
    /// A number with a fraction, and all numbers of the contract are whole.
    case fraction
    /// Another word than those that the contract has. If these are not certainly all there are, it is only a guess.
    case unknownText(String, known: [String], isGuess: Bool)
  }

  package var kind: Kind
  /// The place in the answer (RFC 6901); "" for the whole.
  package var pointer: String
  /// The same place with `*` in place of each array's index.
  package var pattern: String

  /// What is the same if a difference is found at more than one element, or in more than one answer.
  package struct Key: Hashable, Sendable {
    var pattern: String
    var change: FieldChange.Kind
    var type: String
  }

  package var key: Key {
    let type = if case .otherType(_, let actual) = kind { actual } else { "" }
    return Key(pattern: pattern, change: change, type: type)
  }

  /// The variation of `fields` that makes the same change.
  package var change: FieldChange.Kind {
    switch kind {
    case .missing: .missing
    case .new: .extraMember
    case .null: .null
    case .otherType: .otherType
    case .fraction: .fractional
    case .unknownText: .unknownString
    }
  }

  /// What differs in any answer, on one line: `/*/due is null; expected string`.
  package var text: String { text(at: pattern) }

  /// What differs in this answer: `/0/due is null; expected string`.
  var textOfAnswer: String { text(at: pointer) }

  private func text(at pointer: String) -> String {
    // A name can be a secret, as in a map by tokens.
    let place = pointer.isEmpty ? "the body" : Excerpt.beginning(of: Mask.standard.text(pointer))
    return switch kind {
    case .missing: "\(place) is missing"
    case .new: "\(place) is new"
    case .null(let expected): "\(place) is null; expected \(expected)"
    case .otherType(let expected, let actual): "\(place) is \(actual); expected \(expected)"
    case .fraction: "\(place) has a fraction; expected a whole number"
    case .unknownText(let text, let known, _):
      "\(place) is \(JSON.string(text).text); expected \(English.listed(known.map { JSON.string($0).text }, "or"))"
    }
  }
}
