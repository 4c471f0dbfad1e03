extension JSON.Number {
  /// Whether a number is below another, below or the same, by decimal value at any size.
  static func < (a: JSON.Number, b: JSON.Number) -> Bool { compare(a, b) < 0 }
  static func <= (a: JSON.Number, b: JSON.Number) -> Bool { compare(a, b) <= 0 }

  /// Less than 0, 0 or more than 0, as the first number is below, the same as or above the second.
  static func compare(_ a: JSON.Number, _ b: JSON.Number) -> Int {
    if let (a, b) = ShortDecimal.aligned(ShortDecimal(a), ShortDecimal(b)) { return a < b ? -1 : a > b ? 1 : 0 }
    let (left, right) = (a.decimal, b.decimal)
    if left == right { return 0 }
    let (leftSign, rightSign) = (left.sign, right.sign)
    if leftSign != rightSign { return leftSign < rightSign ? -1 : 1 }
    return left.isSmaller(than: right) == (leftSign > 0) ? -1 : 1
  }

  /// Whether the number divided by another is whole, exactly; nothing is a multiple of 0.
  func isMultiple(of divisor: JSON.Number) -> Bool {
    if let (a, b) = ShortDecimal.aligned(ShortDecimal(self), ShortDecimal(divisor)) {
      // The lowest Int by -1 would overflow.
      return b != 0 && (b == -1 || a % b == 0)
    }
    let (dividend, divisor) = (decimal, divisor.decimal)
    if divisor.digits.isEmpty { return false }
    if dividend.digits.isEmpty { return true }
    // A × 10^a is a multiple of B × 10^b. Neither A nor B ends in 0, so that A × 10^(a - b) is no whole number where b > a.
    let zeros: Int
    if dividend.beyond.isEmpty, divisor.beyond.isEmpty {
      let (difference, isTooLarge) = dividend.exponent.subtractingReportingOverflow(divisor.exponent)
      zeros = isTooLarge ? (dividend.exponent > 0 ? .max : .min) : difference
    } else {
      zeros = dividend.exponentIsBelow(divisor) ? -1 : dividend.exponentIsSame(divisor) ? 0 : .max
    }
    if zeros < 0 { return false }
    // Of the powers of ten only the twos and fives in B can matter, of which it has fewer than four for each digit.
    return dividend.digits.isMultiple(of: divisor.digits, zeros: min(zeros, 4 * divisor.digits.count))
  }
}

extension JSON.Number.Decimal {
  fileprivate var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

  /// Whether the absolute value is below another's; neither is 0.
  fileprivate func isSmaller(than other: Self) -> Bool {
    let (a, b) = (magnitude, other.magnitude)
    if a.exponentIsBelow(b) { return true }
    if b.exponentIsBelow(a) { return false }
    return digits.lexicographicallyPrecedes(other.digits)
  }

  /// The exponent of the place before the first digit.
  private var magnitude: Self {
    var moved = Self()
    let (sum, isTooLarge) = exponent.addingReportingOverflow(digits.count)
    if beyond.isEmpty, !isTooLarge {
      moved.exponent = sum
    } else {
      let sign = exponent < 0 ? "-" : ""
      let written = beyond.isEmpty ? String(exponent) : sign + String(decoding: beyond, as: UTF8.self)
      moved.setExponent(Substring(written), shiftedBy: digits.count)
    }
    return moved
  }

  fileprivate func exponentIsSame(_ other: Self) -> Bool { exponent == other.exponent && beyond == other.beyond }

  fileprivate func exponentIsBelow(_ other: Self) -> Bool {
    if exponent != other.exponent { return exponent < other.exponent }
    if beyond.count != other.beyond.count { return (beyond.count < other.beyond.count) == (exponent > 0) }
    return exponent > 0
      ? beyond.lexicographicallyPrecedes(other.beyond) : other.beyond.lexicographicallyPrecedes(beyond)
  }
}

extension [UInt8] {
  /// Whether these ASCII digits, followed by zeros, are a multiple of others.
  fileprivate func isMultiple(of divisor: [UInt8], zeros: Int) -> Bool {
    if let short = UInt64(String(decoding: divisor, as: UTF8.self)), short <= UInt64.max / 10 - 1 {
      var rest = reduce(0) { ($0 * 10 + UInt64($1 - UInt8(ascii: "0"))) % short }
      for _ in 0..<zeros where rest != 0 { rest = rest * 10 % short }
      return rest == 0
    }
    var rest = Digits(of: divisor)
    for digit in self { rest.append(digit - UInt8(ascii: "0")) }
    for _ in 0..<zeros where !rest.isZero { rest.append(0) }
    return rest.isZero
  }
}

/// The remainder of a number by a long divisor, while the number's digits come in one by one.
private struct Digits {
  private static let base: UInt64 = 1_000_000_000_000_000_000
  /// In base 10^18, the lowest first, with a place more than the divisor needs.
  private let divisor: [UInt64]
  private var rest: [UInt64]

  init(of divisor: [UInt8]) {
    var places: [UInt64] = []
    var end = divisor.count
    while end > 0 {
      let start = max(0, end - 18)
      places.append(divisor[start..<end].reduce(0) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) })
      end = start
    }
    self.divisor = places + [0]
    rest = Array(repeating: 0, count: places.count + 1)
  }

  var isZero: Bool { rest.allSatisfy { $0 == 0 } }

  mutating func append(_ digit: UInt8) {
    var carry = UInt64(digit)
    for index in rest.indices {
      let value = rest[index] * 10 + carry
      rest[index] = value % Self.base
      carry = value / Self.base
    }
    while !isBelowDivisor { subtract() }
  }

  private var isBelowDivisor: Bool {
    for index in rest.indices.reversed() where rest[index] != divisor[index] { return rest[index] < divisor[index] }
    return false
  }

  private mutating func subtract() {
    var borrow: UInt64 = 0
    for index in rest.indices {
      let taken = divisor[index] + borrow
      borrow = rest[index] < taken ? 1 : 0
      rest[index] = rest[index] &+ (borrow == 1 ? Self.base : 0) &- taken
    }
  }
}
