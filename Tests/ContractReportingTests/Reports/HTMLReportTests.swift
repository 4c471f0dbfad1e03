import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("The HTML report")
struct HTMLReportTests {
  private typealias Fixture = ReportFixture

  private static func page(_ report: RunReport) -> String {
    String(decoding: HTMLReport(report, runner: "contract-run 0.1.0").utf8, as: UTF8.self)
  }

  private static func page(_ results: [ScenarioResult]) -> String {
    page(RunReport(results: results, started: Fixture.started, duration: 1))
  }

  /// Returns the data of a page, which stand in the first element that could end them.
  private static func data(_ page: String) throws -> JSON {
    let start = try #require(page.range(of: "id=\"data\">"))
    let end = try #require(page[start.upperBound...].range(of: "</script"))
    return try #require(JSON.parse(String(page[start.upperBound..<end.lowerBound])))
  }

  /// Returns a mismatch at its own place in a contract, so that it is a cause of its own.
  private static func mismatch(
    _ number: Int, at pointer: String? = nil, expected: String = "401", actual: String = "500"
  ) -> Reason {
    let source = Source(path: "specs/a-\(number).contract.json", text: "{\n  \"expect\": 401\n}\n")
    let start = 14
    return .mismatch(
      Mismatch(
        .outcome, pointer: pointer ?? "/p\(number)x", expected: expected, actual: actual,
        range: SourceRange(source: source, start: start, end: start + 3)))
  }

  private static func failures(_ count: Int, _ reason: (Int) -> Reason) -> [ScenarioResult] {
    (0..<count).map { number in
      Fixture.result(
        "scenario \(number) with a name as people write it", [reason(number)], record: [Fixture.exchanged],
        outcome: .failure(["category": "status", "payload": JSON(.string("p"))], values: nil),
        output: String(repeating: "a line of output\n", count: 20))
    }
  }

  @Test("the page is one file: a title, nothing from elsewhere, no handlers in attributes")
  func file() throws {
    let page = Self.page(Fixture.mixed)
    #expect(page.hasPrefix("<!doctype html>"))
    #expect(page.contains("<title>✗ 1 failed, 1 errored · todo · contract-run</title>"))
    #expect(page.contains("default-src 'none'"))
    // Outside of the script, which has words of its own.
    let body = page.components(separatedBy: "<script").first ?? ""
    for pattern in [#" src="#, #"href="[^#]"#, #"<[a-z][^>]* on[a-z]+="#, "@import", #"url\("#] {
      #expect(body.range(of: pattern, options: .regularExpression) == nil, "\(pattern)")
    }
    #expect(page.contains("<noscript>"))
  }

