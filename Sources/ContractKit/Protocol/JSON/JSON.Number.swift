extension JSON {
  /// A JSON number that keeps its digits as written and compares by decimal value.
  ///
  /// Comparison is exact up to exponents of 2^62. Numbers beyond that are equal only if they are written alike.
  public struct Number: Sendable {
    /// The number as written, in the grammar of RFC 8259.
    package let literal: String

    /// Makes a number from text that is already known to be one in the grammar of RFC 8259.
    package init(validated literal: String) { self.literal = literal }

    /// Creates a number from an Int.
    public init(_ value: Int) { literal = String(value) }

    /// Creates a number from a Double, or returns nil for NaN and the infinities, which JSON does not have.
    public init?(_ value: Double) {
      guard value.isFinite else { return nil }
      if let whole = Int(exactly: value), abs(value) < 1e15 {
        literal = value.sign == .minus && whole == 0 ? "-0" : String(whole)
      } else {
        literal = "\(value)"
      }
    }

    /// Creates a number from text, or returns nil if the text is not a number in the grammar of RFC 8259.
    public init?(literal: String) {
      guard case .number(let number)? = JSON.parse(literal)?.kind else { return nil }
      self = number
    }

    /// The value as an Int, or nil if it is not a whole number or does not fit. The way in which it is written does not
    /// matter: `1`, `1.0` and `10e-1` are 1.
    public var int: Int? {
      if let int = Int(literal) { return int }
      let decimal = self.decimal
      guard (0...19).contains(decimal.exponent), decimal.digits.utf8.count + decimal.exponent <= 19 else { return nil }
      let digits = decimal.digits + String(repeating: "0", count: decimal.exponent)
      return Int((decimal.isNegative ? "-" : "") + digits)
    }

    /// The nearest Double; infinite if the number is too large for one.
    public var double: Double { Double(literal) ?? .nan }

    /// Whether the number is whole. The way in which it is written does not matter: 1.0 is whole.
    public var isInteger: Bool { Int(literal) != nil || decimal.exponent >= 0 }

    /// The value in a unique form: digits without zeros at either end, times ten to the exponent. Zero has no digits.
    package struct Decimal: Hashable {
      /// The bound of exponents: an exponent above it, or below its negative, is not kept.
      static let bound = Int.max / 2

      var isNegative = false
      /// ASCII digits. Up to 15 digits, which is nearly every number, fit in a String without an allocation.
      package var digits = ""
      var exponent = 0

      /// Whether the exponent is within the bounds. Then different numbers have different decimals.
      var isExact: Bool { exponent.magnitude < Self.bound }
    }

    package var decimal: Decimal {
      var literal = literal
      return literal.withUTF8 { bytes in
        let end = bytes.firstIndex { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") } ?? bytes.endIndex
        let isSignificant = { (byte: UInt8) in byte > UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
        guard let first = bytes[..<end].firstIndex(where: isSignificant),
          let last = bytes[..<end].lastIndex(where: isSignificant)
        else { return Decimal() }
        let digits = String(unsafeUninitializedCapacity: last - first + 1) { buffer in
          var count = 0
          for byte in bytes[first...last] where byte != UInt8(ascii: ".") {
            buffer[count] = byte
            count += 1
          }
          return count
        }
        let point = bytes[..<end].firstIndex(of: UInt8(ascii: ".")) ?? end
        let shift = last < point ? point - last - 1 : point - last
        let exponent = Self.exponent(bytes[end...].dropFirst()) + shift
        return Decimal(
          isNegative: bytes.first == UInt8(ascii: "-"), digits: digits,
          exponent: min(max(exponent, -Decimal.bound), Decimal.bound))
      }
    }

    /// Returns the exponent as written, clamped to the bounds; 0 if none is written.
    private static func exponent(_ written: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
      guard let first = written.first else { return 0 }
      let exponent = Int(Substring(decoding: written, as: UTF8.self))
      return min(max(exponent ?? (first == UInt8(ascii: "-") ? .min : .max), -Decimal.bound), Decimal.bound)
    }
  }
}

extension JSON.Number: Equatable {
  /// Returns whether two numbers have the same decimal value: 1, 1.0 and 1e0 do.
  public static func == (a: JSON.Number, b: JSON.Number) -> Bool {
    if a.literal == b.literal { return true }
    // Most numbers are small and whole, and this is much faster.
    if let a = Int(a.literal), let b = Int(b.literal) { return a == b }
    let decimal = a.decimal
    return decimal.isExact && decimal == b.decimal
  }
}
