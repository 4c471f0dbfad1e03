import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

// Causes of what a contract must say more than once, and of what it says once for multiple values.
extension CausesTests {
  @Test("a list whose elements are not escaped is one cause, however many elements it has")
  func unescapedElements() throws {
    let fixture = try VariationFixture(
      request: """
        {"method": "GET", "path": "/a", "query": {
          "ids": {"separator": ",", "elements": ["home", "work"]}, "tags": ["red", "blue"]}}
        """,
      scenario: #""input": {"ids": ["home", "work"], "tags": ["red", "blue"]}, "#, expect: #"{"success": 1}"#,
      declaring: #""variations": {"hostile": true}"#)
    func escaped(_ text: String) -> String {
      text.utf8.map { "%" + Hexadecimal.text(UInt32($0), width: 2) }.joined()
    }
    /// Returns how many variations each cause has.
    func causes(_ encode: (String) -> String, _ encodeTag: (String) -> String) throws -> [Int] {
      let results = try fixture.list(on: .memory).played.map { variation in
        let scenario = try fixture.varied(variation)
        let script = Script(scenario, of: fixture.contract, transport: .memory)
        func texts(_ name: String) -> [String] { scenario.input[name]?.array?.compactMap(\.string) ?? [] }
        let query = ["ids=" + texts("ids").map(encode).joined(separator: ",")]
        let tags = texts("tags").map { "tags=" + encodeTag($0) }
        let target = (query + tags).joined(separator: "&")
        _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/a?\(target)"))
        script.finish(.success(1))
        return ScenarioResult(of: scenario, in: fixture.contract, client: "c", on: .memory, script.verdict())
      }
      return Causes(of: results.filter { $0.verdict.status == .failed }).all.map(\.results.count)
    }
    #expect(try causes(escaped, escaped) == [])
    let one = try causes({ $0 }, escaped)
    #expect(one.count == 1 && (one.first ?? 0) > 6, "\(one)")
    // Each of these values has a place of its own.
    #expect(try causes(escaped) { $0 }.count == 2)
  }

  @Test(
    "attempts do not help a scenario that fails as it is written, and its cause says so",
    arguments: [("GET", ""), ("POST", "if it is safe to send this POST again, ")])
  func repeatsAsWritten(_ method: String, condition: String) throws {
    let contract = try VariationFixture.contract(
      #"""
      "request": {"method": "\#(method)", "path": "/a"}, "variations": {"statusError": {"failure": "any"}},
      "scenarios": [
        {"name": "ok", "response": {"kind": "valid", "body": {"json": 1}}, "expect": {"success": 1}},
        {"name": "busy", "response": {"kind": "statusError", "status": 503}, "expect": {"failure": "any"}}]
      """#)
    let rules = try #require(contract.variations)
    let (ok, busy) = (contract.scenarios[0], contract.scenarios[1])
    func play(_ scenario: Scenario) -> ScenarioResult {
      let script = Script(scenario, of: contract, transport: .memory)
      for _ in 0..<2 { _ = script.reply(to: CapturedRequest(method: method, url: "http://localhost/v1/a")) }
      script.finish(.failure(["type": "Busy"], values: nil))
      return ScenarioResult(of: scenario, in: contract, client: "c", on: .memory, script.verdict())
    }
    let varied = play(try ok.varied(by: .status(503, .none), rules))
    func next(_ results: [ScenarioResult]) throws -> String? {
      let causes = Causes(of: results).all
      #expect(causes.count == 1)
      return causes.first?.reason.text.split(separator: "\n").last.map(String.init)
    }
    let advice =
      "  next      fix the client, or \(condition)write \"attempts\": 2, or more, into the contract's `variations`"
    expectText(try next([varied]), is: advice)
    expectText(
      try next([play(busy), varied]),
      is: advice + ", and the repeats of each scenario that fails unchanged into its `exchanges`")
  }
}
