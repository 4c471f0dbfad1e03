import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("Coverage")
struct CoverageTests {
  private static let source = Source(path: "contract-run.json", text: "\n{ \"require\": {} }\n")
  private static let range = SourceRange(source: source, start: 14, end: 16)

  private func entry(
    _ contract: String, _ kinds: [Response.Kind], _ status: Status = .passed, on transport: Transport = .memory,
    client: String = "todo"
  ) -> Coverage.Entry {
    Coverage.Entry(
      client: client, contract: ReportFixture.contract(contract), transport: transport, kinds: kinds, status: status)
  }

  private func requirement(
    _ kinds: [Response.Kind] = [], operations: Bool = false, on transports: [Transport] = [],
    except exceptions: [(String, Response.Kind)] = []
  ) -> Coverage.Requirement {
    Coverage.Requirement(
      kinds: kinds, operations: operations, transports: transports.map { SourceLocated($0, at: Self.range) },
      exceptions: exceptions.map { (SourceLocated($0.0, at: Self.range), SourceLocated($0.1, at: Self.range)) },
      range: Self.range)
  }

  private func coverage(
    _ entries: [Coverage.Entry], _ requirement: Coverage.Requirement, operations: [String] = []
  ) -> Coverage {
    var coverage = Coverage(entries)
    coverage.judge([Coverage.Client(name: "todo", requirement: requirement, operations: operations)])
    return coverage
  }

  private func missing(_ entries: [Coverage.Entry], _ requirement: Coverage.Requirement) -> [String] {
    coverage(entries, requirement).problems.map(\.name)
  }

  @Test(
    "a kind is covered by a scenario that passed, failed or is a known issue, and missing if all are skipped",
    arguments: [(Status.passed, true), (.failed, true), (.knownIssue, true), (.skipped, false)])
  func statuses(_ status: Status, _ isCovered: Bool) {
    let entries = [entry("a", [.valid], .skipped), entry("a", [.valid], status)]
    #expect(missing(entries, requirement([.valid])) == (isCovered ? [] : ["todo/a valid"]))
  }

  @Test("a kind whose only scenario errored is not covered and not missing, because the run fails anyway")
  func errored() {
    let entries = [entry("a", [.valid], .errored), entry("a", [.valid], .skipped)]
    let coverage = coverage(entries, requirement([.valid, .nonHTTP], on: [.memory]))
    #expect(coverage.rows[0][.valid, .memory] == .errored)
    #expect(coverage.problems.map(\.name) == ["todo/a nonHTTP"])
    #expect(missing(entries, requirement([.valid])) == [])
  }

  @Test("each response of a scenario counts, and a scenario without a request has no kind")
  func exchanges() {
    let entries = [entry("a", [.statusError, .valid]), entry("b", [])]
    #expect(missing(entries, requirement([.valid, .statusError])) == ["todo/b valid", "todo/b statusError"])
    // Without kinds, each contract must have any scenario on the transport.
    #expect(missing(entries, requirement(on: [.memory])) == [])
    #expect(missing([entry("b", [], .skipped)], requirement(on: [.memory])) == ["todo/b@memory"])
  }

