/// A title with lines under it, each with a label, their texts one below the other.
struct LabelledLines {
  private var lines: [String]
  private let width: Int

  /// Begins with a title.
  ///
  /// - Parameter width: Where the texts begin.
  init(_ title: String, width: Int = 10) {
    lines = [title]
    self.width = width
  }

  /// Adds a text under a label, on as many lines as it has; nothing where there is none.
  mutating func add(_ label: String, _ text: String?) {
    guard let text, !text.isEmpty else { return }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let label = index == 0 ? label : ""
      if line.isEmpty, index > 0 {
        lines.append("")
        continue
      }
      lines.append("  " + label + String(repeating: " ", count: max(1, width - label.count)) + line)
    }
  }

  var text: String { lines.joined(separator: "\n") }

  /// A place as `file:line:column`, with its JSON pointer where it has one.
  static func place(_ range: SourceRange) -> String {
    guard let pointer = range.pointer, !pointer.isEmpty else { return range.description }
    return "\(range.description) \(pointer)"
  }
}
