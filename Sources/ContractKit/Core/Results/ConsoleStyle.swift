/// Text in color if color is wanted, and unchanged if not.
package struct ConsoleStyle: Sendable {
  var isColored: Bool

  package init(isColored: Bool) { self.isColored = isColored }

  package func red(_ text: String) -> String { code("31", text) }
  package func green(_ text: String) -> String { code("32", text) }
  package func yellow(_ text: String) -> String { code("33", text) }
  package func bold(_ text: String) -> String { code("1", text) }
  package func dim(_ text: String) -> String { code("2", text) }

  private func code(_ code: String, _ text: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  package func colored(_ text: String, as status: Status) -> String {
    switch status {
    case .passed: green(text)
    case .failed: red(text)
    case .errored, .knownIssue: yellow(text)
    case .skipped: dim(text)
    }
  }

  /// Returns a text about something that fails a run, below the place where it was written.
  package func failure(_ text: String, at place: String) -> String {
    let lines = text.cleaned.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
    return (["\(sign(.failed)) \(bold(place.cleanedLine))"] + lines).joined(separator: "\n")
  }

  /// Returns the sign of a status, which differs without color too.
  package func sign(_ status: Status) -> String {
    switch status {
    case .passed: green("✓")
    case .failed: red("✗")
    case .errored: yellow("!")
    case .knownIssue: yellow("~")
    case .skipped: dim("○")
    }
  }
}