  @Test("without transports, a kind must be covered on any of them; with transports, on each of these")
  func transports() {
    let entries = [
      entry("a", [.valid]), entry("a", [.valid], .skipped, on: .loopback), entry("b", [.valid], .skipped),
      entry("b", [.valid], on: .loopback),
    ]
    #expect(missing(entries, requirement([.valid])) == [])
    #expect(missing(entries, requirement([.valid], on: [.loopback])) == ["todo/a valid@loopback"])
    #expect(
      missing(entries, requirement([.valid], on: [.memory, .loopback])) == [
        "todo/a valid@loopback", "todo/b valid@memory",
      ])
    // A kind without any scenario is missing once.
    #expect(
      missing([entry("a", [.valid])], requirement([.nonHTTP], on: [.memory, .loopback])) == ["todo/a nonHTTP"])
  }

  @Test("an exception covers one kind of one contract, and is stale if the contract covers the kind")
  func exceptions() {
    let entries = [
      entry("a", [.valid]), entry("b", [.valid]), entry("b", [.nonHTTP]),
      entry("b", [.nonHTTP], .skipped, on: .loopback),
    ]
    let kinds: [Response.Kind] = [.valid, .nonHTTP]
    #expect(missing(entries, requirement(kinds, except: [("a", .nonHTTP)])) == [])
    #expect(
      missing(entries, requirement(kinds, except: [("b", .nonHTTP)])) == [
        "todo/a nonHTTP", "todo/b except nonHTTP",
      ])
    // On loopback, the exception is needed.
    #expect(
      missing(entries, requirement(kinds, on: [.memory, .loopback], except: [("b", .nonHTTP)])) == [
        "todo/a valid@loopback", "todo/a nonHTTP", "todo/b valid@loopback",
      ])
  }

  @Test("an exception that clients share is stale only if none of them needs it")
  func sharedException() {
    let shared = requirement([.valid, .nonHTTP], except: [("a", .nonHTTP)])
    let clients = ["one", "two"].map { Coverage.Client(name: $0, requirement: shared, operations: []) }
    let entries = ["one", "two"].map { entry("a", [.valid], client: $0) }
    var needed = Coverage(entries + [entry("a", [.nonHTTP], client: "one")])
    needed.judge(clients)
    #expect(needed.problems.isEmpty)
    var stale = Coverage(entries + ["one", "two"].map { entry("a", [.nonHTTP], client: $0) })
    stale.judge(clients)
    #expect(stale.problems.map(\.name) == ["*/a except nonHTTP"])
  }

  @Test("an operation must be called by a scenario that is not skipped")
  func operations() {
    // In the fixture, the operation of a contract is called like its endpoint.
    let ran = entry("a", [.valid])
    let skipped = Coverage.Entry(
      client: "todo", contract: ReportFixture.contract("b", endpoint: "remove"), transport: .memory, kinds: [.valid],
      status: .skipped)
    let offered = ["create todo", "remove", "spare"]
    let coverage = coverage([ran, skipped], requirement(operations: true), operations: offered)
    #expect(coverage.problems.map(\.name) == ["todo operation remove", "todo operation spare"])
    #expect(self.coverage([ran, skipped], requirement(), operations: offered).problems.isEmpty)
  }

  @Test("a client without a requirement has no problems, and an unjudged run neither")
  func others() {
    var coverage = Coverage([entry("a", [.valid], client: "other")])
    #expect(!coverage.isJudged && coverage.problems.isEmpty)
    coverage.judge([Coverage.Client(name: "todo", requirement: requirement([.nonHTTP]), operations: [])])
    #expect(coverage.isJudged && coverage.problems.isEmpty)
  }

  // MARK: Reports

  /// Returns a run whose contract does not cover what is required, with a text for every name.
  static func evil(_ text: String) -> RunReport {
    let tests = CoverageTests()
    let result = ReportFixture.result("x", client: text, contract: text)
    var report = RunReport(results: [result], started: ReportFixture.started, duration: 1)
    report.coverage = Coverage(report.results.map(Coverage.Entry.init))
    let requirement = tests.requirement([.valid, .nonHTTP], operations: true, except: [(text, .valid)])
    report.coverage.judge([Coverage.Client(name: text, requirement: requirement, operations: [text])])
    return report
  }

  /// A judged run with every mark and every problem.
  private var every: RunReport {
    let entries = [
      entry("create-todo", [.valid]), entry("create-todo", [.statusError], .errored),
      entry("create-todo", [.nonHTTP]),
      entry("create-todo", [.valid], on: .loopback), entry("create-todo", [.statusError], .skipped, on: .loopback),
      entry("create-todo", [.nonHTTP], .skipped, on: .loopback),
      entry("delete-todo", [.valid]), entry("delete-todo", [.valid], .skipped, on: .loopback),
      entry("delete-todo", [.networkError]), entry("delete-todo", [.networkError], .skipped, on: .loopback),
      entry("logout", [.nonHTTP, .corruptJSON]), entry("logout", [.valid, .corruptJSON], on: .loopback),
    ]
    let requirement = requirement(
      [.valid, .nonHTTP, .corruptJSON], operations: true, on: [.memory, .loopback],
      except: [("delete-todo", .corruptJSON), ("logout", .corruptJSON)])
    var report = RunReport(
      results: [ReportFixture.result("created")], started: ReportFixture.started, duration: 0.314)
    report.coverage = coverage(entries, requirement, operations: ["create todo", "spare", "ping"])
    return report
  }

  @Test("the console prints what is missing by its reason, and the summary counts it")
  func console() {
    let text = ConsoleText(ConsoleSettings())
    #expect(every.exitStatus == 1)
    expectGolden((text.problems(every.coverage).map(\.string) + [text.summary(every).string]).joined(separator: "\n\n"))
  }

  @Test("the table has a sign for each transport, and fits into 80 columns")
  func table() throws {
    var settings = ConsoleSettings()
    expectText(
      ConsoleText(settings).table(every.coverage)?.string,
      is: """
        coverage          valid  nonHTTP  statusError  corruptJSON  networkError
        todo/create-todo  ✓✓     ✓✗       !○           ✗✗           ··
        todo/delete-todo  ✓✗     ✗✗       ··           --           ✓○
        todo/logout       ✗✓     ✓✗       ··           ✓✓           ··
          ✓ covered  ✗ missing  ! errored  ○ skipped  · no scenario  - exception
          two signs: memory, then loopback
        """)
    settings.width = 80
    let long = Coverage([entry(String(repeating: "very/", count: 20) + "long", [.valid])])
    expectText(
      ConsoleText(settings).table(long)?.string,
      is: """
        coverage                  valid  nonHTTP  statusError  corruptJSON  networkError
        …ery/very/very/very/long  ✓      ·        ·            ·            ·
          ✓ covered  · no scenario
        """)
    #expect(ConsoleText(settings).table(Coverage([]))?.string == nil)
  }

  @Test("a long list of contracts is cut")
  func manyContracts() {
    let coverage = coverage((1...25).map { entry("c\($0)", [.valid]) }, requirement([.nonHTTP]))
    #expect(coverage.problems.count == 25)
    expectText(
      coverage.groups.first?.text,
      is: """
        todo: no scenario has a nonHTTP response
          contracts   c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20 and 5 more; --coverage prints all
          required    contract-run.json:2:14
          next        add such a scenario to each contract, declare "nonHTTP" in "variations", or an exception: "except": { "c1": ["nonHTTP"] }
        """)
  }

  @Test("JSON has the table and the problems")
  func json() throws {
    var report = every
    expectGolden(try JSONReport(report).valid["coverage"]?.prettyText)
    report.coverage = Coverage([])
    let empty: JSON = ["judged": false, "contracts": [], "problems": []]
    #expect(try JSONReport(report).valid["coverage"] == empty)
  }

  @Test("JUnit XML has a failing case for each problem")
  func junit() throws {
    let document = JUnitReport(every, hostname: "ci").text
    let suite = try #require(document.range(of: "<testsuite name=\"coverage\""))
    expectGolden(document[suite.lowerBound...])
  }
}
