@testable import ContractCore
@testable import TestSupport

/// Random JSON texts with random formatting.
enum RandomText {
  private static let names = ["a", "b", "c", "name", "a/b", "é", "", "x y", "\"", "long name that is long", "\u{7F}"]
  private static let leaves = [
    "null", "true", "1.50", "-0", "1e5", #""""#, #""a {\"b\": [1, 2]}, ""#, #""é\u0041\n""#, "\"\u{202E}\"",
    #""a longer text, so that some lines have more columns than that""#,
  ]
  private static let spaces = ["", "", "", " ", " ", "  ", "\t", "\n", "\n  ", "\r\n", "\r", "\n\n\t ", " \n"]
  private static let units = ["  ", "    ", "\t", " "]

  /// How a text is formatted.
  private enum Style {
    case random
    case lines(end: String, unit: String, brace: String)
    case oneLine(space: String)
  }

  /// Returns a text.
  static func text(_ random: inout SeededNumbers, depth: Int = 3) -> String {
    let style: Style =
      switch Int.random(in: 0..<3, using: &random) {
      case 0: .random
      case 1: .oneLine(space: Bool.random(using: &random) ? " " : "")
      default:
        .lines(
          end: Bool.random(using: &random) ? "\n" : "\r\n", unit: units.randomElement(using: &random) ?? "",
          brace: Bool.random(using: &random) ? "" : " ")
      }
    let value = self.value(&random, depth: depth)
    return space(style, &random) + text(value, style, indentation: "", &random) + space(style, &random)
  }

  /// Returns a value. It may have more levels than it seems, because some values are inserted whole.
  static func value(_ random: inout SeededNumbers, depth: Int) -> JSON {
    let count = Int.random(in: 0..<4, using: &random)
    switch depth == 0 ? 0 : Int.random(in: 0..<4, using: &random) {
    case 1: return .array((0..<count).map { _ in value(&random, depth: depth - 1) })
    case 2, 3:
      return .object(names.shuffled(using: &random).prefix(count).map { ($0, value(&random, depth: depth - 1)) })
    default: return leaves.randomElement(using: &random).flatMap { JSON.parse($0) } ?? .null
    }
  }

  private static func space(_ style: Style, _ random: inout SeededNumbers) -> String {
    if case .random = style { spaces.randomElement(using: &random) ?? "" } else { "" }
  }

  private static func text(
    _ value: JSON, _ style: Style, indentation: String, _ random: inout SeededNumbers
  ) -> String {
    var inner = indentation
    if case .lines(_, let unit, _) = style { inner += unit }
    var items: [String] = []
    for element in value.array ?? [] { items.append(text(element, style, indentation: inner, &random)) }
    for member in value.object?.members ?? [] {
      var colon = space(style, &random) + ":" + space(style, &random)
      switch style {
      case .random: break
      case .lines: colon = ": "
      case .oneLine(let space): colon = ":" + space
      }
      items.append(JSON.string(member.name).text + colon + text(member.value, style, indentation: inner, &random))
    }
    guard value.isArray || value.isObject else { return value.text }
    let (open, close) = value.isArray ? ("[", "]") : ("{", "}")
    switch style {
    case .random:
      let parts = items.map { space(style, &random) + $0 + space(style, &random) }
      return open + (parts.isEmpty ? space(style, &random) : parts.joined(separator: ",")) + close
    case .oneLine(let space):
      let padding = items.isEmpty || value.isArray ? "" : space
      return open + padding + items.joined(separator: "," + space) + padding + close
    case .lines(let end, _, let brace):
      if items.isEmpty { return open + close }
      // The first member may be on the line of the brace.
      let first = brace.isEmpty ? end + inner : brace
      return open + first + items.joined(separator: "," + end + inner) + (brace.isEmpty ? end + indentation : brace)
        + close
    }
  }
}
