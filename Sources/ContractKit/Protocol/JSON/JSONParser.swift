/// A recursive-descent reader for texts that the fast reader, `JSON.Document`, does not accept.
///
/// Foundation's reader accepts trailing commas and a byte order mark, and keeps neither positions nor the digits of
/// numbers. `JSON.Document` reads valid texts fast; this parser reads a text again to describe what is wrong with it.
struct JSONParser {
  /// The error that ends reading. Its diagnostic is already noted.
  struct Stopped: Error {}

  let source: Source
  let bytes: [UInt8]
  var index = 0
  var diagnostics: [Diagnostic] = []
  /// The number of tokens so far, counted as in `JSON.Document`.
  private var tokenCount = 0
  private let tokenLimit: Int
  /// The largest number of mistakes that are noted. A text with more is not mistyped JSON.
  private static let noteLimit = 1_000

  init(source: Source, limit: Int) {
    self.source = source
    tokenLimit = limit
    bytes = source.bytes
  }

  mutating func document() throws(Stopped) -> JSON {
    if let encoding = Self.otherEncoding(of: bytes) { throw stop(.otherEncoding(encoding), from: 0, to: 1) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      note(.byteOrderMark, from: 0, to: 3)
      index = 3
    }
    skipSpace()
    if index == bytes.count { throw stop(.emptyText, from: 0) }
    let value = try value(depth: 0)
    skipSpace()
    if index < bytes.count {
      throw isComment ? unexpected("the end of the file") : stop(.textAfterValue(found: token()), from: index)
    }
    return value
  }

  /// Returns the name of the encoding of a text, if it is one of those with units of two or four bytes. Such a text
  /// begins with a mark, or with two ASCII characters: half of their bytes are zero, and show the order of bytes.
  private static func otherEncoding(of bytes: [UInt8]) -> String? {
    let zeros = bytes.prefix(4).map { $0 == 0 }
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
    if zeros == [false, true, true, true] { return "UTF-32LE" }
    if zeros == [true, true, true, false] { return "UTF-32BE" }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    let isPaired = bytes.count.isMultiple(of: 2) && zeros.count > 1 && zeros[0] != zeros[1]
    guard isPaired, zeros.suffix(2).elementsEqual(zeros.prefix(2)) else { return nil }
    return zeros[0] ? "UTF-16BE" : "UTF-16LE"
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(Stopped) -> JSON {
    guard index < bytes.count else { throw stop(.unexpectedEnd(expected: "a value"), from: index) }
    if tokenCount >= tokenLimit { throw stop(.tooLarge(limit: tokenLimit), from: index, to: index + 1) }
    tokenCount += 1
    let start = index
    let kind: JSON.Kind
    switch bytes[index] {
    case UInt8(ascii: "\""): kind = .string(try string())
    case UInt8(ascii: "{"): kind = .object(try object(depth: depth))
    case UInt8(ascii: "["): kind = .array(try array(depth: depth))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): kind = number()
    case UInt8(ascii: "t") where word("true"): kind = .bool(true)
    case UInt8(ascii: "f") where word("false"): kind = .bool(false)
    case UInt8(ascii: "n") where word("null"): kind = .null
    default: kind = try strangeWord(expected: "a value")
    }
    return JSON(kind, range: SourceRange(source: source, start: start, end: index))
  }

  private mutating func array(depth: Int) throws(Stopped) -> [JSON] {
    let start = index
    if depth >= JSON.depthLimit { throw stop(.tooDeep(limit: JSON.depthLimit), from: start) }
    tokenCount += 1
    index += 1
    var elements: [JSON] = []
    skipSpace()
    if consume(UInt8(ascii: "]")) { return elements }
    while true {
      elements.append(try value(depth: depth + 1))
      if try !another(before: UInt8(ascii: "]"), in: "array") { return elements }
    }
  }

