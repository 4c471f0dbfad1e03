import Foundation

/// A regular expression of JSON Schema (ECMA-262, with the flag u), translated for ICU.
///
/// The two differ in what `\d`, `\w`, `\s`, `\b`, `.` and `$` match, in control letters, and in the names of groups.
/// ICU also has possessive quantifiers, inline flags and sets within sets, which are errors here. As in browsers
/// without the flag, an escaped sign that needs no escape is accepted, and so is a brace that does not quantify
/// anything.
struct ECMAExpression {
  /// The mistake in an expression, as the end of a sentence that begins with the expression.
  struct SyntaxError: Error {
    let why: String
  }

  /// The same expression for ICU.
  private(set) var icu = ""

  private let scalars: [Unicode.Scalar]
  private var index = 0
  /// The groups that are open. Each records whether it can be repeated when it is closed.
  private var open: [Bool] = []
  /// Whether `*`, `+`, `?` or `{n}` may come next.
  private var isRepeatable = false
  /// The names of groups, each with the position of its first group among those with names.
  private var names: [String: Int] = [:]
  /// The names that multiple groups have.
  private var repeatedNames: Set<String> = []
  private var groups = 0

  private static let digit = "0-9"
  private static let word = "A-Za-z0-9_"
  private static let space =
    #"\t\n\x0B\f\r\x20\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF"#

  /// Translates an expression.
  ///
  /// - Throws: A `SyntaxError` if the text is not an expression of ECMA-262.
  init(_ text: String) throws {
    scalars = Array(text.unicodeScalars)
    countGroups()
    while index < scalars.count { try term() }
    if !open.isEmpty { throw SyntaxError(why: "a group has no closing )") }
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private func isNext(_ text: String) -> Bool {
    var position = index
    for scalar in text.unicodeScalars {
      guard position < scalars.count, scalars[position] == scalar else { return false }
      position += 1
    }
    return true
  }

  private mutating func take(_ text: String) -> Bool {
    guard isNext(text) else { return false }
    index += text.unicodeScalars.count
    return true
  }

  /// Collects the capturing groups and their names, because a reference may name a group that comes later.
  private mutating func countGroups() {
    var position = 0
    var isInSet = false
    while position < scalars.count {
      switch scalars[position] {
      case "\\": position += 1
      case "[": isInSet = true
      case "]": isInSet = false
      case "(" where !isInSet:
        let rest = scalars[(position + 1)...]
        if rest.first != "?" {
          groups += 1
        } else if rest.dropFirst().first == "<", let third = rest.dropFirst(2).first, third != "=", third != "!" {
          groups += 1
          let name = Self.text(rest.dropFirst(2).prefix(while: Self.isInName))
          if names[name] == nil { names[name] = names.count } else { repeatedNames.insert(name) }
        }
      default: break
      }
      position += 1
    }
  }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
  }

  // MARK: Terms

  private mutating func term() throws {
    let scalar = scalars[index]
    switch scalar {
    case "(": try group()
    case ")":
      guard let canRepeat = open.popLast() else { throw SyntaxError(why: ") has no opening (") }
      index += 1
      icu += ")"
      isRepeatable = canRepeat
    case "|":
      index += 1
      icu += "|"
      isRepeatable = false
    case "^":
      index += 1
      icu += "^"
      isRepeatable = false
    case "$":
      index += 1
      // ICU's own `$` also matches before a line break at the end.
      icu += #"\z"#
      isRepeatable = false
    case ".":
      index += 1
      add(#"[^\n\r\u2028\u2029]"#)
    case "[": try set()
    case "\\": try escape()
    case "*", "+", "?": try quantifier(String(scalar))
    case "{":
      if let bounds = bounds() {
        try quantifier(bounds)
      } else {
        index += 1
        add(#"\{"#)
      }
    default:
      index += 1
      add(Self.literal(scalar))
    }
  }

  private mutating func add(_ text: String) {
    icu += text
    isRepeatable = true
  }

  /// Returns a scalar that stands for itself, both outside and inside a set.
  private static func literal(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": return String(scalar)
    default:
      if scalar.value > 0x7F { return String(scalar) }
      return scalar.value > 0x20 && scalar.value < 0x7F ? "\\" + String(scalar) : code(scalar.value)
    }
  }

  private static func code(_ value: UInt32) -> String { "\\x{" + Hexadecimal.text(value, width: 1) + "}" }

  private mutating func group() throws {
    if take("(?:") {
      icu += "(?:"
      open.append(true)
    } else if isNext("(?=") || isNext("(?!") {
      icu += Self.text(scalars[index..<(index + 3)])
      index += 3
      open.append(false)
    } else if isNext("(?<=") || isNext("(?<!") {
      icu += Self.text(scalars[index..<(index + 4)])
      index += 4
      open.append(false)
    } else if take("(?<") {
      let name = try groupName()
      if repeatedNames.contains(name) { throw SyntaxError(why: "two groups have the name \(name)") }
      icu += "(?<\(icuName(name))>"
      open.append(true)
    } else if isNext("(?") {
      throw SyntaxError(why: "\(Self.text(scalars[index...].prefix(3))) is not the beginning of a group in ECMA-262")
    } else {
      index += 1
      icu += "("
      open.append(true)
    }
    isRepeatable = false
  }

  private mutating func groupName() throws -> String {
    let name = Self.text(scalars[index...].prefix(while: Self.isInName))
    index += name.unicodeScalars.count
    let isName = name.unicodeScalars.first.map { $0 == "_" || $0 == "$" || $0.properties.isIDStart } == true
    guard take(">"), isName else { throw SyntaxError(why: "the name of a group is invalid") }
    return name
  }

  private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "$" || scalar.properties.isIDContinue
  }

