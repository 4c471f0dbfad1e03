/// A string that is equal only to the same Unicode scalars: JSON and HTTP know no canonical equivalence, String does.
struct ExactString: Hashable {
  let string: String

  init(_ string: String) { self.string = string }

  static func == (a: Self, b: Self) -> Bool { a.string.isExactly(b.string) }

  func hash(into hasher: inout Hasher) {
    var string = string
    string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension StringProtocol {
  /// Whether both are the same Unicode scalars (RFC 8259, section 8.3). Swift's own equality takes é and e with a
  /// combining accent for one.
  func isExactly(_ other: some StringProtocol) -> Bool {
    // Most that differ do so in length.
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// Whether both are the same but for the case of ASCII letters, as HTTP compares names.
  func isSameName(_ other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count
      && utf8.elementsEqual(other.utf8) { a, b in
        a == b || (a | 0x20 == b | 0x20 && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(a | 0x20))
      }
  }
}

// The same for whole strings: byte by byte a string's UTF-8 view takes several times as long as its buffer.
extension String {
  /// Whether both are the same Unicode scalars.
  package func isExactly(_ other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (a, b) = (self, other)
    return a.withUTF8 { a in b.withUTF8 { b in a.indices.allSatisfy { a[$0] == b[$0] } } }
  }

  /// Whether both are the same but for the case of ASCII letters; most are written alike.
  package func isSameName(_ other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return isExactly(other) || self[...].isSameName(other)
  }
}
