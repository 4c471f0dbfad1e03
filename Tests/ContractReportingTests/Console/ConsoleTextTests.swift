import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("Console text")
struct ConsoleTextTests {
  private let part = RunPlan.Part(client: "todo", contract: ReportFixture.contract(), scenarios: 1)

  private func line(width: Int?) -> String {
    let text = ConsoleText(ConsoleSettings(width: width))
    return text.contractLine(part, [ReportFixture.result("x")], columns: ConsoleText.Columns(RunPlan([part]))).string
  }

  @Test("a contract's line fits the terminal: first its path is cut, from the front")
  func widths() {
    expectText(line(width: nil), is: "✓ create todo  specs/todo/create-todo.contract.json  1 passed  0.00 s")
    expectText(line(width: 69), is: "✓ create todo  specs/todo/create-todo.contract.json  1 passed  0.00 s")
    expectText(line(width: 60), is: "✓ create todo  …/create-todo.contract.json  1 passed  0.00 s")
    expectText(line(width: 50), is: "✓ create todo  1 passed  0.00 s")
    expectText(line(width: 25), is: "✓ crea…  1 passed  0.00 s")
    var short = part
    short.contract = ReportFixture.contract(file: "a.contract.json")
    expectText(
      ConsoleText(ConsoleSettings()).contractLine(
        short, [ReportFixture.result("x")], columns: ConsoleText.Columns(RunPlan([short]))
      ).string,
      is: "✓ create todo  a.contract.json  1 passed  0.00 s")
    for width in 20...80 { #expect(line(width: width).columns <= max(width, 22)) }
  }

  @Test("color appears only where it was requested")
  func color() {
    let text = ConsoleText(ConsoleSettings(isColored: true))
    let esc = "\u{1B}["
    expectText(
      text.contractLine(
        part, [ReportFixture.result("x", [.neverCompleted()])], columns: ConsoleText.Columns(RunPlan([part]))
      ).string,
      is:
        "\(esc)31m✗\(esc)0m create todo  \(esc)2mspecs/todo/create-todo.contract.json\(esc)0m  \(esc)31m1 failed\(esc)0m  \(esc)2m0.00 s\(esc)0m"
    )
    let plain = ConsoleText(ConsoleSettings())
    let report = ReportFixture.mixed
    #expect(!(plain.details(report.results).string + plain.summary(report).string).contains("\u{1B}"))
    #expect(
      (text.details(report.results).string + text.summary(report).string).cleaned == plain.details(report.results)
        .string
        + plain.summary(report).string)
  }

  @Test(
    "--color takes precedence, then NO_COLOR, then CLICOLOR_FORCE, then the terminal",
    arguments: [
      (ConsoleSettings.ColorChoice.auto, true, [:], true), (.auto, false, [:], false),
      (.auto, true, ["NO_COLOR": "1"], false), (.auto, true, ["NO_COLOR": ""], true),
      (.auto, true, ["TERM": "dumb"], false), (.auto, false, ["CLICOLOR_FORCE": "1"], true),
      (.auto, false, ["CLICOLOR_FORCE": "0"], false), (.auto, true, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false),
      (.always, false, ["NO_COLOR": "1"], true), (.never, true, ["CLICOLOR_FORCE": "1"], false),
    ] as [(ConsoleSettings.ColorChoice, Bool, [String: String], Bool)])
  func colorChoice(
    choice: ConsoleSettings.ColorChoice, isTerminal: Bool, environment: [String: String], isColored: Bool
  ) {
    #expect(ConsoleSettings(isTerminal: isTerminal, environment: environment, color: choice).isColored == isColored)
  }

  @Test("progress is drawn only on terminals that can erase")
  func live() {
    #expect(ConsoleSettings(isTerminal: true, environment: ["TERM": "xterm"]).isLive)
    #expect(ConsoleSettings(isTerminal: true, environment: ["TERM": "xterm"]).width == 80)
    #expect(!ConsoleSettings(isTerminal: true, environment: ["TERM": "dumb"]).isLive)
    #expect(!ConsoleSettings(isTerminal: false, width: 100, environment: ["TERM": "xterm"]).isLive)
    #expect(ConsoleSettings(isTerminal: false, width: 100, environment: [:]).width == nil)
  }

