/// A title with lines below it, each with a label. The texts of the lines are aligned.
package struct LabeledLines {
  private var lines: [String]
  private let width: Int

  /// Begins with a title.
  ///
  /// - Parameter width: The column where the texts begin.
  package init(_ title: String, width: Int = 10) {
    lines = [title]
    self.width = width
  }

  /// Adds a text under a label, on as many lines as it has. Does nothing if there is no text.
  package mutating func add(_ label: String, _ text: String?) {
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

  package var text: String { lines.joined(separator: "\n") }

  /// Returns a place as `file:line:column`, with its JSON pointer if it has one.
  package static func location(_ range: SourceRange) -> String {
    guard let pointer = range.pointer, !pointer.isEmpty else { return range.description }
    return "\(range.description) \(pointer)"
  }
}
