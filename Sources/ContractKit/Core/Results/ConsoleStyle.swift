/// Text in color if color is wanted, and unchanged if not.
package struct ConsoleStyle: Sendable {
  var isColored: Bool

  package init(isColored: Bool) { self.isColored = isColored }

  package func red(_ text: CleanText) -> CleanText { code("31", text) }
  package func green(_ text: CleanText) -> CleanText { code("32", text) }
  package func yellow(_ text: CleanText) -> CleanText { code("33", text) }
  package func bold(_ text: CleanText) -> CleanText { code("1", text) }
  package func dim(_ text: CleanText) -> CleanText { code("2", text) }

  private func code(_ code: String, _ text: CleanText) -> CleanText {
    isColored && !text.isEmpty ? text.map { "\u{1B}[\(code)m\($0)\u{1B}[0m" } : text
  }

  package func colored(_ text: CleanText, as status: Status) -> CleanText {
    switch status {
    case .passed: green(text)
    case .failed: red(text)
    case .errored, .knownIssue: yellow(text)
    case .skipped: dim(text)
    }
  }

  /// Returns a text about something that fails a run, below the place where it was written.
  package func failure(_ text: String, at place: String) -> CleanText {
    (["\(sign(.failed)) \(bold("\(place)"))"] + CleanText(lines: text).lines.map { "  \($0)" }).joined(separator: "\n")
  }

  /// Returns the sign of a status, which differs without color too.
  package func sign(_ status: Status) -> CleanText {
    switch status {
    case .passed: green("✓")
    case .failed: red("✗")
    case .errored: yellow("!")
    case .knownIssue: yellow("~")
    case .skipped: dim("○")
    }
  }
}
