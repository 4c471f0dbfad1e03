import ContractCore
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
    let (start, end) = HTMLPage.frame(
      HTMLPage.Heading(
        kind: report.exitStatus == 0 ? "good" : report.exitStatus == 1 ? "bad" : "odd",
        sign: ConsoleStyle(isColored: false).sign(sign), headline: headline,
        subject: subject.joined(separator: " · ").cleanedLine,
        command: report.commands.again.cleanedLine,
        summary: ConsoleText(ConsoleSettings()).headline(report).cleanedLine,
        facts: facts.compactMap(\.self).joined(separator: " · ").cleanedLine))
    var bytes = Array(start.utf8)
    append(dataWithin: Self.limit - bytes.count - end.utf8.count, to: &bytes)
    bytes += end.utf8
    return bytes
  }

  /// Appends the data as JSON. No text in it can end the element that contains it.
  private func append(dataWithin limit: Int, to bytes: inout [UInt8]) {
    let rows = Rows(self)
    let listed = listedCauses(rows)
    var members = overview(rows, listed)
    let left = limit - Self.size(.object(members))
    members.append(("details", .object(details(rows, listed.count, within: left))))
    for byte in JSON.object(members).utf8.withoutCommandsInJSON {
      if byte == UInt8(ascii: "<") { bytes += Array(#"\u003c"#.utf8) } else { bytes.append(byte) }
    }
  }

  /// Returns how many bytes a value needs in the file.
  static func size(_ json: JSON) -> Int {
    json.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "<") ? 6 : 1) }
  }
}
