import Foundation
import TestSupport
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import contract_run

@Suite(
  "The HTML report, in a browser: what people read", .slow, .serialized,
  .enabled(if: Chromium.isThere, Chromium.absence))
struct HTMLReadingTests {
  /// Plays two scenarios of a contract whose name has hyphens, with a client that sends some wrong parts.
  private static func report(in folder: URL) throws -> RunReport {
    try folder.write(
      #"""
      {
        "contract": 1, "endpoint": "create a to-do item",
        "request": {
          "method": "PUT", "path": "/todo-items", "query": { "page": 1, "size": 2 }, "otherQuery": "forbidden",
          "headers": { "X-Mode": "k", "X-Trace-Id": "t" },
          "body": { "json": { "title": "milk", "tags": ["a", "b"], "done": false } }
        },
        "scenarios": [
          { "name": "well-known title", "response": { "kind": "valid" }, "expect": { "success": { "id": 1 } } },
          { "name": "service-unavailable", "response": { "kind": "statusError", "status": 503 },
            "expect": { "failure": { "payload": 503 } } }
        ]
      }
      """#, to: "specs/to-do-lists/create-todo-item.contract.json")
    let set = ContractSet.load([folder.appendingPathComponent("specs").path])
    try #require(!set.diagnostics.hasErrors, "\(set.diagnostics.map(\.message))")
    let contract = set.contracts[0]
    let results = contract.scenarios.map { scenario in
      let script = Script(scenario, of: contract, transport: .memory)
      _ = script.reply(
        to: CapturedRequest(
          method: "POST", url: "http://localhost/todo-items?page=7&extra=a%20b",
          headers: Headers([.init("X-Mode", "wrong"), .init("X-Other", "fine")]),
          body: Array(#"{"title": "bread", "tags": ["a", "x"]}"#.utf8)))
      script.finish(.failure(["category": "status", "payload": 503], values: nil))
      return ScenarioResult(of: scenario, in: contract, client: "shop-app", on: .memory, script.verdict())
    }
    var report = RunReport(results: results, started: .now, duration: 1)
    report.commands.again = "contract-run --config <ci>.json"
    return report
  }

  private static func open(
    _ folder: URL, checkout: Checkout? = nil, before: [Chromium.Step] = []
  ) throws -> [Chromium.Step] {
    let file = folder.appendingPathComponent("report.html")
    try Data(HTMLReport(report(in: folder), checkout: checkout).utf8).write(to: file)
    return before + [.go(file.absoluteString), .wait("document.documentElement.dataset.ready === ''")]
  }

  private static let openFirst: [Chromium.Step] = [
    .evaluate("document.querySelector('.cause details').open = true"),
    .wait("document.querySelector('.cause .exchange') !== null"),
  ]

  @Test("the title and the heading have the client, the project, its commit and the command")
  func heading() async throws {
    try await TestFolder.temporary { folder in
      let checkout = Checkout(environment: [
        "GITHUB_REPOSITORY": "acme/shop", "GITHUB_SHA": "71ca0a86d1a0b2c3d4e5f60718293a4b5c6d7e8f",
      ])
      let visit = try await Chromium.visit(
        Self.open(folder, checkout: checkout) + [
          .evaluate("document.title"), .text("#subject"), .text("#command"),
        ], in: folder)
      #expect(visit.complaints == [])
      #expect(
        visit.values[2] == "✗ 2 failed · shop-app · acme/shop · commit 71ca0a86 · contract-run --config <ci>.json")
      #expect(visit.values[3] == "shop-app · acme/shop · commit 71ca0a86")
      #expect(visit.values[4] == "contract-run --config <ci>.json")
    }
  }

  @Test("the wrong parts of a request are marked, and what is missing is named")
  func marks() async throws {
    try await TestFolder.temporary { folder in
      func texts(_ selector: String) -> Chromium.Step {
        .evaluate("[...document.querySelectorAll('.cause .exchange \(selector)')].map((one) => one.textContent)")
      }
      let visit = try await Chromium.visit(
        Self.open(folder) + Self.openFirst + [
          texts(".start mark"), texts(".headers mark"), texts(".body mark"), .text(".cause .message:first-child"),
        ], in: folder)
      #expect(visit.complaints == [])
      let values = visit.values.suffix(4).map(\.self)
      #expect(values[0] == ["POST", "page=7", "extra=a%20b"])
      #expect(values[1] == ["X-Mode: wrong"])
      #expect(values[2] == [#""bread""#, #""x""#])
      #expect(values[3].string?.contains("not sent: ") == true)
      for missing in ["X-Trace-Id", "size", "/done"] { #expect(values[3].string?.contains(missing) == true) }
    }
  }

  @Test("a reason with many differences shows its table")
  func table() async throws {
    try await TestFolder.temporary { folder in
      let visit = try await Chromium.visit(Self.open(folder) + [.text("#causes .cause")], in: folder)
      let cause = try #require(visit.values.last?.string)
      for part in ["/tags/1", #""bread""#, "create-todo-item.contract.json:"] {
        #expect(cause.contains(part), "\(cause)")
      }
    }
  }

  /// Counts the words with letters in an element that stand on more than one line.
  private static func brokenWords(_ selector: String) -> Chromium.Step {
    .evaluate(
      """
      (() => {
        const broken = [];
        for (const element of document.querySelectorAll("\(selector)")) {
          const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          for (let text = texts.nextNode(); text; text = texts.nextNode()) {
            for (const word of text.data.matchAll(/[\\w-]{2,}/g)) {
              const range = document.createRange();
              range.setStart(text, word.index);
              range.setEnd(text, word.index + word[0].length);
              if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) broken.push(word[0]);
            }
          }
        }
        return broken;
      })()
      """)
  }

  @Test("on a narrow screen, no word of the matrix breaks, and no id breaks at a hyphen", arguments: [320, 375, 480])
  func words(width: Int) async throws {
    try await TestFolder.temporary { folder in
      let visit = try await Chromium.visit(
        Self.open(folder, before: [.screen(width, "light")]) + [
          Self.brokenWords("#matrix tbody th, #matrix td"),
          Self.brokenWords(".where a, .others a, .row .name, .group h3"),
          .evaluate("document.documentElement.scrollWidth <= innerWidth"),
        ], in: folder)
      #expect(visit.complaints == [])
      let values = visit.values.suffix(3).map(\.self)
      #expect(values[0].text == "[]")
      #expect(values[1].text == "[]")
      #expect(values[2] == true)
    }
  }

  @Test("the navigation uses the words of the headings")
  func navigation() async throws {
    try await TestFolder.temporary { folder in
      func texts(_ text: String) -> Chromium.Step {
        .evaluate("[...document.querySelectorAll('#parts a')].map((link) => \(text).textContent)")
      }
      let visit = try await Chromium.visit(
        Self.open(folder) + [texts("link.firstChild"), texts("at(link.hash.slice(1)).querySelector('h2')")], in: folder)
      #expect(visit.values[2] == visit.values[3])
      #expect(visit.values[2] == ["Causes", "Matrix", "Notes", "Scenarios"])
    }
  }

  @Test(
    "after filtering, and after a link, the bar hides nothing of what is shown",
    arguments: [375, 700, 900, 1280])
  func bar(width: Int) async throws {
    try await TestFolder.temporary { folder in
      let hidden = """
        (selector) => {
          const [bar, one] = [at("tools"), document.querySelector(selector)].map((one) => one.getBoundingClientRect());
          const top = one.top;
          return getComputedStyle(at("tools")).position === "sticky" && bar.bottom > top + 1;
        }
        """
      func filter(_ text: String) -> Chromium.Step {
        .evaluate(
          """
          scrollTo({ top: 600, behavior: "instant" });
          at("filter").value = "\(text)";
          at("filter").dispatchEvent(new Event("input"));
          """)
      }
      let visit = try await Chromium.visit(
        Self.open(folder, before: [.screen(width, "light")]) + [
          filter("well-known"), .evaluate("(\(hidden))('#causes h2')"), .evaluate("(\(hidden))('.cause')"),
          filter(""), .evaluate("document.documentElement.style.scrollBehavior = 'auto'; location.hash = '#scenarios'"),
          .evaluate(
            """
            new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
              done((\(hidden))("#scenarios h2"));
            })))
            """),
        ], in: folder)
      #expect(visit.complaints == [])
      #expect([4, 5, 8].map { visit.values[$0] } == [false, false, false])
    }
  }

  @Test("columns of sentences are at the left, with their headings")
  func columns() async throws {
    try await TestFolder.temporary { folder in
      let visit = try await Chromium.visit(
        Self.open(folder) + [
          .evaluate(
            """
            (() => {
              const table = drawTable(["entry", "scenarios", "why"], [1], () =>
                make("tr", "", rowHead("a", "b"), make("td", "", "1"), make("td", "words", "because")), "entry")[0];
              document.body.append(table);
              return [...table.querySelectorAll("th, td")].map((cell) => getComputedStyle(cell).textAlign);
            })()
            """)
        ], in: folder)
      #expect(visit.complaints == [])
      #expect(visit.values[2] == ["left", "center", "left", "left", "center", "left"])
    }
  }
}
