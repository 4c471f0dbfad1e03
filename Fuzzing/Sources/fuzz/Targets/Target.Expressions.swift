@testable import ContractAuthoring
@testable import ContractCore

extension Target {
  /// An expression that is matched without ICU is found in the same texts as with ICU. A text that is made for an
  /// expression is one in which it is found. The first line of the input is the expression, and the rest is the text.
  static func checkExpression(_ bytes: [UInt8]) -> Bool {
    guard let end = bytes.firstIndex(of: 0x0A), let expression = String(validating: bytes[..<end], as: UTF8.self),
      let text = String(validating: bytes[(end + 1)...], as: UTF8.self)
    else { return false }
    _ = try? Pattern.Regex(expression)
    guard let regex = try? Pattern.Regex(expression, .schema) else { return false }
    let (finding, _) = regex.searchByICU(in: text)
    if let sample = SampleText.make(expression, length: 0...(.max)) {
      require(
        regex.searchByICU(in: sample).finding != .notFound,
        "\(expression.debugDescription) is not found in \(sample.debugDescription), which was made for it")
    }
    guard let isFound = regex.compiled.plain?.isFound(in: text), finding != .stopped else { return true }
    require(
      isFound == (finding == .found),
      "\(expression.debugDescription) is \(isFound ? "" : "not ")found in \(text.debugDescription) without ICU, and "
        + "\(isFound ? "not " : "")found by ICU")
    return true
  }
}
