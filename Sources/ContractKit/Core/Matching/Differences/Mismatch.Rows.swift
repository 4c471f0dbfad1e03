extension Mismatch.Differences {
  /// How many characters a pointer or a name may have. A longer one is not aligned with the others.
  private static let pointerWidth = 48
  /// How many characters of a value a row shows.
  private static let valueWidth = 48
  /// How many characters a row's text may have. The place after a longer one is not aligned with the others.
  private static let textWidth = 64

  /// One line: its label, its columns, and the place in the contract.
  private struct Row {
    var label: String
    var columns: [String]
    var location: String?
    /// The text below the row.
    var note: String?
    var kind: Mismatch.Difference.Kind
    var count = 1
  }

  // MARK: Inside a body or an outcome

  /// Returns the differences as labeled lines in document order, at most 40. If there are more, the differences of one
  /// kind at one place in the elements of an array share one line, and the rest is counted.
  ///
  /// - Parameter file: The file whose name the lines need not repeat, because it is already above them.
  func rows(in file: String?) -> [(label: String, text: String)] {
    let rows =
      count <= Self.plainLimit && reported.count == count
      ? reported.map { row($0, file) }
      : zip(groups, sizes).flatMap { group, size in
        size < Self.foldLimit
          ? group.reported.map { row(reported[$0], file) } : [folded(group, size, file)].compactMap(\.self)
      }
    return lines(of: rows)
  }

  private func row(_ difference: Mismatch.Difference, _ file: String?) -> Row {
    Row(
      label: difference.kind.text, columns: [Self.short(difference.pointer, of: difference.part), difference.brief],
      location: difference.location(in: file), note: difference.note, kind: difference.kind)
  }

  private func folded(_ group: Group, _ size: Int, _ file: String?) -> Row? {
    guard let first = group.reported.first.map({ reported[$0] }) else { return nil }
    // If no index leads to the place, all of the differences are at this one place.
    let isOneValue = !group.path.utf8.contains(UInt8(ascii: "*"))
    let at = isOneValue ? "" : " at \(Self.short(first.pointer, of: first.part))"
    return Row(
      label: group.kind.text,
      columns: [
        Self.short(isOneValue ? first.pointer : group.path, of: isOneValue ? first.part : nil),
        "\(size) times, first\(at): \(first.brief)",
      ],
      location: first.location(in: file), note: nil, kind: group.kind, count: size)
  }

  private static func short(_ pointer: String, of part: Mismatch.Part? = nil) -> String {
    let item = part?.item.map { Excerpt.visible($0) }
    if pointer.isEmpty { return item ?? "(whole)" }
    let text = Excerpt.visible(pointer)
    let cut = text.count > 2 * pointerWidth ? "…" + text.suffix(2 * pointerWidth - 1) : text
    return item.map { "\($0) \(cut)" } ?? cut
  }

  // MARK: Headers and query items

  /// Returns the differences as a table of names and values.
  func table(in file: String?) -> [(label: String, text: String)] {
    let head = Row(label: "", columns: ["name", "expected", "got"], kind: .changed, count: 0)
    let rows = reported.map { difference in
      let (expected, actual) = difference.values(Self.valueWidth)
      let index = difference.elementIndex.map { "[\($0)]" } ?? ""
      let name = (difference.part?.item ?? difference.name ?? "") + index
      return Row(
        label: "", columns: [Self.short(name), expected, actual ?? "nothing"],
        location: difference.location(in: file), kind: difference.kind)
    }
    let notes = reported.compactMap(\.note).uniqued()
    let instead = reported.filter { $0.instead != nil }.prefix(3).map { difference in
      ("instead", "of \(Self.short(difference.name ?? "")): \(difference.insteadText ?? "")")
    }
    return lines(of: [head] + rows) + instead + notes.prefix(3).map { ("note", $0) }
  }

  // MARK: Lines

  /// Returns rows as aligned lines, at most 40 besides a table's head. The rest is counted by kind.
  private func lines(of rows: [Row]) -> [(label: String, text: String)] {
    let heads = rows.first?.count == 0 ? 1 : 0
    let isWhole = rows.count - heads <= Self.plainLimit && rows.reduce(0) { $0 + $1.count } == count
    let shown = isWhole ? rows : Array(rows.prefix(Self.plainLimit - 1 + heads))
    let columns = (shown.map(\.columns.count).max() ?? 0)
    let widths = (0..<columns).map { column in
      let most = column == 0 ? Self.pointerWidth : Self.textWidth
      return shown.map { $0.columns[column].count }.filter { $0 <= most }.max() ?? 0
    }
    let notes = shown.reduce(0) { $0 + ($1.note?.split(separator: "\n").count ?? 0) }
    let hasNotes = isWhole && rows.count + notes <= Self.plainLimit
    var lines: [(label: String, text: String)] = []
    for row in shown {
      var text = ""
      for (column, value) in row.columns.enumerated() {
        text += value + String(repeating: " ", count: max(0, widths[column] - value.count) + 2)
      }
      text += row.location ?? ""
      while text.last == " " { text.removeLast() }
      lines.append((row.label, text))
      guard hasNotes, let note = row.note else { continue }
      let indent = String(repeating: " ", count: (widths.first ?? 0) + 2)
      for line in note.split(separator: "\n") { lines.append(("", indent + line)) }
    }
    return isWhole ? lines : lines + [("", rest(beyond: shown))]
  }

  /// Returns the count of the rest by kind: `and 12 more differences: 8 changed, 4 missing`.
  private func rest(beyond shown: [Row]) -> String {
    var left = 0
    var kinds: [String] = []
    for kind in Mismatch.Difference.Kind.allCases {
      let unreported = count(kind) - shown.reduce(0) { $0 + ($1.kind == kind ? $1.count : 0) }
      left += unreported
      if unreported > 0 { kinds.append("\(unreported) \(kind.text)") }
    }
    return "and \(English.counted(left, "more difference")): \(kinds.joined(separator: ", "))"
  }
}