  private mutating func object(depth: Int) throws(Stopped) -> JSON.Object {
    let start = index
    if depth >= JSON.depthLimit { throw stop(.tooDeep(limit: JSON.depthLimit), from: start) }
    tokenCount += 1
    index += 1
    var members: [JSON.Object.Member] = []
    var names: [ExactString: SourceRange] = [:]
    skipSpace()
    if consume(UInt8(ascii: "}")) { return JSON.Object() }
    while true {
      let nameStart = index
      guard index < bytes.count else { throw stop(.unexpectedEnd(expected: "a member's name in quotes"), from: index) }
      guard bytes[index] == UInt8(ascii: "\"") else {
        throw unexpected("a member's name in quotes")
      }
      let name = try string()
      tokenCount += 1
      let range = SourceRange(source: source, start: nameStart, end: index)
      skipSpace()
      if !consume(UInt8(ascii: ":")) { throw unexpected("a colon after the name \"\(name)\"") }
      skipSpace()
      let value = try value(depth: depth + 1)
      if let first = names[ExactString(name)] {
        diagnostics.append(Diagnostic(.duplicateKey(name, first: first), at: range))
      } else {
        names[ExactString(name)] = range
      }
      members.append(JSON.Object.Member(name: name, nameRange: range, value: value))
      if try !another(before: UInt8(ascii: "}"), in: "object") { return JSON.Object(members) }
    }
  }

  /// Reads what follows an element: returns true after a comma, and false after the closing bracket.
  private mutating func another(before close: UInt8, in container: String) throws(Stopped) -> Bool {
    skipSpace()
    if consume(close) { return false }
    let comma = index
    let bracket = String(UnicodeScalar(close))
    if !consume(UInt8(ascii: ",")) { throw unexpected("a comma or the closing \(bracket) of this \(container)") }
    skipSpace()
    if index < bytes.count, bytes[index] == close {
      note(.trailingComma(container: container), from: comma, to: comma + 1)
      index += 1
      return false
    }
    return true
  }

  // MARK: Numbers and words

  /// Reads a number by the grammar. Skips the rest of a malformed number.
  private mutating func number() -> JSON.Kind {
    let start = index
    var problem: String?
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    let whole = digits()
    if whole == 0 {
      problem = "a digit must follow the minus sign"
    } else if whole > 1, bytes[index - whole] == UInt8(ascii: "0") {
      problem = "leading zeros are not allowed"
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      if digits() == 0 { problem = problem ?? "a digit must follow the decimal point" }
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
      if digits() == 0 { problem = problem ?? "a digit must follow the e of the exponent" }
    }
    if index < bytes.count, isWordByte(bytes[index]) {
      while index < bytes.count, isWordByte(bytes[index]) { index += 1 }
      problem = problem ?? "a JSON number is decimal: digits, optionally a decimal point and an exponent"
    }
    let literal = String(decoding: bytes[start..<index], as: UTF8.self)
    guard let problem else { return .number(JSON.Number(validated: literal)) }
    note(.invalidNumber(literal, why: problem), from: start, to: index)
    return .number(JSON.Number(0))
  }

  private mutating func digits() -> Int {
    let start = index
    index = bytes.digitsEnd(from: start)
    return index - start
  }

  private mutating func word(_ word: StaticString) -> Bool {
    let end = index + word.utf8CodeUnitCount
    guard bytes.has(word, at: index), end == bytes.count || !isWordByte(bytes[end]) else { return false }
    index = end
    return true
  }

  /// Skips a bare word that JSON does not have (`NaN`, `undefined`, `True`, `+1`). Stops at anything else.
  private mutating func strangeWord(expected: String) throws(Stopped) -> JSON.Kind {
    let start = index
    while index < bytes.count, isWordByte(bytes[index]) || bytes[index] == UInt8(ascii: "+") { index += 1 }
    if index == start { throw unexpected(expected) }
    note(.unknownWord(String(decoding: bytes[start..<index], as: UTF8.self)), from: start, to: index)
    return .null
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte >= 0x80 || "_.-".utf8.contains(byte)
  }

  // MARK: Strings

