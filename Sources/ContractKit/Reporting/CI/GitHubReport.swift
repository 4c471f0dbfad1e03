import ContractCore
import Foundation

/// A run as GitHub Actions shows it: annotations of the lines that clients broke, and a summary of the step.
///
/// Source: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
package struct GitHubReport: Sendable {
  /// GitHub shows this many errors of a step, and drops the others.
  private static let annotationLimit = 10
  /// GitHub drops a whole summary of more than 1,048,576 bytes, and has failed on smaller ones.
  private static let summaryLimit = 900_000
  private static let openCauses = 5

  private let report: RunReport
  private let text: ConsoleText
  private let checkout: Checkout
  private let judged: [ScenarioResult]
  private let causes: Causes

  package init(_ report: RunReport, checkout: Checkout) {
    self.report = report
    text = ConsoleText(report)
    self.checkout = checkout
    judged = report.judged
    causes = Causes(of: judged, variations: report.variations)
  }

  // MARK: Annotations

  /// The commands that make annotations, each on its line: one for each cause, at the contract's line that the client
  /// broke, and, if that fails the run, one for each vacuous scenario. If there are more than GitHub shows, the last one
  /// has the number of the others.
  package var annotations: String {
    var all = causes.all.map { cause in
      let result = judged[cause.shown]
      let others = cause.results.count - 1
      return Self.error(
        location(cause.reason.range ?? result.scenario.declarationRange),
        title: "\(result.id)\(others > 0 ? " and \(others) more" : "")",
        "\(lines: cause.reason.text(report.commands))\n\(text.alone(result))")
    }
    all += report.problems.flatMap(\.cases).map {
      Self.error(location($0.range), title: "\($0.name)", CleanText(lines: $0.text))
    }
    if let strength = report.strength, strength.isStrict {
      all += strength.vacuousScenarios.map { finding in
        Self.error(
          location(finding.result.scenario.declarationRange), title: "\(finding.result.id)",
          "\(StrengthReport.vacuousText)")
      }
    }
    let rest = all.count - Self.annotationLimit + 1
    if rest > 1 {
      all = all.dropLast(rest) + [Self.error([], title: "contract-run", "and \(rest) more; the log has all of them")]
    }
    return all.map { $0 + "\n" }.joined()
  }

  /// Returns the properties that name a place; none if its file is not in the repository.
  private func location(_ range: SourceRange) -> [(name: String, value: CleanText)] {
    guard let path = checkout.path(of: range.source) else { return [] }
    let position = range.position
    return [("file", "\(path)"), ("line", "\(position.line)"), ("col", "\(position.column)")]
  }

  private static func error(
    _ location: [(name: String, value: CleanText)], title: CleanText, _ message: CleanText
  ) -> String {
    let properties = (location + [("title", title)]).map { "\($0)=\(escaped($1, "%\r\n:,"))" }
    return "::error \(properties.joined(separator: ","))::\(escaped(message, "%\r\n"))"
  }

  /// Returns a text with some characters as `%` and two digits.
  private static func escaped(_ text: CleanText, _ characters: String) -> String {
    text.string.unicodeScalars.reduce(into: "") { result, scalar in
      let isEscaped = characters.unicodeScalars.contains(scalar)
      result += isEscaped ? RequestURL.escape([UInt8(ascii: scalar)]) : String(scalar)
    }
  }

  // MARK: Summary

  /// Returns the summary of the step, as Markdown. Texts are in HTML blocks, where a link or a mention is only text.
  ///
  /// - Parameter size: How many bytes earlier commands of the step wrote into the same summary.
  /// - Returns: "" if there is not enough space for the counts.
  package func summary(after size: Int = 0) -> String {
    let lines = text.summary(report).string.split(separator: "\n", maxSplits: 1)
    var markdown = "## \(XMLWriter.content(String(lines.first ?? "")))\n"
    if let remarks = lines.dropFirst().first { markdown += "\n<pre>\n\(XMLWriter.content(String(remarks)))\n</pre>\n" }
    var blocks: [(title: CleanText, text: CleanText)] = zip(causes.all, text.texts(of: causes, judged)).map {
      ("\(judged[$0.shown].id): \($0.reason.firstSummary)", $1)
    }
    blocks += report.problems.flatMap(\.cases).map { (CleanText($0.name), CleanText(lines: $0.text)) }
    var left = Self.summaryLimit - size - markdown.utf8.count
    if left < 0 { return "" }
    for (index, block) in blocks.enumerated() {
      let next = """

        <details\(index < Self.openCauses ? " open" : "")>
        <summary><code>\(XMLWriter.content(block.title.string))</code></summary>

        <pre>
        \(XMLWriter.content(block.text.string))
        </pre>

        </details>

        """
      left -= next.utf8.count
      if left < 0 {
        markdown += "\nand \(blocks.count - index) more; the log has all of them\n"
        break
      }
      markdown += next
    }
    return markdown
  }
}