extension Mismatch.Difference.Kind {
  /// The kind in one or two words.
  fileprivate var text: String { self == .wrongType ? "wrong type" : rawValue }
}

extension Mismatch.Difference {
  /// The index of the element of a list; nil if the difference is not at such an element.
  var elementIndex: Int? { pointer.isEmpty ? nil : Int(pointer.dropFirst()) }

  /// A note on the expected and the received type, if they differ and the contract has no matcher there; otherwise nil.
  var typeNote: String? {
    guard kind == .wrongType, let expectedType, let actualType, expectedType != "null", actualType != "null" else {
      return nil
    }
    return "expected \(Self.article(expectedType)), got \(Self.article(actualType))"
  }

  /// The header that came instead, which the contract does not describe; nil if there is none.
  var insteadText: String? { instead.map { "\(Excerpt.visible($0)), which the contract does not describe" } }

  private static func article(_ type: String) -> String { (type == "array" || type == "object" ? "an " : "a ") + type }

  /// Returns both values, each cut to a few characters around their first difference.
  fileprivate func values(_ limit: Int) -> (String, String?) {
    let (expected, actual) = Excerpt.window(Self.line(expected), Self.line(actual ?? ""), limit)
    return (expected, self.actual == nil ? nil : actual)
  }

  private static func line(_ text: String) -> String {
    text.utf8.contains(0x0A) ? text.split(separator: "\n").joined(separator: " ") : text
  }

  /// The difference in a few words, for a row.
  fileprivate var brief: String {
    let (expected, actual) = values(48)
    switch kind {
    case .moved:
      return "expected at \(Excerpt.visible(expectedPointer ?? "")): \(Excerpt.window(self.actual ?? "", "", 48).0)"
    case .missing: return "expected \(expected)"
    case .unexpected: return "got \(actual ?? "nothing")"
    case .wrongType:
      func typed(_ value: String, _ type: String?) -> String {
        type.map { $0 == "null" ? value : "the \($0) \(value)" } ?? value
      }
      return "expected \(typed(expected, expectedType)), got \(typed(actual ?? "nothing", actualType))"
    case .changed: return "expected \(expected), got \(actual ?? "nothing")"
    }
  }

  /// Returns the place in the contract; only line and column if the file is already named. Nil for an unexpected value.
  fileprivate func location(in file: String?) -> String? {
    guard let range, kind != .unexpected else { return nil }
    return range.source.path == file ? "\(range.position)" : range.description
  }
}
