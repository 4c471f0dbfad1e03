/// A string literal of a Swift source file: where it stands, how it is written, and what it says.
struct SwiftLiteral: Equatable {
  /// A stretch of a literal: text, or an interpolation as the source writes it, `\(` and `)` included.
  enum Part: Equatable {
    case text(String)
    case code(String)
  }

  /// Where the literal stands in the file's bytes, delimiters included.
  var range: Range<Int>
  /// How many `#` stand before and after the quotes.
  var hashes: Int
  var isMultiline: Bool
  /// What each line of a multi-line literal begins with in the source, and is not part of its text.
  var indentation: String
  var parts: [Part]

  /// What each interpolation stands for if the literal says a text; nil if it does not say that text.
  ///
  /// An interpolation stands for as little as possible, and the last text of the literal ends the text.
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
        // Nothing can tell adjacent interpolations apart: the last one stands for all.
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

  /// The parts of a literal that says another text, with the interpolations where the text has what they stand for.
  func parts(saying text: String, captures: [String]) -> [Part] {
    let codes = parts.compactMap { if case .code(let code) = $0 { code } else { nil } }
    // The same order is the rule; what a text has in another order is found anywhere, the longest first.
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
  /// The source of this literal with other parts: in the same form, and in several lines once its text has a line feed.
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
    // Three quotes would begin a literal of several lines.
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

  /// A text as the source of a literal says it.
  private func escaped(_ text: String, in form: Form) -> String {
    let mark = String(repeating: "#", count: hashes)
    let escape = "\\" + mark
    let scalars = Array(text.unicodeScalars)
    var result = ""
    var quotes = 0
    for (index, scalar) in scalars.enumerated() {
      // What follows a quote or a backslash decides in a raw literal whether it means itself.
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

  /// Whether a reader of the source sees a scalar for what it is.
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
