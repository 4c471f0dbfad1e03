import ContractCore
import ContractResources
import Foundation

/// A run as one HTML file, for people. See docs/reports.md.
///
/// The file has a static heading, and its data as JSON. The page's script draws the rest on demand, so that a large run
/// is usable at once. What does not fit is left out, and the page says so.
package struct HTMLReport: Sendable {
  /// The maximum size of the file in bytes. Larger files take seconds to open.
  static let limit = 2_900_000

  let report: RunReport
  private let runner: String?
  let checkout: Checkout?
  /// The results of the scenarios, then those of the variations that did not pass.
  let judged: [ScenarioResult]
  let causes: Causes

  /// Creates the file of a run.
  ///
  /// - Parameters:
  ///   - runner: The runner's name and version. The file does not show them if it is nil.
  ///   - checkout: The repository, whose name and commit the file shows.
  package init(_ report: RunReport, runner: String? = nil, checkout: Checkout? = nil) {
    self.report = report
    self.runner = runner
    self.checkout = checkout
    judged = report.judged
    causes = Causes(of: judged, variations: report.variations)
  }

  package var utf8: [UInt8] {
    let (sign, headline) = headline
    let when = report.started.formatted(.iso8601.dateTimeSeparator(.space)).dropLast() + " UTC"
    let facts = [
      String(when), Seconds.text(report.duration), "exit status \(report.exitStatus)",
      report.interruptedBy.map { "interrupted by \($0)" }, runner,
    ]
    let (subject, command) = (subject.joined(separator: " · "), report.commands.again)
    let texts = [
      "title": [headline, subject, command].filter { !$0.isEmpty }.joined(separator: " · "),
      "headline": headline, "subject": subject, "command": command,
      "summary": ConsoleText(ConsoleSettings()).headline(report).string,
      "facts": facts.compactMap(\.self).joined(separator: " · "),
    ].mapValues(XMLWriter.content)
    let parts = [
      "kind": report.exitStatus == 0 ? "good" : report.exitStatus == 1 ? "bad" : "odd",
      "sign": ConsoleStyle(isColored: false).sign(sign).string, "style": Self.style, "script": Self.script,
    ]
    let frame = String(cString: contractReportPage).split(separator: "{{data}}", maxSplits: 1)
      .map { Array(String($0).filled(with: texts.merging(parts) { $1 }).utf8) }
    var bytes = frame[0]
    append(dataWithin: Self.limit - frame[0].count - frame[1].count, to: &bytes)
    return bytes + frame[1]
  }

  private static let style = [contractPageStyle, contractReportStyle].map { String(cString: $0) }.joined()
  private static let script = [
    contractPageScript, contractReportData, contractReportMarks, contractReportDetails, contractReportCauses,
    contractReportMatrix, contractReportScenarios, contractReportKeys,
  ].map { String(cString: $0) }.joined()

  /// Appends the data as JSON. No text in it can end the element that contains it.
  private func append(dataWithin limit: Int, to bytes: inout [UInt8]) {
    let rows = Rows(self)
    let listed = listedCauses(rows)
    var members = overview(rows, listed)
    let left = limit - Self.size(.object(members))
    members.append(("details", .object(details(rows, listed.count, within: left))))
    for byte in Self.shown(.object(members), .max).utf8.withoutCommandsInJSON {
      if byte == UInt8(ascii: "<") { bytes += Array(#"\u003c"#.utf8) } else { bytes.append(byte) }
    }
  }

  /// Returns how many bytes a value needs in the file.
  static func size(_ json: JSON) -> Int { json.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "<") ? 6 : 1) } }

  // MARK: The heading

  private static let namedClients = 3

  /// What ran: the clients, the project and its commit.
  var subject: [String] {
    let clients = report.results.lazy.map(\.client).uniqued()
    let more = clients.count - Self.namedClients
    let names = clients.prefix(Self.namedClients).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    return [names, checkout?.project ?? "", checkout?.commit.map { "commit \($0)" } ?? ""].filter { !$0.isEmpty }
  }

  /// The result of the run in a few words, which people read from a distance, with the sign that stands for it.
  var headline: (sign: Status, text: String) {
    let varied = report.variations
    let notRun = varied.reduce(0) { $0 + $1.notRun.count }
    let scenarios = [(report.count(.failed), "failed"), (report.count(.errored), "errored")]
    let variations = [(varied.count(.failed), "failed"), (varied.count(.errored), "errored"), (notRun, "not run")]
    let parts =
      scenarios.filter { $0.0 > 0 }.map { "\(English.grouped($0.0)) \($0.1)" }
      + variations.filter { $0.0 > 0 }.map { "\(English.counted($0.0, "variation")) \($0.1)" }
    if !parts.isEmpty {
      return (scenarios[0].0 + variations[0].0 > 0 ? .failed : .errored, parts.joined(separator: ", "))
    }
    let passed = report.count(.passed)
    switch report.exitStatus {
    case 0 where passed > 0: return (.passed, "\(English.counted(passed, "scenario")) passed")
    case 0: return (.passed, "Only known issues")
    case 1: return (.failed, "All scenarios passed, and the run failed")
    default: return (.errored, "Nothing ran")
    }
  }
}
