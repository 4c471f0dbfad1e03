import Foundation

/// JSON pointers (RFC 6901): the path from a document's root to one value.
package enum JSONPointer {
  /// Returns the pointer of what has the value at a pointer; "" for the whole.
  package static func parent(_ pointer: String) -> String {
    pointer.lastIndex(of: "/").map { String(pointer[..<$0]) } ?? ""
  }

  /// Returns a member's name or an element's index as one step of a pointer, with its slash.
  package static func step(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return "/" + name }
    // By scalars, because a "~" with a combining accent is a single character.
    return name.unicodeScalars.reduce(into: "/") { text, scalar in
      text += scalar == "~" ? "~0" : scalar == "/" ? "~1" : String(scalar)
    }
  }

  /// The reason why a text is not a JSON pointer.
  package enum SyntaxError: Error, Sendable {
    /// The text is not empty and does not begin with a slash.
    case noSlash
    /// A `~` is not followed by 0 or 1.
    case tilde
    /// A `%` is not followed by two hexadecimal digits, or the decoded bytes are not UTF-8.
    case percent
  }

  /// Returns the names and indexes that a pointer leads through, unescaped (RFC 6901, sections 3 and 4); none for "".
  package static func steps(_ pointer: String) throws(SyntaxError) -> [String] {
    if pointer.isEmpty { return [] }
    let slash = UInt8(ascii: "/")
    guard pointer.utf8.first == slash else { throw .noSlash }
    var steps: [String] = []
    for step in pointer.utf8.dropFirst().split(separator: slash, omittingEmptySubsequences: false) {
      steps.append(try unescaped(step))
    }
    return steps
  }

  /// Returns the steps of a pointer that is the percent-encoded fragment of a URI, without its `#` (RFC 6901, section
  /// 6).
  package static func steps(fragment: some StringProtocol) throws(SyntaxError) -> [String] {
    guard let pointer = percentDecoded(fragment) else { throw .percent }
    return try steps(pointer)
  }

  /// Returns a text with its percent-encoding decoded (RFC 3986, section 2.1); nil if an escape is broken or the result
  /// is not UTF-8.
  package static func percentDecoded(_ text: some StringProtocol) -> String? {
    text.utf8.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding : String(text)
  }

  /// Returns the array index that a step stands for: digits without leading zeros (RFC 6901, section 4); nil if it is
  /// not one.
  package static func index(_ step: String) -> Int? {
    step.utf8.count > 1 && step.utf8.first == UInt8(ascii: "0") ? nil : Int(digits: step.utf8)
  }

  private static func unescaped(_ step: Substring.UTF8View) throws(SyntaxError) -> String {
    guard step.contains(UInt8(ascii: "~")) else { return String(Substring(step)) }
    var bytes: [UInt8] = []
    var rest = step
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "~") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
      default: throw .tilde
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
