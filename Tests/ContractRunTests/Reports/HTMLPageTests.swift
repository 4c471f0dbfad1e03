import Foundation
import Synchronization
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport
@testable import contract_run

@Suite("The HTML report, in a browser", .slow, .serialized, .enabled(if: Chromium.isThere, Chromium.absence))
struct HTMLPageTests {
  /// Returns the contracts of files that are written for this.
  private static func contracts(_ names: [String], scenarios: [String], in folder: URL) throws -> [Contract] {
    for name in names {
      let list = scenarios.map { scenario in
        """
            { "name": \(JSON.string(scenario).text), "response": { "kind": "statusError", "status": 404 },
              "expect": { "failure": { "payload": 404 } } }
        """
      }
      let text = """
        {
          "contract": 1, "endpoint": "endpoint of \(name)", "request": { "method": "POST", "path": "/\(name)" },
          "scenarios": [
        \(list.joined(separator: ",\n"))
          ]
        }
        """
      try folder.write(text, to: "specs/\(name).contract.json")
    }
    let set = ContractSet.load([folder.appendingPathComponent("specs").path])
    #expect(!set.diagnostics.hasErrors, "\(set.diagnostics.map(\.message))")
    return set.contracts
  }

  /// Plays a scenario, with a client that returns another payload if it is broken: in each contract another one, because
  /// the same mistake in each of them is one cause.
  private static func result(
    _ scenario: Scenario, _ contract: Contract, client: String = "shop", isBroken: Bool, body: String? = nil
  ) -> ScenarioResult {
    let script = Script(scenario, of: contract, transport: .memory)
    let url = contract.baseURL.text + "/" + contract.name
    _ = script.reply(to: CapturedRequest(method: "POST", url: url, body: body.map { Array($0.utf8) }))
    let broken: JSON = contract.name == "carts" ? 500 : 502
    script.finish(.failure(["category": "status", "payload": isBroken ? broken : 404], values: nil))
    return ScenarioResult(of: scenario, in: contract, client: client, on: .memory, script.verdict())
  }

  private static func open(_ results: [ScenarioResult], in folder: URL) throws -> [Chromium.Step] {
    var report = RunReport(results: results, started: .now, duration: 1)
    report.commands.lastFailed = "contract-run --last-failed"
    let file = folder.appendingPathComponent("report.html")
    try Data(HTMLReport(report).utf8).write(to: file)
    return [.go(file.absoluteString), .wait("document.documentElement.dataset.ready === ''")]
  }

  private static let rows = "document.querySelectorAll('#scenarios li.row').length"
  private static let focus = "document.activeElement.dataset.row"
  private static let openDetails = "document.querySelectorAll('main details[open]').length"

  /// Returns results of the scenarios of some contracts.
  ///
  /// - Parameter result: Makes a result of a scenario and its number in its contract.
  private static func results(
    of names: [String], scenarios: [String], in folder: URL, _ result: (Scenario, Contract, Int) -> ScenarioResult
  ) throws -> [ScenarioResult] {
    try contracts(names, scenarios: scenarios, in: folder).flatMap { contract in
      contract.scenarios.enumerated().map { result($1, contract, $0) }
    }
  }

  /// 40 scenarios, of which the third of each contract fails.
  private static func sample(in folder: URL) throws -> [ScenarioResult] {
    try results(of: ["carts", "orders"], scenarios: (0..<20).map { "scenario \($0)" }, in: folder) {
      result($0, $1, isBroken: $2 == 2)
    }
  }

  @Test("what failed, why and where is visible without a click, and nothing is loaded or logged")
  func visible() async throws {
    try await TestFolder.temporary { folder in
      let visit = try await Chromium.visit(
        Self.open(Self.sample(in: folder), in: folder) + [
          .text("h1"), .text("#causes"), .evaluate("document.querySelector('.fact-actual dd').textContent"),
          .evaluate("document.querySelector('.line.broken').textContent.trim()"), .requests,
          .evaluate("document.title"),
        ], in: folder)
      #expect(visit.complaints == [])
      let values = visit.values.suffix(6).map(\.self)
      #expect(values[0].string?.contains("2 failed") == true)
      let causes = try #require(values[1].string)
      for text in [
        "2 causes in 2 scenarios", "unexpected outcome at /payload", "carts.contract.json:9", "--last-failed",
      ] {
        #expect(causes.contains(text), "\(text) in \(causes)")
      }
      #expect(causes.contains("contract-run --filter \"shop/carts/scenario 2\""))
      #expect(values[2] == "500")
      #expect(values[3].string?.hasSuffix(#""expect": { "failure": { "payload": 404 } } },"#) == true, "\(values[3])")
      #expect(values[4].array?.allSatisfy { $0.string?.hasPrefix("file://") == true } == true)
      #expect(values[4].array?.count == 1)
      #expect(values[5] == "✗ 2 failed · shop · contract-run")
    }
  }

