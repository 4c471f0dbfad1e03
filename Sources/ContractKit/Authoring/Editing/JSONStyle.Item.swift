import ContractCore

extension JSONStyle {
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
    // A column is one scalar, which has at most four bytes.
    let limit = 4 * max(columns, 0)
    if text.count > limit || item.value.string.map({ $0.utf8.count > limit }) == true { return false }
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
    guard string.unicodeScalars.contains(where: \.controlsTerminals) else { return }
    let plain = String(decoding: text[start...], as: UTF8.self)
    text.removeSubrange(start...)
    for scalar in plain.unicodeScalars {
      text +=
        scalar.controlsTerminals ? Array("\\u\(Hexadecimal.text(scalar.value, width: 4))".utf8) : Array(scalar.utf8)
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