  /// Returns a group name for ICU, which allows only letters and digits.
  private func icuName(_ name: String) -> String { "n\(names[name] ?? 0)" }

  /// Returns the bounds of a quantifier in braces; nil if the brace does not begin one.
  private func bounds() -> String? {
    let inside = scalars[(index + 1)...].prefix { $0 == "," || ("0"..."9").contains($0) }
    guard inside.endIndex < scalars.count, scalars[inside.endIndex] == "}", let first = inside.first, first != ",",
      inside.count(where: { $0 == "," }) < 2
    else { return nil }
    return "{\(Self.text(inside))}"
  }

  private mutating func quantifier(_ text: String) throws {
    guard isRepeatable else { throw SyntaxError(why: "\(text) has nothing to repeat") }
    if text.hasPrefix("{") {
      let parts = text.dropFirst().dropLast().split(separator: ",")
      if parts.count == 2, let low = Int(parts[0]), let high = Int(parts[1]), low > high {
        throw SyntaxError(why: "in \(text), the minimum is greater than the maximum")
      }
    }
    index += text.unicodeScalars.count
    icu += text
    if take("?") { icu += "?" }
    isRepeatable = false
  }

  // MARK: Escapes

  private mutating func escape() throws {
    index += 1
    guard let scalar = next else { throw SyntaxError(why: "it ends with a backslash") }
    switch scalar {
    case "b", "B":
      index += 1
      let inside = "[\(Self.word)]"
      icu +=
        scalar == "b"
        ? "(?:(?<=\(inside))(?!\(inside))|(?<!\(inside))(?=\(inside)))"
        : "(?:(?<=\(inside))(?=\(inside))|(?<!\(inside))(?!\(inside)))"
      isRepeatable = false
    case "1"..."9":
      let digits = scalars[index...].prefix { ("0"..."9").contains($0) }
      guard let number = Int(Self.text(digits)), number <= groups else {
        throw SyntaxError(why: "\\\(Self.text(digits)) does not refer to a group")
      }
      index += digits.count
      // In its own group, so that a digit after it stays a digit.
      add("(?:\\\(number))")
    case "k":
      index += 1
      guard take("<") else { throw SyntaxError(why: "\\k does not refer to a group") }
      let name = try groupName()
      guard names[name] != nil else { throw SyntaxError(why: "\\k<\(name)> does not refer to a group") }
      add("\\k<\(icuName(name))>")
    default:
      if let contents = try classContents() {
        add(contents.isNegated ? "[^\(contents.text)]" : "[\(contents.text)]")
      } else {
        add(Self.literal(try character()))
      }
    }
  }

  /// Translates `\d`, `\w`, `\s`, `\p{…}` and their opposites; nil for any other escape.
  private mutating func classContents() throws -> (text: String, isNegated: Bool)? {
    guard let scalar = next else { return nil }
    switch scalar {
    case "d", "D": index += 1; return (Self.digit, scalar == "D")
    case "w", "W": index += 1; return (Self.word, scalar == "W")
    case "s", "S": index += 1; return (Self.space, scalar == "S")
    case "p", "P":
      index += 1
      guard next == "{", let end = scalars[index...].firstIndex(of: "}") else {
        throw SyntaxError(why: "\\\(scalar) needs a property in braces")
      }
      let name = Self.text(scalars[(index + 1)..<end])
      let isName = name.unicodeScalars.allSatisfy {
        $0 == "_" || $0 == "=" || $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
      }
      guard isName, !name.isEmpty else { throw SyntaxError(why: "\\\(scalar){\(name)} is not a property") }
      index = end + 1
      return ("\\p{\(name)}", scalar == "P")
    default: return nil
    }
  }

