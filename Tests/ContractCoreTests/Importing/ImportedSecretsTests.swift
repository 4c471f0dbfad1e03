import Testing

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
