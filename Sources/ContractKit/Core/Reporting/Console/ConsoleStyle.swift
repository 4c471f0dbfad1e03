/// Colours where they are wanted, and nothing where not.
package struct ConsoleStyle: Sendable {
  var isColored: Bool

  /// Makes a style.
  package init(isColored: Bool) { self.isColored = isColored }

  /// A text in red.
  package func red(_ text: String) -> String { code("31", text) }
  /// A text in green.
  package func green(_ text: String) -> String { code("32", text) }
  /// A text in yellow.
  package func yellow(_ text: String) -> String { code("33", text) }
  /// A text in bold.
  package func bold(_ text: String) -> String { code("1", text) }
  /// A text in a dim colour.
  package func dim(_ text: String) -> String { code("2", text) }

  private func code(_ code: String, _ text: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// A text in the colour of a status.
  func colored(_ text: String, as status: Status) -> String {
    switch status {
    case .passed: green(text)
    case .failed: red(text)
    case .errored: yellow(text)
    case .skipped: dim(text)
    }
  }

  /// The sign of a status: different without colour too.
  func sign(_ status: Status) -> String {
    switch status {
    case .passed: green("✓")
    case .failed: red("✗")
    case .errored: yellow("!")
    case .skipped: dim("○")
    }
  }
}
