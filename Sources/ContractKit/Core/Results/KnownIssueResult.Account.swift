extension KnownIssueResult {
  /// Returns the text that the command prints about the problem with the entry; nil if there is none.
  package func account(
    _ style: ConsoleStyle = ConsoleStyle(isColored: false), _ commands: CommandLines = CommandLines()
  ) -> String? {
    text(commands).map { text in
      let lines = text.cleaned.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
      let title = "\(style.sign(.failed)) \(style.bold(issue.place.cleanedLine))"
      return ([title] + lines).joined(separator: "\n")
    }
  }
}