  /// Returns the character of an escape whose backslash was already read.
  private mutating func character() throws -> Unicode.Scalar {
    guard let scalar = next else { throw SyntaxError(why: "it ends with a backslash") }
    index += 1
    switch scalar {
    case "t": return "\t"
    case "n": return "\n"
    case "v": return "\u{B}"
    case "f": return "\u{C}"
    case "r": return "\r"
    case "0":
      if let digit = next, ("0"..."9").contains(digit) { throw SyntaxError(why: "\\0 must not be followed by a digit") }
      return "\0"
    case "c":
      guard let letter = next, letter.isASCII, letter.properties.isAlphabetic else {
        throw SyntaxError(why: "a letter must follow \\c")
      }
      index += 1
      return Unicode.Scalar(UInt8(letter.value % 32))
    case "x": return try hexadecimal(2)
    case "u": return try unicode()
    case "a"..."z", "A"..."Z", "1"..."9": throw SyntaxError(why: "\\\(scalar) is not an escape in ECMA-262")
    default: return scalar
    }
  }

  private mutating func hexadecimal(_ count: Int) throws -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(try digits(count)) else {
      throw SyntaxError(why: "it has half of a surrogate pair")
    }
    return scalar
  }

  private mutating func digits(_ count: Int) throws -> UInt32 {
    let text = Self.text(scalars[index...].prefix(count))
    guard text.utf8.count == count, text.allSatisfy(\.isHexDigit), let value = UInt32(text, radix: 16) else {
      throw SyntaxError(why: "an escape needs \(count) hexadecimal digits")
    }
    index += count
    return value
  }

  private mutating func unicode() throws -> Unicode.Scalar {
    if take("{") {
      let text = Self.text(scalars[index...].prefix { $0 != "}" })
      index += text.unicodeScalars.count
      guard take("}"), text.utf8.allSatisfy(\.isHexDigit), let value = UInt32(text, radix: 16),
        let scalar = Unicode.Scalar(value)
      else {
        throw SyntaxError(why: "\\u{\(text)} is not a character")
      }
      return scalar
    }
    let high = try digits(4)
    guard (0xD800..<0xDC00).contains(high), take("\\u") else {
      guard let scalar = Unicode.Scalar(high) else { throw SyntaxError(why: "it has half of a surrogate pair") }
      return scalar
    }
    let low = try digits(4)
    guard (0xDC00..<0xE000).contains(low), let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + low - 0xDC00)
    else { throw SyntaxError(why: "it has half of a surrogate pair") }
    return scalar
  }

  // MARK: Sets

  private mutating func set() throws {
    index += 1
    let isNegated = take("^")
    // ICU has no empty sets.
    if take("]") { return add(isNegated ? #"[\x{0}-\x{10FFFF}]"# : "(?:(?!))") }
    var text = ""
    while !take("]") {
      let (low, first) = try setMember()
      guard isNext("-"), index + 1 < scalars.count, scalars[index + 1] != "]" else {
        text += low
        continue
      }
      index += 1
      let (high, last) = try setMember()
      guard let first, let last else {
        throw SyntaxError(why: "a class of characters, such as \\d, cannot be the end of a range")
      }
      if first.value > last.value { throw SyntaxError(why: "the first character of a range comes after the last one") }
      text += "\(low)-\(high)"
    }
    add(isNegated ? "[^\(text)]" : "[\(text)]")
  }

  /// Reads one member of a set: a character, or a class of characters, for which `scalar` is nil.
  private mutating func setMember() throws -> (text: String, scalar: Unicode.Scalar?) {
    guard let scalar = next else { throw SyntaxError(why: "a set has no closing ]") }
    guard scalar == "\\" else {
      index += 1
      return (Self.literal(scalar), scalar)
    }
    index += 1
    if take("b") { return (Self.code(8), "\u{8}") }
    if let contents = try classContents() {
      return (contents.isNegated ? "[^\(contents.text)]" : contents.text, nil)
    }
    let character = try character()
    return (Self.literal(character), character)
  }
}

extension Pattern.Regex {
  /// Compiles an expression of a JSON Schema.
  ///
  /// - Throws: An error if the text is not an expression of ECMA-262, or if ICU does not support it.
  init(ecma text: String) throws {
    let translated = try ECMAExpression(text)
    // Foundation does not accept an empty expression, which matches everywhere.
    self.init(try NSRegularExpression(pattern: translated.icu.isEmpty ? "(?:)" : translated.icu), text: text)
  }
}
