extension JSON {
  /// A JSON number that keeps the digits it was written with, and compares by decimal value at any size.
  public struct Number: Sendable {
    /// The number as written, in RFC 8259's grammar.
    public let literal: String

    /// Makes a number of text that already is one in RFC 8259's grammar.
    init(validated literal: String) { self.literal = literal }

    /// Makes a number of an Int.
    public init(_ value: Int) { literal = String(value) }

    /// Makes a number of a Double; nil for NaN and the infinities, which JSON does not have.
    public init?(_ value: Double) {
      guard value.isFinite else { return nil }
      if let whole = Int(exactly: value), abs(value) < 1e15 {
        literal = value.sign == .minus && whole == 0 ? "-0" : String(whole)
      } else {
        literal = "\(value)"
      }
    }

    /// Makes a number of text; nil where the text is none in RFC 8259's grammar.
    public init?(literal: String) {
      guard case .number(let number)? = JSON.parse(literal)?.kind else { return nil }
      self = number
    }

    /// The value where it is a whole number that fits, however it is written: `1`, `1.0` and `10e-1` are 1.
    public var int: Int? {
      if let int = Int(literal) { return int }
      let decimal = self.decimal
      guard (0...19).contains(decimal.exponent), decimal.digits.count + decimal.exponent <= 19 else { return nil }
      let digits = String(decoding: decimal.digits, as: UTF8.self) + String(repeating: "0", count: decimal.exponent)
      return Int((decimal.isNegative ? "-" : "") + digits)
    }

    /// The nearest Double; infinite where the number is too large for one.
    public var double: Double { Double(literal) ?? .nan }

    /// Whether the number is whole, however it is written: 1.0 is.
    public var isInteger: Bool { decimal.exponent >= 0 }

    /// The value in one form only: the digits without zeros at either end, times ten to the exponent. Zero is no digits.
    struct Decimal: Equatable {
      var isNegative = false
      var digits: [UInt8] = []
      /// The bound of Int where the exponent is beyond it.
      var exponent = 0
      /// The digits of an exponent that is beyond Int, without its sign.
      var beyond: [UInt8] = []
    }

    var decimal: Decimal {
      var decimal = Decimal()
      // How far the point is from the digits' end.
      var shift = 0
      var written = Substring()
      var isFraction = false
      var text = Substring(literal).utf8
      while let byte = text.popFirst() {
        switch byte {
        case UInt8(ascii: "-"): decimal.isNegative = true
        case UInt8(ascii: "."): isFraction = true
        case UInt8(ascii: "e"), UInt8(ascii: "E"):
          written = Substring(text)
          text = Substring().utf8
        default:
          if isFraction { shift -= 1 }
          if byte != UInt8(ascii: "0") || !decimal.digits.isEmpty { decimal.digits.append(byte) }
        }
      }
      while decimal.digits.last == UInt8(ascii: "0") {
        decimal.digits.removeLast()
        shift += 1
      }
      if decimal.digits.isEmpty { return Decimal() }
      if let exponent = written.isEmpty ? 0 : Int(written), !exponent.addingReportingOverflow(shift).overflow {
        decimal.exponent = exponent + shift
      } else {
        decimal.setExponent(written, shiftedBy: shift)
      }
      return decimal
    }
  }
}

extension JSON.Number.Decimal {
  /// Sets an exponent that is beyond Int, or near its bounds.
  mutating func setExponent(_ written: Substring, shiftedBy shift: Int) {
    let isNegative = written.first == "-"
    var digits = written.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }.map { $0 }
    // A literal is never so long that the shift could change the exponent's sign.
    var carry = isNegative ? -shift : shift
    for index in digits.indices.reversed() {
      let sum = Int(digits[index] - UInt8(ascii: "0")) + carry
      carry = sum >= 0 ? sum / 10 : (sum - 9) / 10
      digits[index] = UInt8(ascii: "0") + UInt8(sum - carry * 10)
    }
    if carry > 0 { digits.insert(contentsOf: String(carry).utf8, at: 0) }
    let exact = Array(digits.drop { $0 == UInt8(ascii: "0") })
    if let exponent = Int((isNegative ? "-" : "") + String(decoding: exact, as: UTF8.self)) {
      self.exponent = exponent
    } else {
      exponent = isNegative ? .min : .max
      beyond = exact
    }
  }
}

extension JSON.Number: Equatable {
  /// Whether two numbers have the same decimal value: 1, 1.0 and 1e0 do, and so at any size.
  public static func == (a: JSON.Number, b: JSON.Number) -> Bool { a.literal == b.literal || a.decimal == b.decimal }
}

extension JSON.Number {
  /// The value in one form only: equal numbers have the same, others another.
  package var canonical: String {
    let decimal = self.decimal
    let exponent = decimal.beyond.isEmpty ? String(decimal.exponent) : String(decoding: decimal.beyond, as: UTF8.self)
    let sign = decimal.isNegative ? "-" : ""
    let side = decimal.beyond.isEmpty ? "" : decimal.exponent < 0 ? "--" : "+"
    return sign + String(decoding: decimal.digits, as: UTF8.self) + "e" + side + exponent
  }
}
