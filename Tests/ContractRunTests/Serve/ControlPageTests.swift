import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("The control page, in a browser", .slow, .serialized, .enabled(if: Chromium.isThere, Chromium.absence))
struct ControlPageTests {
  private typealias Fixture = ServeFixture

  private static func write(to folder: URL) throws {
    let scenarios = [
      Fixture.scenario("some", #""body": { "json": [1] }"#),
      Fixture.scenario("teapot <b>", #""status": 202"#),
      Fixture.scenario("down", kind: "networkError", #""error": "cannotConnectToHost""#),
    ]
    try folder.write(
      Fixture.contract("list", shape: #""headers": { "X-Key": "k" }"#, scenarios: scenarios.joined(separator: ",")),
      to: "specs/things/list.contract.json")
    for number in 1...4 {
      try folder.write(
        Fixture.contract("other \(number)", "GET", "/others/\(number)", scenarios: Fixture.scenario("one")),
        to: "specs/others/\(number).contract.json")
    }
  }

  private static let list = "#endpoints .endpoint[data-contract='things/list']"
  private static let isOn = "document.querySelector(`\(list) .state b`) !== null"

  /// Loads the page, and waits until it shows the contracts.
  private static func open(_ server: ServeProcess) -> [Chromium.Step] {
    [
      .go("\(server.origin)/__contract"),
      .wait("document.querySelectorAll('#endpoints .endpoint').length === 5"),
    ]
  }

  private static func choice(_ scenario: String) -> String { "\(list) input[data-scenario='\(scenario)']" }

  /// Fetches a target from inside the page, and returns the status.
  private static func status(_ target: String, _ settings: String = "{}") -> Chromium.Step {
    .evaluate("fetch('\(target)', \(settings)).then((answer) => answer.status)")
  }

  /// Fetches a target from a server that may end before it answers.
  private static func lastRequest(_ target: String) -> Chromium.Step {
    .evaluate("fetch('\(target)').catch(() => null).then(() => null)")
  }

  @Test("characters that nobody sees appear as escapes, and a scenario with them can be chosen")
  func hidden() async throws {
    try await TestFolder.temporary { folder in
      let name = "gpj\u{202E}exe\u{200B}\u{E0041} 👨\u{200D}👩"
      try folder.write(
        Fixture.contract("list \u{2066}", scenarios: Fixture.scenario(name)), to: "specs/list.contract.json")
      try await ServeProcess.run(in: folder) { server in
        let visit = try await Chromium.visit(
          [
            .go("\(server.origin)/__contract"),
            .wait("document.querySelectorAll('#endpoints .endpoint').length === 1"),
            .click("#endpoints input[data-scenario]"), .wait("document.querySelector('.state b') !== null"),
            .text(".state"), .text("#endpoints"),
          ], in: folder)
        #expect(visit.complaints == [])
        #expect(visit.values[4].string?.hasSuffix(#"gpj\u202eexe\u200b\udb40\udc41 "# + "👨\u{200D}👩") == true)
        #expect(visit.values[5].string?.contains(#"list \u2066"#) == true)
      }
    }
  }

  @Test("a click on a scenario makes it answer the next request, and the page shows the request's verdict")
  func choosing() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      try await ServeProcess.run(in: folder) { server in
        let good = Self.status("/v1/things", "{ headers: { 'X-Key': 'k' } }")
        let visit = try await Chromium.visit(
          Self.open(server) + [
            .text("#log"), good, .text("#apis"), .click(Self.choice("teapot <b>")), .wait(Self.isOn),
            .text("\(Self.list) .state"), good, Self.status("/v1/things?text=<script>alert(1)</script>"),
            .wait("document.querySelectorAll('#log details').length === 3"),
            .click("#log details:first-child summary"), .text("#log details:first-child"),
            .evaluate("document.querySelectorAll('#log script, #log b, #endpoints .name b').length"),
            .evaluate("document.querySelector(`\(Self.choice("down"))`).disabled"),
            .click("#reset"), .wait("!(\(Self.isOn))"), good, .text("#link"),
          ], in: folder)
        #expect(visit.complaints == [])
        #expect(visit.values[2].string == "")
        #expect(visit.values[3].number?.int == 200)
        // One click chooses a scenario, and the page says which API it answers for.
        expectText(
          visit.values[4].string?.replacing(server.origin, with: "ORIGIN"), is: "ORIGIN/v1 for http://api.invalid/v1")
        expectText(visit.values[7].string, is: "Chosen: teapot <b>")
        #expect(visit.values[8].number?.int == 202)
        #expect(visit.values[9].number?.int == 202)
        let shown = try #require(visit.values[12].string)
        #expect(shown.contains("✗"))
        expectText(shown, has: "/v1/things?text=%3Cscript%3Ealert(1)%3C/script%3E")
        expectText(
          shown, has: #"query item "text": expected no such item, got "<script>alert(1)</script>", and 1 more"#)
        expectText(shown, has: "  contract  specs/things/list.contract.json:3:65 /request/headers/X-Key\n")
        expectText(shown, has: "things/list/teapot <b>")
        #expect(visit.values[13].number?.int == 0)
        #expect(visit.values[14].bool == true)
        #expect(visit.values[17].number?.int == 200)
        #expect(visit.values[18].string == "connected")
      }
    }
  }

  @Test("the page shows the content of a request as text, whatever it contains")
  func text() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      try await ServeProcess.run(in: folder) { server in
        let evil = #"<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>"#
        _ = try await server.request("GET", "/v1/things/\(evil.filter { $0 != " " })", ["X-Evil: \(evil)"], body: evil)
        _ = try await server.request("GET", "/v1/things", ["X-Key: \(evil)", "X-Contract-Scenario: \(evil)"])
        _ = try await server.request("GET", "/v1/things", ["X-Key: \(evil)", "X-Evil: \(evil)"], body: evil)
        let visit = try await Chromium.visit(
          [
            .go("\(server.origin)/__contract"), .wait("document.querySelectorAll('#log details').length === 3"),
            .evaluate("for (const one of document.querySelectorAll('#log details')) one.open = true"),
            .wait("document.querySelectorAll('#log .exchange').length === 3"),
            .text("#log"), .evaluate("document.title"),
            .evaluate("document.querySelectorAll('#log img, #log script').length"),
          ], in: folder)
        #expect(visit.complaints == [])
        #expect(visit.values[4].string?.contains("X-Evil: \(evil)") == true)
        expectText(visit.values[5].string, is: "api.invalid · contract-run serve")
        #expect(visit.values[6].number?.int == 0)
      }
    }
  }

  @Test("the keyboard alone is enough to filter and to choose")
  func keyboard() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      try await ServeProcess.run(in: folder) { server in
        let focused = "document.activeElement.closest('details')?.dataset.contract ?? document.activeElement.id"
        let visit = try await Chromium.visit(
          Self.open(server) + [
            // The links to the two parts come first. The button is disabled while nothing is chosen.
            .type("Tab"), .type("Tab"), .type("Tab"), .evaluate(focused), .type("teapot"),
            .evaluate("[...document.querySelectorAll('#endpoints .endpoint')].filter((one) => !one.hidden).length"),
            // The folder comes before its endpoints.
            .type("Tab"), .type("Tab"), .evaluate(focused), .type("Tab"),
            .evaluate(Self.slowFirstPost),
            .type("ArrowDown"), .type("ArrowDown"),
            .wait("document.querySelector(`\(Self.list) .state b`)?.innerText === 'teapot <b>'"),
            .evaluate("document.activeElement.dataset.scenario"), .evaluate("fetched.join(' ')"),
          ], in: folder)
        #expect(visit.complaints == [])
        #expect(visit.values[5].string == "filter")
        #expect(visit.values[7].number?.int == 1)
        #expect(visit.values[10].string == "things/list")
        #expect(visit.values[16].string == "teapot <b>")
        // The first choice was slow, and the second one waited for it.
        #expect(visit.values[17].string == "begin end begin end")
      }
    }
  }

  /// Makes the page's first POST slow, as on a busy machine, and notes when each POST begins and ends.
  private static let slowFirstPost = """
    (() => {
      const real = window.fetch;
      window.fetched = [];
      window.fetch = async (address, options) => {
        if (options?.method !== "POST") return real(address, options);
        fetched.push("begin");
        if (fetched.length === 1) await new Promise((done) => setTimeout(done, 500));
        const answer = await real(address, options);
        fetched.push("end");
        return answer;
      };
    })()
    """

  @Test("the page shows a changed file and a stopped server without a reload, and keeps the choice and the open parts")
  func living() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      let port = try ServeProcess.lastingPort()
      try await ServeProcess.run(["--port", "\(port)", "specs"], in: folder) { server in
        // The page cannot change files, and this test cannot act on the page between two steps. So each waits for the
        // other.
        let file = "specs/things/list.contract.json"
        let text = try #require(folder.text(file))
        let steps =
          Self.open(server) + [
            .click("\(Self.list) summary"), Self.status("/v1/ready"),
            .wait("!document.getElementById('problems').hidden"), .text("#problem-list"), Self.status("/v1/broken"),
            .wait("document.querySelector(`\(Self.choice("new"))`) !== null"),
            .evaluate("document.querySelector(`\(Self.list)`).open"),
            .evaluate("document.getElementById('problems').hidden"), Self.lastRequest("/v1/fixed"),
            // A server that was started again counts from 1.
            .wait("document.querySelector('#log')?.innerText.includes('/v1/again')"),
            .evaluate("document.querySelectorAll('#log details').length"), Self.lastRequest("/v1/last"),
            .wait("document.getElementById('link').className === 'lost'"), .text("#link"),
          ]
        let visit = Task { try await Chromium.visit(steps, in: folder) }
        let isReady = await condition { server.command.output.contains("GET /v1/ready") }
        #expect(isReady)
        try folder.write(String(text.dropLast(3)), to: file)
        let isBroken = await condition { server.command.output.contains("GET /v1/broken") }
        #expect(isBroken)
        try folder.write(text.replacingOccurrences(of: #""name": "some""#, with: #""name": "new""#), to: file)
        let isFixed = await condition { server.command.output.contains("GET /v1/fixed") }
        #expect(isFixed)
        server.command.send(SIGTERM)
        let ended = await server.command.end()
        #expect(ended.status == 0)
        let values = try await ServeProcess.run(["--port", "\(port)", "specs"], in: folder) { again in
          _ = try await again.request("GET", "/v1/again")
          let isLast = await condition { again.command.output.contains("GET /v1/last") }
          #expect(isLast)
          again.command.send(SIGTERM)
          return try await visit.value.values
        }
        expectText(values[5].string, begins: "specs/things/list.contract.json:")
        #expect(values[8].bool == false)
        #expect(values[9].bool == true)
        #expect(values[12].number?.int == 1)
        expectText(values[15].string, is: "the server is not reachable; trying again")
      }
    }
  }

  @Test("nothing is wider than the screen from 375 to 1440 pixels, and the dark scheme is dark")
  func widths() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      let long = String(repeating: "long", count: 60)
      try folder.write(
        Fixture.contract(long, "GET", "/\(long)", scenarios: Fixture.scenario("\(long) \(long)")),
        to: "specs/\(long.prefix(200)).contract.json")
      try await ServeProcess.run(in: folder) { server in
        _ = try await server.request("GET", "/v1/\(long)", ["X-\(long): \(long)"], body: long)
        _ = try await server.request("GET", "/v1/nothing?\(long)=\(long)")
        let width = """
          `${innerWidth}${document.documentElement.scrollWidth > document.documentElement.clientWidth ? " too wide" : ""}`
          """
        let ground = "getComputedStyle(document.body).backgroundColor"
        let visit = try await Chromium.visit(
          [
            .go("\(server.origin)/__contract"), .wait("document.querySelectorAll('#log details').length === 2"),
            .evaluate("for (const one of document.querySelectorAll('details')) one.open = true"),
            .screen(375, "light"), .evaluate(width), .evaluate(ground),
            .screen(959, "light"), .evaluate(width), .screen(960, "light"), .evaluate(width),
            .screen(1440, "dark"), .evaluate(width), .evaluate(ground),
          ], in: folder)
        #expect(visit.complaints == [])
        #expect([4, 7, 9, 11].map { visit.values[$0].string } == ["375", "959", "960", "1440"])
        expectText(visit.values[5].string, is: "rgb(246, 247, 249)")
        expectText(visit.values[12].string, is: "rgb(17, 20, 24)")
      }
    }
  }

  @Test("a page of another origin reads the API with its own headers, but cannot read or change the control page")
  func otherOrigin() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      try await ServeProcess.run(in: folder) { server in
        try await ServeProcess.run(in: folder) { other in
          func choose(_ mode: String, _ type: String) -> Chromium.Step {
            .evaluate(
              """
              fetch("\(server.origin)/__contract/choose", {
                method: "POST", mode: "\(mode)", headers: { "Content-Type": "\(type)" },
                body: JSON.stringify({ contract: "things/list", scenario: "teapot <b>" }),
              }).then((answer) => answer.type, () => "refused")
              """)
          }
          let settings = "{ headers: { 'X-Key': 'k', 'X-Contract-Scenario': 'teapot <b>' } }"
          // An answer of the other server's API is a page without a content security policy.
          let visit = try await Chromium.visit(
            [
              .go("\(other.origin)/v1/others/1"), Self.status("\(server.origin)/v1/things", settings),
              choose("no-cors", "text/plain"), choose("cors", "application/json"),
              .evaluate("fetch('\(server.origin)/__contract/state').then(() => 'read', () => 'refused')"),
              Self.status("\(server.origin)/v1/things"),
            ], in: folder)
          #expect(visit.values[1].number?.int == 202)
          #expect(visit.values[2].string == "opaque" || visit.values[2].string == "refused")
          #expect(visit.values[3].string == "refused")
          #expect(visit.values[4].string == "refused")
          #expect(visit.values[5].number?.int == 200)
        }
      }
    }
  }
}
