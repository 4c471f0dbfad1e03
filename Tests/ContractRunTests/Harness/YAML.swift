/// A value of a YAML document, as far as examples of CI jobs in the documentation need it: block maps and lists, plain and
/// quoted texts, lists in brackets, and texts that keep their lines (`|`).
enum YAML: Equatable {
  case text(String)
  case list([YAML])
  case map([String: YAML])

  /// A line of the document without its indentation.
  private struct Line {
    var indent: Int
    var text: Substring
  }

  init(_ document: String) {
    var lines = document.split(separator: "\n", omittingEmptySubsequences: true).map { line in
      Line(indent: line.prefix { $0 == " " }.count, text: line.drop { $0 == " " })
    }[...]
    self = Self.block(&lines)
  }

  subscript(name: String) -> YAML? { if case .map(let members) = self { members[name] } else { nil } }

  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The elements of a list, or else the value alone.
  var elements: [YAML] { if case .list(let elements) = self { elements } else { [self] } }

  /// The texts in a list, or else the value alone, if it is a text.
  var texts: [String] { elements.compactMap(\.text) }

  private static func block(_ lines: inout ArraySlice<Line>) -> YAML {
    guard let first = lines.first else { return .text("") }
    if first.text.hasPrefix("- ") {
      var elements: [YAML] = []
      while let line = lines.first, line.indent == first.indent, line.text.hasPrefix("- ") {
        // What stands after the dash is in the same column as the element's next lines.
        lines[lines.startIndex] = Line(indent: line.indent + 2, text: line.text.dropFirst(2))
        elements.append(block(&lines))
      }
      return .list(elements)
    }
    guard first.text.firstMatch(of: #/^[\w-]+:( |$)/#) != nil else {
      lines.removeFirst()
      return scalar(first.text)
    }
    var members: [String: YAML] = [:]
    while let line = lines.first, line.indent == first.indent,
      let match = line.text.firstMatch(of: #/^([\w-]+):(?: (.*))?$/#)
    {
      lines.removeFirst()
      let name = String(match.1)
      switch match.2 {
      case nil: members[name] = block(&lines)
      case "|"?:
        let inside = lines.prefix { $0.indent > line.indent }
        lines = lines.dropFirst(inside.count)
        let margin = inside.first?.indent ?? 0
        members[name] = .text(
          inside.map { String(repeating: " ", count: $0.indent - margin) + $0.text + "\n" }.joined())
      case let rest?: members[name] = scalar(rest)
      }
    }
    return .map(members)
  }

  private static func scalar(_ text: Substring) -> YAML {
    if text.hasPrefix("["), text.hasSuffix("]") {
      return .list(text.dropFirst().dropLast().split(separator: ", ").map(scalar))
    }
    if text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") { return .text(String(text.dropFirst().dropLast())) }
    return .text(String(text))
  }
}
