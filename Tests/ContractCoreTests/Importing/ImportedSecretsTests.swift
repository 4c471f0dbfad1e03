import Testing

@testable import ContractAuthoring
@testable import ContractCore

/// Secrets in the paths and names of stubs and interactions.
@Suite("Secrets of WireMock and Pact") struct ImportedSecretsTests {
  private static let secret = "Zk3Lq8Xw2Vb7Nm4Rt6Yp"

  private func text(_ sample: ImportSample, _ result: Import) throws -> String {
    try (sample.names + sample.names.map(sample.text) + [result.json.text] + result.changeLines(all: true)).joined()
  }

  @Test(
    "a stub",
    arguments: [
      #""url": "/reset/\#(secret)?a=1""#, #""urlPath": "/reset/\#(secret)""#,
      #""urlPathPattern": "/reset/(?:\#(secret)|a)""#,
    ])
  func stub(url: String) throws {
    let sample = try ImportSample([
      "m.json": """
      {"name": "GET /reset/\(Self.secret)", "request": {"method": "GET", \(url)},
       "response": {"status": 200, "jsonBody": {"self": "/reset/\(Self.secret)"}, "headers": {"Location": "/reset/\(Self.secret)"}}}
      """
    ])
    let result = try sample.run(.wiremock, ["m.json"])
    #expect(sample.errors == [] && sample.names.count == 1)
    #expect(try !text(sample, result).contains(Self.secret))
  }

  @Test("an interaction, also if a rule describes its path") func interaction() throws {
    for rules in ["", #", "matchingRules": {"path": {"matchers": [{"match": "regex", "regex": "^/reset/[^/]+$"}]}}"#] {
      let sample = try ImportSample([
        "p.json": """
        {"consumer": {"name": "a"}, "provider": {"name": "b"}, "interactions": [{"description": "reset with \(Self.secret)",
         "providerState": "\(Self.secret) is there", "request": {"method": "GET", "path": "/reset/\(Self.secret)"\(rules)}, "response": {"status": 200, "body": {"id": "\(Self.secret)"}}}]}
        """
      ])
      let result = try sample.run(.pact, ["p.json"])
      #expect(sample.errors == [] && sample.names.count == 1)
      #expect(try !text(sample, result).contains(Self.secret))
    }
  }

  @Test("the request of a stub has the placeholders of its input") func stubInput() throws {
    let sample = try ImportSample([
      "m.json": """
      {"request": {"method": "POST", "urlPath": "/login", "headers": {"X-Api-Key": {"equalTo": "SECRET1"}, "Authorization": {"equalTo": "Bearer SECRET2"}},
        "queryParameters": {"access_token": {"equalTo": "SECRET2"}},
        "bodyPatterns": [{"equalToJson": {"user": "ann", "password": "SECRET3", "pin": 4711, "again": {"$password": "SECRET3"}}}]},
       "response": {"status": 200}}
      """
    ])
    try sample.run(.wiremock, ["m.json"])
    #expect(sample.errors == [])
    let contract = try sample.contract("postLogin")
    #expect(!contract.text.contains("SECRET") && !contract.text.contains("4711"))
    let request = contract["request"]
    #expect(request?["query"] == ["access_token": "secret"])
    #expect(request?["headers"] == ["X-Api-Key": ["$regex": "^.+$"], "Authorization": "Bearer secret"])
    #expect(
      request?["body"]?["json"]
        == ["user": "ann", "password": "secret", "pin": 1000, "again": ["$literal": ["$password": "secret"]]])
    #expect(contract["input"]?["body"]?["password"] == "secret")
  }

  @Test("the request of an interaction has the placeholders of its input, except where the file has a rule")
  func interactionInput() throws {
    let sample = try ImportSample([
      "p.json": """
      {"consumer": {"name": "a"}, "provider": {"name": "b"}, "interactions": [{"description": "login",
       "request": {"method": "POST", "path": "/login", "query": {"api_key": ["SECRET1"]}, "headers": {"Cookie": "sid=SECRET1; a=SECRET4"},
        "body": {"password": "SECRET2", "token": "SECRET3"},
        "matchingRules": {"body": {"$.token": {"matchers": [{"match": "type"}]}}}}, "response": {"status": 200}}]}
      """
    ])
    try sample.run(.pact, ["p.json"])
    #expect(sample.errors == [])
    let contract = try sample.contract("postLogin")
    #expect(!contract.text.contains("SECRET"))
    #expect(contract["request"]?["query"] == ["api_key": "secret"])
    #expect(contract["request"]?["headers"]?["Cookie"] == ["$regex": "^sid=secret; a=[^;]+$"])
    #expect(contract["request"]?["body"] == ["json": ["password": "secret", "token": ["$type": "string"]]])
    #expect(contract["input"]?["body"] == ["password": "secret", "token": "secret"])
  }

  @Test("a request has the placeholder of the answer from which the client has the value, under any name")
  func answers() throws {
    let sample = try ImportSample([
      "m.json": """
      {"mappings": [
       {"scenarioName": "s", "requiredScenarioState": "Started", "newScenarioState": "in", "request": {"method": "GET", "url": "/a"},
        "response": {"status": 200, "jsonBody": {"token": "SECRET1", "name": "a"}, "headers": {"Set-Cookie": "sid=SECRET2; Path=/"}}},
       {"scenarioName": "s", "requiredScenarioState": "in", "request": {"method": "GET", "url": "/a?after=SECRET1&name=a",
         "headers": {"Authorization": {"equalTo": "Bearer SECRET1"}, "Cookie": {"equalTo": "sid=SECRET2"}, "X-Api-Key": {"equalTo": "SECRET3"}}},
        "response": {"status": 200}}]}
      """
    ])
    try sample.run(.wiremock, ["m.json"])
    #expect(sample.errors == [])
    let contract = try sample.contract("getA")
    #expect(!contract.text.contains("SECRET"))
    let second = contract["scenarios"]?.array?[0]["exchanges"]?.array?[1]["request"]
    #expect(second?["query"] == ["after": "secret", "name": "a"])
    #expect(
      second?["headers"]
        == ["Authorization": "Bearer secret", "Cookie": "sid=secret", "X-Api-Key": ["$regex": "^.+$"]])
  }

  @Test("numbers, UUIDs and words in paths are not secrets") func others() throws {
    let sample = try ImportSample([
      "m.json": #"""
      {"request": {"method": "GET", "url": "/v1.2/users/42/9b2f4a5e-5c1d-4e0f-8a7b-3c6d9e0f1a2b/settings"}, "response": {"status": 200}}
      """#
    ])
    try sample.run(.wiremock, ["m.json"])
    #expect(
      try sample.contract(sample.names[0])["request"]?["path"]
        == "/v1.2/users/42/9b2f4a5e-5c1d-4e0f-8a7b-3c6d9e0f1a2b/settings")
  }

  @Test("an answer to HEAD keeps its Content-Length") func head() throws {
    let sample = try ImportSample([
      "m.json": #"""
      {"mappings": [{"request": {"method": "HEAD", "url": "/a"}, "response": {"status": 200, "headers": {"Content-Length": "1234", "Date": "now"}}},
       {"request": {"method": "GET", "url": "/a"}, "response": {"status": 200, "body": "x", "headers": {"Content-Length": "1"}}}]}
      """#
    ])
    try sample.run(.wiremock, ["m.json"])
    #expect(sample.errors == [])
    #expect(try sample.contract("headA")["scenarios"]?.array?[0]["response"]?["headers"] == ["Content-Length": "1234"])
    #expect(try sample.contract("getA")["scenarios"]?.array?[0]["response"]?["headers"] == nil)
  }
}
