extension JSON.Number {
  /// Whether a number is below another, below or the same, by decimal value.
  static func < (a: JSON.Number, b: JSON.Number) -> Bool { compare(a, b) < 0 }
  static func <= (a: JSON.Number, b: JSON.Number) -> Bool { compare(a, b) <= 0 }

  /// Less than 0, 0 or more than 0, as the first number is below, the same as or above the second.
  static func compare(_ a: JSON.Number, _ b: JSON.Number) -> Int { Decimal.compare(a.decimal, b.decimal) }

  /// Whether the number divided by another is whole, exactly; nothing is a multiple of 0.
  func isMultiple(of divisor: JSON.Number) -> Bool {
    let (dividend, divisor) = (decimal, divisor.decimal)
    if divisor.digits.isEmpty { return false }
    if dividend.digits.isEmpty { return true }
    // A × 10^a is a multiple of B × 10^b. Neither A nor B ends in 0, so that A × 10^(a - b) is not whole if b > a.
    let zeros = dividend.exponent - divisor.exponent
    if zeros < 0 { return false }
    // Of the powers of ten only the twos and fives in B can matter, of which it has fewer than four for each digit.
    let digits = Array(dividend.digits.utf8) + Array(repeating: zero, count: min(zeros, 4 * divisor.digits.utf8.count))
    return digits.isMultiple(of: Array(divisor.digits.utf8))
  }
}

extension JSON.Number.Decimal {
  /// Less than 0, 0 or more than 0, as the first value is below, the same as or above the second.
  static func compare(_ a: Self, _ b: Self) -> Int {
    if a.sign != b.sign { return a.sign - b.sign }
    // The exponents of the places before the first digits.
    let (left, right) = (a.exponent + a.digits.utf8.count, b.exponent + b.digits.utf8.count)
    if left != right { return left < right ? -a.sign : a.sign }
    return a.digits == b.digits ? 0 : a.digits < b.digits ? -a.sign : a.sign
  }

  private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }
}

private let zero = UInt8(ascii: "0")

extension [UInt8] {
  /// Whether ASCII digits are a multiple of others, by long division.
  fileprivate func isMultiple(of divisor: [UInt8]) -> Bool {
    if let short = UInt64(String(decoding: divisor, as: UTF8.self)), short <= UInt64.max / 10 - 1 {
      return reduce(0) { ($0 * 10 + UInt64($1 - zero)) % short } == 0
    }
    var rest: [UInt8] = []
    for digit in self where !rest.isEmpty || digit != zero {
      rest.append(digit)
      while rest.count > divisor.count || rest.count == divisor.count && !rest.lexicographicallyPrecedes(divisor) {
        rest.subtract(divisor)
      }
    }
    return rest.isEmpty
  }

  /// Subtracts a number that is not larger; the result does not begin with 0.
  private mutating func subtract(_ other: [UInt8]) {
    var borrow: UInt8 = 0
    for place in 1...count {
      let taken = borrow + (place <= other.count ? other[other.count - place] - zero : 0)
      let digit = self[count - place] - zero
      borrow = digit < taken ? 1 : 0
      self[count - place] = zero + digit + 10 * borrow - taken
    }
    self = Array(drop { $0 == zero })
  }
}
