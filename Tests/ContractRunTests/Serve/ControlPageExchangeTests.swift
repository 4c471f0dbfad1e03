import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("The control page, in a browser: answers", .slow, .serialized, .enabled(if: Chromium.isThere, Chromium.absence))
struct ControlPageExchangeTests {
  private typealias Fixture = ServeFixture

  private static let list = "#endpoints .endpoint[data-contract='things/list']"
  /// The scenario that the tests look at.
  private static let created = "\(list) .option:has([data-scenario='created +1'])"

  /// Starts a server with a folder of one endpoint and a folder of many, and visits its page.
  private static func visit(
    _ steps: (_ origin: String) -> [Chromium.Step], verify: (Chromium.Visit) throws -> Void
  ) async throws {
    try await TestFolder.temporary { folder in
      let scenarios = [
        Fixture.scenario("created +1", #""status": 201, "body": { "json": { "id": 7 } }"#),
        Fixture.scenario("late", kind: "networkError", #""error": "networkConnectionLost""#),
      ]
      try folder.write(
        Fixture.contract(
          "list", "POST", shape: #""headers": { "Cookie": "a=b" }, "body": { "json": { "title": "it's" } }"#,
          scenarios: scenarios.joined(separator: ",")), to: "specs/things/list.contract.json")
      for number in 1...20 {
        try folder.write(
          Fixture.contract("other \(number)", "GET", "/others/\(number)", scenarios: Fixture.scenario("one")),
          to: "specs/others/\(number).contract.json")
      }
      try await ServeProcess.run(in: folder) { server in
        let opened: [Chromium.Step] = [
          .go("\(server.origin)/"), .wait("document.querySelectorAll('#endpoints .endpoint').length === 21"),
        ]
        let visit = try await Chromium.visit(opened + steps(server.origin), in: folder)
        #expect(visit.complaints == [])
        try verify(visit)
      }
    }
  }

  @Test("a browser that opens the server gets the page; many endpoints are folded, and the filter opens what it finds")
  func folding() async throws {
    let open = """
      [...document.querySelectorAll('#endpoints .group')].filter((one) => one.open && !one.hidden)
        .map((one) => one.dataset.folder).join(' ')
      """
    let filter = "document.getElementById('filter')"
    try await Self.visit { _ in
      [
        .evaluate("location.pathname"), .evaluate(open), .click("[data-folder='others'] > summary"), .evaluate(open),
        .click("#filter"), .type("created"), .evaluate(open),
        .evaluate("\(filter).value = ''; \(filter).dispatchEvent(new Event('input'))"), .evaluate(open),
      ]
    } verify: { visit in
      #expect([2, 3, 5, 8, 10].map { visit.values[$0].string } == ["/__contract", "", "others", "things", "others"])
    }
  }

  /// Makes the server slow to answer the page's own requests, as on a busy machine. The next request for the state then
  /// always waits for the last one.
  private static let slowState = """
    (() => {
      const real = window.fetch;
      window.fetch = async (address, options) => {
        if (String(address).endsWith("/state")) await new Promise((done) => setTimeout(done, 1500));
        return real(address, options);
      };
    })()
    """

  @Test("a scenario shows its request as curl with its answer, and can be tried with another request")
  func trying() async throws {
    let body = "document.querySelectorAll(`\(Self.created) .try textarea`)[1]"
    let entry = "#log details:first-child"
    try await Self.visit { _ in
      [
        .click("[data-folder='things'] > summary"), .click("\(Self.list) summary"), .click("\(Self.created) .show"),
        .wait("document.querySelector(`\(Self.created) .exchange`) !== null"), .text("\(Self.created) .panel"),
        .click("\(Self.created) .try summary"),
        .evaluate("\(body).value = '{\"title\": \"no\"}'; \(Self.slowState)"),
        .click("\(Self.created) .try button"),
        .wait("document.querySelector(`\(entry) .exchange`) !== null"), .text(entry), .text("\(Self.created) .try p"),
        .text("\(Self.list) > summary .hits"), .text("\(Self.created) .hits"),
        .click("#clear"), .wait("document.querySelector('#log details') === null"),
        .text("\(Self.list) > summary .hits"),
      ]
    } verify: { visit in
      let shown = try #require(visit.values[6].string)
      expectText(shown, has: "Cookie: a=b")
      expectText(shown, has: #"curl -i -X POST"#)
      expectText(shown, has: #"-H 'X-Contract-Scenario: things/list/created%20+1'"#)
      expectText(shown, has: #"--data-binary '{"title":"it'\''s"}' 'http://"#)
      expectText(shown, has: #"{ "id": 7 }"#)
      let tried = try #require(visit.values[11].string)
      expectText(tried, has: "unexpected body at /title")
      expectText(tried, has: #"{ "id": 7 }"#)
      expectText(visit.values[12].string, is: "answered 201; a page cannot send Cookie")
      expectText(visit.values[13].string, is: "1 request")
      expectText(visit.values[14].string, is: " · 1 request")
      #expect(visit.values[17].string == "")
    }
  }
}
