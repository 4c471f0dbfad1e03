import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

@Suite("Proposals for what the contract contains")
struct ContractValueTests {
  /// Returns what is proposed for a request whose secrets the contract contains, or not.
  private func proposal(_ sample: RequestSample, known: [String]) throws -> JSON {
    let proposal = try RequestProposal.make([sample, sample], present: LearningFixture.present) { known.contains($0) }
    #expect(try LearningFixture.differences(proposal, [sample]) == [], "\(proposal.text)")
    return proposal
  }

  @Test(
    "a header is literal if the contract contains its secret",
    arguments: [
      ("X-Api-Key", "k-123", ["k-123"], #""k-123""#), ("X-Api-Key", "k-123", [], #"{"$regex":"^.+$"}"#),
      ("Authorization", "Bearer k-123", ["k-123"], #""Bearer k-123""#),
      ("Authorization", "Bearer k-124", ["k-123"], #"{"$regex":"^Bearer .+$"}"#),
      ("Authorization", "Basic YW5uOnB3", ["ann", "pw"], #""Basic YW5uOnB3""#),
      ("Authorization", "Basic YW5uOnB3", ["ann"], #"{"$regex":"^Basic .+$"}"#),
      ("Cookie", "sid=abc; theme=x", ["abc", "x"], #"{"sid":"abc","theme":"x"}"#),
      ("Cookie", "sid=abc; theme=x", ["x"], #"{"sid":{"$regex":"^.+$"},"theme":"x"}"#),
      ("Cookie", "session=a%2Fb%3D", ["a/b="], #"{"session":"a%2Fb%3D"}"#),
      ("X-Request-Id", "r-1", ["r-1"], #""r-1""#),
    ])
  func headers(name: String, value: String, known: [String], written: String) throws {
    let proposal = try proposal(LearningFixture.sample(headers: [(name, value)]), known: known)
    #expect(proposal["headers"]?[name]?.text == written)
  }

  @Test("a cursor, an id in the path, a date near now, and a password of a body are literal if the contract has them")
  func others() throws {
    let id = "0b6d5b2e-6a4f-4a51-9d8a-1b1d1a1c1e1f"
    let sample = try LearningFixture.sample(
      "/orders/\(id)?token=page2&on=2026-11-23", headers: [("Content-Type", "application/json")],
      body: #"{"password":"hunter2","text":"see ?token=page2"}"#)
    let literal = try proposal(sample, known: [id, "page2", "2026-11-23", "hunter2"])
    #expect(literal["path"]?.string == "/orders/\(id)")
    #expect(literal["query"]?.text == #"{"token":"page2","on":"2026-11-23"}"#)
    #expect(literal["body"]?.text == #"{"json":{"password":"hunter2","text":"see ?token=page2"}}"#)
    let loose = try proposal(sample, known: [])
    #expect(loose["path"]?.string == "/orders/{id}")
    #expect(loose["query"]?.text == #"{"token":{"$regex":"^.+$"},"on":{"$format":"date"}}"#)
    #expect(loose["body"]?["json"]?["password"]?.text == #"{"$regex":"^.+$"}"#)
  }

  @Test(
    "a scenario contains a text that its answer writes with escapes", arguments: [#"z\u00fc\/1"#, #"zü\/1"#, "zü/1"])
  func escapes(written: String) throws {
    let body = JSON.string(#"{"next": "\#(written)"}"#).text
    let contract = try Contract.read(
      Contract.text([#"{"name": "a", "response": {"kind": "valid", "body": {"text": \#(body)}}}"#]))
    #expect(contract.scenarios[0].contains("zü/1") && !contract.scenarios[0].contains("zü/2"))
  }

  @Test("what differs from call to call stays a pattern, although the contract contains one of the values")
  func unstable() throws {
    let samples = try ["a-1", "a-2"].map { try LearningFixture.sample(headers: [("X-Api-Key", $0)]) }
    let proposal = try RequestProposal.make(samples, present: LearningFixture.present) { $0 == "a-1" }
    #expect(proposal["headers"]?["X-Api-Key"]?.text == #"{"$regex":"^.+$"}"#)
  }

  @Test(
    "the version of a client in a header that names it is a pattern",
    arguments: [
      ("X-Client-Info", "postgrest-swift/2.11.0", [], #"{"$regex":"^postgrest-swift/[0-9A-Za-z.+-]+$"}"#),
      ("X-SDK-Version", "v1.2.3-beta.1", [], #"{"$regex":"^[0-9A-Za-z.+-]+$"}"#),
      ("X-Client-Info", "postgrest-swift/2.11.0", ["postgrest-swift/2.11.0"], #""postgrest-swift/2.11.0""#),
      ("X-Client-Id", "web", [], #""web""#), ("X-Api-Version", "2.1.0", [], #""2.1.0""#),
    ])
  func versions(name: String, value: String, known: [String], written: String) throws {
    let proposal = try proposal(LearningFixture.sample(headers: [(name, value)]), known: known)
    #expect(proposal["headers"]?[name]?.text == written)
  }

  @Test("the texts of an input are found in requests as they are sent, and those that are not are named")
  func inputs() throws {
    let contract = try Contract.read(
      #"""
      { "contract": 1, "endpoint": "e", "baseURL": "http://localhost",
        "input": { "model": "m-1", "city": "São Paulo", "a/b": ["x y", "quo\"te", "pw"], "n": 7, "none": "" },
        "scenarios": [{ "name": "a", "response": { "kind": "valid" } }] }
      """#)
    let scenario = try #require(contract.scenarios.first)
    let request = CapturedRequest(
      method: "POST", url: "http://localhost/S%C3%A3o+Paulo?q=x%20y",
      headers: Headers([.init("Authorization", "Basic YW5uOnB3")]), body: Array(#"{"a":"quo\"te"}"#.utf8))
    let found = try #require(ScenarioProposal.inputs(of: scenario, in: contract, sent: [request]))
    #expect(found.unsent == ["/model"])
    #expect(Set(found.texts.keys) == ["/model", "/city", "/a~1b/0", "/a~1b/1", "/a~1b/2"])
    #expect(ScenarioProposal.inputs(of: scenario, in: contract, sent: []) == nil)
    let hidden = CapturedRequest(method: "POST", url: "http://localhost/", unobserved: ["body"])
    #expect(ScenarioProposal.inputs(of: scenario, in: contract, sent: [request, hidden]) == nil)
  }

  @Test(
    "a secret that the contract does not contain is named, with the input that it should be",
    arguments: [
      ("X-Api-Key", "k-124", #"{ "key": "k-123" }"#, ["header X-Api-Key": ["/key"]]),
      ("X-Api-Key", "k-123", #"{ "key": "k-123" }"#, [:]),
      (
        "Authorization", "Bearer k-124", #"{ "login": { "accessToken": "k-123" } }"#,
        ["header Authorization": ["/login/accessToken"]]
      ),
      ("Authorization", "Basic YW5uOnB3", #"{ "user": "ann", "password": "pw" }"#, [:]),
      (
        "Authorization", "Basic YW5uOnB3", #"{ "user": "ann", "password": "px" }"#,
        ["header Authorization": ["/password"]]
      ),
      ("Authorization", "Bearer t-9", #"{ "password": "pw" }"#, ["header Authorization": []]),
      ("Authorization", "Bearer from-the-answer", #"{ "token": "old" }"#, [:]),
      ("X-Signature", "5e884898", #"{ "key": "k-123" }"#, ["header X-Signature": []]),
      ("X-Key", "5e884898da28047151d0e56f8dc62927", #"{ "key": "k-123" }"#, ["header X-Key": []]),
      ("X-Tenant-Key", "zzzz", #"{ "apiKey": "k-123" }"#, ["header X-Tenant-Key": []]),
      ("X-Request-Id", "r-1", #"{ "key": "k-123" }"#, [:]), ("X-Client", "shop", #"{ "key": "k-123" }"#, [:]),
    ] as [(String, String, String, [String: Set<String>])])
  func unknown(name: String, value: String, input: String, found: [String: Set<String>]) throws {
    #expect(try unknownSecrets(input, [LearningFixture.sample(headers: [(name, value)]).request]) == found)
  }

  @Test("secrets of queries and bodies are named too, unless the request is signed or they differ from call to call")
  func unknownElsewhere() throws {
    let input = #"{ "token": "first", "user": { "password": "pw" }, "key": "k-1" }"#
    func request(_ query: String = "", token: String = "t-2") throws -> CapturedRequest {
      try LearningFixture.sample(
        "/a?token=\(token)\(query)", headers: [("Content-Type", "application/json")],
        body: #"{"list":[{"password":"px"}],"key":"k-1"}"#
      ).request
    }
    #expect(
      try unknownSecrets(input, [request(), request()])
        == ["query item token": ["/token"], "body /list/*/password": ["/user/password"]])
    #expect(
      try unknownSecrets(input, [request(), request(token: "t-3")])
        == ["query item token": [], "body /list/*/password": ["/user/password"]])
    #expect(try unknownSecrets(input, [request("&sig=abc")]).values.allSatisfy(\.isEmpty))
  }

  private func unknownSecrets(_ input: String, _ requests: [CapturedRequest]) throws -> [String: Set<String>] {
    let contract = try Contract.read(
      #"""
      { "contract": 1, "endpoint": "e", "baseURL": "http://localhost", "input": \#(input),
        "scenarios": [{ "name": "a", "response": { "kind": "valid", "body": { "json": { "token": "from-the-answer" } } } }] }
      """#)
    let scenario = try #require(contract.scenarios.first)
    let unsent = ScenarioProposal.inputs(of: scenario, in: contract, sent: requests)?.unsent ?? []
    let all = UnknownSecret.all(of: scenario, in: requests, unsent: unsent, LearningFixture.present)
    return Dictionary(all.map { ($0.part, $0.inputs) }, uniquingKeysWith: { $0.intersection($1) })
  }

  @Test("a payload that is the message is left out, unless the response says it")
  func payloadMessages() throws {
    let contract = try Contract.read(
      #"""
      { "contract": 1, "endpoint": "e", "baseURL": "http://localhost", "input": { "id": "no such id" },
        "scenarios": [{ "name": "a", "response": { "kind": "statusError", "status": 400, "body": { "json": { "error": "sold out" } } } }] }
      """#, allowsWarnings: true)
    func payload(_ payload: JSON, message: JSON) -> JSON? {
      OutcomeProposal(
        .failure(["category": "other", "type": "E", "payload": payload, "message": message], values: nil),
        of: contract.scenarios[0], on: .memory, addresses: contract.addresses, present: LearningFixture.present)?
        .json["failure"]?["payload"]
    }
    let library = JSON.string("maximum recursion depth exceeded while calling a Python object")
    #expect(payload(library, message: library) == nil)
    #expect(payload(library, message: "E") == library)
    #expect(payload("sold out", message: "sold out") == "sold out")
    #expect(payload("no such id", message: "no such id") == "no such id")
    #expect(payload(7, message: "7") == 7)
  }

  @Test("the message of an error within a payload is left out, so that a port in it does not matter")
  func messages() throws {
    let contract = try Contract.read(BaseContract.text)
    func proposal(_ message: JSON) -> OutcomeProposal? {
      let inner: JSON = ["category": "network", "type": "URLError", "code": -1004, "message": message]
      return OutcomeProposal(
        .failure(
          ["category": "network", "type": "APIError", "case": "lost", "payload": ["errors": [inner]]], values: nil),
        of: contract.scenarios[2], on: .memory, addresses: contract.addresses, present: LearningFixture.present)
    }
    #expect(proposal("127.0.0.1:40001 refused") == proposal("127.0.0.1:40002 refused"))
    #expect(
      proposal("refused")?.json["failure"]?["payload"]?.text
        == #"{"errors":[{"$partial":{"category":"network","type":"URLError","code":-1004}}]}"#)
  }
}
