extension JSON.Number {
  /// Returns whether a number is less than another by decimal value.
  package static func < (a: JSON.Number, b: JSON.Number) -> Bool { compare(a, b) < 0 }
  package static func <= (a: JSON.Number, b: JSON.Number) -> Bool { compare(a, b) <= 0 }

  /// Returns a negative number, 0 or a positive number if the first number is less than, equal
  /// to or greater than the second.
  static func compare(_ a: JSON.Number, _ b: JSON.Number) -> Int { Decimal.compare(a.decimal, b.decimal) }

  /// Returns whether the number is an exact multiple of another. No number is a multiple of 0.
  package func isMultiple(of divisor: JSON.Number) -> Bool {
    let (dividend, divisor) = (decimal, divisor.decimal)
    if divisor.digits.isEmpty { return false }
    if dividend.digits.isEmpty { return true }
    // A × 10^a is a multiple of B × 10^b. Neither A nor B ends in 0, so A × 10^(a - b) is not whole if b > a.
    let zeros = dividend.exponent - divisor.exponent
    if zeros < 0 { return false }
    // Only the factors 2 and 5 of B can divide a power of ten, and B has fewer than four of them for each digit.
    let digits = Array(dividend.digits.utf8) + Array(repeating: zero, count: min(zeros, 4 * divisor.digits.utf8.count))
    return digits.isMultiple(of: Array(divisor.digits.utf8))
  }
}

extension JSON.Number.Decimal {
  /// Returns a negative number, 0 or a positive number if the first value is less than, equal
  /// to or greater than the second.
  package static func compare(_ a: Self, _ b: Self) -> Int {
    if a.sign != b.sign { return a.sign - b.sign }
    // These are the decimal exponents of the position before the first digit.
    let (left, right) = (a.exponent + a.digits.utf8.count, b.exponent + b.digits.utf8.count)
    if left != right { return left < right ? -a.sign : a.sign }
    return a.digits == b.digits ? 0 : a.digits < b.digits ? -a.sign : a.sign
  }

  private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }
}

private let zero = UInt8(ascii: "0")

extension [UInt8] {
  /// Returns whether the number that these ASCII digits write is a multiple of another, by long division.
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

  /// Subtracts a number that is not larger. The result has no leading zeros.
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
