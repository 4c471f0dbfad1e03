import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Example requests")
struct ExampleRequestTests {
  /// The contracts of all examples.
  private static let contracts: [Contract] = {
    let specs = TestFolder.package.appendingPathComponent("specs").path
    return ContractSet.load([specs], below: [specs]).contracts
  }()

  @Test("the example of every request in the contracts of the examples is as described", arguments: contracts)
  func described(_ contract: Contract) throws {
    let shapes = contract.scenarios.flatMap { $0.exchanges.compactMap(\.request) }
    try #require(!shapes.isEmpty)
    for shape in shapes {
      let example = shape.example(at: contract.addresses)
      #expect(shape.reasons(example, at: contract.addresses).map(\.text) == [], "\(example.text)")
    }
  }

  @Test(
    "the example of a pattern matches it",
    arguments: [
      (#"{ "a": [1, "b"], "c": { "$optional": true }, "d": { "$absent": true } }"#, #"{"a":[1,"b"],"c":true}"#),
      (#"{ "$any": true }"#, #""text""#),
      (#"{ "$type": "integer" }"#, "1"),
      (#"{ "$type": ["null", "array"] }"#, "[]"),
      (#"{ "$format": "uuid" }"#, #""0b5fca4e-7d5a-4a6e-9d36-0f6c3a2f1b77""#),
      (#"{ "$format": "json-pointer" }"#, #""/text""#),
      (#"{ "$regex": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" }"#, #""2026-01-31""#),
      (#"{ "$each": { "$type": "boolean" } }"#, "[true]"),
      (#"{ "$contains": 7 }"#, "[7]"),
      (#"{ "$unordered": [2, 1] }"#, "[2,1]"),
      (#"{ "$anyOf": [null, 1] }"#, "null"),
      (#"{ "$not": "text" }"#, "1"),
      (#"{ "$allOf": [{ "$type": "string" }, { "$not": "text" }] }"#, #""2026-01-31T12:00:00Z""#),
      (#"{ "$partial": { "a": 1 } }"#, #"{"a":1}"#),
      (
        #"{ "$jsonSchema": { "type": "string", "format": "email", "minLength": 3, "pattern": "@" } }"#,
        #""someone@example.com""#
      ),
    ])
  func patterns(_ pattern: String, _ example: String) throws {
    let body = try body(#"{ "json": \#(pattern) }"#)
    #expect(body == example)
  }

  @Test("where no example is found, a placeholder stands for the value")
  func placeholder() throws {
    #expect(try body(#"{ "json": { "a": { "$regex": "^[A-Z]{7}$" } } }"#) == #"{"a":"…"}"#)
  }

  @Test("bodies that are not JSON have examples too")
  func bodies() throws {
    #expect(try body(#"{ "form": { "a b": "c&d", "n": 1 } }"#) == "a%20b=c%26d&n=1")
    #expect(try body(#"{ "text": { "$any": true } }"#) == "text")
    #expect(try body(#"{ "$optional": { "text": "a" } }"#) == "a")
    #expect(try body(#"{ "jsonLines": [{ "a": 1 }, 2] }"#) == "{\"a\":1}\n2\n")
    let part = #"{ "name": "file", "filename": "a\"b", "contentType": "image/png", "body": { "base64": "AA==" } }"#
    #expect(
      try body(#"{ "multipart": [\#(part)] }"#)
        == "--example\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a%22b\"\r\n"
        + "Content-Type: image/png\r\n\r\n\0\r\n--example--\r\n")
  }

  @Test("path parameters, query items and headers are filled in, and percent-encoded where they must be")
  func target() throws {
    let request = try example(
      #""path": "/lists/{list}", "pathParameters": { "list": "to do" }, "query": { "q": "a&b", "n": [1, 2] }"#
        + #", "headers": { "X-Key": { "$any": true }, "Cookie": { "sid": "a", "no": { "$absent": true }, "b": { "$any": true } } }"#
    )
    #expect(request.url == "http://api.invalid/v1/lists/to%20do?q=a%26b&n=1&n=2")
    #expect(request.headers.lines.map { "\($0.name): \($0.value)" } == ["X-Key: text", "Cookie: sid=a; b=text"])
  }

  // MARK: Making examples

  private func body(_ body: String) throws -> String {
    String(decoding: try example(#""path": "/things", "body": \#(body)"#).body ?? [], as: UTF8.self)
  }

  /// Returns the example of a request, after it was compared with its description.
  private func example(_ members: String) throws -> CapturedRequest {
    let contract = """
      { "contract": 1, "endpoint": "e", "baseURL": "http://api.invalid/v1", "request": { "method": "POST", \(members) },
        "scenarios": [{ "name": "s", "response": { "kind": "valid" }, "expect": { "success": null } }] }
      """
    let set = try ContractFolder(["e.contract.json": contract]).load()
    let loaded = try #require(set.contracts.first, "\(set.diagnostics.map(\.text))")
    let shape = try #require(loaded.scenarios.first?.exchanges.first?.request)
    let example = shape.example(at: loaded.addresses)
    if !example.text.contains("…") {
      #expect(shape.reasons(example, at: loaded.addresses).map(\.text) == [])
    }
    return example
  }
}
