import ContractCore

/// How the author of a JSON text writes it: what the text mostly has at each kind of place.
struct JSONStyle {
  /// The number of columns that a line has at most, if its values allow that.
  static let width = 120

  private(set) var lineEnd = Array("\n".utf8)
  /// The white space that each level adds to the indentation.
  private(set) var unit = Array("  ".utf8)
  /// What is between the name and the value of a member.
  private(set) var colon = Array(": ".utf8)
  /// What is between two members or elements on one line.
  private(set) var comma = Array(", ".utf8)
  /// The white space inside the braces of an object on one line.
  private(set) var bracePadding = Array(" ".utf8)
  /// The white space inside the brackets of an array on one line.
  private(set) var bracketPadding: [UInt8] = []

  /// Reads the style of a text. What the text has nowhere is written as in the contracts of this project.
  init(of bytes: [UInt8]) {
    var (lineEnds, units, colons, commas, braces, brackets) = (Tally(), Tally(), Tally(), Tally(), Tally(), Tally())
    var stringEnd = 0
    var indentation = bytes.indentation(from: 0)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let space = bytes[index + 1..<bytes.spaceEnd(from: index + 1)]
      // More space is alignment, which is different on each line.
      let isPlain = space.isEmpty || space.elementsEqual(" ".utf8) || space.elementsEqual("\t".utf8)
      switch byte {
      case UInt8(ascii: "\""):
        stringEnd = bytes.stringEnd(from: index)?.index ?? bytes.count
        index = stringEnd
        continue
      case UInt8(ascii: "{") where isPlain: braces.add(space, unlessBefore: UInt8(ascii: "}"), in: bytes)
      case UInt8(ascii: "[") where isPlain: brackets.add(space, unlessBefore: UInt8(ascii: "]"), in: bytes)
      case UInt8(ascii: ",") where isPlain: commas.add(bytes[index..<space.endIndex])
      case UInt8(ascii: ":") where isPlain && index - stringEnd <= 1: colons.add(bytes[stringEnd..<space.endIndex])
      case UInt8(ascii: "\n"):
        lineEnds.add(bytes[(index > 0 && bytes[index - 1] == UInt8(ascii: "\r") ? index - 1 : index)...index])
        let next = bytes.indentation(from: index + 1)
        let isBlank = next.endIndex == bytes.count || bytes[next.endIndex] < 0x20
        if isBlank { break }
        if next.count > indentation.count, next.starts(with: indentation) {
          units.add(next.dropFirst(indentation.count))
        }
        indentation = next
      default: break
      }
      index += 1
    }
    lineEnd = lineEnds.most(lineEnd)
    unit = units.most(unit)
    // A text without spaces in one kind of place has none in the others.
    colon = colons.most(commas.most(comma) == Array(",".utf8) ? Array(":".utf8) : colon)
    let isDense = colon.last == UInt8(ascii: ":")
    comma = commas.most(isDense ? Array(",".utf8) : comma)
    bracePadding = braces.most(isDense ? [] : bracePadding)
    bracketPadding = brackets.most(bracketPadding)
  }

  // MARK: Writing

  /// A member of an object, or an element of an array, that is inserted into a text.
  struct Item {
    /// The member's name; nil for an element.
    var name: String?
    var value: JSON
  }

  /// Returns an item on one line; nil if it has more columns than that.
  func line(_ item: Item, columns: Int) -> [UInt8]? {
    var text: [UInt8] = []
    return write(line: item, to: &text, columns: columns) && text.columns <= columns ? text : nil
  }

  /// Appends an item: on one line if the line then has at most `width` columns, otherwise each of its members or
  /// elements on its own line.
  ///
  /// - Parameters:
  ///   - indentation: The indentation of the line on which the item begins.
  ///   - column: The number of columns before the item.
  ///   - tail: The number of columns that follow the item on its last line.
  func write(_ item: Item, indentation: [UInt8], column: Int, tail: Int, to text: inout [UInt8]) {
    if let line = line(item, columns: Self.width - column - tail) {
      text += line
      return
    }
    write(nameOf: item, to: &text)
    let (items, open, close) = contents(of: item.value)
    guard !items.isEmpty else { return write(leaf: item.value, to: &text) }
    let inner = indentation + unit
    text.append(open)
    for (index, item) in items.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += lineEnd + inner
      write(item, indentation: inner, column: inner.columns, tail: index == items.count - 1 ? 0 : 1, to: &text)
    }
    text += lineEnd + indentation
    text.append(close)
  }

  /// Appends an item on one line. Returns false if it certainly has more columns than that: then the rest is not
  /// written, so that a large value is not written again for each level.
  private func write(line item: Item, to text: inout [UInt8], columns: Int) -> Bool {
    if text.count > columns, text.columns > columns { return false }
    // A column is one scalar, which has at most four bytes.
    if item.value.string.map({ $0.utf8.count > 4 * columns }) == true { return false }
    write(nameOf: item, to: &text)
    let (items, open, close) = contents(of: item.value)
    guard !items.isEmpty else {
      write(leaf: item.value, to: &text)
      return true
    }
    let padding = item.value.isObject ? bracePadding : bracketPadding
    text.append(open)
    text += padding
    for (index, item) in items.enumerated() {
      if index > 0 { text += comma }
      if !write(line: item, to: &text, columns: columns) { return false }
    }
    text += padding
    text.append(close)
    return true
  }

  private func contents(of value: JSON) -> (items: [Item], open: UInt8, close: UInt8) {
    if let elements = value.array {
      return (elements.map { Item(name: nil, value: $0) }, UInt8(ascii: "["), UInt8(ascii: "]"))
    }
    let members = value.object?.members ?? []
    return (members.map { Item(name: $0.name, value: $0.value) }, UInt8(ascii: "{"), UInt8(ascii: "}"))
  }

  // MARK: Strings

  private func write(nameOf item: Item, to text: inout [UInt8]) {
    guard let name = item.name else { return }
    write(name, to: &text)
    text += colon
  }

  /// Appends a value that is not an array or object, or an empty one.
  private func write(leaf value: JSON, to text: inout [UInt8]) {
    if let string = value.string { write(string, to: &text) } else { value.write(to: &text) }
  }

  /// Appends a string in quotes, with the escapes that RFC 8259 requires, and one for each character that a terminal
  /// might obey.
  private func write(_ string: String, to text: inout [UInt8]) {
    let start = text.count
    JSON.write(string, to: &text)
    guard string.utf8.contains(where: { $0 >= 0x7F }), string.unicodeScalars.contains(where: \.controlsTerminals) else {
      return
    }
    let plain = String(decoding: text[start...], as: UTF8.self)
    text.removeSubrange(start...)
    for scalar in plain.unicodeScalars {
      text +=
        scalar.controlsTerminals ? Array("\\u\(Hexadecimal.text(scalar.value, width: 4))".utf8) : Array(scalar.utf8)
    }
  }
}

