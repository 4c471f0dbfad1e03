extension Diagnostic {
  /// The diagnostic as a compiler would write it: place and message, the source line, a caret, what to do.
  public var text: String { text(width: nil) }

  /// The same, its source line cut to the columns of a terminal.
  func text(width: Int?) -> String {
    var lines = ["\(place): \(severity.rawValue): \(message)"]
    lines += SourceExcerpt(range, width: min(110, max(20, (width ?? 114) - 4))).lines
    for note in notes { lines.append("  note: \(note)") }
    return lines.joined(separator: "\n")
  }

  /// Where it is. What has no text has no position either: a folder, a file that cannot be read.
  var place: String { range.source.bytes.isEmpty ? range.source.path : range.description }

  /// What is wrong, in one line.
  public var message: String { Self.visible(Self.shortened(words)) }

  private var words: String {
    switch problem {
    case .emptyText: "the file is empty; a JSON value was expected"
    case .byteOrderMark: "the file starts with a byte order mark; JSON has none (RFC 8259, section 8.1)"
    case .invalidUTF8(let byte): "byte 0x\(String(byte, radix: 16, uppercase: true)) is not UTF-8"
    case .comment: "JSON has no comments"
    case .trailingComma(let container): "a comma after the last of this \(container); JSON has none"
    case .unexpected(let found, let expected): "found \(Self.quoted(found)), expected \(expected)"
    case .unexpectedEnd(let expected): "the file ends here; expected \(expected)"
    case .textAfterValue(let found): "found \(Self.quoted(found)) after the end of the JSON value"
    case .unknownWord(let word): "\(Self.quoted(word)) is no JSON value"
    case .invalidNumber(let literal, let why): "\(Self.quoted(literal)) is no JSON number: \(why)"
    case .unterminatedString: "this string does not end on its line"
    case .invalidEscape(let escape): "\(Self.quoted(escape)) is no JSON escape"
    case .loneSurrogate(let escape): "\(Self.quoted(escape)) is half of a surrogate pair"
    case .controlCharacter(let byte):
      "a raw control character (U+\(Self.hexadecimal(byte))) in a string"
    case .duplicateKey(let name, _): "the member \"\(name)\" is there twice"
    case .tooDeep(let limit): "nested deeper than \(limit) levels"
    case .tooLarge(let limit): "the text has more than \(Words.grouped(limit)) values and names"
    case .unreadable(let why): "cannot be read: \(why)"
    case .unknownMember(let name, let owner, _): "\(owner) has no member \"\(name)\""
    case .missingMember(let name, let owner): "\(owner) needs a member \"\(name)\""
    case .wrongValue(let what, let found, let expected): "\(what) is \(found), expected \(expected)"
    case .unknownName(let name, let what, _): "\(Self.quoted(name)) is no \(what)"
    case .broken(let rule): rule.text.message
    case .rule(let text, _): text
    case .doubtful(let warning): "\(warning.text.message) [\(warning.code)]"
    }
  }

  /// What is allowed here, and what the writer may have meant.
  public var notes: [String] {
    (help + usedAt.map { "used at \($0.description)" }).map { Self.visible(Self.shortened($0)) }
  }

  private var help: [String] {
    switch problem {
    case .unknownMember("$ref", _, let allowed):
      return [Rule.referencePlaces, "allowed: \(allowed.joined(separator: ", "))"]
    case .unknownMember(let name, _, let allowed), .unknownName(let name, _, let allowed):
      var notes: [String] = []
      if let near = NearName.of(name, in: allowed) { notes.append("did you mean \"\(near)\"?") }
      if allowed.count > 20 {
        let nearest = NearName.nearest(6, to: name, in: allowed)
        notes.append("allowed: \(allowed.count) names, of which these are nearest: \(nearest.joined(separator: ", "))")
      } else if !allowed.isEmpty {
        notes.append("allowed: \(allowed.joined(separator: ", "))")
      }
      return notes
    case .duplicateKey(_, let first): return ["first written at \(first.description)"]
    case .unknownWord(let word):
      let words = ["true", "false", "null"]
      let near = words.contains(word.lowercased()) ? word.lowercased() : NearName.of(word, in: words)
      return [
        near.map { "did you mean \($0)?" }
          ?? "allowed: an object, an array, a string in quotes, a number, true, false, null"
      ]
    case .invalidEscape: return [#"allowed: \" \\ \/ \b \f \n \r \t \uXXXX"#]
    case .controlCharacter(let byte): return ["write \\u\(Self.hexadecimal(byte)) instead"]
    case .comment: return ["take it away; in a contract \"description\" is the place for such words"]
    case .broken(let rule): return rule.text.help
    case .rule(_, let help): return help.map { [$0] } ?? []
    case .doubtful(let warning): return warning.text.help + [warning.reference]
    default: return []
    }
  }

  private static func quoted(_ text: String) -> String { "'\(text)'" }

  /// How many characters of a line are told in any case. What a file says may be longer: an expression of a megabyte.
  private static let limit = 1000

  /// A long line with the middles of its long words left out, and its own where it is long even so.
  private static func shortened(_ text: String) -> String {
    if text.utf8.count <= limit { return text }
    let words = text.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
    let told = words.map { cut($0, to: limit / 5) }.joined(separator: " ")
    return cut(told.unicodeScalars[...], to: limit)
  }

  private static func cut(_ scalars: Substring.UnicodeScalarView, to limit: Int) -> String {
    if scalars.count <= limit { return String(scalars) }
    return "\(String(scalars.prefix(limit / 2)))…\(String(scalars.suffix(limit / 4)))"
  }

  /// A text with its control characters as JSON escapes: what a file says breaks no line and colours no terminal. All
  /// else stays as the file has it, so that it can be searched for there.
  private static func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
    return text.unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.properties.generalCategory == .control {
        text += "\\u" + Hexadecimal.text(scalar.value, width: 4, uppercase: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String { Hexadecimal.text(UInt32(byte), width: 4, uppercase: true) }
}

/// The source line of a range with a line of carets under it, both indented; long lines are cut around the range.
struct SourceExcerpt {
  var lines: [String]

  init(_ range: SourceRange, width: Int = 110) {
    let source = range.source
    guard range.start < source.bytes.count || !source.bytes.isEmpty else {
      lines = []
      return
    }
    let position = range.position
    // Of a line of many megabytes only what is around the range is looked at: there may be thousands of mistakes in it.
    // So many bytes on each side are more columns than are shown.
    let near = source.line(at: range.start, within: 8 * width)
    // Tabs and control characters become one space each, so that the caret stands where the column says.
    let line = near.text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
    let column = position.column - near.columnsBefore
    let last = source.position(at: max(range.start, range.end - 1))
    let lastColumn = last.line == position.line ? last.column - near.columnsBefore : line.count
    let length = max(1, min(lastColumn, max(line.count, column)) - column + 1)
    var first = 0
    if line.count > width { first = max(0, min(column - 1 - width / 3, line.count - width)) }
    let shown = line.dropFirst(first).prefix(width)
    var text = String(String.UnicodeScalarView(shown))
    if first > 0 { text = "…" + text.dropFirst() }
    if first + width < line.count { text = text.dropLast() + "…" }
    let indent = column - 1 - first
    let carets = "^" + String(repeating: "~", count: max(0, min(length, max(1, shown.count - indent)) - 1))
    lines = ["    " + text, "    " + String(repeating: " ", count: max(0, indent)) + carets]
  }
}
