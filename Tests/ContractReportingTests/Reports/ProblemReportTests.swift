import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("The report of problem lines")
struct ProblemReportTests {
  private func lines(_ report: RunReport) -> [String] {
    let report = ProblemReport(report, checkout: Checkout(environment: [:]))
    return String(decoding: report.utf8, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static let file = "specs/todo/create-todo.contract.json"

  @Test("each cause is one line: a failure at the line that the client broke, and an error at the scenario")
  func causes() {
    expectTexts(
      lines(ReportFixture.mixed),
      are: [
        "\(Self.file):3:68: error: outcome at /payload: expected 401, got 500 [todo/todo/create-todo/token expired]",
        "\(Self.file):40:1: error: the driver broke the protocol: request has no member url [todo/todo/create-todo/server down]",
      ])
    #expect(lines(ReportFixture.mixed.only("created", "not HTTP")) == [])
  }

  @Test("a cause of multiple scenarios is one line, and no name makes a second one")
  func folded() {
    let results = ["one\ntwo", "three", "four"].map { ReportFixture.result($0, [ReportFixture.different]) }
    expectTexts(
      lines(RunReport(results: results, started: ReportFixture.started, duration: 1)),
      are: [
        "\(Self.file):3:68: error: outcome at /payload: expected 401, got 500, also in 2 others [todo/todo/create-todo/one two]"
      ])
  }
}
