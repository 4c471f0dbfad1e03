import Foundation

/// A string that is equal only to the same Unicode scalars. JSON and HTTP have no canonical equivalence; String does.
@usableFromInline package struct ExactString: Hashable, Sendable {
  @usableFromInline package let string: String

  @inlinable package init(_ string: String) { self.string = string }

  @inlinable package static func == (a: Self, b: Self) -> Bool { a.string.isExactly(b.string) }

  @inlinable package func hash(into hasher: inout Hasher) {
    var string = string
    string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension StringProtocol {
  /// Returns whether both are the same Unicode scalars (RFC 8259, section 8.3). Swift's own equality treats é and e
  /// with a combining accent as equal.
  @inlinable package func isExactly(_ other: some StringProtocol) -> Bool {
    // Most strings that differ have different lengths.
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// Returns whether both are the same except for the case of ASCII letters, as HTTP compares names.
  @inlinable package func isSameName(_ other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count
      && utf8.elementsEqual(other.utf8) { a, b in
        a == b || (a | 0x20 == b | 0x20 && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(a | 0x20))
      }
  }
}

// The same for whole strings. A byte-by-byte walk over the UTF-8 view takes several times as long as over its buffer.
extension String {
  /// Returns whether both are the same Unicode scalars.
  @usableFromInline package func isExactly(_ other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (a, b) = (self, other)
    return a.withUTF8 { a in
      b.withUTF8 { b in
        guard let left = a.baseAddress, let right = b.baseAddress else { return true }
        return memcmp(left, right, a.count) == 0
      }
    }
  }

  /// Returns whether both are the same except for the case of ASCII letters. Most equal names are written alike.
  @usableFromInline package func isSameName(_ other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return isExactly(other) || self[...].isSameName(other)
  }
}
