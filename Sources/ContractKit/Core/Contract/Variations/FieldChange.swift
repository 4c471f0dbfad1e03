/// A change of one value in the JSON body of a response.
package struct FieldChange: Sendable, Hashable {
  /// The ways to change a value, in the order in which they are played.
  package enum Kind: String, Sendable, CaseIterable {
    case missing
    case null
    case otherType = "another type"
    /// The first whole number that a Double cannot have.
    case aboveDouble = "2^53+1"
    /// The first whole number that a UInt64 cannot have.
    case aboveUInt64 = "2^64"
    case huge = "1e30"
    case negative
    case fractional
    /// A string, an array or an object without contents.
    case empty
    case unknownString = "unknown string"
    /// A string whose bytes are others in each encoding.
    case nonASCII = "non-ASCII string"
    /// A time as the number of seconds since 1970.
    case epoch = "epoch seconds"
    /// A time with a fraction of a second if it has none, otherwise without it.
    case fraction = "other fraction"
    /// The same time with another offset from UTC.
    case offset = "other offset"
    /// A time without an offset, which RFC 3339 does not allow, but many servers send.
    case noOffset = "no offset"
    /// A date with a time.
    case dateTime = "date-time"
    /// The 30th of February.
    case noSuchDay = "no such day"
    /// An object with a member that it does not have.
    case extraMember = "extra member"
    /// An object that has a member twice.
    case duplicate = "duplicate member"
    case long = "100 kB string"
    /// Arrays in arrays.
    case deep = "1,000 levels"
    /// An array with its first element many times.
    case many = "10,000 elements"

    /// Whether the response gets so large that a slow client needs long for it.
    var isLarge: Bool { self == .long || self == .deep || self == .many }

    /// Whether the value means the same, so that a client that reads the one should read the other too.
    package var keepsMeaning: Bool { self == .fraction || self == .offset || self == .extraMember }
  }

  /// The place of the value. Of an array, only the first element is changed.
  package let pointer: String
  /// The same place with `*` in place of each array's index, as files name it.
  package let pattern: String
  package let kind: Kind

  package init(_ kind: Kind, at pointer: String, pattern: String? = nil) {
    (self.kind, self.pointer, self.pattern) = (kind, pointer, pattern ?? pointer)
  }

  /// The name, which is unique in its scenario: `/todo/id missing`. The whole body is `body`, because its pointer is "".
  package var name: String { "\(pointer.isEmpty ? Self.body : Excerpt.visible(pointer)) \(kind.rawValue)" }

  private static let body = "body"

  /// Returns whether a text could be the name of a change.
  static func isName(_ text: String) -> Bool {
    (text.hasPrefix("/") || text.hasPrefix(body + " ")) && Kind.allCases.contains { text.hasSuffix(" " + $0.rawValue) }
  }
}
