import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("Accepted entries in reports")
struct AcceptedReportTests {
  /// A run with a scenario that passed, two known issues, and one that failed.
  private func run() throws -> (report: RunReport, issues: Accepted) {
    let issues = try AcceptedFixture.accepted(
      """
      { "contract": "todo/create-todo", "failure": { "code": "mismatch", "pointer": "/payload" }, "because": "401 & 500 are mixed up",
        "issue": "https://example.com/1", "until": "2027-01-31" }
      """,
      #"{ "contract": "todo/create-todo", "scenario": "sent twice", "failure": { "code": "*" }, "because": "it retries" }"#
    )
    let results = [
      ReportFixture.result("created"), ReportFixture.result("token expired", [ReportFixture.different], line: 31),
      ReportFixture.result("sent twice", [ReportFixture.different, .neverResumed], line: 40),
      ReportFixture.result("hangs", [.neverResumed], line: 50),
    ].map { $0.judged(by: issues) }
    var report = RunReport(results: results, started: ReportFixture.started, duration: 0.314)
    var tally = AcceptedCollector(issues, in: AcceptedCollector.Scope(clients: ["todo", "user"]))
    for result in results {
      tally.add(result.subject, id: result.id, result.verdict.status, known: result.knownIssues)
    }
    report.accepted = tally.results
    return (report, issues)
  }

