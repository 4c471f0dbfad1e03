// Notes on two values whose difference is hard to see, or has a known cause.

extension Matcher {
  /// Returns what a reader may not see in a value that differs from a literal one; nil if there is nothing.
  static func note(on value: JSON?, insteadOf pattern: Pattern) -> String? {
    guard case .literal(let literal) = pattern.kind, let value else { return nil }
    if let expected = literal.string, let actual = value.string, let note = lookalike(expected, actual) { return note }
    return rounded(literal.string ?? literal.text, value.string ?? value.text)
  }

  /// Returns the code points of two texts around their first difference if the texts look the same; otherwise nil.
  private static func lookalike(_ expected: String, _ actual: String) -> String? {
    if expected.isExactly(actual) || max(expected.utf8.count, actual.utf8.count) > lookalikeLimit { return nil }
    guard expected == actual || expected.skeleton.isExactly(actual.skeleton) else { return nil }
    let (left, right) = (expected.unicodeScalars, actual.unicodeScalars)
    let same = Excerpt.commonCount(left, right)
    func codes(_ scalars: String.UnicodeScalarView) -> String {
      let codes = scalars.dropFirst(same).prefix(3).map { "U+" + Hexadecimal.text($0.value, width: 4, uppercase: true) }
      return codes.isEmpty ? "the end" : codes.joined(separator: " ")
    }
    return "the texts look the same: expected \(codes(left)), got \(codes(right)) at character \(same + 1)"
  }

  /// The length above which texts are not searched for letters that look alike.
  private static let lookalikeLimit = 10_000

  /// Returns a note if a number lost the digits that a floating-point number does not keep.
  private static func rounded(_ expected: String, _ actual: String) -> String? {
    guard max(expected.utf8.count, actual.utf8.count) <= 100,
      let expected = JSON.Number(literal: expected), let actual = JSON.Number(literal: actual),
      expected != actual, expected.decimal.digits.utf8.count > 15, expected.double.isFinite, expected.double != 0,
      expected.double == actual.double
    else { return nil }
    return "both are the same floating-point number of 64 bits, which keeps about 16 digits: the client probably reads"
      + " this number as one; let it keep a whole number, or a text"
  }
}