  @Test("output of clients and contracts cannot color or clear the terminal")
  func clean() {
    let evil = "\u{1B}[2J\u{1B}[31mx\ny\r\u{7}"
    let text = ConsoleText(ConsoleSettings(width: 80, verbosity: .verbose))
    let result = ReportFixture.result(
      evil, [.protocolFault(evil), .skipped(evil)], client: evil, contract: evil, endpoint: evil,
      unobserved: [.call(evil)],
      record: [.init(request: CapturedRequest(method: evil, url: evil), reply: nil)], output: evil)
    let report = RunReport(
      results: [result], started: .now, duration: 0, uncalledOperations: [(evil, [evil])],
      notices: [RunReport.Notice(evil)],
      interruptedBy: evil)
    let part = RunPlan.Part(
      client: evil, contract: ReportFixture.contract(evil, endpoint: evil, file: evil), scenarios: 1)
    let all =
      [
        text.details([result]).string, text.summary(report, files: [(evil, evil)]).string, text.clientLine(evil).string,
        text.contractLine(part, [result], columns: ConsoleText.Columns(RunPlan([part]))).string,
        text.progressLine(done: 0, of: 1, counts: [:], elapsed: 2, at: evil, running: 2).string,
      ] + text.scenarioLines(result).map(\.string)
    for text in all { #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }) }
    #expect(!text.clientLine(evil).string.contains("\n"))
  }

  @Test("the first and last lines of a client's output are shown", .slow)
  func printed() {
    let text = ConsoleText(ConsoleSettings())
    let many = (1...100).map { "line \($0)" }.joined(separator: "\n") + "\n\n"
    let detail = text.detail(ReportFixture.result("x", [.neverCompleted()], output: many)).string
    expectText(detail, has: "\n  │ line 8\n  │ … 84 lines omitted …\n  │ line 93\n")
    expectText(detail, has: "\n  │ line 100\n  run it alone")
    let long = text.detail(
      ReportFixture.result("x", [.neverCompleted()], output: String(repeating: "x", count: 5_000_000))
    ).string
    #expect(long.utf8.count < 2000)
    expectText(
      text.detail(ReportFixture.result("x", [.neverCompleted()], output: " \n")).string,
      is: """
        ✗ todo/todo/create-todo/x
          specs/todo/create-todo.contract.json:20  valid  memory
          the completion handler was released without being called
            sent      nothing: the handler was released before any request
            next      let every path through the client complete the call, also early returns and errors
          the client printed:
          │ \u{20}
          run it alone: contract-run --filter "todo/todo/create-todo/x"
        """)
  }

  @Test("every reason is printed, with indented lines")
  func reasons() {
    let reasons = [ReportFixture.fault, .neverCompleted()]
    let detail = ConsoleText(ConsoleSettings()).detail(ReportFixture.result("x", reasons, kinds: [])).string
    expectText(
      detail,
      is: """
        ! todo/todo/create-todo/x
          specs/todo/create-todo.contract.json:20  no exchange  memory
          \(ReportFixture.reported(reasons[0]))
          \(ReportFixture.reported(reasons[1]))
          run it alone: contract-run --filter "todo/todo/create-todo/x"
        """)
  }

  @Test("of many kinds and reasons, the first are shown and the rest are counted")
  func many() throws {
    let reasons = (1...25).map { Reason.protocolFault("fault \($0).") }
    var result = ReportFixture.result("x", reasons, kinds: Array(repeating: .valid, count: 12))
    result.difference = "passed on loopback"
    let lines = ConsoleText(ConsoleSettings()).detail(result).string.split(separator: "\n")
    let kinds = Array(repeating: "valid", count: 10).joined(separator: ", ")
    expectText(lines[1], is: "  specs/todo/create-todo.contract.json:20  \(kinds), and 2 more  memory")
    #expect(lines.contains { $0.contains("fault 20.") } && !lines.contains { $0.contains("fault 21.") })
    expectTexts(lines.suffix(3).dropLast(), are: ["  and 5 more reasons", "  passed on loopback"])
  }

  @Test(
    "the command that runs one scenario alone can be pasted into a shell",
    arguments: [
      ("a b", "\"a b\""), ("it's", "\"it's\""), ("say \"hi\"", "'say \"hi\"'"), ("$HOME `x` \\ !", "'$HOME `x` \\ !'"),
      ("it's $5", "'it'\\''s $5'"),
    ])
  func quoted(word: String, quoted: String) throws {
    #expect(CommandLines().run(alone: word) == "contract-run --filter \(quoted)")
    let shell = try #require(CommandLineTool("sh"))
    #expect(try shell.run(["-c", "printf %s \(quoted)"]).output == word)
  }

  @Test("the command that runs one scenario alone repeats the user's own words")
  func command() {
    var commands = CommandLines()
    commands.alone = ("swift run contract-run specs --filter ", " -- ./driver")
    let text = ConsoleText(ConsoleSettings(commands: commands))
    expectText(
      text.detail(ReportFixture.result("x", [.neverCompleted()])).string,
      ends: "run it alone: swift run contract-run specs --filter \"todo/todo/create-todo/x\" -- ./driver")
  }

  @Test("scenarios that fail with one abandoned driver are reported together, and others are not")
  func grouped() {
    let givenUp = Reason.givenUp(starts: 3, why: "no hello")
    let results = [
      ReportFixture.result("a", [givenUp]), ReportFixture.result("b", [givenUp]),
      ReportFixture.result("c", [givenUp], client: "other"), ReportFixture.result("d", [.neverCompleted()]),
      ReportFixture.result("e", [.neverCompleted()]),
    ]
    expectTexts(
      ConsoleText(ConsoleSettings()).details(results).string.components(separatedBy: "\n\n").map {
        $0.prefix { $0 != "\n" }
      },
      are: [
        "3 causes in 5 scenarios", "! todo/todo/create-todo/a", "✗ todo/todo/create-todo/d",
        "! other/todo/create-todo/c",
      ])
  }

  @Test("an operation that the driver does not have is reported once for each contract")
  func unsupported() {
    let range = ReportFixture.contract().operation.range
    let reason = Reason.unsupported(operation: "create", known: ["list"], at: range)
    let details = ConsoleText(ConsoleSettings()).details(["a", "b", "c"].map { ReportFixture.result($0, [reason]) })
      .string
    expectText(details, begins: "1 cause in 3 scenarios\n")
    #expect(details.components(separatedBy: "next ").count == 2)
  }

  @Test("the three slowest scenarios are listed, the slowest first, and not those of less than 10 ms")
  func slowest() {
    let durations = [0.5, 0.009, 2, 0.5, 0.01, 3]
    let results = durations.enumerated().map { ReportFixture.result("\($0)", duration: $1) }
    #expect(results.slowest.map(\.scenario.name) == ["5", "2", "0"])
    #expect(results[1...1].slowest.isEmpty)
    #expect(results[3...4].slowest.map(\.scenario.name) == ["3", "4"])
    let report = RunReport(results: results, started: .now, duration: 1)
    expectText(
      ConsoleText(ConsoleSettings(verbosity: .verbose)).summary(report).string,
      is: """
        ✓ 6 scenarios passed  1.00 s
          slowest       3.00 s  todo/todo/create-todo/5
          slowest       2.00 s  todo/todo/create-todo/2
          slowest       0.50 s  todo/todo/create-todo/0
        """)
  }

  @Test("calls that run at the same time do not add up to the time of their contract")
  func elapsed() {
    func result(_ began: Double?, _ duration: Double) -> ScenarioResult {
      let result = ReportFixture.result("x", duration: duration)
      var verdict = result.verdict.value
      verdict.began = began
      return result.with(verdict: verdict)
    }
    #expect(ConsoleText.elapsed([result(10, 2), result(11, 3), result(20, 1), result(20.25, 0.5)]) == 5)
    #expect(ConsoleText.elapsed([result(nil, 2), result(11, 3)]) == 5)
    #expect(ConsoleText.elapsed([result(nil, 0), result(11, 3), result(11, 2)]) == 3)
  }

  @Test("diagnostics are listed in source order, with their number")
  func diagnostics() {
    let (one, two) = (Source(path: "a.contract.json", text: "{\"x\": 1}"), Source(path: "b.contract.json", text: "[]"))
    let diagnostics = [
      Diagnostic(
        .rule("suspicious", help: "think again"), at: SourceRange(source: two, start: 0, end: 2), severity: .warning),
      Diagnostic(.rule("wrong", help: nil), at: SourceRange(source: one, start: 6, end: 7)),
      Diagnostic(.rule("bad", help: nil), at: SourceRange(source: one, start: 1, end: 4)),
    ]
    expectText(
      DiagnosticListing(diagnostics).text.string,
      is: """
        a.contract.json:1:2: error: bad
            {"x": 1}
             ^~~
        a.contract.json:1:7: error: wrong
            {"x": 1}
                  ^
        b.contract.json:1:1: warning: suspicious
            []
            ^~
          note: think again
        2 errors and 1 warning in 2 files
        """)
    expectText(DiagnosticListing([diagnostics[1]]).text.string, ends: "\n1 error in 1 file")
    #expect(DiagnosticListing([]).text.string == "")
    let colored = DiagnosticListing(diagnostics, isColored: true).text.string
    expectText(colored, begins: "\u{1B}[1ma.contract.json:1:2:\u{1B}[0m \u{1B}[31merror:\u{1B}[0m bad\n")
    #expect(colored.cleaned == DiagnosticListing(diagnostics).text.string)
  }

  @Test("a diagnostic about a file without a text has no position")
  func noPosition() {
    let gone = SourceRange(source: Source(path: "gone", text: ""), start: 0, end: 0)
    let diagnostic = Diagnostic(.unreadable(why: "there is no such file or folder"), at: gone)
    expectText(
      DiagnosticListing([diagnostic]).text.string,
      is: """
        gone: error: cannot be read: there is no such file or folder
        1 error in 1 file
        """)
  }

  @Test("on a narrow terminal, a source line is cut so that its carets stay below the right place")
  func narrow() {
    let source = Source(path: "a.contract.json", text: #"{"endpoint": "a", "description": "some words", "colors": 1}"#)
    let diagnostic = Diagnostic(.rule("bad", help: nil), at: SourceRange(source: source, start: 47, end: 55))
    expectText(
      DiagnosticListing([diagnostic], width: 40).text.string,
      is: """
        a.contract.json:1:48: error: bad
            …iption": "some words", "colors": 1}
                                    ^~~~~~~~
        1 error in 1 file
        """)
  }
}
