/// A text read by rules more lenient than JSON's: it says whether all of it is one value, and makes none.
struct LenientText {
  enum Rules { case foundation, json5 }

  /// Thrown where the text is no value.
  private struct Refused: Error {}

  private let bytes: [UInt8]
  private let rules: Rules
  private var index = 0

  init(_ bytes: [UInt8], rules: Rules) {
    self.bytes = bytes
    self.rules = rules
  }

  /// Whether the whole text is one value.
  var isWhole: Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    var text = self
    return (try? text.document()) != nil
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func take(word: String) -> Bool {
    guard bytes[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  private mutating func document() throws(Refused) {
    try skipSpace()
    try value(depth: 0)
    try skipSpace()
    if index < bytes.count { throw Refused() }
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(Refused) {
    guard let next else { throw Refused() }
    switch next {
    case UInt8(ascii: "{"), UInt8(ascii: "["): try container(depth: depth)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "'") where rules == .json5: try string()
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      if !take(word: "true"), !take(word: "false"), !take(word: "null") { throw Refused() }
    default: try number()
    }
  }

  /// An object or an array; both may end with a comma.
  private mutating func container(depth: Int) throws(Refused) {
    if depth >= JSON.depthLimit { throw Refused() }
    let isObject = next == UInt8(ascii: "{")
    let end: Unicode.Scalar = isObject ? "}" : "]"
    index += 1
    try skipSpace()
    while !take(end) {
      if isObject {
        try name()
        try skipSpace()
        guard take(":") else { throw Refused() }
        try skipSpace()
      }
      try value(depth: depth + 1)
      try skipSpace()
      if take(",") {
        try skipSpace()
      } else if next != UInt8(ascii: end) {
        throw Refused()
      }
    }
  }

  private mutating func name() throws(Refused) {
    if next == UInt8(ascii: "\"") || (rules == .json5 && next == UInt8(ascii: "'")) { return try string() }
    guard rules == .json5 else { throw Refused() }
    // An IdentifierName (ECMAScript 5.1, section 7.6).
    var isFirst = true
    while index < bytes.count {
      if take("\\") {
        guard take("u") else { throw Refused() }
        _ = try hexadecimal(4)
      } else {
        let (scalar, length) = scalar(at: index)
        guard Self.isInName(scalar, first: isFirst) else { break }
        index += length
      }
      isFirst = false
    }
    if isFirst { throw Refused() }
  }

  private static func isInName(_ scalar: Unicode.Scalar, first: Bool) -> Bool {
    if scalar == "$" || scalar == "_" { return true }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber: return true
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return !first
    default: return !first && (scalar.value == 0x200C || scalar.value == 0x200D)
    }
  }

  // MARK: Strings

  private mutating func string() throws(Refused) {
    guard let quote = next else { throw Refused() }
    index += 1
    while let byte = next {
      index += 1
      switch byte {
      case quote: return
      case UInt8(ascii: "\\"): try escape()
      case 0x0A, 0x0D: throw Refused()
      case 0..<0x20 where rules == .foundation: throw Refused()
      default: continue
      }
    }
    throw Refused()
  }

  private mutating func escape() throws(Refused) {
    guard let byte = next else { throw Refused() }
    index += 1
    switch byte {
    case UInt8(ascii: "u"):
      let unit = try hexadecimal(4)
      // Half of a surrogate pair is a character to JSON5, and not to Foundation.
      guard rules == .foundation, (0xD800...0xDFFF).contains(unit) else { return }
      guard unit < 0xDC00, take("\\"), take("u") else { throw Refused() }
      guard (0xDC00...0xDFFF).contains(try hexadecimal(4)) else { throw Refused() }
    case _ where rules == .foundation: if !"\"\\/bfnrt".utf8.contains(byte) { throw Refused() }
    case UInt8(ascii: "x"): _ = try hexadecimal(2)
    case UInt8(ascii: "0"):
      if let next, next.isDigit { throw Refused() }
    case UInt8(ascii: "1")...UInt8(ascii: "9"): throw Refused()
    case 0x0D: _ = take("\n")
    default: return
    }
  }

  private mutating func hexadecimal(_ count: Int) throws(Refused) -> UInt32 {
    guard index + count <= bytes.count, bytes[index..<(index + count)].allSatisfy(\.isHexDigit) else {
      throw Refused()
    }
    defer { index += count }
    return UInt32(String(decoding: bytes[index..<(index + count)], as: UTF8.self), radix: 16) ?? 0
  }

  // MARK: Numbers

  private mutating func number() throws(Refused) {
    if !take("-"), rules == .json5 { _ = take("+") }
    if rules == .json5 {
      if take(word: "Infinity") || take(word: "NaN") { return }
      if take(word: "0x") || take(word: "0X") { return try digits(\.isHexDigit) }
    }
    let whole = index
    let hasWhole = (try? digits(\.isDigit)) != nil
    if hasWhole, index > whole + 1, bytes[whole] == UInt8(ascii: "0") { throw Refused() }
    if take(".") {
      let hasFraction = (try? digits(\.isDigit)) != nil
      if !(hasWhole && hasFraction), rules == .foundation || !(hasWhole || hasFraction) { throw Refused() }
    } else if !hasWhole {
      throw Refused()
    }
    if take("e") || take("E") {
      if !take("-") { _ = take("+") }
      try digits(\.isDigit)
    }
  }

  /// At least one digit.
  private mutating func digits(_ isDigit: (UInt8) -> Bool) throws(Refused) {
    let start = index
    while let next, isDigit(next) { index += 1 }
    if index == start { throw Refused() }
  }

  // MARK: Space

  private mutating func skipSpace() throws(Refused) {
    while let next {
      switch next {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      case 0x0B, 0x0C: if rules == .json5 { index += 1 } else { return }
      case UInt8(ascii: "/"): if rules == .json5 { try comment() } else { return }
      case 0..<0x80: return
      default:
        let (scalar, length) = scalar(at: index)
        let isSpace =
          scalar.properties.generalCategory == .spaceSeparator || [0xFEFF, 0x2028, 0x2029].contains(scalar.value)
        guard rules == .json5, isSpace else { return }
        index += length
      }
    }
  }

  private mutating func comment() throws(Refused) {
    index += 1
    if take("/") {
      while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D {
        let (scalar, length) = scalar(at: index)
        if scalar.value == 0x2028 || scalar.value == 0x2029 { return }
        index += length
      }
    } else {
      guard take("*") else { throw Refused() }
      while !take(word: "*/") {
        if index >= bytes.count { throw Refused() }
        index += 1
      }
    }
  }

  /// The scalar that begins at a byte of a text that is known to be UTF-8.
  private func scalar(at index: Int) -> (scalar: Unicode.Scalar, length: Int) {
    var decoder = UTF8()
    var rest = bytes[index...].prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return ("\u{FFFD}", 1) }
    return (scalar, UTF8.width(scalar))
  }
}
