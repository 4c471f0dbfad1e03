package import ContractCore

/// The edits of one JSON text. Each value is edited by itself, and the text is put together at the end.
struct JSONEditor {
  private typealias Item = JSONStyle.Item

  private let source: Source
  private let bytes: [UInt8]
  private let style: JSONStyle
  /// The offset of each line's first byte.
  private let lineStarts: [Int]
  /// Parts of the text, which may be empty, and what replaces them.
  private var splices: [(range: Range<Int>, text: [UInt8])] = []
  /// By how many columns each line has grown so far.
  private var growth: [Int: Int] = [:]

  init(_ source: Source) {
    self.source = source
    bytes = source.bytes
    style = JSONStyle(of: bytes)
    lineStarts = [0] + bytes.indices.filter { [bytes] in bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  var text: [UInt8] {
    // If the same part is replaced twice, the later one comes first. What is inside a replaced part is left out.
    let ordered = splices.enumerated().sorted { a, b in
      (a.element.range.lowerBound, -a.element.range.upperBound, -a.offset)
        < (b.element.range.lowerBound, -b.element.range.upperBound, -b.offset)
    }
    var text: [UInt8] = []
    var done = 0
    for (_, splice) in ordered where splice.range.lowerBound >= done {
      text += bytes[done..<splice.range.lowerBound] + splice.text
      done = splice.range.upperBound
    }
    return text + bytes[done...]
  }

  mutating func apply(_ changes: [JSONEdit.Change], to value: JSON) {
    guard let range = value.range?.offsets else { return }
    let members = value.object?.members ?? []
    // What is added, and the index of the member or element before which it is added.
    var added: [(index: Int, item: Item)] = []
    let removed = changes.compactMap { change in if case .remove(let name) = change { name } else { nil } }
    if !removed.isEmpty { return remove(removed, of: members, in: range) }
    for change in changes {
      switch change {
      case .remove: break
      case .replace(let new): replace(range, with: new)
      case .append(let element):
        if value.isArray { added.append((value.count, Item(name: nil, value: element))) }
      case .add(let name, let new, let before):
        guard value.isObject else { continue }
        if let old = members.first(where: { $0.name.isExactly(name) }) {
          if let range = old.value.range?.offsets { replace(range, with: new) }
        } else if let earlier = added.firstIndex(where: { $0.item.name?.isExactly(name) == true }) {
          added[earlier].item.value = new
        } else {
          let index = before.flatMap { before in members.firstIndex { $0.name.isExactly(before) } }
          added.append((index ?? members.count, Item(name: name, value: new)))
        }
      }
    }
    if added.isEmpty { return }
    if value.count == 0 {
      fill(range, with: added.map(\.item), padding: value.isObject ? style.bracePadding : style.bracketPadding)
    } else {
      let children =
        value.isObject
        ? members.compactMap { member in
          member.nameRange.flatMap { name in member.value.range.map { name.start..<$0.end } }
        } : (value.array ?? []).compactMap { $0.range?.offsets }
      insert(added, among: children, in: range)
    }
  }

  // MARK: Values

  /// Removes members with the commas and the white space that separate them from the others.
  private mutating func remove(_ names: [String], of members: [JSON.Object.Member], in range: Range<Int>) {
    let places = members.compactMap { member in
      member.nameRange.flatMap { name in member.value.range.map { (member.name, name.start..<$0.end) } }
    }
    let kept = places.filter { place in !names.contains { $0.isExactly(place.0) } }.map(\.1)
    guard let first = places.first?.1, let last = places.last?.1, kept.count < places.count else { return }
    guard let firstKept = kept.first, let lastKept = kept.last else {
      return splices.append((range.lowerBound + 1..<range.upperBound - 1, []))
    }
    splices.append((first.lowerBound..<firstKept.lowerBound, []))
    for (before, after) in zip(kept, kept.dropFirst()) {
      // The first member that is removed between the two; the next one that is kept takes its place.
      guard let start = places.first(where: { $0.1.lowerBound >= before.upperBound })?.1.lowerBound else { continue }
      splices.append((start..<after.lowerBound, []))
    }
    splices.append((lastKept.upperBound..<last.upperBound, []))
  }

  private mutating func replace(_ range: Range<Int>, with value: JSON) {
    var text: [UInt8] = []
    style.write(
      Item(name: nil, value: value), indentation: indentation(at: range.lowerBound),
      column: column(of: range.lowerBound), tail: tail(from: range.upperBound), to: &text)
    splices.append((range, text))
    if isOneLine(range) { grow(at: range.lowerBound, by: text.columns - Array(bytes[range]).columns) }
  }

  /// Inserts the first members or elements of an empty object or array.
  private mutating func fill(_ range: Range<Int>, with items: [Item], padding: [UInt8]) {
    let inside = Array(bytes[range.lowerBound + 1..<range.upperBound - 1])
    if isOneLine(range) {
      let before = inside.isEmpty ? padding : []
      if let line = line(items, addedTo: range, besides: before.columns + padding.columns) {
        return insert(before + line.joined(separator: style.comma) + padding, at: range.upperBound - 1)
      }
    }
    let outer = indentation(at: range.lowerBound)
    var text: [UInt8] = []
    for (index, item) in items.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      write(item, onLineAfter: outer + style.unit, tail: index == items.count - 1 ? 0 : 1, to: &text)
    }
    if isOneLine(range) { text += style.lineEnd + outer.without(suffix: inside) }
    insert(text, at: range.lowerBound + 1)
  }

  private mutating func insert(_ added: [(index: Int, item: Item)], among children: [Range<Int>], in range: Range<Int>)
  {
    let places = Dictionary(grouping: added, by: \.index).mapValues { $0.map(\.item) }.sorted { $0.key < $1.key }
    let commas = added.count * style.comma.columns
    if isOneLine(range), let lines = line(places.flatMap(\.value), addedTo: range, besides: commas) {
      var rest = lines[...]
      for (index, items) in places {
        let isEnd = index == children.count
        let texts = rest.prefix(items.count).map { isEnd ? style.comma + $0 : $0 + style.comma }
        rest = rest.dropFirst(items.count)
        insert(Array(texts.joined()), at: isEnd ? children[index - 1].upperBound : children[index].lowerBound)
      }
      return
    }
    for (index, items) in places { insert(items, at: index, among: children, in: range) }
  }

  /// Inserts members or elements at one place among others, on lines of their own.
  private mutating func insert(_ items: [Item], at index: Int, among children: [Range<Int>], in range: Range<Int>) {
    let neighbor =
      children[..<index].last { beginsLine($0.lowerBound) } ?? children[index...].first { beginsLine($0.lowerBound) }
    let inner = neighbor.map { lineIndentation(at: $0.lowerBound) } ?? indentation(at: range.lowerBound) + style.unit
    let comma = UInt8(ascii: ",")
    var text: [UInt8] = []
    if index == 0 {
      var column = column(of: children[0].lowerBound)
      for item in items {
        style.write(item, indentation: inner, column: column, tail: 1, to: &text)
        text += [comma] + style.lineEnd + inner
        column = inner.columns
      }
      return insert(text, at: children[0].lowerBound)
    }
    let end = children[index - 1].upperBound
    if index == children.count || beginsLine(children[index].lowerBound) {
      for (index, item) in items.enumerated() {
        text.append(comma)
        write(item, onLineAfter: inner, tail: index == items.count - 1 ? tail(from: end) : 1, to: &text)
      }
      return insert(text, at: end)
    }
    // The next member is on the same line as the one before it. It gets its own line, too, and the space after the
    // comma becomes the end of its indentation.
    let start = bytes.spaceEnd(from: end) + 1
    for item in items {
      write(item, onLineAfter: inner, tail: 1, to: &text)
      text.append(comma)
    }
    text += style.lineEnd + inner.without(suffix: Array(bytes[start..<children[index].lowerBound]))
    insert(text, at: start)
  }

  private mutating func insert(_ text: [UInt8], at offset: Int) {
    splices.append((offset..<offset, text))
  }

  private func write(_ item: Item, onLineAfter indentation: [UInt8], tail: Int, to text: inout [UInt8]) {
    text += style.lineEnd + indentation
    style.write(item, indentation: indentation, column: indentation.columns, tail: tail, to: &text)
  }

  /// Returns each item on one line, if the line of a value then still has at most `JSONStyle.width` columns; otherwise
  /// nil.
  private mutating func line(_ items: [Item], addedTo value: Range<Int>, besides columns: Int) -> [[UInt8]]? {
    var left = JSONStyle.width - column(of: value.upperBound) - tail(from: value.upperBound) - columns
    var texts: [[UInt8]] = []
    for item in items {
      guard let text = style.line(item, columns: left) else { return nil }
      texts.append(text)
      left -= text.columns
    }
    guard left >= 0 else { return nil }
    grow(at: value.lowerBound, by: columns + texts.reduce(0) { $0 + $1.columns })
    return texts
  }

  // MARK: Lines

  private func line(of offset: Int) -> Int { lineStarts.upperBound(of: offset, by: \.self) - 1 }

  private func isOneLine(_ range: Range<Int>) -> Bool { line(of: range.lowerBound) == line(of: range.upperBound) }

  private mutating func grow(at offset: Int, by columns: Int) { growth[line(of: offset), default: 0] += columns }

  private func column(of offset: Int) -> Int {
    source.position(at: offset).column - 1 + growth[line(of: offset), default: 0]
  }

  /// Returns the number of columns from an offset to the end of its line, without the white space there.
  private func tail(from offset: Int) -> Int {
    let next = line(of: offset) + 1
    var end = next < lineStarts.count ? lineStarts[next] : bytes.count
    while end > offset, bytes[end - 1] <= 0x20 { end -= 1 }
    return source.position(at: end).column - source.position(at: offset).column
  }

  private func lineIndentation(at offset: Int) -> [UInt8] {
    Array(bytes.indentation(from: lineStarts[line(of: offset)]))
  }

  private func beginsLine(_ offset: Int) -> Bool {
    bytes.indentation(from: lineStarts[line(of: offset)]).endIndex == offset
  }

  /// Returns the indentation that the value at an offset would have on a line of its own: that of its line, and one
  /// level for each bracket with which the line begins.
  private func indentation(at offset: Int) -> [UInt8] {
    var indentation = lineIndentation(at: offset)
    var index = lineStarts[line(of: offset)]
    while index < offset {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): indentation += style.unit
      case UInt8(ascii: " "), UInt8(ascii: "\t"): break
      default: return indentation
      }
      index += 1
    }
    return indentation
  }
}

extension SourceRange {
  fileprivate var offsets: Range<Int> { start..<end }
}

extension [UInt8] {
  /// Returns the bytes without others at their end; all bytes if they do not end with those.
  fileprivate func without(suffix: [UInt8]) -> [UInt8] {
    reversed().starts(with: suffix.reversed()) ? Array(dropLast(suffix.count)) : self
  }
}

/// A change of one value in a JSON text that somebody wrote.
package struct JSONEdit: Sendable {
  package enum Change: Sendable {
    /// Adds a member to an object: before the member `before` if the object has that, otherwise at the end. If the
    /// object already has a member of the new name, replaces its value.
    case add(String, JSON, before: String? = nil)
    /// Adds an element at the end of an array.
    case append(JSON)
    case replace(JSON)
    /// Removes a member of an object. It cannot be combined with changes that add to the same object.
    case remove(String)
  }

  /// The place of the object, array or value that changes.
  package var range: SourceRange
  package var change: Change

  package init(at range: SourceRange, _ change: Change) {
    self.range = range
    self.change = change
  }
}
