import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("The target of a described request, as reports show it")
struct RequestTargetTests {
  private func target(_ members: String) throws -> String {
    try JudgeFixture.shape(members).shape.describedTarget
  }

  @Test(
    "parameters and items with one possible value are shown as text, and others as placeholders",
    arguments: [
      (#""path": """#, "/"), (#""path": "/todos""#, "/todos"),
      (#""path": "/a/{b}", "pathParameters": {"b": "c/d e?ü"}"#, "/a/c%2Fd%20e%3F%C3%BC"),
      (#""path": "/a/{b}.{c}", "pathParameters": {"b": 7, "c": {"$any": true}}"#, "/a/7.{c}"),
      (#""path": "/a/{b}/{c}", "pathParameters": {"b": "{c}", "c": "x"}"#, "/a/%7Bc%7D/x"),
      (
        #""path": "/", "query": {"page": 2, "tag": ["a+b", "c&d"], "on": true}"#,
        "/?page=2&tag=a%2Bb&tag=c%26d&on=true"
      ),
      (
        #""path": "/", "query": {"q": {"$any": true}, "x": {"$absent": true}, "y": {"$optional": "z"}}"#, "/?q=…"
      ),
      (#""path": "/", "query": {"x": {"$absent": true}}"#, "/"),
    ])
  func target(members: String, expected: String) throws { #expect(try target(members) == expected) }

  @Test("a long query is cut after ten items")
  func long() throws {
    let items = (1...12).map { "\"n\($0)\": \($0)" }.joined(separator: ", ")
    let target = try target(#""path": "/a", "query": {\#(items)}"#)
    #expect(target == "/a?" + (1...10).map { "n\($0)=\($0)" }.joined(separator: "&") + "&…")
  }
}
