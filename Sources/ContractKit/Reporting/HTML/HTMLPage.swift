import ContractCore
import ContractResources

/// The frame of the HTML report: everything besides its data.
enum HTMLPage {
  /// What is at the top of a report, as texts.
  struct Heading {
    /// The result of the run: `good`, `bad` or `odd`.
    var kind: String
    /// The sign of the result.
    var sign: String
    var headline: String
    /// What ran: clients, project and commit.
    var subject: String
    var command: String
    var summary: String
    var facts: String
  }

  private static let template = String(cString: contractReportPage)
  private static let style = [contractPageStyle, contractReportStyle].map { String(cString: $0) }.joined()
  private static let script = [
    contractPageScript, contractReportData, contractReportMarks, contractReportDetails, contractReportCauses,
    contractReportMatrix, contractReportScenarios, contractReportKeys,
  ].map { String(cString: $0) }.joined()

  /// Returns the document up to its data, and from there.
  static func frame(_ heading: Heading) -> (start: String, end: String) {
    let title = [heading.headline, heading.subject, heading.command].filter { !$0.isEmpty }.joined(separator: " · ")
    let values = [
      "kind": heading.kind, "sign": heading.sign, "style": style, "script": script, "title": XMLWriter.content(title),
      "headline": XMLWriter.content(heading.headline), "subject": XMLWriter.content(heading.subject),
      "command": XMLWriter.content(heading.command), "summary": XMLWriter.content(heading.summary),
      "facts": XMLWriter.content(heading.facts),
    ]
    let parts = template.split(separator: "{{data}}", maxSplits: 1).map { String($0).filled(with: values) }
    return (parts[0], parts[1])
  }
}
