import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Lists and maps are read in time proportional to their length", .slow)
struct LongListsTests {
  private func messages(request: String = "", expect: String = "1") throws -> [String] {
    let contract = Contract.text(
      [#"{"name": "s", "response": {"kind": "valid"}, "expect": {"success": \#(expect)}}"#],
      request: #"{"method": "GET", "path": "/"\#(request)}"#)
    return try ContractFolder(["x.contract.json": contract]).load().diagnostics.map(\.message)
  }

  @Test("each of 50,000 patterns of an $allOf is compared with the others, including the last one")
  func allOf() throws {
    let patterns = Array(repeating: #"{"$type": "string"}"#, count: 50_000).joined(separator: ",\n")
    #expect(try messages(expect: "{\"$allOf\": [\(patterns)]}") == [])
    expectTexts(
      try messages(expect: "{\"$allOf\": [\(patterns), 1]}"),
      are: [
        "$allOf never matches: no value is both a string and an integer"
      ])
  }

  @Test("each of 20,000 headers is compared with the others, including the last one")
  func headers() throws {
    let names = (0..<20_000).map { "\"X-\($0)\": \"v\"" }.joined(separator: ",\n")
    #expect(try messages(request: ", \"headers\": {\(names)}") == [])
    expectTexts(
      try messages(request: ", \"headers\": {\(names), \"x-7\": \"v\"}"),
      are: [
        "duplicate header \"x-7\"; header names are case-insensitive"
      ])
  }
}