/// How often a text has each of the ways to write something.
private struct Tally {
  private var counts: [ArraySlice<UInt8>: Int] = [:]

  mutating func add(_ way: ArraySlice<UInt8>) { counts[way, default: 0] += 1 }

  /// Counts the space after an opening bracket, unless the closing one follows.
  mutating func add(_ space: ArraySlice<UInt8>, unlessBefore close: UInt8, in bytes: [UInt8]) {
    if space.endIndex < bytes.count, bytes[space.endIndex] != close { add(space) }
  }

  /// Returns the most frequent way. Among equally frequent ones it is the usual one, or else the first by its bytes.
  func most(_ usual: [UInt8]) -> [UInt8] {
    let highest = counts.values.max()
    let ways = counts.filter { $0.value == highest }.map { Array($0.key) }
    if ways.isEmpty || ways.contains(usual) { return usual }
    return ways.min { $0.lexicographicallyPrecedes($1) } ?? usual
  }
}

extension [UInt8] {
  func indentation(from start: Int) -> ArraySlice<UInt8> {
    self[start...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }
}

extension JSON {
  /// The value as the text of a file that people read: what fits is on one line, everything else on lines of its own.
  package var asFile: [UInt8] {
    // Values are written recursively.
    DeepStack.run {
      var text: [UInt8] = []
      let item = JSONStyle.Item(name: nil, value: self)
      JSONStyle(of: []).write(item, indentation: [], column: 0, tail: 0, to: &text)
      return text + [UInt8(ascii: "\n")]
    }
  }
}

extension [UInt8] {
  /// The number of columns that UTF-8 text takes, as editors count them: one for each scalar.
  var columns: Int { count { $0 & 0xC0 != 0x80 } }
}

extension Unicode.Scalar {
  /// Whether a terminal might obey the character, although a JSON string may contain it: DEL, the C1 controls, marks of
  /// direction and the byte order mark.
  fileprivate var controlsTerminals: Bool {
    switch value {
    case 0x7F...0x9F, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
