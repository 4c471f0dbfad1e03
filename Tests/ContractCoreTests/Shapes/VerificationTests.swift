import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Scenarios as verify plays them")
struct VerificationTests {
  private static func contract(_ verify: String, scenario: String = "", request: String = "") throws -> Contract {
    try Contract.read(
      """
      { "contract": 1, "endpoint": "x", "operation": "get", "input": { "id": 7, "user": { "name": "a b", "tags": [1] } },
        "verify": \(verify),
        "request": { "method": "POST", "path": "/users/a%20b/7", "query": { "id": "7", "q": "x" },
          "headers": { "X-Id": "id 7;7000", "X-Name": "a b", "Authorization": "Bearer a b" },
          "body": { "json": { "id": 7, "name": "a b", "fixed": 1, "text": "for a b" } } \(request) },
        "scenarios": [{ "name": "s", \(scenario) "response": { "kind": "valid", "body": { "json": [{ "id": 1 }] } },
          "expect": { "success": [{ "id": 1, "name": "n" }] } }] }
      """)
  }

  @Test("the input is merged deeply, first the contract's and then the scenario's")
  func merged() throws {
    let contract = try Self.contract(
      #"{ "input": { "id": { "$env": "ID" }, "user": { "name": "c" } } }"#,
      scenario: #""verify": { "input": { "user": { "tags": [{ "$env": "TAG" }] }, "more": null } },"#)
    let verification = contract.scenarios[0].verification
    #expect(verification.variables(of: contract.scenarios[0].input) == ["ID", "TAG"])
    #expect(
      verification.applied(to: contract.scenarios[0].input, ["ID": "8", "TAG": "t"])
        == ["id": "8", "user": ["name": "c", "tags": ["t"]], "more": .null])
  }

  @Test("the request follows the input: in the path, the query, headers and the body")
  func request() throws {
    let contract = try Self.contract(#"{ "input": { "id": 8, "user": { "name": "c/d" } } }"#)
    let scenario = contract.scenarios[0].verified([:])
    let shape = try #require(scenario.exchanges[0].request)
    #expect(shape.path.value == "/users/{name}/{id}")
    func either(_ new: JSON, _ old: JSON) -> JSON { ["$anyOf": [new, old]] }
    // A segment can be a word of the path.
    #expect(shape.pathParameters.map { $0.patterns[0].json } == [either("c/d", "a b"), either("8", "7")])
    #expect(shape.query.map { $0.patterns[0].json } == ["8", "x"])
    #expect(
      shape.headers.map { $0.patterns[0].json } == ["id 7;7000", either("c/d", "a b"), ["$any": true]])
    guard case .json(let body)? = shape.body?.value else {
      Issue.record("the body is not JSON")
      return
    }
    #expect(
      body.json == ["id": 8, "name": "c/d", "fixed": 1, "text": either("for c/d", "for a b")])
  }

  @Test("what an input of another form adds is allowed, and what the request has stays")
  func otherForm() throws {
    let contract = try Self.contract(#"{ "input": { "user": { "tags": [1, 2] } } }"#)
    let shape = try #require(contract.scenarios[0].verified([:]).exchanges[0].request)
    #expect(shape.query.map(\.name) == ["id", "q"] && shape.otherQuery == .allowed)
    guard case .json(let body)? = shape.body?.value else {
      Issue.record("the body is not described")
      return
    }
    let fixed = try #require(body.json["$partial"]?["fixed"])
    #expect(body.json["$partial"]?.members.map(\.name) == ["id", "name", "fixed", "text"])
    #expect(fixed["$anyOf"]?.elements.contains(1) == true)
  }

  @Test("a part and a file stay as they are, if the request has all that the input changes as it is")
  func parts() throws {
    func isDescribed(_ verify: String, _ body: String) throws -> Bool {
      let contract = try Contract.read(
        """
        { "contract": 1, "endpoint": "x", "operation": "put", "input": { "token": "t-1", "data": "aGk=" },
          "verify": { "input": \(verify) },
          "request": { "method": "PUT", "path": "/a", "headers": { "Authorization": "Bearer t-1" }, "body": \(body) },
          "scenarios": [{ "name": "s", "response": { "kind": "valid" }, "expect": { "success": 1 } }] }
        """)
      let shape = try #require(contract.scenarios[0].verified([:]).exchanges[0].request)
      if case .any? = shape.body?.value { return false }
      return true
    }
    let file = #"{ "base64": "aGk=" }"#
    let parts = #"{ "multipart": [{ "name": "file", "body": { "text": "hi" } }] }"#
    for body in [file, parts] {
      #expect(try isDescribed(#"{ "token": "t-2" }"#, body))
      // The client decodes it.
      #expect(try !isDescribed(#"{ "data": "aG8=" }"#, body))
    }
    #expect(try isDescribed(#"{ "data": "aG8=" }"#, parts.replacing("hi", with: "aGk=")))
  }

  @Test("another boolean is written as the contract's is")
  func boolean() throws {
    let contract = try Contract.read(
      """
      { "contract": 1, "endpoint": "x", "operation": "get", "input": { "all": false, "more": null },
        "verify": { "input": { "all": true, "more": "m" } },
        "request": { "method": "POST", "path": "/a", "query": { "all": "false" }, "body": { "json": [false, null] } },
        "scenarios": [{ "name": "s", "response": { "kind": "valid" }, "expect": { "success": 1 } }] }
      """)
    let shape = try #require(contract.scenarios[0].verified([:]).exchanges[0].request)
    #expect(shape.query[0].patterns[0].json == "true")
    guard case .json(let body)? = shape.body?.value else {
      Issue.record("the body is not JSON")
      return
    }
    // A value in place of null can be somewhere else too.
    #expect(body.json == ["$partial": [["$anyOf": [true, false]], ["$any": true]]])
  }

  @Test("any outcome of the same shape is expected")
  func outcome() throws {
    let scenario = try Self.contract(#"{ "input": {} }"#).scenarios[0].verified([:])
    guard case .success(let pattern)? = scenario.expected(on: .loopback) else {
      Issue.record("no success is expected")
      return
    }
    for (value, isRight) in [
      ([["id": 5, "name": "x"], ["id": 6, "name": "y"]], true), ([], true), ([["id": "5", "name": "x"]], false),
      ([["id": 5]], false), (["id": 5], false),
    ] as [(JSON, Bool)] {
      let isSame = OutcomeJudge.findings(.success(value), .success(pattern)).isEmpty
      #expect(isSame == isRight, "\(value.text)")
    }
  }

  @Test(
    "what cannot be verified has a reason",
    arguments: [
      ("false", "", "the contract turns verify off"),
      (#"{ "input": 1 }"#, #""verify": false,"#, "the contract turns verify off"),
      (#"{ "input": 1 }"#, "", "POST is only sent with --unsafe POST"),
      (#"{ "input": 1 }"#, #""skip": "later","#, "later"),
      ("false", #""verify": { "input": 1 },"#, "POST is only sent with --unsafe POST"),
    ])
  func leftOut(_ verify: String, _ scenario: String, _ why: String) throws {
    let contract = try Self.contract(verify, scenario: scenario)
    #expect(contract.scenarios[0].whyNotVerified(["GET"], [nil], of: contract) == why)
    let mayPost = contract.scenarios[0].whyNotVerified(["GET", "POST"], [nil], of: contract)
    #expect((mayPost == nil) == why.hasPrefix("POST"))
  }
}
