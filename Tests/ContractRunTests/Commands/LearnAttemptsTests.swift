import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("Rules that learn does not propose", .slow, .enabled(if: Python.isThere, Python.absence))
struct LearnAttemptsTests {
  private static let file = "specs/shop.contract.json"
  private static let nothing = "nothing to learn: 1 scenario has an expectation and a request\n"

  /// A client with what it sends in each attempt.
  ///
  /// - Parameters:
  ///   - attempts: How often it sends the request if the status is 429 or 503.
  ///   - next: What it sends after an attempt that failed; by default the same.
  private static func client(_ attempts: Int = 2, login: String = "", next: String = "pass") -> String {
    """
    def send(call, path, data=None):
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(urllib.request.Request(call.base_url + path, data=data), timeout=3) as response:
            return json.loads(response.read().decode())["cents"]

    @driver.operation
    def shop(call):
        path = "/prices"
        if not set(call.argument("article", str)) <= set("tea"):
            raise ValueError("no article")
        \(login)
        for attempt in range(\(attempts)):
            try:
                return send(call, path)
            except urllib.error.HTTPError as error:
                if attempt == \(attempts - 1) or error.code not in (429, 503):
                    raise
                \(next)
    """
  }

  private static let valid = #""response": { "kind": "valid", "body": { "json": { "cents": 450 } } }"#
  private static let prices = #"{ "request": { "method": "GET", "path": "/prices" }, \#(valid) }"#

  private static func login(_ members: String = "") -> String {
    #"{ "name": "login", "request": { "method": "POST", "path": "/login", "body": { "$any": true } }, \#(members)\#(valid) },"#
  }

  /// Returns what `learn` prints about a client.
  private func learn(
    _ client: String, rules: String = #""variations": { "statusError": { "failure": "any" } }"#, before: String = ""
  ) async throws -> BuiltCommand.Ended {
    try await TestFolder.temporary { folder in
      try folder.write(
        """
        {
          "contract": 1,
          "endpoint": "shop",
          "input": { "article": "tea" },
          \(rules),
          "scenarios": [
            { "name": "found", "exchanges": [\(before) \(Self.prices)], "expect": { "success": 450 } }
          ]
        }

        """, to: Self.file)
      try folder.writePythonDriver(client)
      return try await contractRun(["learn", "specs", "--"] + Python.ownDriver, in: folder)
    }
  }

  @Test("another request after an error is not an attempt")
  func fallback() async throws {
    for next in [#"path = "/fallback""#, #"path = "/prices?page=2""#] {
      let ended = try await learn(Self.client(next: next))
      #expect(ended.status == 0)
      expectText(ended.output, is: Self.nothing)
    }
  }

  @Test("more than ten attempts are rather a mistake than a rule", arguments: [12, 130])
  func many(attempts: Int) async throws {
    let ended = try await learn(Self.client(attempts))
    #expect(ended.status == 1)
    let what =
      attempts > 100
      ? "more than 100 times after an error; fix the client"
      : "up to 12 times after an error; fix the client, or write \"attempts\": 12"
    expectText(ended.output, is: "\(Self.nothing)✗ shop: the client sends the request \(what)\n")
  }

  @Test("attempts are not proposed if they would also allow a POST before, unless that says whether it may come again")
  func steps() async throws {
    let client = Self.client(login: #"send(call, "/login", b"{}")"#)
    let rules = #""variations": { "statusError": { "failure": "any" }, "steps": true }"#
    let refused = try await learn(client, rules: rules, before: Self.login())
    #expect(refused.status == 1)
    expectText(
      refused.output,
      has:
        #"✗ shop: the client sends the request up to 2 times after an error, but with "steps", it could then send the POST of "login" as often, and a server may act on each: write "idempotent" into that exchange, and "attempts": 2"#
    )
    for (rules, members) in [(rules, #""idempotent": false, "#), (rules.replacing(#", "steps": true"#, with: ""), "")] {
      let proposed = try await learn(client, rules: rules, before: Self.login(members))
      expectText(
        proposed.output, has: #"note: shop: the client sends the request up to 2 times after an error: "attempts": 2"#)
    }
  }

  @Test("the name of a string replaces the names of its values")
  func covered() async throws {
    let ended = try await learn(
      Self.client(1),
      rules: #""variations": { "hostile": { "except": ["/article: emoji", "/x", "/article: space"] } }"#,
      before: #"{ "request": { "method": "GET", "path": "/prices/tea" }, \#(Self.valid) }, "#)
    expectText(ended.output, has: #""hostile": { "except": ["/x", "/article"] }"#)
  }
}
