extension JSON {
  /// A valid JSON text with the positions of everything in it. A value that was read is a document and a token's index.
  ///
  /// Strings, numbers and members are made on demand, so values that nobody uses cost no time. A document keeps 8 bytes
  /// for each value and name, and 8 more for each array and object.
  package final class Document: Sendable {
    let source: Source
    package let bytes: [UInt8]
    /// The tokens in the order of the text, the root first. Each member of an object is a name and then a value.
    package let tokens: [Token]

    init(source: Source, tokens: [Token]) {
      self.source = source
      bytes = source.bytes
      self.tokens = tokens
    }

    /// One value, or the name of a member, in 64 bits: its kind, where it begins, and where it ends.
    ///
    /// For an array or object, the end is the index of the token after its contents. A second token follows, which
    /// holds the number of elements or members and the offset where the text of the container ends.
    package struct Token {
      package enum Kind: UInt64 { case null, `false`, `true`, number, string, escapedString, array, object }

      /// The largest size of a text in bytes.
      static let limit = 1 << 29

      private var bits: UInt64

      package init(_ kind: Kind, from start: Int, to end: Int) {
        bits = kind.rawValue | UInt64(start) << 3 | UInt64(end) << 33
      }

      package var kind: Kind {
        // Each case is its own raw value. The optimizer does not see that in the raw value's initializer.
        switch bits & 7 {
        case 0: .null
        case 1: .false
        case 2: .true
        case 3: .number
        case 4: .string
        case 5: .escapedString
        case 6: .array
        default: .object
        }
      }
      /// The offset of the first byte; in a second token, the number of elements or members.
      package var start: Int { Int(bits >> 3 & 0x3FFF_FFFF) }
      /// The offset after the last byte; for an array or object, the index of the token after it.
      package var end: Int { Int(bits >> 33 & 0x3FFF_FFFF) }

      package var isContainer: Bool { bits & 6 == 6 }
      /// The range between the quotes of a string.
      package var content: Range<Int> { start + 1..<end - 1 }
    }
  }
}
