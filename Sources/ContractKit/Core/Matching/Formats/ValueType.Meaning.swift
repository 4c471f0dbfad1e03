import Foundation

extension ValueType {
  /// Returns whether a text is a value of the type.
  package func includes(_ text: String) -> Bool { meaning(of: text) != nil }

  /// Returns whether two texts mean the same value.
  func isSame(_ first: String, _ second: String) -> Bool {
    guard let meaning = meaning(of: first) else { return first.isExactly(second) }
    return meaning == self.meaning(of: second)
  }

  /// Returns the value in the one form in which it is compared; nil if the text is not a value of the type.
  private func meaning(of text: String) -> JSON? {
    switch self {
    case .uuid: return text.isUUID ? .string(text.lowercased()) : nil
    case .dateTime:
      guard Format.dateTime.includes(text) else { return nil }
      // Foundation does not know leap seconds.
      return .string(Timestamp(text)?.instant ?? text)
    case .base64:
      let digits = text.utf8.count - text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
      let padding = String(repeating: "=", count: (4 - digits % 4) % 4)
      guard [0, padding.utf8.count].contains(text.utf8.count - digits) else { return nil }
      return Data(base64Encoded: text.prefix(digits) + padding).map { .string($0.base64EncodedString()) }
    case .boolean: return ["true": true, "1": true, "false": false, "0": false][text.lowercased()]
    case .number: return JSON.Number(literal: text).flatMap { $0.literal.isExactly(text) ? JSON(.number($0)) : nil }
    }
  }
}
