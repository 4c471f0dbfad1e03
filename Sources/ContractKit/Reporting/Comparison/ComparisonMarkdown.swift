import ContractCore

/// A comparison of two releases as Markdown, for a comment on a pull request.
package struct ComparisonMarkdown {
  /// GitHub refuses a comment of 65,536 characters.
  private static let limit = 65_000
  /// How many causes are shown with both releases.
  private static let examples = 5

  private let source: ComparisonText

  /// Makes the Markdown of a comparison.
  package init(_ source: ComparisonText) { self.source = source }

  /// The Markdown, shorter than GitHub's limit for comments. Texts are in HTML, where a link or a mention is only text.
  package var text: String {
    var markdown = "### \(html(source.headline))\n\n<code>\(html(source.subject))</code>\n"
    func add(_ block: String) -> Bool {
      if markdown.unicodeScalars.count + block.unicodeScalars.count > Self.limit { return false }
      markdown += block
      return true
    }
    var left = Self.examples
    var isWhole = true
    for (title, causes) in source.groups {
      isWhole = add("\n**\(title)**\n\n") && isWhole
      for cause in causes {
        let sign = cause.approval == nil ? "✗" : "~"
        let accepted = cause.approval.map { " (accepted: \(html($0)))" } ?? ""
        let line = "- \(sign) <code>\(html(cause.title))</code> (\(html(cause.extent)))\(accepted)\n"
        isWhole = add(line) && isWhole
        guard left > 0, cause.approval == nil else { continue }
        left -= 1
        // An example that does not fit is left out. The command shows it.
        if !add(example(cause)) { _ = add("  <code>\(html(source.command(cause.ids[0])))</code>\n") }
      }
    }
    let rest = source.errors + source.stale + source.remarks
    for (index, line) in rest.enumerated() {
      isWhole = add("\(index == 0 ? "\n" : "")- \(html(line))\n") && isWhole
    }
    if !isWhole { markdown += "\nand more, which the JSON report has\n" }
    return markdown
  }

  private func example(_ cause: ReleaseCause) -> String {
    let rows = CallRows(source.comparison, cause.ids[0]).rows
    let lines = rows.flatMap { row -> [String] in
      if row.old == row.new { return ["  \(row.old ?? "")"] }
      return [row.old.map { "- \($0)" }, row.new.map { "+ \($0)" }].compactMap(\.self)
    }
    return """
        <details><summary>\(html(cause.ids[0]))</summary>

        <pre lang="diff">
      \(lines.map { html($0) }.joined(separator: "\n"))
        </pre>

        <code>\(html(source.command(cause.ids[0])))</code>
        </details>

      """
  }

  private func html(_ text: String) -> String { XMLWriter.content(text.cleanedLine) }
}
