import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

@Suite("A scenario that is not learned yet")
struct NotLearnedTests {
  private func contract(_ members: String, _ scenario: String) throws -> Contract {
    return try Contract.read(
      """
      {
        "contract": 1, "endpoint": "thing", \(members)
        "scenarios": [{"name": "s", \(scenario)}]
      }
      """)
  }

  private static let request = #""request": {"method": "GET", "path": "/a"},"#
  private static let valid = #""response": {"kind": "valid"}"#

  private func verdict(
    _ contract: Contract, _ requests: [CapturedRequest], _ outcome: Outcome = .success(["id": 1]),
    on transport: Transport = .memory
  ) -> Verdict {
    let script = Script(contract.scenarios[0], of: contract, transport: transport)
    for request in requests { #expect(script.reply(to: request).kind == .status(200)) }
    script.finish(outcome)
    return script.verdict()
  }

  private let get = CapturedRequest(method: "GET", url: "http://localhost/a")

  @Test("without an expectation, the client is called, and the scenario is errored with what the client returned")
  func expectation() throws {
    let contract = try contract(Self.request, Self.valid)
    #expect(!contract.scenarios[0].isLearned)
    let verdict = verdict(contract, [get])
    #expect(verdict.status == .errored)
    #expect(verdict.reasons.map(\.code) == ["notLearned"])
    expectText(
      verdict.reasons[0].text,
      is: """
        not learned: the contract has no `expect` for this scenario
          contract  todo.contract.json:3:26 /scenarios/0/name
          returned  success {"id":1}
          next      contract-run learn --write --filter "todo/s"
        """)
  }

  @Test("without a request, any request gets the response, and the scenario is errored with what the client sent")
  func request() throws {
    let contract = try contract("", #"\#(Self.valid), "expect": {"success": {"id": 1}}"#)
    let verdict = verdict(contract, [CapturedRequest(method: "PUT", url: "http://localhost/anything?x=1")])
    #expect(verdict.status == .errored)
    expectText(
      verdict.reasons.map(\.text).joined(separator: "\n"),
      is: """
        not learned: the contract has no `request` for this scenario
          contract  todo.contract.json:3:26 /scenarios/0/name
          sent      PUT http://localhost/anything?x=1
          next      contract-run learn --write --filter "todo/s"
        """)
  }

  @Test("what the contract describes is judged even so")
  func judged() throws {
    let noRequest = try contract("", #"\#(Self.valid), "expect": {"success": {"id": 2}}"#)
    let differs = verdict(noRequest, [get]).reasons
    #expect(differs.map(\.code) == ["mismatch", "notLearned"])
    #expect(differs[1].text.contains("next      contract-run learn"))
    let noExpectation = try contract(Self.request, Self.valid)
    let post = CapturedRequest(method: "POST", url: "http://localhost/a")
    #expect(verdict(noExpectation, [post]).reasons.map(\.code) == ["mismatch", "notLearned"])
    // Only one request is described, even if nobody knows which.
    let script = Script(noRequest.scenarios[0], of: noRequest, transport: .memory)
    _ = script.reply(to: get)
    _ = script.reply(to: get)
    script.finish(.success(["id": 2]))
    // What the client does wrong is not learned, so this is not the next step.
    let unexpected = script.verdict().reasons
    #expect(unexpected.map(\.code) == ["unexpectedRequest", "notLearned"])
    #expect(!unexpected[1].text.contains("next"))
  }

  @Test("a request that does not come is a mismatch, even if nothing describes it")
  func missing() throws {
    let contract = try contract("", Self.valid)
    let verdict = verdict(contract, [])
    #expect(verdict.reasons.map(\.code) == ["mismatch", "notLearned"])
    expectText(
      verdict.reasons[0].text,
      is: """
        missing request 1
          contract  todo.contract.json:3:43 /scenarios/0/response
          expected  a request
          actual    nothing
          note      the client sent nothing
        """)
  }

  @Test("other exchanges keep their requests")
  func exchanges() throws {
    let contract = try contract(
      "",
      #"""
      "exchanges": [
        {"request": {"method": "POST", "path": "/login"}, \#(Self.valid)},
        {\#(Self.valid)}
      ], "expect": {"success": {"id": 1}}
      """#)
    let login = CapturedRequest(method: "POST", url: "http://localhost/login")
    #expect(verdict(contract, [login, get]).reasons.map(\.code) == ["notLearned"])
    // Method and path differ.
    #expect(verdict(contract, [get, get]).reasons.map(\.code) == ["mismatch", "mismatch", "notLearned"])
  }

  @Test("an operation that the driver does not have is the only reason")
  func unsupported() throws {
    let contract = try contract("", Self.valid)
    #expect(verdict(contract, [], .unsupported()).reasons.map(\.code) == ["unsupported"])
  }

  @Test("with \"order\": \"any\", each exchange needs a request")
  func anyOrder() {
    let (_, diagnostics) = ContractReader.read(
      #"""
      {
        "contract": 1, "endpoint": "thing",
        "scenarios": [
          {"name": "s", "order": "any", "exchanges": [{"response": {"kind": "valid"}}], "expect": {"success": 1}}
        ]
      }
      """#)
    expectText(
      diagnostics.map(\.text).joined(separator: "\n"),
      is: #"""
        todo.contract.json:4:28: error: an exchange of the scenario "s" has no "request"
                {"name": "s", "order": "any", "exchanges": [{"response": {"kind": "valid"}}], "expect": {"success": 1}}
                                       ^~~~~
          note: with "order": "any", the request chooses the exchange that answers; describe the request of each exchange
        """#)
  }

  @Test("it runs on loopback too, even if the response is not HTTP")
  func loopback() throws {
    let contract = try contract("", #""response": {"kind": "nonHTTP"}"#)
    #expect(Transport.allCases.map(contract.scenarios[0].whySkipped) == [nil, nil])
  }

  @Test("a server cannot answer without knowing the request, and the linter has nothing to say")
  func linter() throws {
    var linter = Linter()
    linter.lint(try contract("", Self.valid))
    // Its kinds are not complete, and this is not the time to say so.
    #expect(linter.diagnostics.isEmpty)
    linter.lint(try contract(Self.request, #"\#(Self.valid), "expect": {"success": {"id": 1}}"#))
    #expect(linter.diagnostics.compactMap { $0.warning?.code } == ["missing-kind"])
  }
}
