/// A number of at most 18 digits and a small exponent, which is nearly every one: read and compared without an allocation.
struct ShortDecimal {
  /// The value is this times ten to the exponent.
  var mantissa: Int64
  var exponent: Int

  /// Reads a number; nil where it is not a short one.
  init?(_ number: JSON.Number) {
    var literal = number.literal
    guard let read = literal.withUTF8(Self.read) else { return nil }
    self = read
  }

  private init(mantissa: Int64, exponent: Int) {
    self.mantissa = mantissa
    self.exponent = exponent
  }

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> ShortDecimal? {
    guard bytes.count <= 24 else { return nil }
    var mantissa: Int64 = 0
    var (digits, shift, index) = (0, 0, 0)
    var isFraction = false
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { index = 1 }
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: ".") {
        isFraction = true
      } else if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
        guard let written = Int(Substring(decoding: bytes[index...], as: UTF8.self)), (-99...99).contains(written)
        else { return nil }
        shift += written
        break
      } else {
        digits += 1
        mantissa = mantissa &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
        if isFraction { shift -= 1 }
      }
    }
    if digits > 18 { return nil }
    return ShortDecimal(mantissa: isNegative ? -mantissa : mantissa, exponent: shift)
  }

  /// Whether the value is whole.
  var isInteger: Bool {
    if exponent >= 0 || mantissa == 0 { return true }
    // 18 digits are no multiple of more than 18 tens.
    return Self.power(-exponent).map { mantissa % $0 == 0 } ?? false
  }

  /// The same value in one form only: its mantissa does not end in 0; zero has the exponent 0.
  var withoutZeros: ShortDecimal {
    if mantissa == 0 { return ShortDecimal(mantissa: 0, exponent: 0) }
    var number = self
    while number.mantissa % 10 == 0 {
      number.mantissa /= 10
      number.exponent += 1
    }
    return number
  }

  /// Both values as whole numbers of one unit; nil where that does not fit.
  static func aligned(_ a: ShortDecimal?, _ b: ShortDecimal?) -> (Int64, Int64)? {
    guard let a, let b else { return nil }
    if a.exponent == b.exponent { return (a.mantissa, b.mantissa) }
    let unit = min(a.exponent, b.exponent)
    guard let left = a.inUnits(of: unit), let right = b.inUnits(of: unit) else { return nil }
    return (left, right)
  }

  private func inUnits(of unit: Int) -> Int64? {
    if mantissa == 0 { return 0 }
    guard let power = Self.power(exponent - unit) else { return nil }
    let (product, isTooLarge) = mantissa.multipliedReportingOverflow(by: power)
    return isTooLarge ? nil : product
  }

  private static func power(_ exponent: Int) -> Int64? {
    guard exponent <= 18 else { return nil }
    var power: Int64 = 1
    for _ in 0..<exponent { power *= 10 }
    return power
  }
}
