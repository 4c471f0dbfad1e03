import Testing

@testable import ContractCore
@testable import ContractProtocol
@testable import TestSupport

@Suite("Order and division of numbers")
struct NumberOrderTests {
  private func number(_ text: String) throws -> JSON.Number { try #require(JSON.Number(literal: text)) }

  @Test("numbers are ordered by value, whatever their notation")
  func order() throws {
    let ascending = [
      "-1e99999999999999999999", "-1e400", "-12", "-1.5", "-1e-400", "-1e-9223372036854775808", "0",
      "1e-99999999999999999999", "1e-400",
      "0.1", "1.5", "9.99", "1e1", "10.5", "99", "9007199254740992", "9007199254740993",
      "123456789012345678901234567890", "9e4000000000000000000", "1e99999999999999999999",
    ]
    for (i, a) in ascending.enumerated() {
      for (j, b) in ascending.enumerated() {
        let order = try JSON.Number.compare(number(a), number(b))
        #expect(order.signum() == (i - j).signum(), "\(a) and \(b)")
      }
    }
    #expect(JSON.Number.compare(try number("-0.0"), try number("0e9")) == 0)
    #expect(JSON.Number.compare(try number("100"), try number("1e2")) == 0)
  }

  @Test("a long product is a multiple of its factors, and the number below it is not", .slow)
  func division() throws {
    var numbers = SeededNumbers(state: 5)
    for round in 0..<500 {
      let (left, right) = (digits(1 + round % 60, &numbers), digits(1 + round % 41, &numbers))
      let product = Self.product(left, right)
      #expect(try number(product).isMultiple(of: number(left)), "\(product), \(left)")
      #expect(try number("-\(product)e-7").isMultiple(of: number("\(right)e-7")), "\(product), \(right)")
      #expect(try number("\(product)e30").isMultiple(of: number("\(right)e-9")), "\(product), \(right)")
      // The product of two odd numbers is odd, so subtracting 1 changes only its last digit.
      let below = product.dropLast() + String((product.last?.wholeNumberValue ?? 0) - 1)
      #expect(try !number(String(below)).isMultiple(of: number(left)), "\(below), \(left)")
    }
  }

  /// Returns the digits of an odd number above 1.
  private func digits(_ count: Int, _ numbers: inout SeededNumbers) -> String {
    let head = (1..<count).map { _ in String(Int.random(in: 1...9, using: &numbers)) }.joined()
    return head + String([3, 5, 7, 9][Int.random(in: 0...3, using: &numbers)])
  }

  private static func product(_ a: String, _ b: String) -> String {
    var ranges = Array(repeating: 0, count: a.count + b.count)
    for (i, x) in a.reversed().enumerated() {
      for (j, y) in b.reversed().enumerated() { ranges[i + j] += (x.wholeNumberValue ?? 0) * (y.wholeNumberValue ?? 0) }
    }
    for index in 0..<(ranges.count - 1) {
      ranges[index + 1] += ranges[index] / 10
      ranges[index] %= 10
    }
    return ranges.reversed().drop { $0 == 0 }.map(String.init).joined()
  }

  @Test("equal values have equal hashes, whatever their notation")
  func hashes() throws {
    let pairs = [
      ("1", "1.0"), ("1e2", "100"), ("0", "-0.0"), (#"{"a": 1, "b": [2]}"#, #"{"b": [2.0], "a": 1e0}"#),
      (#""é""#, #""\u00e9""#), ("0", "-0e999"), ("-1200", "-1.2000000000000000000000000e3"), ("5e-30", "50e-31"),
      ("1e-4000000000000000000", "10e-4000000000000000001"),
    ]
    for (a, b) in pairs {
      let left = HashedJSON(try #require(JSON.parse(a)))
      let right = HashedJSON(try #require(JSON.parse(b)))
      #expect(left == right)
      #expect(left.hashValue == right.hashValue)
    }
    let values = [
      "1", "true", "null", #""1""#, "[1]", #"{"a": 1}"#, #"{"1": "a"}"#, "[]", "{}", #""é""#, #""e\u0301""#, "0",
      "false",
    ]
    #expect(Set(values.compactMap { JSON.parse($0).map(HashedJSON.init) }).count == values.count)
  }
}
