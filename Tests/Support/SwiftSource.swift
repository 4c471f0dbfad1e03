/// The string literals and the brackets of a Swift source file.
///
/// It knows only as much of Swift's grammar as it needs to find them: comments, literals with their interpolations, and
/// regular expressions between `#/` and `/#`.
struct SwiftSource {
  let bytes: [UInt8]
  private(set) var literals: [SwiftLiteral] = []
  /// The ranges from an opening bracket to its closing bracket, including both.
  private(set) var brackets: [Range<Int>] = []
  /// Whether each bracket is closed by a bracket of the same kind. If not, the scanner misread the source.
  private(set) var isBalanced: Bool

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var scanner = Scanner(bytes: bytes)
    isBalanced = scanner.code(until: nil)
    (literals, brackets) = (scanner.literals, scanner.brackets)
  }

  /// Returns the bracket of a call's arguments, from the values of `#line` and `#column` there, both from 1.
  ///
  /// These are the place of the opening bracket. For an initializer, they are the place of the type's name.
  func bracket(line: Int, column: Int) -> Range<Int>? {
    var start = 0
    for _ in 1..<max(line, 1) {
      guard let end = bytes[start...].firstIndex(of: 0x0A) else { return nil }
      start = end + 1
    }
    return brackets.filter { $0.lowerBound >= start + column - 1 }.min { $0.lowerBound < $1.lowerBound }
  }

  /// Returns the line of an offset, from 1.
  func line(of offset: Int) -> Int { 1 + bytes[..<offset].count { $0 == 0x0A } }
}

/// A scanner that reads a source once, from beginning to end.
private struct Scanner {
  let bytes: [UInt8]
  var index = 0
  var literals: [SwiftLiteral] = []
  var brackets: [Range<Int>] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  private func has(_ text: StaticString, at offset: Int? = nil) -> Bool {
    text.withUTF8Buffer { bytes[min(offset ?? index, bytes.count)...].starts(with: $0) }
  }

  private mutating func skip(until end: StaticString) {
    while index < bytes.count, !has(end) { index += 1 }
    index = min(index + end.utf8CodeUnitCount, bytes.count)
  }

  /// Reads code up to the closing bracket or the end of the file. Returns whether the brackets inside are balanced.
  @discardableResult
  mutating func code(until close: UInt8?) -> Bool {
    var open: [Int] = []
    var isBalanced = true
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "/") where has("//"): skip(until: "\n")
      case UInt8(ascii: "/") where has("/*"): comment()
      case UInt8(ascii: "#"), UInt8(ascii: "\""):
        let hashes = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
        if has("\"", at: index + hashes) {
          literals.append(literal(hashes: hashes))
        } else if hashes > 0, has("/", at: index + hashes) {
          index += hashes + 1
          while index < bytes.count, !(has("/") && isMark(hashes, at: index + 1)) { index += 1 }
          index = min(index + 1 + hashes, bytes.count)
        } else {
          index += max(hashes, 1)
        }
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        open.append(index)
        index += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if open.isEmpty, byte == close { return isBalanced }
        index += 1
        if let start = open.popLast() {
          brackets.append(start..<index)
          if Self.closing[bytes[start]] != byte { isBalanced = false }
        } else {
          isBalanced = false
        }
      default: index += 1
      }
    }
    return isBalanced && open.isEmpty
  }

  private static let closing: [UInt8: UInt8] = [
    UInt8(ascii: "("): UInt8(ascii: ")"), UInt8(ascii: "["): UInt8(ascii: "]"), UInt8(ascii: "{"): UInt8(ascii: "}"),
  ]

  private mutating func comment() {
    var depth = 0
    repeat {
      if has("/*") {
        depth += 1
        index += 2
      } else if has("*/") {
        depth -= 1
        index += 2
      } else {
        index += 1
      }
    } while depth > 0 && index < bytes.count
  }

  private func isMark(_ hashes: Int, at offset: Int) -> Bool {
    offset + hashes <= bytes.count && bytes[offset..<offset + hashes].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  /// Whether a raw literal that begins with three quotes ends on the same line, so that it is a single-line literal.
  private func endsOnItsLine(_ hashes: Int) -> Bool {
    let rest = index + 1
    let line = bytes[rest...].prefix { $0 != 0x0A }
    return hashes > 0 && line.indices.contains { bytes[$0] == UInt8(ascii: "\"") && isMark(hashes, at: $0 + 1) }
  }

  /// Reads a literal that begins at the next byte.
  private mutating func literal(hashes: Int) -> SwiftLiteral {
    let start = index
    index += hashes
    let isMultiline = has("\"\"\"") && !endsOnItsLine(hashes)
    let quotes: StaticString = isMultiline ? "\"\"\"" : "\""
    index += quotes.utf8CodeUnitCount
    let content = index
    /// The places of the interpolations.
    var codes: [Range<Int>] = []
    while index < bytes.count, !(has(quotes) && isMark(hashes, at: index + quotes.utf8CodeUnitCount)) {
      guard has("\\"), isMark(hashes, at: index + 1) else {
        index += 1
        continue
      }
      let escape = index
      index += 1 + hashes
      if has("(") {
        index += 1
        // A literal inside an interpolation has no text of its own.
        var inner = Scanner(bytes: bytes)
        inner.index = index
        inner.code(until: UInt8(ascii: ")"))
        index = min(inner.index + 1, bytes.count)
        codes.append(escape..<index)
      } else {
        index += 1
      }
    }
    let end = min(index, bytes.count)
    index = min(end + quotes.utf8CodeUnitCount + hashes, bytes.count)
    var text = Content(bytes: bytes, range: content..<end, hashes: hashes, codes: codes)
    let indentation = isMultiline ? text.trimLines() : indentation(of: start)
    return SwiftLiteral(
      range: start..<index, hashes: hashes, isMultiline: isMultiline, indentation: indentation, parts: text.parts())
  }

  /// Returns the indentation that a single-line literal gets if it becomes multi-line: two more than its own line.
  private func indentation(of offset: Int) -> String {
    let line = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return String(repeating: " ", count: bytes[line...].prefix { $0 == UInt8(ascii: " ") }.count + 2)
  }
}