  private mutating func string() throws(Stopped) -> String {
    let open = index
    index += 1
    let start = index
    if let end = bytes.stringEnd(from: open) {
      index = end.index
      let text = start..<index - 1
      return String(decoding: end.hasEscapes ? bytes.unescaped(text)[...] : bytes[text], as: UTF8.self)
    }
    var text: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return checked(text, from: start)
      case UInt8(ascii: "\\"): escape(into: &text)
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): throw stop(.unterminatedString, from: open, to: index)
      case 0..<0x20:
        note(.controlCharacter(byte), from: index, to: index + 1)
        index += 1
      default:
        text.append(byte)
        index += 1
      }
    }
    throw stop(.unterminatedString, from: open, to: index)
  }

  /// Returns a string's bytes as text. Invalid UTF-8 is noted at its first bad byte and repaired.
  private mutating func checked(_ text: [UInt8], from start: Int) -> String {
    if let string = String(validating: text, as: UTF8.self) { return string }
    // In the source itself, where escapes are ASCII.
    let bad = firstInvalidByte(bytes[start..<index - 1])
    note(.invalidUTF8(bytes[bad]), from: bad, to: bad + 1)
    return String(decoding: text, as: UTF8.self)
  }

  private func firstInvalidByte(_ text: ArraySlice<UInt8>) -> Int {
    var start = text.startIndex
    while start < text.endIndex {
      let length =
        switch text[start] {
        case 0..<0x80: 1
        case 0xC0..<0xE0: 2
        case 0xE0..<0xF0: 3
        default: 4
        }
      let end = min(start + length, text.endIndex)
      if String(validating: text[start..<end], as: UTF8.self) == nil { return start }
      start = end
    }
    return text.startIndex
  }

  /// Reads one escape, beginning at its backslash. A bad escape is noted and skipped.
  private mutating func escape(into text: inout [UInt8]) {
    let start = index
    index += 1
    guard index < bytes.count else { return }
    let byte = bytes[index]
    index += 1
    switch byte {
    case _ where #""\/bfnrt"#.utf8.contains(byte): text.append([UInt8].unescaped(byte))
    case UInt8(ascii: "u"): unicodeEscape(from: start, into: &text)
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): index -= 1  // the line's end is the string's mistake, not the escape's
    default:
      while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
      note(.invalidEscape(String(decoding: bytes[start..<index], as: UTF8.self)), from: start, to: index)
    }
  }

  private mutating func unicodeEscape(from start: Int, into text: inout [UInt8]) {
    if let escape = bytes.unicodeEscape(at: start) {
      text.append(contentsOf: Character(escape.scalar).utf8)
      index = escape.end
      return
    }
    let digits = bytes[index...].prefix(4).prefix(while: \.isHexDigit)
    index = digits.endIndex
    let escape = String(decoding: bytes[start..<index], as: UTF8.self)
    note(digits.count < 4 ? .invalidEscape(escape) : .loneSurrogate(escape), from: start, to: index)
  }

  // MARK: The reading position

  private mutating func skipSpace() { index = bytes.spaceEnd(from: index) }

  private mutating func consume(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  /// Returns the text at the reading position for a message: a word, or one character.
  private func token() -> String {
    var end = index
    while end < bytes.count, end - index < 32, isWordByte(bytes[end]) { end += 1 }
    if end == index {
      end += 1
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    }
    return String(decoding: bytes[index..<min(end, bytes.count)], as: UTF8.self)
  }

  private var isComment: Bool {
    bytes[index] == UInt8(ascii: "#")
      || bytes[index] == UInt8(ascii: "/") && index + 1 < bytes.count
        && (bytes[index + 1] == UInt8(ascii: "/") || bytes[index + 1] == UInt8(ascii: "*"))
  }

  private mutating func unexpected(_ expected: String) -> Stopped {
    guard index < bytes.count else { return stop(.unexpectedEnd(expected: expected), from: index) }
    if isComment { return stop(.comment, from: index, to: index + 2) }
    return stop(.unexpected(found: token(), expected: expected), from: index)
  }

  private mutating func note(_ problem: FileProblem, from start: Int, to end: Int) {
    if diagnostics.count >= Self.noteLimit { return }
    diagnostics.append(Diagnostic(problem, at: SourceRange(source: source, start: start, end: min(end, bytes.count))))
  }

  private mutating func stop(_ problem: FileProblem, from start: Int, to end: Int? = nil) -> Stopped {
    note(problem, from: start, to: end ?? (start + max(1, token().utf8.count)))
    return Stopped()
  }
}
