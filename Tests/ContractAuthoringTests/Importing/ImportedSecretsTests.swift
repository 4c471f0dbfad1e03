import TestSupport
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

  @Test(
    "a segment of a path with any character, wherever the answer has it", .slow,
    arguments: [
      ("bot1:", "bot1:"), ("x=", "x="), ("x+", "x+"), ("x%2B", "x+"), ("x@", "x@"), ("x,", "x,"), ("x%20", "x "),
      ("x;", "x;"), ("x!", "x!"), ("x'", "x'"), ("x(", "x("), ("x%C3%BC", "xü"), ("x~", "x~"), ("x%3A", "x:"),
    ])
  func segments(encoded: String, decoded: String) throws {
    let (path, text) = ("/reset/" + encoded + Self.secret, decoded + Self.secret)
    let answer = JSON.object([
      ("v", .string(text)), ("self", .string("https://a.example\(path)")), ("t", .string("see \(text) now")),
      ("list", [.string("(\(text))")]), ("next", .string("/reset/" + text)),
    ]).text
    let documents: [(ImportFormat, String)] = [
      (
        .wiremock,
        """
        {"request": {"method": "GET", "url": "\(path)"},
         "response": {"status": 200, "jsonBody": \(answer), "headers": {"Location": "\(path)"}}}
        """
      ),
      (
        .pact,
        """
        {"consumer": {"name": "a"}, "provider": {"name": "b"}, "interactions": [{"description": "d",
         "request": {"method": "GET", "path": "\(path)"}, "response": {"status": 200, "body": \(answer)}}]}
        """
      ),
      (
        .har,
        """
        {"log": {"version": "1.2", "entries": [{"startedDateTime": "2024-01-01T00:00:00Z",
         "request": {"method": "GET", "url": "https://a.example\(path)"}, "response": {"status": 200,
          "headers": [{"name": "Location", "value": "\(path)"}],
          "content": {"mimeType": "application/json", "text": \(JSON.string(answer).text)}}}]}}
        """
      ),
    ]
    for (format, document) in documents {
      let sample = try ImportSample(["d.json": document])
      let result = try sample.run(format, ["d.json"])
      #expect(sample.errors == [] && sample.names.count == 1)
      #expect(try !self.text(sample, result).contains(Self.secret), "\(format)")
      let body = try sample.contract(sample.names[0])["scenarios"]?.array?.first?["response"]?["body"]?["json"]
      #expect(body?["t"] == "see secret now")
      #expect(body?["list"] == ["(secret)"])
    }
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
