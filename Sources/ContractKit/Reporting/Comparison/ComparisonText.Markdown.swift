import ContractCore

// A comparison of two releases as Markdown, for a comment on a pull request.
extension ComparisonText {
  /// GitHub refuses a comment of 65,536 characters.
  private static let limit = 55_000
  /// How many causes are shown with both releases.
  private static let examples = 5

  /// The Markdown, shorter than GitHub's limit for comments.
  ///
  /// All of it but the heading is one block of HTML without an empty line, in which nothing is Markdown. Texts are in
  /// `code` or `pre`, where a mention or a link is only text.
  package var markdown: String {
    var lines = ["### \(headline)", "", "<p>\(code(subject))</p>"]
    var length = lines.reduce(0) { $0 + $1.utf16.count + 1 }
    var isWhole = true
    func add(_ block: [String]) -> Bool {
      let size = block.reduce(0) { $0 + $1.utf16.count + 1 }
      isWhole = isWhole && length + size < Self.limit
      if length + size >= Self.limit { return false }
      length += size
      lines += block
      return true
    }
    var left = Self.examples
    // A scenario is shown once, with its first cause.
    var shown: Set<String> = []
    for (title, causes) in groups {
      guard add(["<p><b>\(title)</b></p>", "<ul>"]) else { break }
      for cause in causes {
        let sign = !cause.isAccepted ? "✗" : "~"
        let accepted = cause.acceptance.map { ", accepted: \(code($0))" } ?? ""
        guard add(["<li>\(sign) \(code(cause.title)) \(code("(\(cause.extent))"))\(accepted)"]) else { break }
        if !cause.isAccepted {
          // An example that does not fit is left out. The command shows it.
          let (id, whole) = (cause.ids[0], isWhole)
          if left == 0 || !shown.insert(id).inserted || !add(example(id)) { _ = add(["<br>\(code(command(id)))"]) }
          if left > 0 { isWhole = whole }
          left = max(0, left - 1)
        }
      }
      lines.append("</ul>")
    }
    let rest = errors + stale + remarks + limits
    if !rest.isEmpty {
      // What was not compared is never left out: it is short.
      let kept = (remarks + limits).map { "<li>\(code($0))</li>" }
      lines += ["<ul>"] + kept
      length += kept.reduce(0) { $0 + $1.utf16.count + 1 }
      for line in errors + stale where !add(["<li>\(code(line))</li>"]) { break }
      lines.append("</ul>")
    }
    if !isWhole { lines.append("<p>and more, which the JSON report has</p>") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func example(_ id: String) -> [String] {
    let lines = CallRows(comparison, id).lines.map { sign, text in "\(sign) \(text)" }
    return ["<details><summary>\(code(id))</summary>", "<pre lang=\"diff\">"]
      + lines.map { $0.allSatisfy(\.isWhitespace) ? "&nbsp;" : $0.shownHTML }
      + ["</pre>", code(command(id)), "</details>"]
  }

  private func code(_ text: String) -> String { "<code>\(text.shownHTML)</code>" }
}