  @Test("the filter finds words, statuses and causes, and Escape clears it")
  func filter() async throws {
    try await TestFolder.temporary { folder in
      let visit = try await Chromium.visit(
        Self.open(Self.sample(in: folder), in: folder) + [
          .evaluate(Self.rows), .key("/"), .type("orders SCENARIO"), .evaluate(Self.rows), .text("#found"),
          .type("Escape"), .evaluate(Self.rows), .evaluate("document.activeElement === document.body"),
          .click(".chip.s1"), .evaluate(Self.rows), .evaluate("document.querySelectorAll('.cause').length"),
          .click(".chip.s1"), .key("/"), .type("cause:2"), .evaluate(Self.rows), .type("Escape"),
          .key("/"), .type("no such thing"), .evaluate(Self.rows), .text("#scenarios .empty"),
        ], in: folder)
      #expect(visit.complaints == [])
      let values = visit.values
      #expect(values[2] == 40 && values[5] == 20 && values[6] == "20 of 40")
      #expect(values[8] == 40 && values[9] == true)
      #expect(values[11] == 2 && values[12] == 2)
      #expect(values[16] == 1)
      #expect(values[20] == 0 && values[21] == "No scenario matches the filter.")
    }
  }

  @Test("keys go through causes and scenarios, open and close them, and show the help")
  func keys() async throws {
    try await TestFolder.temporary { folder in
      let visit = try await Chromium.visit(
        Self.open(Self.sample(in: folder), in: folder) + [
          .key("j"), .evaluate(Self.focus), .key("j"), .evaluate(Self.focus), .type("ArrowUp"), .evaluate(Self.focus),
          .type("Enter"), .wait("document.querySelector('.cause .exchange') !== null"), .evaluate(Self.openDetails),
          .text(".cause .exchange"), .type("Escape"), .evaluate(Self.openDetails), .key("?"),
          .evaluate("document.querySelector('#help').open"), .type("Escape"),
          .evaluate("document.querySelector('#help').open"),
        ], in: folder)
      #expect(visit.complaints == [])
      let values = visit.values
      #expect(values[3] == "2" && values[5] == "22" && values[7] == "2")
      #expect(values[10] == 1)
      let exchange = try #require(values[11].string)
      for text in ["POST http://localhost/carts", "404", "curl -i -X POST 'http://localhost/carts'"] {
        #expect(exchange.contains(text), "\(text) in \(exchange)")
      }
      #expect(values[13] == 0 && values[15] == true && values[17] == false)
    }
  }

  @Test("a link leads to a cause or a scenario, also through a filter that hides it")
  func links() async throws {
    try await TestFolder.temporary { folder in
      let visit = try await Chromium.visit(
        Self.open(Self.sample(in: folder), in: folder) + [
          .key("/"), .type("carts"), .evaluate("location.hash = '#id=' + encodeURIComponent('shop/orders/scenario 2')"),
          .wait("\(Self.focus) === '22'"), .wait("document.querySelector('li.row .exchange') !== null"),
          .click(".cause:nth-child(2) h3 a"),
          .wait("document.activeElement.classList.contains('cause') && \(Self.focus) === '22'"),
        ], in: folder)
      #expect(visit.complaints == [])
    }
  }

  @Test("hostile texts stay texts, and long ones are cut with a note")
  func hostile() async throws {
    try await TestFolder.temporary { folder in
      let name = "</script><img src=x onerror=alert(1)> \u{202E}gnp \u{1F469}\u{200D}\u{1F692} 😀"
      let contracts = try Self.contracts(["texts"], scenarios: [name], in: folder)
      let result = Self.result(
        contracts[0].scenarios[0], contracts[0], isBroken: true, body: String(repeating: "😀", count: 1 << 18))
      let visit = try await Chromium.visit(
        Self.open([result], in: folder) + [
          .text(".cause .where"), .click(".cause summary"),
          .wait("document.querySelector('.cause .exchange') !== null"), .text(".cause .exchange"),
          .evaluate("document.querySelectorAll('img').length"), .requests,
        ], in: folder)
      #expect(visit.complaints == [])
      let values = visit.values.suffix(6).map(\.self)
      let shown = #"</script><img src=x onerror=alert(1)> \u202egnp "# + "\u{1F469}\u{200D}\u{1F692} 😀"
      #expect(values[0].string?.contains(shown) == true)
      #expect(values[3].string?.contains(/😀\n… 10\d{5} bytes omitted …\n😀/) == true)
      #expect(values[4] == 0 && values[5].array?.count == 1)
    }
  }

