/// A string literal of a Swift source file: its place, its form and its text.
struct SwiftLiteral: Equatable {
  /// A part of a literal: text, or an interpolation as it is written in the source, including `\(` and `)`.
  enum Part: Equatable {
    case text(String)
    case code(String)
  }

  /// The place of the literal in the file's bytes, including its delimiters.
  var range: Range<Int>
  /// The number of `#` before and after the quotes.
  var hashes: Int
  var isMultiline: Bool
  /// The white space at the beginning of each line of a multi-line literal. It is not part of the text.
  var indentation: String
  var parts: [Part]

  /// Returns what each interpolation stands for if the literal has a text. Nil if it cannot have that text.
  ///
  /// Each interpolation stands for as little as possible. The last text part of the literal must end the text.
  func captures(in text: String) -> [String]? {
    Self.captures(parts[...], in: Substring(text), isLast: parts.count)
  }

  private static func captures(_ parts: ArraySlice<Part>, in text: Substring, isLast: Int) -> [String]? {
    guard let first = parts.first else { return text.isEmpty ? [] : nil }
    let rest = parts.dropFirst()
    switch first {
    case .text(let part):
      guard text.utf8.starts(with: part.utf8) else { return nil }
      return captures(rest, in: Substring(text.utf8.dropFirst(part.utf8.count)), isLast: isLast)
    case .code:
      guard case .text(let next)? = rest.first else {
        // Adjacent interpolations cannot be told apart, so the last one stands for all.
        guard rest.isEmpty else { return captures(rest, in: text, isLast: isLast).map { [""] + $0 } }
        return [String(text)]
      }
      var begin = text.startIndex
      while let found = text[begin...].utf8.firstRange(of: Array(next.utf8)) {
        if let others = captures(rest, in: text[found.lowerBound...], isLast: isLast) {
          return [String(text[..<found.lowerBound])] + others
        }
        begin = text.utf8.index(after: found.lowerBound)
      }
      return nil
    }
  }

  /// Returns the parts of a literal for another text. Each interpolation stays if the text contains its capture.
  func parts(saying text: String, captures: [String]) -> [Part] {
    let codes = parts.compactMap { if case .code(let code) = $0 { code } else { nil } }
    // Captures are searched for in their order. If that fails, each is searched for anywhere, the longest first.
    let places = Self.places(of: captures, in: text) ?? Self.anyPlaces(of: captures, in: text)
    var result: [Part] = []
    var end = text.startIndex
    for (index, range) in places.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      if end < range.lowerBound { result.append(.text(String(text[end..<range.lowerBound]))) }
      result.append(.code(codes[index]))
      end = range.upperBound
    }
    if end < text.endIndex || result.isEmpty { result.append(.text(String(text[end...]))) }
    return result
  }

  private static func places(of captures: [String], in text: String) -> [(index: Int, range: Range<String.Index>)]? {
    var places: [(Int, Range<String.Index>)] = []
    var begin = text.startIndex
    for (index, capture) in captures.enumerated() where !capture.isEmpty {
      guard let range = text[begin...].firstRange(of: capture) else { return nil }
      places.append((index, range))
      begin = range.upperBound
    }
    return places
  }

  private static func anyPlaces(of captures: [String], in text: String) -> [(index: Int, range: Range<String.Index>)] {
    var places: [(index: Int, range: Range<String.Index>)] = []
    let longestFirst = captures.enumerated().sorted { $0.element.count > $1.element.count }
    for (index, capture) in longestFirst where !capture.isEmpty {
      let free = text.ranges(of: capture).first { range in !places.contains { $0.range.overlaps(range) } }
      if let free { places.append((index, free)) }
    }
    return places
  }
}

// MARK: Writing

extension SwiftLiteral {
  /// Returns the source of this literal with other parts. The form stays the same, but a text with a line feed needs a
  /// multi-line literal.
  func source(of newParts: [Part]) -> String {
    let hadLineFeed = parts.contains { if case .text(let text) = $0 { text.utf8.contains(0x0A) } else { false } }
    let hasLineFeed = newParts.contains { if case .text(let text) = $0 { text.utf8.contains(0x0A) } else { false } }
    if isMultiline || hasLineFeed && !hadLineFeed { return multilineSource(of: newParts) }
    let mark = String(repeating: "#", count: hashes)
    var content = ""
    for part in newParts {
      switch part {
      case .code(let code): content += code
      case .text(let text): content += escaped(text, in: .line)
      }
    }
    // Three quotes would begin a multi-line literal.
    if content.hasPrefix("\"\"") || content == "\"" { content = "\\" + mark + content }
    return "\(mark)\"\(content)\"\(mark)"
  }

  private func multilineSource(of newParts: [Part]) -> String {
    let mark = String(repeating: "#", count: hashes)
    var content = ""
    for part in newParts {
      switch part {
      case .code(let code): content += code
      case .text(let text): content += escaped(text, in: .lines)
      }
    }
    let lines = content.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.isEmpty ? "" : indentation + (line.hasSuffix(" ") ? line.dropLast() + "\\\(mark)u{20}" : line)
    }
    return ([mark + "\"\"\""] + lines + [indentation + "\"\"\"" + mark]).joined(separator: "\n")
  }

  private enum Form { case line, lines }

  /// Returns a text with the escapes that the literal needs.
  private func escaped(_ text: String, in form: Form) -> String {
    let mark = String(repeating: "#", count: hashes)
    let escape = "\\" + mark
    let scalars = Array(text.unicodeScalars)
    var result = ""
    var quotes = 0
    for (index, scalar) in scalars.enumerated() {
      // In a raw literal, the characters after a quote or a backslash decide whether it needs an escape.
      let meetsMark = scalars[(index + 1)...].prefix(hashes).count { $0 == "#" } == hashes
      quotes = scalar == "\"" ? quotes + 1 : 0
      switch (scalar, form) {
      case ("\\", _): result += meetsMark ? escape + "\\" : "\\"
      case ("\"", .line): result += meetsMark ? escape + "\"" : "\""
      case ("\"", .lines):
        result += quotes == 3 ? escape + "\"" : "\""
        if quotes == 3 { quotes = 0 }
      case ("\n", .lines): result += "\n"
      case ("\n", .line): result += escape + "n"
      case ("\r", _): result += escape + "r"
      case ("\t", _): result += escape + "t"
      case ("\0", _): result += escape + "0"
      default:
        if Self.isPlain(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          result += escape + "u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
      }
    }
    return result
  }

  /// Whether a reader of the source can recognize a scalar without an escape.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned,
      .nonspacingMark, .enclosingMark, .spacingMark:
      false
    case .spaceSeparator: scalar == " "
    default: scalar != "\u{FFFD}"
    }
  }
}
