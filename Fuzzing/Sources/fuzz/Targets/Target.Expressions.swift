@testable import ContractCore

extension Target {
  /// An expression that is matched without ICU is found in the same texts as with ICU. The first line of the input is
  /// the expression, and the rest is the text.
  static func checkExpression(_ bytes: [UInt8]) -> Bool {
    guard let end = bytes.firstIndex(of: 0x0A), let expression = String(validating: bytes[..<end], as: UTF8.self),
      let text = String(validating: bytes[(end + 1)...], as: UTF8.self),
      let regex = try? Pattern.Regex(ecma: expression)
    else { return false }
    let (finding, _) = regex.search(in: text)
    guard let isFound = PlainExpression(expression)?.isFound(in: text), finding != .stopped else { return true }
    require(
      isFound == (finding == .found),
      "\(expression.debugDescription) is \(isFound ? "" : "not ")found in \(text.debugDescription) without ICU, and "
        + "\(isFound ? "not " : "")found by ICU")
    return true
  }
}