  @Test("the data have a row for each scenario, and details only for those that did not pass")
  func rows() throws {
    let data = try Self.data(Self.page(Fixture.mixed))
    let contracts = try #require(data["contracts"]?.array)
    #expect(contracts.map { $0["endpoint"] } == ["create todo", "todos"])
    let rows = contracts.flatMap { $0["rows"]?.array ?? [] }
    #expect(rows[1].text == #"["token expired",31,1,0,1,2.5]"#)
    #expect(rows.map { $0.array?[4] } == [0, 1, 2, 4, 0, 0])
    #expect(data["texts"] == ["skipped: a socket cannot do this"])
    #expect(data["details"]?.object?.members.map(\.name) == ["1", "2"])
    let detail = try #require(data["details"]?["1"])
    #expect(detail["record"]?.array?.first?["request"]?["method"] == "POST")
    #expect(detail["output"] == "sending\nretrying\n")
    let reason = try #require(detail["reasons"]?.array?.first)
    #expect(reason["text"]?.string == Fixture.different.text)
    #expect(
      reason["at"] == ["specs/todo/create-todo.contract.json", 3, 68, "/scenarios/0/expect/failure/payload"])
    #expect(
      reason["lines"] == [
        2, [#"  "scenarios": ["#],
        [#"    { "name": "token expired", "expect": { "failure": { "payload": "#, "401", " } } }"], ["  ]"],
      ])
    #expect(data["causes"]?.array?.map { $0["shown"] } == [1, 2])
    #expect(data["causes"]?.array?.map { $0["rows"] } == [[1], [2]])
    #expect(
      data["remarks"]?.array?.map { $0.array?.first } == ["not checked", "skipped", "not called", "note"])
  }

  @Test("a text cannot end the element of the data, and hidden characters are escapes")
  func hostileTexts() throws {
    let name = "</script><b>\u{202E}\u{2028}👩‍🚒"
    let result = Fixture.result(
      name, [Self.mismatch(1, actual: "<!--<script>\u{2066}")], output: "</SCRIPT>\u{1B}[31m!")
    let page = Self.page([result])
    let start = try #require(page.range(of: "id=\"data\">"))
    let end = try #require(page[start.upperBound...].firstIndex(of: "<"))
    #expect(page[end...].hasPrefix("</script>\n<script>"))
    let data = try Self.data(page)
    let row = try #require(data["contracts"]?.array?.first?["rows"]?.array?.first?.array)
    #expect(row[0].string == #"</script><b>\u202e\u2028👩‍🚒"#)
    #expect(data["details"]?["0"]?["output"] == "</SCRIPT>!")
    #expect(data["details"]?["0"]?["reasons"]?.array?.first?["text"]?.string?.contains(#"<script>\u2066"#) == true)
  }

  @Test("a long body is cut, with a note of how much is missing", .slow)
  func longBody() throws {
    var exchanged = Fixture.exchanged
    exchanged.request.body = Array(String(repeating: "x", count: 1 << 20).utf8)
    let data = try Self.data(Self.page([Fixture.result("a", [Self.mismatch(1)], record: [exchanged])]))
    let body = try #require(data["details"]?["0"]?["record"]?.array?.first?["request"]?["body"]?["text"]?.string)
    #expect(body.utf8.count < 17_000)
    #expect(body.contains("\n… 1032192 bytes omitted …\n"))
  }

  @Test("secrets of a contract's line are covered")
  func secrets() throws {
    let source = Source(path: "a.contract.json", text: #"{ "X-Api-Key": "hunter2", "payload": 401 }"#)
    let mismatch = Mismatch(
      .outcome, expected: "401", actual: "500", range: SourceRange(source: source, start: 37, end: 40))
    let data = try Self.data(Self.page([Fixture.result("a", [.mismatch(mismatch)])]))
    let lines = data["details"]?["0"]?["reasons"]?.array?.first?["lines"]
    #expect(lines == [1, [], [#"{ "X-Api-Key": "*******", "payload": "#, "401", " }"], []])
  }

  @Test("a place in a file of one long line shows the text around it, and no other line")
  func longLine() throws {
    let text = "{ \"a\": \"" + String(repeating: "a", count: 100_000) + "\", \"b\": 401, \"c\": \""
    let source = Source(path: "a.contract.json", text: text + String(repeating: "c", count: 100_000) + "\" }\n{}")
    let start = text.utf8.count - 11
    let range = SourceRange(source: source, start: start, end: start + 3)
    let lines = try #require(ContractLines(range, secrets: Mask.standard.secrets(in: source)))
    let parts = try #require(lines.json.array)
    #expect(parts[0] == 1 && parts[1] == [] && parts[3] == [])
    #expect(parts[2].array?[1] == "401")
    #expect((parts[2].array ?? []).allSatisfy { $0.string?.utf8.count ?? 0 < 200 })
  }

  /// Returns the page of scenarios that passed, and a last one that failed.
  private static func manyPassed(_ count: Int) -> String {
    let passed = (0..<count).map { Fixture.result("scenario \($0) with a name as people write it") }
    return page(passed + failures(1, { mismatch($0) }))
  }

  @Test("10,000 scenarios that passed, with one that failed, are all in the page", .slow)
  func manyPassed() throws {
    let page = Self.manyPassed(9_999)
    #expect(page.utf8.count < 1_500_000)
    let data = try Self.data(page)
    #expect(data["contracts"]?.array?.map { $0["rows"]?.array?.count } == [10_000])
    #expect(data["left"] == [0, 0, 0, 0, 0])
    #expect(data["details"]?["9999"]?["record"] != nil)
  }

  @Test("1,000 failures that are 1,000 causes fit, and each has its reason with the lines of the contract", .slow)
  func manyCauses() throws {
    let page = Self.page(Self.failures(1000) { Self.mismatch($0) })
    #expect(page.utf8.count < 3_000_000)
    let data = try Self.data(page)
    #expect(data["causes"]?.array?.count == 1000)
    let details = try #require(data["details"]?.object?.members)
    #expect(details.count == 1000)
    #expect(details.allSatisfy { $0.value["reasons"]?.array?.first?["lines"] != nil })
  }

  @Test(
    "if everything fails, the page keeps its size: causes come first, and the page says what is left out", .exhaustive)
  func allRed() throws {
    let count = 3000
    let one = Self.mismatch(1)
    let page = Self.page(Self.failures(count) { _ in one })
    #expect(page.utf8.count < 3_000_000)
    let data = try Self.data(page)
    #expect(data["causes"]?.array?.map { $0["rows"]?.array?.count } == [count])
    #expect(data["details"]?["0"]?["record"] != nil)
    // Not all details fit, so this many scenarios are enough.
    #expect(try #require(data["details"]?.object?.members.count) < count)
    let long = String(repeating: "x", count: 200)
    let different = Self.page(Self.failures(count) { Self.mismatch($0, at: "/\(long)\($0)") })
    #expect(different.utf8.count < 3_000_000)
    let listed = try #require(try Self.data(different)["causes"]?.array?.count)
    #expect(listed > 1000 && listed < count)
    #expect(try Self.data(different)["moreCauses"] == .number(count - listed))
    // The heading of the page counts them too.
    #expect(different.contains("const causeCount = data.causes.length + data.moreCauses;"))
  }

  @Test("if everything fails, the console prints some causes, and counts the rest", .slow)
  func allRedOnConsole() throws {
    let results = Self.failures(1000) { Self.mismatch($0) }
    let text = ConsoleText(ConsoleSettings()).details(results).string
    expectText(text, begins: "1,000 causes in 1,000 scenarios\n")
    expectText(
      text, ends: "\n\nand 900 more causes; for all of them, add --verbose, or --report html=report.html")
    #expect(text.split(separator: "\n").count < 4000)
  }

  @Test("if there are too many scenarios, those that passed are left out first, and counted", .slow)
  func tooMany() throws {
    let page = Self.manyPassed(15_000)
    #expect(page.utf8.count < 3_000_000)
    let data = try Self.data(page)
    let rows = try #require(data["contracts"]?.array?.first?["rows"]?.array)
    #expect(data["left"] == [.number(15_001 - rows.count), 0, 0, 0, 0])
    #expect(data["causes"]?.array?.first?["shown"] == .number(rows.count - 1))
    #expect(data["details"]?[String(rows.count - 1)] != nil)
  }

  @Test(
    "the headline says what matters",
    arguments: [
      ([], "Nothing ran"), ([Fixture.result("a")], "1 scenario passed"),
      ([Fixture.result("a"), Fixture.result("b", [Fixture.different])], "1 failed"),
      ([Fixture.result("b", [Fixture.fault])], "1 errored"),
      ([Fixture.result("b", [Fixture.different]), Fixture.result("b", [Fixture.fault])], "1 failed, 1 errored"),
      ([Fixture.result("b", [Fixture.skip])], "Nothing ran"),
    ] as [([ScenarioResult], String)])
  func headline(results: [ScenarioResult], headline: String) {
    let report = RunReport(results: results, started: Fixture.started, duration: 1)
    #expect(HTMLReport(report).headline.text == headline)
  }
}
