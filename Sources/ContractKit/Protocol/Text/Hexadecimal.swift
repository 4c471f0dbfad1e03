/// Reading and writing of hexadecimal digits.
@usableFromInline package enum Hexadecimal {
  /// Returns the value of an ASCII digit; nil for any other byte.
  package static func value(ofDigit byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Returns a number in at least `width` digits.
  @usableFromInline package static func text(_ number: UInt32, width: Int, uppercase: Bool = false) -> String {
    let digits = String(number, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Returns a text with its percent-encoding (RFC 3986, section 2.1): every byte that is not plain is escaped.
  package static func percentEncoded(_ text: some StringProtocol, isPlain: (UInt8) -> Bool) -> String {
    percentEncoded(text.utf8, isPlain: isPlain)
  }

  package static func percentEncoded(_ bytes: some Sequence<UInt8>, isPlain: (UInt8) -> Bool) -> String {
    bytes.reduce(into: "") { encoded, byte in
      encoded += isPlain(byte) ? String(UnicodeScalar(byte)) : "%" + Self.text(UInt32(byte), width: 2, uppercase: true)
    }
  }
}
