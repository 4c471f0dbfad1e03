import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("The report for GitLab's code quality")
struct GitLabReportTests {
  private func entries(_ run: RunReport, root: String? = nil) throws -> [JSON] {
    let root = root ?? FileManager.default.currentDirectoryPath
    let report = GitLabReport(report: run, checkout: Checkout(environment: ["CI_PROJECT_DIR": root]))
    return try #require(JSON.parse(report.utf8)?.array)
  }

  @Test("an entry has all members that GitLab requires")
  func entry() throws {
    let entry = try #require(try entries(ReportFixture.mixed).first)
    #expect(
      entry["description"]?.string
        == "todo/todo/create-todo/token expired: \(ReportFixture.different.summary)")
    #expect(entry["check_name"] == "mismatch")
    #expect(entry["severity"] == "major")
    #expect(entry["location"] == ["path": "specs/todo/create-todo.contract.json", "lines": ["begin": 3]])
    #expect(entry["fingerprint"]?.string?.wholeMatch(of: #/[0-9a-f]{16}/#) != nil)
  }

  @Test("a fingerprint depends on the scenario and the code, not on lines, and none occurs twice")
  func fingerprints() throws {
    func prints(line: Int) throws -> [String] {
      let reasons = [Reason.protocolFault("a"), .protocolFault("b"), .notRun("c")]
      let results = ["one", "two"].map { ReportFixture.result($0, reasons, line: line) }
      let run = RunReport(results: results, started: ReportFixture.started, duration: 1)
      return try entries(run).compactMap { $0["fingerprint"]?.string }
    }
    let first = try prints(line: 4)
    #expect(first.count == 4 && Set(first).count == 4)
    #expect(try prints(line: 9) == first)
  }

  @Test("a run without failures is an empty list")
  func empty() throws {
    #expect(try entries(ReportFixture.mixed.only("created")).isEmpty)
  }
}
