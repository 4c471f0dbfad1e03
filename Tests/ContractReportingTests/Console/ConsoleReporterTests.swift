import Foundation
import Synchronization
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("The console reporter")
struct ConsoleReporterTests {
  /// The text that a reporter wrote.
  final class Written: Sendable {
    private let chunks = Mutex<[String]>([])
    var all: [String] { chunks.withLock { $0 } }
    var text: String { all.joined() }
    func add(_ text: String) { chunks.withLock { $0.append(text) } }
  }

  static let plan = RunPlan([
    .init(client: "todo", contract: ReportFixture.contract(), scenarios: 4),
    .init(client: "todo", contract: ReportFixture.contract("todo/todos", endpoint: "todos"), scenarios: 2),
  ])

  /// Plays a complete run whose results arrive in a given order.
  private func play(
    _ settings: ConsoleSettings, _ report: RunReport = ReportFixture.mixed, plan: RunPlan = plan,
    order: [Int]? = nil, files: [(format: String, path: String)] = []
  ) -> Written {
    let written = Written()
    let start = ContinuousClock.now
    let reporter = ConsoleReporter(settings, now: { start }) { written.add($0) }
    reporter.begin(plan)
    for index in order ?? Array(report.results.indices) { reporter.finished(report.results[index]) }
    reporter.end(report, files: files)
    return written
  }

  @Test("a plain run is printed word for word, in contract order, though results arrive in another order")
  func plain() {
    let written = play(ConsoleSettings(), order: [5, 2, 0, 4, 3, 1], files: [("junit", "contract-results.xml")])
    expectGolden(written.text)
  }

  @Test("the line of a contract waits for the contracts before it, and then comes immediately")
  func order() {
    let report = ReportFixture.mixed
    let written = Written()
    let reporter = ConsoleReporter(ConsoleSettings()) { written.add($0) }
    reporter.begin(Self.plan)
    let early = report.only("listed", "empty list", "created", "token expired", "server down")
    for result in early.results { reporter.finished(result) }
    #expect(written.all == [])
    for result in report.only("not HTTP").results { reporter.finished(result) }
    expectTexts(written.all.map { $0.prefix(13) }, are: ["✗ create todo", "✓ todos      "])
  }

  @Test("quiet: a result is not built, unless a progress line counts it", arguments: [false, true])
  func quietAsksForNothing(_ isLive: Bool) {
    var asked = false
    let reporter = ConsoleReporter(ConsoleSettings(isLive: isLive, verbosity: .quiet)) { _ in }
    func ask() -> ScenarioResult {
      asked = true
      return ReportFixture.result("created")
    }
    reporter.finished(ask())
    #expect(asked == isLive)
  }

  @Test("quiet: only broken scenarios and the summary are printed")
  func quiet() {
    var report = RunReport(results: [ReportFixture.result("created")], started: .now, duration: 0.1)
    expectText(play(ConsoleSettings(verbosity: .quiet), report).text, is: "✓ 1 scenario passed  0.10 s\n")
    report = ReportFixture.mixed
    let text = play(ConsoleSettings(verbosity: .quiet), report).text
    expectText(text, begins: "2 causes in 2 scenarios\n\n✗ todo/todo/create-todo/token expired\n")
    expectText(text, has: "\n\n✗ 6 scenarios: ")
  }

  @Test("verbose: scenarios are printed in contract order, though results arrive in another order")
  func verboseOrder() {
    let text = play(ConsoleSettings(verbosity: .verbose), order: [4, 2, 3, 1, 0, 5]).text
    #expect(text == play(ConsoleSettings(verbosity: .verbose)).text)
  }

