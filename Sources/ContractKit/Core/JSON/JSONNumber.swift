/// A JSON number that keeps the digits it was written with, and compares by decimal value at any size.
public struct JSONNumber: Sendable {
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
    guard decimal.exponent >= 0, decimal.digits.count + decimal.exponent <= 19 else { return nil }
    let digits = String(decoding: decimal.digits, as: UTF8.self) + String(repeating: "0", count: decimal.exponent)
    return Int((decimal.isNegative ? "-" : "") + digits)
  }

  /// The nearest Double; infinite where the number is too large for one.
  public var double: Double { Double(literal) ?? .nan }

  /// Whether the number is whole, however it is written: 1.0 is.
  public var isInteger: Bool { decimal.exponent >= 0 }

  /// The value in one form only: the digits without zeros at either end, times ten to the exponent. Zero is no digits.
  private var decimal: (isNegative: Bool, digits: [UInt8], exponent: Int) {
    var digits: [UInt8] = []
    var exponent = 0
    var isNegative = false
    var isFraction = false
    var text = Substring(literal).utf8
    while let byte = text.popFirst() {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        // An exponent beyond Int is as good as its bound: no two such literals of one file's size are equal by value
        // unless their digits are too.
        let written = Substring(text)
        let isLarge = written.first == "-" ? Int.min / 2 : Int.max / 2
        let value = Int(written.first == "+" ? written.dropFirst() : written) ?? isLarge
        exponent += max(Int.min / 2, min(Int.max / 2, value))
        text = Substring().utf8
      default:
        if isFraction { exponent -= 1 }
        if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
      }
    }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    return digits.isEmpty ? (false, [], 0) : (isNegative, digits, exponent)
  }
}

extension JSONNumber: Equatable {
  /// Whether two numbers have the same decimal value: 1, 1.0 and 1e0 do, and so at any size.
  public static func == (a: JSONNumber, b: JSONNumber) -> Bool {
    if a.literal == b.literal { return true }
    let (a, b) = (a.decimal, b.decimal)
    return a.isNegative == b.isNegative && a.exponent == b.exponent && a.digits == b.digits
  }
}