/// The content between the quotes of a literal.
private struct Content {
  let bytes: [UInt8]
  var range: Range<Int>
  let hashes: Int
  let codes: [Range<Int>]
  private var indentation: [UInt8]?

  init(bytes: [UInt8], range: Range<Int>, hashes: Int, codes: [Range<Int>]) {
    (self.bytes, self.range, self.hashes, self.codes) = (bytes, range, hashes, codes)
  }

  /// Removes the line ends beside the quotes. Returns the indentation, which is that of the last line.
  mutating func trimLines() -> String {
    guard let last = bytes[range].lastIndex(of: 0x0A) else { return "" }
    let indentation = Array(bytes[last + 1..<range.upperBound])
    range = min(range.lowerBound + 1, last)..<last
    self.indentation = indentation
    return String(decoding: indentation, as: UTF8.self)
  }

  func parts() -> [SwiftLiteral.Part] {
    var parts: [SwiftLiteral.Part] = []
    var text: [UInt8] = []
    func flush() {
      if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
      text = []
    }
    var index = afterIndentation(range.lowerBound)
    while index < range.upperBound {
      let byte = bytes[index]
      if let code = codes.first(where: { $0.lowerBound == index }) {
        flush()
        parts.append(.code(String(decoding: bytes[code], as: UTF8.self)))
        index = code.upperBound
      } else if byte == UInt8(ascii: "\\"), isMark(at: index + 1) {
        index = escape(at: index + 1 + hashes, &text)
      } else {
        text.append(byte)
        index = byte == 0x0A ? afterIndentation(index + 1) : index + 1
      }
    }
    flush()
    return parts.isEmpty ? [.text("")] : parts
  }

  private func isMark(at offset: Int) -> Bool {
    offset + hashes < range.upperBound && bytes[offset..<offset + hashes].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  private func afterIndentation(_ offset: Int) -> Int {
    guard let indentation, bytes[min(offset, range.upperBound)..<range.upperBound].starts(with: indentation) else {
      return offset
    }
    return offset + indentation.count
  }

  /// Reads an escape sequence after its backslash. Returns the offset at which the text continues.
  private func escape(at offset: Int, _ text: inout [UInt8]) -> Int {
    switch bytes[offset] {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "0"): text.append(0)
    case UInt8(ascii: "u"):
      let digits = bytes[min(offset + 2, range.upperBound)..<range.upperBound].prefix { $0 != UInt8(ascii: "}") }
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
      text += Array(String(value.flatMap(Unicode.Scalar.init).map(Character.init) ?? "\u{FFFD}").utf8)
      return offset + 3 + digits.count
    case UInt8(ascii: " "), 0x0A:
      // The text continues on the next line.
      let end = bytes[offset..<range.upperBound].firstIndex(of: 0x0A) ?? range.upperBound
      return afterIndentation(min(end + 1, range.upperBound))
    default: text.append(bytes[offset])
    }
    return offset + 1
  }
}
