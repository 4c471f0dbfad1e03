extension Mismatch {
  /// The part on one line: which request, what of it, and where inside.
  var subject: String {
    let about = request.map { "request \($0): " } ?? ""
    return switch part {
    case .method: about + "the method"
    case .origin: about + "the address"
    case .path: about + "the path"
    case .timeout: about + "the time-out"
    case .query(let name): about + "the query item \(Excerpt.visible(JSON.string(name).text))"
    case .header(let name): about + "the header \(Excerpt.visible(name))"
    case .body: about + "the body" + at
    case .outcome: "the outcome" + at
    case .missingRequest: request.map { "request \($0)" } ?? "a request"
    }
  }

  private var at: String { pointer.isEmpty ? "" : " at \(Excerpt.visible(pointer))" }

  /// What differs, on one line.
  var summary: String {
    if part == .missingRequest { return "\(subject) never came: expected \(expected)" }
    return "\(subject): expected \(Self.short(expected)), got \(Self.short(actual ?? "nothing"))"
  }

  /// What differs, where the contract says so, expected over actual.
  var text: String {
    var lines = LabelledLines(part == .missingRequest ? "\(subject) never came" : "\(subject) is not as described")
    lines.add("contract", range.map(LabelledLines.place))
    lines.add("expected", expected)
    lines.add("actual", actual ?? "nothing")
    lines.add("note", note)
    if part == .origin {
      lines.add("next", "let the driver give its client `call.baseURL`, or correct the contract's `baseURL`")
    }
    return lines.text
  }

  private static func short(_ text: String) -> String {
    let line = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init) ?? ""
    return line.count > 100 ? line.prefix(100) + "…" : line
  }
}

/// A title with lines under it, each with a label, their texts one below the other.
struct LabelledLines {
  private var lines: [String]
  private static let width = 10

  init(_ title: String) { lines = [title] }

  /// Adds a text under a label, on as many lines as it has; nothing where there is none.
  mutating func add(_ label: String, _ text: String?) {
    guard let text, !text.isEmpty else { return }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let label = index == 0 ? label : ""
      if line.isEmpty, index > 0 {
        lines.append("")
        continue
      }
      lines.append("  " + label + String(repeating: " ", count: max(1, Self.width - label.count)) + line)
    }
  }

  var text: String { lines.joined(separator: "\n") }

  /// A place as `file:line:column`, with its JSON pointer where it has one.
  static func place(_ range: SourceRange) -> String {
    guard let pointer = range.pointer, !pointer.isEmpty else { return range.description }
    return "\(range.description) \(pointer)"
  }
}