  @Test("verbose: there is one line for each scenario and one for each request")
  func verbose() {
    let text = play(ConsoleSettings(verbosity: .verbose)).text
    expectText(
      text,
      begins: """
        ✗ create todo  specs/todo/create-todo.contract.json  1 passed, 1 failed, 1 errored, 1 skipped  0.01 s
          ✓ created  valid  memory  0.003 s
              POST http://localhost:8080/todos → 401
          ✗ token expired  statusError  memory  0.003 s  \(ReportFixture.different.summary)
              POST http://localhost:8080/todos → 401
          ! server down  networkError  memory  0.003 s  \(ReportFixture.fault.summary)
          ○ not HTTP  nonHTTP  memory  0.000 s  \(ReportFixture.skip.summary)
        ✓ todos        specs/todo/todos.contract.json        2 passed  0.01 s
          ✓ listed  valid  memory  0.003 s
          ✓ empty list  valid  memory  0.003 s

        """)
  }

  @Test("on a terminal, progress is drawn, erased before each line, and gone at the end")
  func live() {
    let written = play(ConsoleSettings(isLive: true, width: 66))
    let erase = "\r\u{1B}[2K"
    expectTexts(
      written.all.dropLast(),
      are: [
        "  0 of 6  todo/todo/create-todo", erase,
        "✗ create todo  1 passed, 1 failed, 1 errored, 1 skipped  0.01 s\n",
        "  4 of 6  1 failed  1 errored  todo/todo/create-todo", erase,
        "✓ todos        specs/todo/todos.contract.json     2 passed  0.01 s\n",
      ])
    // The text that a terminal shows after every erased line is gone.
    let shown = written.text.replacing(#/[^\n]*\r\u{1B}\[2K/#, with: "")
    #expect(!shown.contains("\r") && !shown.contains(" of 6"))
  }

  @Test("if scenarios are repeated, progress shows the round, and each contract has one line, at the end")
  func rounds() {
    let passed = ReportFixture.result("created", contract: "k", duration: 0)
    let failed = ReportFixture.result("created", [ReportFixture.different], contract: "k", duration: 0)
    let plan = RunPlan([.init(client: "todo", contract: ReportFixture.contract("k"), scenarios: 1)])
    for total in [2, nil] {
      let written = Written()
      let clock = Mutex(ContinuousClock.now)
      let reporter = ConsoleReporter(
        ConsoleSettings(isLive: true, width: 80),
        now: {
          clock.withLock { now in
            now += .seconds(1)
            return now
          }
        }, write: { written.add($0) })
      reporter.begin(plan)
      reporter.beginRound(1, of: total)
      reporter.finished(failed)
      reporter.beginRound(2, of: total)
      reporter.finished(passed)
      let erase = "\r\u{1B}[2K"
      let all = total.map { " of \($0)" } ?? ""
      expectTexts(
        written.all,
        are: [
          "  0 of 1  1 s  todo/k", "\(erase)  round 1\(all)  0 of 1  2 s  todo/k",
          "\(erase)  round 1\(all)  1 of 1  1 failed  3 s  todo/k",
          "\(erase)  round 2\(all)  0 of 1  1 failed  4 s  todo/k",
          "\(erase)  round 2\(all)  1 of 1  1 failed  5 s  todo/k",
        ])
      var result = passed
      result.runs = .init(total: 2, passed: 2)
      reporter.end(RunReport(results: [result], started: .now, duration: 0))
      expectText(
        written.all.dropFirst(5).joined(),
        is: """
          \r\u{1B}[2K✓ create todo  specs/k.contract.json  1 passed  0.00 s

          ✓ 1 scenario, 2 runs each: 1 passed  0.00 s

          """)
    }
  }

  @Test("the summary has the number of runs, also if some scenarios ran more often than others")
  func runs() {
    func summary(_ totals: [Int?]) -> String {
      let results = totals.enumerated().map { index, total in
        var result = ReportFixture.result("\(index)")
        result.runs = total.map { .init(total: $0, passed: $0) }
        return result
      }
      return ConsoleText(ConsoleSettings()).summary(RunReport(results: results, started: .now, duration: 0)).string
    }
    expectText(summary([50, 50, 0]), begins: "✓ 3 scenarios, 50 runs each: 3 passed")
    expectText(summary([1]), begins: "✓ 1 scenario, 1 run each: 1 passed")
    expectText(summary([7, 6]), begins: "✓ 2 scenarios, 6 to 7 runs each: 2 passed")
    expectText(summary([nil]), begins: "✓ 1 scenario passed")
  }

  @Test("reports that a partial run leaves alone are named, with what to do")
  func leftAlone() {
    let report = RunReport(results: [ReportFixture.result("created")], started: .now, duration: 0)
    expectText(
      ConsoleText(ConsoleSettings()).summary(
        report, files: [("json", "-")], leftAlone: [("junit", "a.xml"), ("gitlab", "-")]
      ).string,
      is: """
        ✓ 1 scenario passed  0.00 s
          reports       json standard output; a.xml, standard output not written, because the command line changed what ran: add --report junit=PATH
        """)
  }

  @Test("verbose: the summary has a line for everything that was not checked")
  func verboseSummary() {
    expectText(
      ConsoleText(ConsoleSettings(verbosity: .verbose)).summary(ReportFixture.mixed).string,
      has: """
          not checked   Content-Length (2 scenarios), exactlyOnce (1 scenario)
          skipped       1 scenario: a socket cannot do this
          not called    operations of todo that no contract calls: deleteAll, ping
          note          the driver todo was started 2 times
        """)
  }

  @Test("progress is drawn at most 20 times a second")
  func throttled() {
    let clock = Mutex(ContinuousClock.now)
    let written = Written()
    let reporter = ConsoleReporter(
      ConsoleSettings(isLive: true, width: 80), now: { clock.withLock { $0 } }, write: { written.add($0) })
    reporter.begin(RunPlan([.init(client: "c", contract: ReportFixture.contract("k"), scenarios: 1000)]))
    for index in 1...100 {
      clock.withLock { $0 += .milliseconds(10) }
      reporter.finished(ReportFixture.result("\(index)", client: "c", contract: "k"))
    }
    #expect(written.all.count == 21)
    expectText(written.all.last, is: "\r\u{1B}[2K  100 of 1000  1 s  c/k")
  }

  /// A live reporter with a clock that the test sets, in the middle of a run.
  private func timed(width: Int = 80) -> (ConsoleReporter, Written, @Sendable (Double) -> Void) {
    let clock = Clock()
    let written = Written()
    let reporter = ConsoleReporter(
      ConsoleSettings(isLive: true, width: width), now: { clock.now }, write: { written.add($0) })
    reporter.begin(Self.plan)
    return (reporter, written, { clock.advance($0) })
  }

  private final class Clock: Sendable {
    private let time = Mutex(ContinuousClock.now)
    var now: ContinuousClock.Instant { time.withLock { $0 } }
    func advance(_ seconds: Double) { time.withLock { $0 += .seconds(seconds) } }
  }

  @Test("while nothing happens, the progress line is drawn again for each second, until the end")
  func ticks() {
    let (reporter, written, wait) = timed()
    for _ in 0..<10 {
      wait(0.25)
      #expect(reporter.tick())
    }
    wait(60)
    #expect(reporter.tick())
    expectTexts(
      written.all,
      are: [
        "  0 of 6  todo/todo/create-todo", "\r\u{1B}[2K  0 of 6  1 s  todo/todo/create-todo",
        "\r\u{1B}[2K  0 of 6  2 s  todo/todo/create-todo", "\r\u{1B}[2K  0 of 6  1 min 2 s  todo/todo/create-todo",
      ])
    reporter.end(ReportFixture.mixed)
    let count = written.all.count
    wait(5)
    #expect(!reporter.tick())
    #expect(written.all.count == count)
  }

  @Test("the progress line names the call that has run longest, as long as it runs")
  func longCalls() {
    let (reporter, written, wait) = timed()
    wait(2)
    reporter.isRunning(longestIn: 1, for: 1.5, "todo/a/first")
    wait(2)
    reporter.isRunning(longestIn: 2, for: 1, "todo/a/second")
    reporter.isRunning(longestIn: 1, for: 0, nil)
    reporter.isRunning(longestIn: 2, for: 0, nil)
    expectTexts(
      Array(written.all.dropFirst()),
      are: [
        "\r\u{1B}[2K  0 of 6  2 s  todo/a/first  running for 1 s",
        "\r\u{1B}[2K  0 of 6  4 s  todo/a/first  running for 3 s",
        "\r\u{1B}[2K  0 of 6  4 s  todo/a/second  running for 1 s",
        "\r\u{1B}[2K  0 of 6  4 s  todo/todo/create-todo",
      ])
  }

  @Test("of a long id, the progress line has the end, and always the time")
  func longID() {
    let (reporter, written, _) = timed(width: 50)
    reporter.isRunning(longestIn: 1, for: 7, "todo/create-todo/the token of the user is expired")
    expectText(written.all.last, is: "\r\u{1B}[2K  0 of 6  …f the user is expired  running for 7 s")
    #expect(written.all.last?.columns == 49 + 5)
  }

  @Test("while something else writes to the terminal, there is no progress line, and the time does not count")
  func paused() {
    let (reporter, written, wait) = timed()
    reporter.withoutProgress {
      wait(100)
      _ = reporter.tick()
    }
    wait(1)
    _ = reporter.tick()
    expectTexts(
      written.all,
      are: [
        "  0 of 6  todo/todo/create-todo", "\r\u{1B}[2K", "  0 of 6  todo/todo/create-todo",
        "\r\u{1B}[2K  0 of 6  1 s  todo/todo/create-todo",
      ])
  }

  @Test("an output that is not a terminal shows no times and no calls")
  func plainHasNoTimes() {
    let written = Written()
    let reporter = ConsoleReporter(ConsoleSettings()) { written.add($0) }
    reporter.begin(Self.plan)
    reporter.isRunning(longestIn: 1, for: 7, "todo/a/first")
    #expect(!reporter.tick())
    #expect(written.all == [])
  }

  @Test("a line that is printed during the run appears above the progress line")
  func said() {
    let written = Written()
    let reporter = ConsoleReporter(ConsoleSettings(isLive: true, width: 80)) { written.add($0) }
    reporter.say("building todo-driver")
    reporter.begin(Self.plan)
    reporter.say("driver started again")
    let progress = "  0 of 6  todo/todo/create-todo"
    expectTexts(
      written.all, are: ["building todo-driver\n", progress, "\r\u{1B}[2K", "driver started again\n", progress])
    let quiet = Written()
    ConsoleReporter(ConsoleSettings(verbosity: .quiet)) { quiet.add($0) }.say("building todo-driver")
    #expect(quiet.all == [])
  }

  @Test("a verdict that changes at its driver's end is printed again")
  func changed() {
    var report = RunReport(results: [ReportFixture.result("created")], started: .now, duration: 0.1)
    let plan = RunPlan(
      [Self.plan.parts[0]].map { part in
        var part = part; part.scenarios = 1; return part
      })
    let written = Written()
    let reporter = ConsoleReporter(ConsoleSettings()) { written.add($0) }
    reporter.begin(plan)
    reporter.finished(report.results[0])
    report.results[0] = ReportFixture.result("created", [.neverCompleted()])
    reporter.end(report)
    expectText(
      written.text,
      is: """
        ✓ create todo  specs/todo/create-todo.contract.json  1 passed  0.00 s
        ✗ create todo  specs/todo/create-todo.contract.json  1 failed  0.00 s

        ✗ todo/todo/create-todo/created
          specs/todo/create-todo.contract.json:20  valid  memory
          \(ReportFixture.reported(.neverCompleted()))
          run it alone: contract-run --filter "todo/todo/create-todo/created"

        ✗ 1 scenario: 1 failed  0.10 s

        """)
  }

  @Test("an interrupted run lists unfinished contracts, and gives one reason for all scenarios that did not run")
  func interrupted() {
    let notRun = ["a", "b", "c", "d", "e", "f"].map {
      ReportFixture.result($0, [.notRun("SIGINT ended the run")], duration: 0)
    }
    let report = RunReport(results: notRun, started: .now, duration: 1, interruptedBy: "SIGINT")
    let text = play(ConsoleSettings(), report, order: []).text
    expectText(
      text,
      is: """
        ! create todo  specs/todo/create-todo.contract.json  6 errored  0.00 s

        1 cause in 6 scenarios

        ! todo/todo/create-todo/a
          specs/todo/create-todo.contract.json:20  valid  memory
          \(ReportFixture.reported(.notRun("SIGINT ended the run")))
          run it alone: contract-run --filter "todo/todo/create-todo/a"
          also in 5 others: todo/todo/create-todo/b, todo/todo/create-todo/c, todo/todo/create-todo/d, todo/todo/create-todo/e, todo/todo/create-todo/f

        ! 6 scenarios: 6 errored  1.00 s
          interrupted   by SIGINT; scenarios that did not run are errored

        """)
  }

  @Test("a run without scenarios is reported, and is not a success")
  func nothingRan() {
    let empty = RunReport(results: [], started: .now, duration: 0)
    expectText(
      play(ConsoleSettings(), empty, plan: RunPlan([])).text,
      is: """
        ! no scenarios  0.00 s
          nothing ran   there was no scenario to run, so nothing was tested; the exit status is 3

        """)
    let skipped = RunReport(results: [ReportFixture.result("a", [.skipped("later")])], started: .now, duration: 0)
    expectText(
      play(ConsoleSettings(), skipped, plan: RunPlan([])).text,
      is: """
        ○ create todo  specs/todo/create-todo.contract.json  1 skipped  0.00 s

        ! 1 scenario: 1 skipped  0.00 s
          nothing ran   every scenario was skipped, so nothing was tested; the exit status is 3
          skipped       1 scenario: later

        """)
  }

  @Test("multiple clients have one heading each")
  func severalClients() {
    let results = ["ios", "web"].map { ReportFixture.result("created", client: $0) }
    let plan = RunPlan(
      results.map {
        .init(client: $0.client, contract: $0.contract, scenarios: 1)
      })
    let report = RunReport(results: results, started: .now, duration: 0)
    let expected = """
      ios
      ✓ create todo  specs/todo/create-todo.contract.json  1 passed  0.00 s

      web
      ✓ create todo  specs/todo/create-todo.contract.json  1 passed  0.00 s

      ✓ 2 scenarios passed  0.00 s

      """
    expectText(play(ConsoleSettings(), report, plan: plan).text, is: expected)
    expectText(play(ConsoleSettings(), report, plan: plan, order: []).text, is: expected)
  }

  @Test("results from many threads are printed whole")
  func threads() {
    let parts = (0..<40).map {
      RunPlan.Part(client: "c", contract: ReportFixture.contract("k\($0)"), scenarios: 25)
    }
    let written = Written()
    let reporter = ConsoleReporter(ConsoleSettings(isLive: true, width: 80)) { written.add($0) }
    reporter.begin(RunPlan(parts))
    DispatchQueue.concurrentPerform(iterations: 1000) { index in
      reporter.finished(ReportFixture.result("\(index)", client: "c", contract: "k\(index * 7 % 40)"))
    }
    let lines = written.all.filter { $0.hasSuffix("\n") }
    #expect(lines.count == 40)
    #expect(lines.allSatisfy { $0.contains("25 passed") })
  }
}