  /// The same entries in a run in which nobody needs them, with a problem of each kind.
  private func problems() throws -> RunReport {
    let (_, issues) = try run()
    let results = ["created", "token expired"].map { ReportFixture.result($0) }
    var report = RunReport(results: results, started: ReportFixture.started, duration: 0.314)
    let old = try AcceptedFixture.accepted(
      #"{ "contract": "todo/todos", "failure": { "code": "crashed" }, "because": "old", "until": "2026-01-31" }"#)
    report.accepted = [
      AcceptedResult(entry: issues.entries[0], scenarios: [], problem: .stale),
      AcceptedResult(entry: issues.entries[1], scenarios: [], problem: .unmatched),
      AcceptedResult(entry: old.entries[0], scenarios: [], problem: .expired),
    ]
    return report
  }

  @Test("the console counts the scenarios and the variations that an entry covers")
  func variations() throws {
    let issues = try AcceptedFixture.accepted(
      #"{ "contract": "login", "failure": { "code": "mismatch" }, "because": "x" }"#)
    let text = ConsoleText.remarks([
      AcceptedResult(entry: issues.entries[0], scenarios: ["a"] + (1...7).map { "a [\($0)]" }, variations: 7),
      AcceptedResult(entry: issues.entries[0], scenarios: ["a [1]"], variations: 1),
    ]).map(\.1)
    #expect(text == ["accepted.json:2  1 scenario, 7 variations: x", "accepted.json:2  1 variation: x"])
  }

  @Test("known issues do not change the exit status, and a run of known issues ran something")
  func exitStatus() throws {
    var (report, _) = try run()
    #expect(report.results.map(\.verdict.status) == [.passed, .knownIssue, .knownIssue, .failed])
    #expect(report.exitStatus == 1)
    report.results.removeLast()
    #expect(report.exitStatus == 0)
    report.results = [report.results[1]]
    #expect(report.exitStatus == 0)
    report.results.append(ReportFixture.result("server down", [ReportFixture.fault]))
    #expect(report.exitStatus == 3)
    #expect(try problems().exitStatus == 1)
  }

  @Test("the console counts known issues, and prints a line for each entry and their reasons only with --verbose")
  func console() throws {
    let (report, _) = try run()
    let text = ConsoleText(ConsoleSettings())
    let part = RunPlan.Part(client: "todo", contract: ReportFixture.contract(), scenarios: 4)
    let columns = ConsoleText.Columns(RunPlan([part]))
    expectText(
      text.contractLine(part, report.results, columns: columns).string,
      is: "✗ create todo  specs/todo/create-todo.contract.json  1 passed, 1 failed, 2 known issues  0.01 s")
    expectText(
      text.contractLine(part, report.results[1...2], columns: columns).string,
      is: "~ create todo  specs/todo/create-todo.contract.json  2 known issues  0.01 s")
    expectText(
      ConsoleText(ConsoleSettings(verbosity: .verbose)).summary(report).string,
      is: """
        ✗ 4 scenarios: 1 passed, 1 failed, 2 known issues  0.31 s
          known issue   accepted.json:2  2 scenarios: 401 & 500 are mixed up (https://example.com/1)
          known issue   accepted.json:4  1 scenario: it retries
        """)
    #expect(text.details(report.results).string.components(separatedBy: "\n\n").count == 1)
    expectTexts(
      text.knownDetails(report.results).map(\.string).map { $0.split(separator: "\n", maxSplits: 1)[0] },
      are: ["~ todo/todo/create-todo/token expired", "~ todo/todo/create-todo/sent twice"])
    expectText(
      text.knownDetails(report.results).map(\.string)[1],
      ends: """
          run it alone: contract-run --filter "todo/todo/create-todo/sent twice"
          known issue at accepted.json:2: 401 & 500 are mixed up (https://example.com/1)
          known issue at accepted.json:4: it retries
        """)
  }

  @Test(
    "--verbose prints known issues after the failures, and the problems of entries come last",
    arguments: [
      (
        ConsoleSettings.Verbosity.normal,
        ["✗ todo/todo/create-todo/hangs", "✗ 4 scenarios: 1 passed, 1 failed, 2 known issues  0.31 s"]
      ),
      (
        .verbose,
        [
          "✗ todo/todo/create-todo/hangs", "~ todo/todo/create-todo/token expired",
          "~ todo/todo/create-todo/sent twice",
          "✗ 4 scenarios: 1 passed, 1 failed, 2 known issues  0.31 s",
        ]
      ),
    ])
  func order(_ verbosity: ConsoleSettings.Verbosity, _ titles: [String]) throws {
    let (report, _) = try run()
    let printed = ConsoleReporterTests.Written()
    let reporter = ConsoleReporter(ConsoleSettings(verbosity: verbosity)) { printed.add($0) }
    reporter.end(report)
    let blocks = printed.text.components(separatedBy: "\n\n").dropFirst()
    #expect(blocks.map { $0.prefix { $0 != "\n" } } == titles.map { $0[...] })
  }

  @Test("each problem of an entry is printed with its line and what to do")
  func problemTexts() throws {
    let report = try problems()
    let text = ConsoleText(ConsoleSettings())
    expectText(
      text.entryProblems(report).map(\.string).joined(separator: "\n\n"),
      is: """
        ✗ accepted.json:2
          stale known issue: no scenario that it covers fails in this way any more
            covers    */todo/create-todo/* mismatch at "/payload"
            because   401 & 500 are mixed up
            issue     https://example.com/1
            next      remove the entry

        ✗ accepted.json:4
          unmatched known issue: it covers no scenario
            covers    */todo/create-todo/sent twice *
            because   it retries
            next      correct or remove the entry; `contract-run check` finds names that do not exist

        ✗ accepted.json:2
          expired known issue: its last day was 2026-01-31
            covers    */todo/todos/* crashed
            because   old
            next      remove the entry, or set a later `until`; it does not cover anything any more
        """)
    expectText(
      text.summary(report).string,
      begins: "✗ 2 scenarios passed, 1 stale known issue, 1 unmatched known issue, 1 expired known issue  0.31 s")
  }

  @Test("the JSON report has the entries, and the reason of each known issue")
  func json() throws {
    let (report, _) = try run()
    let json = try JSONReport(report).valid
    #expect(json["counts"]?["knownIssue"] == 2 && json["counts"]?["failed"] == 1 && json["exitStatus"] == 1)
    let results = try #require(json["results"]?.array)
    #expect(results.map { $0["status"]?.string } == ["passed", "knownIssue", "knownIssue", "failed"])
    #expect(results.map { $0["reasons"]?.count } == [0, 1, 2, 1])
    #expect(
      results.map { $0["knownIssue"]?["because"]?.string } == [
        nil, "401 & 500 are mixed up", "401 & 500 are mixed up", nil,
      ])
    let first: JSON = [
      "because": "401 & 500 are mixed up", "issue": "https://example.com/1", "until": "2027-01-31",
      "at": ["file": "accepted.json", "line": 2, "column": 1, "pointer": "/0"],
    ]
    #expect(results[1]["knownIssue"] == first)
    let both: JSON = [
      [
        "contract": "todo/create-todo", "failure": ["code": "mismatch", "pointer": "/payload"],
        "because": "401 & 500 are mixed up", "issue": "https://example.com/1", "until": "2027-01-31",
        "scenarios": ["todo/todo/create-todo/token expired", "todo/todo/create-todo/sent twice"], "problem": .null,
        "at": ["file": "accepted.json", "line": 2, "column": 1, "pointer": "/0"],
      ],
      [
        "contract": "todo/create-todo", "scenario": "sent twice", "failure": ["code": "*"], "because": "it retries",
        "scenarios": ["todo/todo/create-todo/sent twice"], "problem": .null,
        "at": ["file": "accepted.json", "line": 4, "column": 1, "pointer": "/1"],
      ],
    ]
    #expect(json["accepted"] == both)
    let problems = try JSONReport(problems()).valid["accepted"]?.array ?? []
    #expect(problems.map { $0["problem"]?.string } == ["stale", "unmatched", "expired"])
  }

  @Test("in JUnit XML a known issue is skipped with its reason")
  func junit() throws {
    let (report, _) = try run()
    let document = JUnitReport(report).text
    expectText(
      document,
      has: """
              <skipped message="known issue: 401 &amp; 500 are mixed up (https://example.com/1)"></skipped>
        """)
    expectText(
      document,
      has: """
              <skipped message="known issue: 401 &amp; 500 are mixed up (https://example.com/1); it retries"></skipped>
        """)
    #expect(document.contains(#"tests="4" failures="1" errors="0" skipped="2""#))
    #expect(!document.contains("<testsuite name=\"accepted\""))
  }

  @Test("in JUnit XML each problem of an entry is a failing case of a suite of its own")
  func junitProblems() throws {
    let document = JUnitReport(try problems(), hostname: "ci").text
    expectGolden(document[try #require(document.range(of: "  <testsuite name=\"accepted\"")).lowerBound...])
  }
}
