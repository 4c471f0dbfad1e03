import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

/// Each way to log in that a description allows is one that its contracts accept.
@Suite("Alternatives of OpenAPI's security") struct OpenAPISecurityTests {
  private func run(_ security: String) throws -> (request: JSON?, result: Import, found: [String], contract: Contract) {
    let sample = try ImportSample([
      "api.json": """
      {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}],
       "components": {"securitySchemes": {
        "jwt": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
        "basic": {"type": "http", "scheme": "basic"}, "bearer": {"type": "http", "scheme": "bearer"}, "oauth": {"type": "oauth2", "flows": {}},
        "header": {"type": "apiKey", "in": "header", "name": "X-Key"}, "query": {"type": "apiKey", "in": "query", "name": "key"},
        "cookie": {"type": "apiKey", "in": "cookie", "name": "sid"}, "word": {"type": "apiKey", "in": "header", "name": "authorization"}, "tls": {"type": "mutualTLS"}}},
       "paths": {"/a": {"get": {"operationId": "a", "security": \(security), "responses": {"204": {"description": "n"}}}}}}
      """
    ])
    let result = try sample.run(.openapi, ["api.json"])
    #expect(sample.errors == [])
    let contracts = ContractSet.load([sample.specs], below: [sample.specs]).contracts
    let found = try OpenAPIConformance(file: sample.folder + "/api.json").check(contracts).diagnostics
    return (try sample.contract("a")["request"], result, found.map(\.message), try #require(contracts.first))
  }

  private static let basic: JSON = ["$regex": "^Basic .+"]
  private static let bearer: JSON = ["$regex": "^Bearer .+"]
  private static let any: JSON = ["$regex": "^.+$"]
  private static let note =
    "#/paths/~1a/get/security: one of 2 ways to log in is required, which a contract cannot have; each may be missing"

  @Test(
    "a login is optional if one way needs none, in any order",
    arguments: [
      (#"{"basic": []}, {}"#, ["Authorization": ["$optional": basic]], nil),
      (
        #"{"basic": []}, {"cookie": []}, {}"#,
        ["Authorization": ["$optional": basic], "Cookie": ["sid": ["$optional": any]]], nil
      ),
      (#"{"query": []}, {}"#, nil, ["key": ["$optional": any]]),
      (#"{"header": [], "basic": []}, {}"#, ["X-Key": ["$optional": any], "Authorization": ["$optional": basic]], nil),
      (#"{}"#, nil, nil),
    ] as [(String, JSON?, JSON?)])
  func optional(security: String, headers: JSON?, query: JSON?) throws {
    let ways = (JSON.parse("[\(security)]") ?? .null).elements
    for ways in [ways, ways.reversed()] {
      let (request, result, found, _) = try run(JSON.array(ways).text)
      #expect(request?["headers"]?.byName == headers?.byName)
      #expect(request?["query"] == query)
      #expect(result.noteTexts == [])
      #expect(found == [])
    }
  }

  @Test(
    "of two ways, either is right",
    arguments: [
      (#"{"basic": []}, {"bearer": []}"#, ["Authorization": ["$anyOf": [basic, bearer]]], nil, false),
      (#"{"oauth": ["a"]}, {"bearer": []}"#, ["Authorization": bearer], nil, false),
      (
        #"{"basic": []}, {"header": []}"#, ["Authorization": ["$optional": basic], "X-Key": ["$optional": any]], nil,
        true
      ),
      (#"{"cookie": []}, {"query": []}"#, ["Cookie": ["sid": ["$optional": any]]], ["key": ["$optional": any]], true),
      (
        #"{"header": [], "basic": []}, {"header": [], "bearer": []}"#,
        ["X-Key": "header-1234567890", "Authorization": ["$anyOf": [basic, bearer]]], nil, false
      ),
      (
        #"{"header": [], "basic": []}, {"header": []}"#,
        ["X-Key": "header-1234567890", "Authorization": ["$optional": basic]], nil, false
      ),
      (#"{"basic": []}, {"tls": []}"#, ["Authorization": ["$optional": basic]], nil, false),
    ] as [(String, JSON?, JSON?, Bool)])
  func alternatives(security: String, headers: JSON?, query: JSON?, isNoted: Bool) throws {
    let ways = (JSON.parse("[\(security)]") ?? .null).elements
    for ways in [ways, ways.reversed()] {
      let (request, result, found, _) = try run(JSON.array(ways).text)
      #expect(request?["headers"]?.byName == headers?.byName)
      #expect(request?["query"] == query)
      #expect(result.noteTexts.filter { !$0.contains("certificate") } == (isNoted ? [Self.note] : []))
      #expect(found == [])
    }
  }

  @Test(
    "a key that the client is created with is in the input, and the request must have that one",
    arguments: [
      (#"{"bearer": []}"#, ["Authorization": "Bearer bearer-1234567890"], nil, ["bearer": "bearer-1234567890"]),
      (
        #"{"header": [], "query": []}"#, ["X-Key": "header-1234567890"], ["key": "query-1234567890"],
        ["header": "header-1234567890", "query": "query-1234567890"]
      ),
      (
        #"{"bearer": []}, {"bearer": []}"#, ["Authorization": "Bearer bearer-1234567890"], nil,
        ["bearer": "bearer-1234567890"]
      ),
      // The client makes these itself, or gets them from the server, or puts a word before them.
      (#"{"basic": []}"#, ["Authorization": basic], nil, nil),
      (#"{"oauth": []}"#, ["Authorization": bearer], nil, nil),
      (#"{"cookie": []}"#, ["Cookie": ["sid": any]], nil, nil),
      (#"{"word": []}"#, ["authorization": any], nil, nil),
      (#"{"jwt": []}"#, ["Authorization": bearer], nil, nil),
    ] as [(String, JSON?, JSON?, JSON?)])
  func input(security: String, headers: JSON?, query: JSON?, input: JSON?) throws {
    let (request, result, found, contract) = try run("[\(security)]")
    #expect(request?["headers"] == headers)
    #expect(request?["query"] == query)
    #expect(contract.scenarios.first?.input == input ?? .null)
    #expect(result.noteTexts == [])
    #expect(found == [])
  }

  @Test("a client that logs in by one of two ways meets the contract, and one that sends another scheme does not")
  func judged() throws {
    let contract = try run(#"[{"basic": []}, {"bearer": []}, {}]"#).contract
    let shape = try #require(contract.scenarios.first?.exchanges.first?.request)
    func count(_ lines: [(String, String)]) -> Int {
      var judge = RequestJudge(shape, addresses: contract.addresses, transport: .loopback, number: 1)
      judge.judge(
        CapturedRequest(
          method: "GET", url: "https://a.example/a", headers: Headers(lines.map { Headers.Line($0.0, $0.1) })))
      return judge.findings.count
    }
    #expect(count([]) == 0)
    #expect(count([("Authorization", "Basic abc")]) == 0)
    #expect(count([("Authorization", "Bearer abc")]) == 0)
    #expect(count([("Authorization", "Digest abc")]) == 1)
  }
}

extension JSON {
  /// The members and the alternatives in an order of their own.
  fileprivate var byName: JSON {
    if let elements = array { return .array(elements.map(\.byName).sorted { $0.text < $1.text }) }
    if !isObject { return self }
    return .object(members.map { ($0.name, $0.value.byName) }.sorted { $0.0 < $1.0 })
  }
}
