extension Mismatch {
  /// One place at which a value differs from what the contract describes.
  package struct Difference: Sendable {
    /// The way in which the two differ.
    package enum Kind: String, Sendable, CaseIterable {
      /// A different value of the same type, or a value that a matcher does not accept.
      case changed
      /// A described value that is missing.
      case missing
      /// A value that is not described.
      case unexpected
      case wrongType
      /// An element of an array that is there, but at another place.
      case moved
    }

    /// What a judge hides in values before reports do.
    enum Hiding: Sendable {
      case nothing
      /// What looks like a secret, wherever it stands. The rest may be secret, too.
      case tokens
      /// All values of a header, because its name is secret.
      case values
    }

    package var kind: Kind
    /// The name of the header, cookie, query item or form field, or the number of the line; nil in other parts.
    package var name: String?
    /// The place in the received value (RFC 6901); "" for the whole. For a missing value, the
    /// place where it was expected.
    package var pointer = ""
    /// The place at which a moved element was expected; nil for other kinds.
    package var expectedPointer: String?
    package var expected: String
    /// The received value; nil if there was none.
    package var actual: String?
    package var note: String?
    /// The lines that differ, as text for people, if two texts with multiple lines were compared; otherwise nil.
    package var lines: String?
    /// The name of the header that came instead of a missing one; nil if there is none.
    package var instead: String?
    /// The name of the base URL that the request went to, `baseURL` for the contract's own, or the part of the base URL's
    /// path that the request still has; nil if there is neither.
    package var otherBase: String?
    /// The names that the value has from what stands beside it, as in `{"name": "password", "value": "…"}`.
    var names: [String] = []
    /// Whether a report does not show the values.
    var isHidden = false
    /// What the judge has already hidden in the values.
    var hiding = Hiding.nothing
    /// The line of the contract that was broken.
    package var range: SourceRange?
    /// The part that was compared, if the mismatch covers more than one.
    package var part: Part?
    /// The JSON type in the contract, if the contract has a value there and not a matcher.
    package var expectedType: String?
    /// The JSON type of the received value.
    package var actualType: String?
  }
}
