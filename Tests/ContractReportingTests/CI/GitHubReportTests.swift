import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("Annotations and the summary on GitHub")
struct GitHubReportTests {
  private func report(_ run: RunReport, in folder: String = "") -> GitHubReport {
    let root = FileManager.default.currentDirectoryPath + folder
    return GitHubReport(
      run, checkout: Checkout(environment: ["GITHUB_WORKSPACE": root])
    )
  }

  /// Returns a word for a number, because causes with other numbers are the same cause.
  private static func word(_ number: Int) -> String {
    String(String.UnicodeScalarView("\(number)".unicodeScalars.compactMap { UnicodeScalar($0.value + 0x31) }))
  }

  /// A run in which each scenario fails for a reason of its own.
  private func failing(_ count: Int, output: String = "") -> RunReport {
    RunReport(
      results: (0..<count).map {
        ReportFixture.result(
          "scenario \($0)", [.protocolFault("fault \(Self.word($0))")], output: output)
      }, started: ReportFixture.started, duration: 1)
  }

  @Test("a cause is an annotation of the line that the client broke, or else of the scenario's line")
  func annotations() {
    let lines = report(ReportFixture.mixed).annotations.split(separator: "\n").map(String.init)
    #expect(lines.count == 2)
    expectText(
      lines[0],
      begins:
        "::error file=specs/todo/create-todo.contract.json,line=3,col=68,title=todo/todo/create-todo/token expired::")
    expectText(lines[0], has: #"%0Arun it alone: contract-run --filter "todo/todo/create-todo/token expired""#)
    expectText(
      lines[1],
      begins:
        "::error file=specs/todo/create-todo.contract.json,line=40,col=1,title=todo/todo/create-todo/server down::")
  }

  @Test("a path is relative to the repository, and a file outside it has no place")
  func places() {
    let below = report(ReportFixture.mixed, in: "/specs").annotations
    expectText(below, begins: "::error file=todo/create-todo.contract.json,line=3,")
    let elsewhere = report(ReportFixture.mixed, in: "/other").annotations
    expectText(elsewhere, begins: "::error title=todo/todo/create-todo/token expired::")
  }

  @Test("of more causes than GitHub shows, the last annotation has the number of the others")
  func limit() {
    #expect(report(failing(10)).annotations.split(separator: "\n").count == 10)
    let lines = report(failing(14)).annotations.split(separator: "\n")
    #expect(lines.count == 10)
    #expect(lines.last == "::error title=contract-run::and 5 more; the log has all of them")
  }

  @Test("a text cannot end its annotation, add a property or begin another command")
  func injection() {
    let name = "a,line=1::b%0A\n::error::c"
    let run = RunReport(
      results: [ReportFixture.result(name, [.protocolFault("100 %\r\n::error::no ##[error] \u{1B}[31m")])],
      started: ReportFixture.started, duration: 1)
    let annotations = report(run).annotations
    #expect(annotations.split(whereSeparator: \.isNewline).count == 1)
    expectText(annotations, has: "title=todo/todo/create-todo/a%2Cline=1%3A%3Ab%250A %3A %3Aerror%3A%3Ac::")
    expectText(annotations, has: #"100 %25\u000d%0A  detail    ::error::no # #[error] \u001b[31m%0A"#)
  }

  @Test("the summary, word for word")
  func summary() {
    let run = ReportFixture.mixed.only("token expired")
    let different = ReportFixture.xml(ReportFixture.different.firstSummary)
    let text = ReportFixture.xml(ReportFixture.reported(ReportFixture.different))
    let summary = report(run).summary()
    expectText(summary, begins: "## ✗ 1 scenario: 1 failed  0.31 s\n\n<pre>\n")
    expectText(
      summary,
      has: """
        <details open>
        <summary><code>todo/todo/create-todo/token expired: \(different)</code></summary>

        <pre>
        ✗ todo/todo/create-todo/token expired
          specs/todo/create-todo.contract.json:31  statusError  memory
          \(text)
        """)
  }

  @Test("no text becomes Markdown or HTML, and the summary never gets too large", .slow)
  func limits() {
    let output = String(repeating: "</pre></details> [a](b) **c** @d &amp;\n", count: 30)
    let summary = report(failing(400, output: output)).summary()
    #expect(summary.utf8.count < 900_000)
    #expect(!summary.replacing("\n</pre>\n", with: "").contains("</pre>"))
    #expect(summary.contains("&lt;/pre&gt;&lt;/details&gt; [a](b) **c** @d &amp;amp;"))
    let full = report(failing(1200, output: output)).summary()
    #expect(full.utf8.count < 900_000)
    #expect(full.split(separator: "\n").last?.wholeMatch(of: #/and \d+ more; the log has all of them/#) != nil)
    #expect(full.matches(of: #/<details/#).count == full.matches(of: #/</details>/#).count)
    #expect(report(failing(2000)).summary(after: 899_990) == "")
  }

  @Test("a run in which everything passed has no annotation, and a summary")
  func passed() {
    let run = ReportFixture.mixed.only("created")
    #expect(report(run).annotations == "")
    expectText(report(run).summary(), begins: "## ✓ 1 scenario passed")
    #expect(!report(run).summary().contains("<details"))
  }
}
