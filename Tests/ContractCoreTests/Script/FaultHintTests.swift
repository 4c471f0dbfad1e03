import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Hints about a request that comes after a fault")
struct FaultHintTests {
  private static let renew = #""renew": {"method": "POST", "path": "/token", "body": {"json": {"user": "u"}}}"#
  private static let exchanges = """
    {"name": "list", "request": {"method": "GET", "path": "/list"}, "response": {"kind": "valid"}},
    {"name": "item", "request": {"method": "GET", "path": "/item"}, "response": {"kind": "valid", "body": {"json": 1}}}
    """

  /// Returns the first reason against a client that sends another request after a fault.
  private func reason(
    _ name: String, variations: String = #"{"statusError": {"failure": "any"}}"#, body: String? = #"{"user": "u"}"#,
    path: String = "/token"
  ) throws -> Reason? {
    let fixture = try VariationFixture(
      exchanges: Self.exchanges, expect: #"{"success": 1}"#,
      declaring: #""requests": {\#(Self.renew)}, "variations": \#(variations)"#)
    let variation = try #require(fixture.list(on: .memory).played.first { $0.name == name })
    let script = Script(
      try fixture.varied(variation), of: fixture.contract, transport: .memory, seesOtherHosts: true)
    func send(_ method: String, _ path: String, _ body: String? = nil) {
      let headers = body == nil ? [] : [Headers.Line("Content-Type", "application/json")]
      _ = script.reply(
        to: CapturedRequest(
          method: method, url: "http://localhost/v1\(path)", headers: Headers(headers),
          body: body.map { Array($0.utf8) }))
    }
    send("GET", "/list")
    if variation.step == nil { send("GET", "/item") }
    send("POST", path, body)
    script.finish(.failure(["category": "status"], values: nil))
    return script.verdict().reasons.first
  }

  @Test("after a fault at the last answer, recovery and except are named, and the named request that it is")
  func last() throws {
    expectText(
      try reason("status 401, valid body")?.text,
      is: """
        unexpected request 3 (2 were described): POST http://localhost/v1/token
          contract  todo.contract.json:3:1 /scenarios/0/exchanges/1
          expected  2 requests
          actual    POST http://localhost/v1/token
                    Content-Type: application/json

                    {"user": "u"}
          answered  500, by contract-run itself: the contract describes no response to it
          nearest   request 3 matches "renew" of the contract's `requests`
                    todo.contract.json:1:134 /requests/renew
          next      fix the client, or describe what it sends in `recovery` of the contract's `variations`: {"request": "renew", "response": …}
          or        if it is right to do something else after this fault, leave it out: "except": {"401": false} in "statusError" of `variations`
        """)
  }

  @Test("after a fault at an earlier exchange too, and except has the name that it accepts")
  func step() throws {
    let variations = #"{"statusError": {"failure": "any"}, "steps": true}"#
    let text = try reason("list: status 401", variations: variations)?.text
    expectText(text, has: #"matches "renew" of the contract's `requests`"#)
    let except = #""except": {"list: status 401": false}"#
    expectText(text, has: #"\#(except) in "statusError" of `variations`"#)
    let excepted = try VariationFixture(
      exchanges: Self.exchanges, expect: #"{"success": 1}"#,
      declaring: #""variations": {"statusError": {"failure": "any", \#(except)}, "steps": true}"#)
    #expect(!excepted.list(on: .memory).played.contains { $0.name == "list: status 401" })
  }

  @Test("a request that is near a named one, and not one that is nearer to an exchange")
  func near() throws {
    let near = try reason("status 401, valid body", body: #"{"user": "x"}"#)
    #expect(near?.nearest?.name == "renew" && near?.nearest?.differs == ["body"])
    // With it in `recovery`, the request would still be another one.
    expectText(near?.text, has: "or describe what it sends in `recovery` of the contract's `variations`\n")
    let other = try reason("status 401, valid body", path: "/some/thing/else")
    #expect(other?.nearest?.name == nil)
  }

  @Test("what is left out covers all variations of a status, and has a place, also in a contract without families")
  func wholeStatus() throws {
    let excepted = try VariationFixture(
      exchanges: Self.exchanges, expect: #"{"success": 1}"#,
      declaring: #""variations": {"statusError": {"failure": "any", "except": {"401": false}}}"#)
    let names = excepted.list(on: .memory).played.map(\.name)
    #expect(!names.contains { $0.hasPrefix("status 401") } && names.contains("status 403"))
    expectText(
      try reason("status 401, valid body", variations: "true")?.text,
      has: #"leave it out: "except": {"401": false} in "statusError" of `variations`"#)
  }
}
