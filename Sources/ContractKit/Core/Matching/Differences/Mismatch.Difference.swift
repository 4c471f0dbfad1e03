extension Mismatch {
  /// One place at which what came is not what the contract describes.
  package struct Difference: Sendable {
    /// In what way the two differ.
    package enum Kind: String, Sendable, CaseIterable {
      /// Another value of the same type, or one that a matcher does not take.
      case changed
      /// Described, and not there.
      case missing
      /// There, and not described.
      case unexpected
      /// A value of another type.
      case wrongType
      /// An array's element that is there, but at another place.
      case moved
    }

    /// In what way the two differ.
    package var kind: Kind
    /// The name of the header, query item or form field, the number of the line; nil elsewhere.
    package var name: String?
    /// Where it is in what came (RFC 6901), "" for the whole; of what is missing, where it was expected.
    package var pointer: String
    /// Where a moved element was expected; nil for all others.
    package var expectedPointer: String?
    /// What the contract describes.
    package var expected: String
    /// What came; nil where nothing did.
    package var actual: String?
    /// What else helps.
    package var note: String?
    /// Of two texts with several lines, the lines that differ, as text for people; nil elsewhere.
    package var lines: String?
    /// The line of the contract that was broken.
    package var range: SourceRange?
    /// What was compared, where a mismatch is about several.
    var part: Part?
    /// The JSON type that the contract describes, where it describes a value and no matcher stands there.
    var expectedType: String?
    /// The JSON type of what came.
    var actualType: String?

    /// Makes a difference; what is left out is none.
    init(
      _ kind: Kind, name: String? = nil, pointer: String = "", expectedPointer: String? = nil, expected: String,
      actual: String?, note: String? = nil, lines: String? = nil, range: SourceRange?
    ) {
      (self.kind, self.name, self.pointer, self.expectedPointer) = (kind, name, pointer, expectedPointer)
      (self.expected, self.actual, self.note, self.lines, self.range) = (expected, actual, note, lines, range)
    }
  }
}
