extension JSON {
  /// A valid JSON text and what stands where in it: a value that was read is a document and the index of a token.
  ///
  /// Strings, numbers and members are made when somebody asks for them. So reading takes no time for what nobody looks
  /// at, and a document keeps 8 bytes for each value and name, and 8 more for each array and object.
  final class Document: Sendable {
    let source: Source
    let bytes: [UInt8]
    /// In the order of the text, the root first. An object's members are a name and a value each.
    let tokens: [Token]

    init(source: Source, tokens: [Token]) {
      self.source = source
      bytes = source.bytes
      self.tokens = tokens
    }

    /// One value, or the name of a member, in 64 bits: what it is, where it begins, and where it ends.
    ///
    /// Of an array or object the end is the index of the token after all that it holds, and a second token follows with
    /// how many elements or members there are, and where the text of it ends.
    struct Token {
      enum Kind: UInt64 { case null, `false`, `true`, number, string, escapedString, array, object }

      /// How many bytes a text may have at most.
      static let limit = 1 << 29

      private var bits: UInt64

      init(_ kind: Kind, from start: Int, to end: Int) {
        bits = kind.rawValue | UInt64(start) << 3 | UInt64(end) << 33
      }

      var kind: Kind {
        // Each case is its own number, which a raw value's initializer does not see so well.
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
      /// The offset of the first byte; of a second token how many elements or members there are.
      var start: Int { Int(bits >> 3 & 0x3FFF_FFFF) }
      /// The offset after the last byte; of an array or object the index of the token after it.
      var end: Int { Int(bits >> 33 & 0x3FFF_FFFF) }

      var isContainer: Bool { bits & 6 == 6 }
      /// Of a string what is between its quotes.
      var content: Range<Int> { start + 1..<end - 1 }
    }
  }
}
