import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("The JUnit XML report")
struct JUnitReportTests {
  @Test("a document, word for word")
  func document() {
    expectGolden(JUnitReport(ReportFixture.mixed, hostname: "ci").text)
  }

  @Test("multiple reasons are in one element, named after the reason that decided the status")
  func severalReasons() {
    let reasons: [Reason] = [ReportFixture.different, ReportFixture.fault, .neverCompleted()]
    let texts = reasons.map { ReportFixture.xml($0.text) }
    let result = ReportFixture.result("x", reasons)
    let document = JUnitReport(report([result])).text
    expectText(
      document,
      has: """
        <error message="\(ReportFixture.attribute(reasons[1].summary))" type="protocolFault">\(texts[0])

        \(texts[1])

        \(texts[2])

        run it alone: contract-run --filter "todo/todo/create-todo/x"</error>
        """)
    #expect(document.components(separatedBy: "<error").count == 2)
    #expect(!document.contains("<failure"))
  }

  @Test("names that become equal when they are cleaned stay different")
  func uniqueNames() {
    let results = ["a\u{1}b", "a\u{1}b", "a  b", "a b", "a\tb", ""].map { ReportFixture.result($0) }
    let document = JUnitReport(report(results)).text
    let names = document.split(separator: "<testcase name=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(names == ["a␁b", "a␁b (2)", "a b", "a b (2)", "a b (3)", ""])
  }

  @Test("a class name has one dot, so that servers find the client as the package")
  func classNames() {
    let results = [("a.b", "v1.2/list.all"), ("a_b", "v1_2/list_all"), ("app", "list")].map {
      ReportFixture.result("x", client: $0.0, contract: $0.1)
    }
    let document = JUnitReport(report(results)).text
    let cases = document.matches(of: #/<testcase name="([^"]*)" classname="([^"]*)"/#).map { [$0.1, $0.2] }
    // GitLab ignores a second case with the same names.
    #expect(cases == [["x", "a_b.v1_2/list_all"], ["x (2)", "a_b.v1_2/list_all"], ["x", "app.list"]])
  }

  @Test("a folder has one document for each suite, whose root is the suite")
  func folders() throws {
    let results = ["todo/list", "todo.list", "list"].flatMap { contract in
      ["a", "b"].map { ReportFixture.result($0, contract: contract) }
    }
    let files = JUnitReport(report(results)).files
    #expect(files.map(\.path) == ["TEST-todo.todo.list.xml", "TEST-todo.todo_list.xml", "TEST-todo.list.xml"])
    for (_, utf8) in files {
      let text = String(decoding: utf8, as: UTF8.self)
      #expect(text.contains("?>\n<testsuite name="))
      #expect(text.matches(of: #/<testcase /#).count == 2)
      // In windyroad's schema, a suite has these only within others.
      #expect(!text.contains(" package=") && !text.contains(" id="))
    }
  }

  @Test("names of files are different, and neither long nor a path")
  func fileNames() throws {
    let long = String(repeating: "x", count: 300)
    let names = ["a b", "a/b", "../c", "Ü\n$(d)", long]
    let files = JUnitReport(report(names.map { ReportFixture.result("a", contract: $0) })).files
    #expect(
      files.map(\.path) == [
        "TEST-todo.a.b.xml", "TEST-todo.a.b-2.xml", "TEST-todo.__.c.xml", "TEST-todo.....d..xml",
        "TEST-\(String(long.prefix(200))).xml",
      ])
  }

  @Test("a case has its transport in its name if its ID does")
  func transportInName() {
    let result = ReportFixture.result("x", transport: .loopback, namesTransport: true)
    #expect(JUnitReport(report([result])).text.contains(#"<testcase name="x@loopback" "#))
  }

  @Test("megabytes of output are cut, and the document reports how much is missing", .slow)
  func hugeOutput() throws {
    let output = "first\n" + String(repeating: "0123456789abcdef\n", count: 400_000) + "last\n"
    let result = ReportFixture.result("x", [.neverCompleted()], output: output)
    let document = JUnitReport(report([result])).text
    #expect(document.utf8.count < JUnitReport.outputLimit + 4096)
    #expect(document.contains("first\n0123456789abcdef\n"))
    #expect(document.contains("0123456789abcdef\nlast\n"))
    let said = try #require(document.firstMatch(of: /\n… (\d+) .*\n/))
    let left = try #require(Int(said.1))
    #expect(left > output.utf8.count - JUnitReport.outputLimit - 10 && left < output.utf8.count)
  }

  // MARK: Checks by other programs

  /// Reports with everything that a client, a contract or a machine can put into one.
  static let reports: [(String, RunReport)] = {
    let evil =
      "\u{0}\u{1}\u{8}\u{B}\u{C}\u{E}\u{1B}[31mred\u{1B}[0m\u{1B}]0;title\u{7}\u{7F}\u{80}\u{9B}1m]]>\u{FFFE}\u{FFFF}\u{1FFFE}"
      + String(decoding: [0xED, 0xA0, 0x80, 0xFF, 0xC0, 0x41], as: UTF8.self)
      + "\r\n\t<a b='&amp;\"> \u{10FFFF}\u{2028}\u{D7FF}\u{E000}"
    let evilResult = ReportFixture.result(
      evil, [.protocolFault(evil), .skipped(evil)], client: evil, contract: evil, endpoint: evil,
      unobserved: [.call(evil)],
      output: evil)
    return [
      ("an empty run", report([])), ("a mixed run", ReportFixture.mixed), ("evil text", report([evilResult])),
      ("an evil skip", report([ReportFixture.result(evil, [.skipped(evil)])])),
      ("all bytes", report([ReportFixture.result("x", output: String(decoding: 0...255, as: UTF8.self))])),
      (
        "strange durations",
        report([.nan, -1, .infinity, 1e300, 123_456_789.987654, 1e-9].map { ReportFixture.result("x", duration: $0) })
      ),
      (
        "missing coverage", CoverageTests.evil(evil)
      ),
      (
        "an interrupted run",
        RunReport(results: ReportFixture.mixed.results, started: .distantPast, duration: 9, interruptedBy: "SIGINT")
      ),
    ]
  }()

  private static let hasXMLLint = CommandLineTool("xmllint") != nil

  /// Returns the output of xmllint for a report, as one document and as those of a folder.
  private func lint(_ name: String, schema: URL? = nil) throws -> (status: Int32, output: String) {
    let report = try #require(Self.reports.first { $0.0 == name }).1
    return try TestFolder.temporary { folder in
      let documents = [("report.xml", JUnitReport(report).utf8)] + JUnitReport(report).files
      let paths = try documents.map { name, utf8 in
        let file = folder.appendingPathComponent(name)
        try Data(utf8).write(to: file)
        return file.path
      }
      return try #require(CommandLineTool("xmllint"))
        .run(["--noout"] + (schema.map { ["--schema", $0.path] } ?? []) + paths)
    }
  }

  @Test(
    "documents are well-formed, whatever clients print", .enabled(if: hasXMLLint, "no xmllint on PATH"),
    arguments: reports.map(\.0))
  func formed(_ report: String) throws {
    let (status, output) = try lint(report)
    #expect(status == 0, "\(output)")
  }

  @Test(
    "documents are valid against both schemas, whatever clients print",
    .enabled(if: hasXMLLint, "no xmllint on PATH"),
    .enabled(if: TestFolder.junitSchemas != nil, "../shared/suites/junit-xsd is not beside this package"),
    arguments: reports.map(\.0), ["jenkins-junit-10.xsd", "windyroad-JUnit.xsd"])
  func valid(_ report: String, _ schema: String) throws {
    let schemas = try #require(TestFolder.junitSchemas)
    let (status, output) = try lint(report, schema: schemas.appendingPathComponent(schema))
    #expect(status == 0, "\(output)")
  }
}

private func report(_ results: [ScenarioResult]) -> RunReport {
  RunReport(results: results, started: ReportFixture.started, duration: 1)
}
