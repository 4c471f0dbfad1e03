import TestSupport
import Testing

@testable import ContractAuthoring
@testable import ContractCore

/// What becomes of bodies in Pact files that pact-python and others write.
@Suite("Bodies in Pact files") struct PactBodyTests {
  @Test("a generator without an example makes a value") func generators() throws {
    let (sample, result) = try PactTests.imported(
      #"""
      {"description": "d", "request": {"method": "GET", "path": "/x"}, "response": {"status": 200, "headers": {"X-Id": ""},
       "body": {"n": null, "id": "", "list": [null], "own": 7, "other": null},
       "generators": {"header": {"X-Id": {"type": "Uuid"}}, "body": {"$.n": {"type": "RandomInt", "min": 3}, "$.id": {"type": "Uuid", "format": "simple"},
        "$.list[*]": {"type": "Regex", "regex": "[a-c]{2}"}, "$.own": {"type": "RandomInt"}, "$.other": {"type": "ProviderState"}}}}}
      """#)
    let response = try sample.contract("getX")["scenarios"]?.elements.first?["response"]
    let id = "123e4567-e89b-42d3-a456-426614174000"
    #expect(response?["headers"] == ["X-Id": .string(id)])
    #expect(
      response?["body"] == [
        "json": ["n": 3, "id": .string(id.replacing("-", with: "")), "list": ["aa"], "own": 7, "other": .null]
      ])
    #expect(
      result.noteTexts == [
        "#/interactions/0/response/generators: the file has no example for a generator of the type ProviderState"
      ])
  }

  @Test("a rule for Content-Type leaves the body what it is", arguments: ["3.0.0", "4.0"]) func typeRule(
    version: String
  ) throws {
    func interaction(_ type: String, _ body: String, _ path: String) -> String {
      let content = version == "4.0" ? #"{"content": \#(body), "contentType": "\#(type)", "encoded": false}"# : body
      return #"""
        {"description": "d", "request": {"method": "POST", "path": "\#(path)", "headers": {"Content-Type": "\#(type)"}, "body": \#(content),
         "matchingRules": {"header": {"Content-Type": {"matchers": [{"match": "regex", "regex": "\#(type)(;.*)?"}]}}}}, "response": {"status": 200}}
        """#
    }
    let (sample, _) = try PactTests.imported(
      interaction("application/json", #"{"v": 1}"#, "/json") + ","
        + interaction("application/x-www-form-urlencoded", #""a=1&b=x""#, "/form"), version: version)
    #expect(sample.errors == [])
    let json = try sample.contract("postJson")["request"]
    #expect(json?["body"] == ["json": ["v": 1]])
    #expect(json?["headers"]?["Content-Type"]?["$regex"]?.string?.contains("application/json") == true)
    #expect(try sample.contract("postForm")["request"]?["body"] == ["form": ["a": "1", "b": "x"]])
  }

  @Test("a multipart body may have any boundary, and bytes in base64 are bytes") func binary() throws {
    let (sample, result) = try PactTests.imported(
      #"""
      {"description": "d", "request": {"method": "POST", "path": "/m", "headers": {"Content-Type": "multipart/form-data; boundary=AAA"}, "body": "--AAA--"}, "response": {"status": 200}},
      {"description": "d", "request": {"method": "POST", "path": "/b", "headers": {"Content-Type": "image/png"}, "body": "iVBORw0KGgo="},
       "response": {"status": 200, "headers": {"Content-Type": "image/png"}, "body": "iVBORw0KGgo="}}
      """#)
    let multipart = try sample.contract("postM")["request"]
    #expect(multipart?["headers"]?["Content-Type"] == ["$regex": "^multipart/form-data"])
    #expect(multipart?["body"] == ["$any": true])
    let bytes = try sample.contract("postB")
    #expect(bytes["request"]?["body"] == ["base64": "iVBORw0KGgo="])
    #expect(bytes["scenarios"]?.elements.first?["response"]?["body"] == ["base64": "iVBORw0KGgo="])
    #expect(
      result.noteTexts == [
        "#/interactions/0/request/body: the parts of a multipart body are not described; any body is accepted"
      ])
  }
}