  @Test("calls on one client are lanes over time, with their requests as bars")
  func lanes() async throws {
    let fixture = try VariationFixture(declaring: #""variations": {"group": {"again": 2}}"#)
    let variation = try #require(fixture.list(on: .loopback).played.first)
    let time = Mutex(ContinuousClock.now)
    let script = Script(
      try fixture.varied(variation), of: fixture.contract, transport: .memory, now: { time.withLock { $0 } })
    for call in 0..<2 {
      script.begin()
      time.withLock { $0 += .seconds(1) }
      _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/a"))
      time.withLock { $0 += .seconds(1) }
      script.endFirst()
      if call == 0 { script.end(.success(1)) } else { script.finish(.success(1)) }
    }
    let result = ScenarioResult(
      of: script.scenario, in: fixture.contract, client: "shop", on: .memory, script.verdict())
    try await TestFolder.temporary { folder in
      let visit = try await Chromium.visit(
        Self.open([result], in: folder) + [
          .evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true })"),
          .wait("document.querySelector('.cause .timeline') !== null"),
          .evaluate(
            "[...document.querySelectorAll('.cause .timeline .track')].map((one) => one.ariaLabel ?? one.textContent)"),
          .evaluate(
            "[...document.querySelectorAll('.cause .timeline .bar')].map((one) => [one.style.left, one.style.width])"),
        ], in: folder)
      #expect(visit.complaints == [])
      let values = Array(visit.values.suffix(2))
      #expect(
        values[0] == [
          "call 1: 0.0 ms to 2.00 s, request 1: 1.00 s to 1.00 s",
          "call 2: 2.00 s to 4.00 s, request 2: 3.00 s to 3.00 s", "04.00 s",
        ])
      #expect(values[1] == [["0%", "50%"], ["25%", "0%"], ["50%", "50%"], ["75%", "0%"]])
    }
  }

  @Test("multiple clients stand side by side, scenario by scenario")
  func clients() async throws {
    try await TestFolder.temporary { folder in
      let contract = try Self.contracts(["carts"], scenarios: ["one", "two"], in: folder)[0]
      let results = ["swift", "python"].flatMap { client in
        contract.scenarios.enumerated().map { index, scenario in
          Self.result(scenario, contract, client: client, isBroken: client == "python" && index == 1)
        }
      }
      let visit = try await Chromium.visit(
        Self.open(results, in: folder) + [
          .evaluate(
            "[...document.querySelectorAll('#matrix table:first-of-type tr')].slice(0, 3).map((r) => r.innerText)")
        ], in: folder)
      #expect(visit.complaints == [])
      let lines = (visit.values.last?.array ?? []).compactMap { $0.string }
      #expect(lines.count == 3)
      #expect(lines[0].contains("swift") && lines[0].contains("python"))
      #expect(lines[1].contains("✓2") && lines[1].contains("✗1/2"))
      #expect(lines[2].contains("two") && lines[2].contains("✓passed") && lines[2].contains("✗failed"))
    }
  }

  @Test("nothing is wider than the screen, in light and dark")
  func sizes() async throws {
    try await TestFolder.temporary { folder in
      let page = try Self.open(Self.sample(in: folder), in: folder)
      let screens = [375, 768, 1280, 1920].flatMap { width in ["light", "dark"].map { (width, $0) } }
      let visits = screens.map { width, scheme -> [Chromium.Step] in
        // The blank page in between makes it certain that the next steps see a new page.
        [.screen(width, scheme), .go("about:blank")] + page + [
          .evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })"),
          .wait("document.querySelectorAll('.exchange').length === 4"),
          .evaluate("document.documentElement.scrollWidth <= \(width)"),
          .evaluate("getComputedStyle(document.body).backgroundColor"),
        ]
      }
      let visit = try await Chromium.visit(visits.flatMap(\.self), in: folder)
      #expect(visit.complaints == [])
      for (index, (width, scheme)) in screens.enumerated() {
        let values = Array(visit.values.dropFirst(index * visits[index].count))
        #expect(values[6] == true, "\(width) \(scheme)")
        let color = scheme == "light" ? "rgb(246, 247, 249)" : "rgb(17, 20, 24)"
        #expect(values[7] == .string(color), "\(width) \(scheme)")
      }
    }
  }

  @Test("on paper, causes are drawn in full")
  func print() async throws {
    try await TestFolder.temporary { folder in
      let visit = try await Chromium.visit(
        Self.open(Self.sample(in: folder), in: folder) + [
          .evaluate("dispatchEvent(new Event('beforeprint'))"),
          .evaluate("document.querySelectorAll('.exchange').length"),
          .evaluate("dispatchEvent(new Event('afterprint'))"), .evaluate(Self.openDetails),
        ], in: folder)
      #expect(visit.complaints == [])
      #expect(visit.values[3] == 2 && visit.values[5] == 0)
    }
  }

  @Test("a page of 10,000 scenarios is below 3 MB, and only draws what is near", .exhaustive)
  func large() async throws {
    try await TestFolder.temporary { folder in
      let results = try Self.results(
        of: (0..<100).map { "c\($0)" }, scenarios: (0..<100).map { "scenario \($0) with a name" }, in: folder
      ) { Self.result($0, $1, isBroken: $2 % 10 == 2) }
      let steps = try Self.open(results, in: folder)
      let visit = try await Chromium.visit(
        steps + [
          .evaluate("\(Self.rows) < 1000"), .key("/"), .type("c99/scenario"), .text("#found"),
          .evaluate("location.hash = '#id=' + encodeURIComponent('shop/c99/scenario 92 with a name')"),
          .wait("\(Self.focus) === rows[rows.length - 8].index + ''"),
        ], in: folder)
      #expect(visit.complaints == [])
      #expect(visit.values[2] == true && visit.values[5] == "100 of 10,000")
      let size =
        try FileManager.default.attributesOfItem(
          atPath: folder.appendingPathComponent("report.html").path)[.size] as? Int
      #expect(try #require(size) < 3_000_000)
    }
  }

  @Test("the headings count the causes that are left out, too, and the list says how many those are")
  func manyCauses() async throws {
    try await TestFolder.temporary { folder in
      let results = try Self.results(
        of: (0..<20).map { "c\($0)" }, scenarios: (0..<100).map { "scenario \($0)" }, in: folder
      ) { scenario, contract, number in
        // Each is a cause of its own, and long.
        let pointer = "/\(contract.name)-\(number)-" + String(repeating: "x", count: 250)
        let reason = Reason.mismatch(
          Mismatch(.outcome, pointer: pointer, expected: "404", actual: "500", range: scenario.declarationRange))
        return ScenarioResult(of: scenario, in: contract, client: "shop", on: .memory, Verdict(reasons: [reason]))
      }
      let visit = try await Chromium.visit(
        Self.open(results, in: folder) + [
          .evaluate("data.causes.length + ' ' + data.moreCauses"), .text("#causes"), .text("#parts"),
        ], in: folder)
      #expect(visit.complaints == [])
      let numbers = try #require(visit.values[2].string?.split(separator: " ").compactMap { Int($0) })
      #expect(numbers.count == 2 && numbers.reduce(0, +) == 2000 && numbers.allSatisfy { $0 > 0 }, "\(numbers)")
      expectText(visit.values[3].string, has: "2,000 causes in 2,000 scenarios")
      expectText(visit.values[4].string, has: "Causes 2,000")
    }
  }

  @Test("a run without scenarios, and one in which all passed, have a page")
  func plain() async throws {
    try await TestFolder.temporary { folder in
      let passed = try Self.sample(in: folder).filter { $0.verdict.status == .passed }
      for (results, headline, parts) in [
        ([], "Nothing ran", "Notes\nScenarios"), (passed, "38 scenarios passed", "Matrix\nNotes\nScenarios 38"),
      ] {
        let visit = try await Chromium.visit(
          Self.open(results, in: folder)
            + [.text("h1"), .evaluate("document.querySelector('#causes').hidden"), .text("#parts")],
          in: folder)
        #expect(visit.complaints == [])
        #expect(visit.values[2].string?.contains(headline) == true)
        #expect(visit.values[3] == true)
        #expect(visit.values[4].string == parts)
      }
    }
  }
}
