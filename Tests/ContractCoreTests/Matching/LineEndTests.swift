import Testing

@testable import ContractCore

@Suite("Texts that end with a line feed")
struct LineEndTests {
  private static let digits = #"{"$regex": "^[0-9]+$"}"#

  @Test(
    "an expression that ends with $ does not match a text with a line feed after it, wherever the text stands",
    arguments: [
      (#""body": {"json": {"n": \#(digits)}}"#, "/", #"{"n": "12"}"#, "/", #"{"n": "12\n"}"#),
      (#""body": {"text": \#(digits)}"#, "/", "12", "/", "12\n"),
      (#""body": {"form": {"n": \#(digits)}}"#, "/", "n=12", "/", "n=12%0A"),
      (#""query": {"q": \#(digits)}"#, "/?q=12", nil, "/?q=12%0A", nil),
      (#""path": "/a/{n}", "pathParameters": {"n": \#(digits)}"#, "/a/12", nil, "/a/12%0A", nil),
      (#""body": {"json": {"$jsonSchema": {"pattern": "^[0-9]+$"}}}"#, "/", #""12""#, "/", #""12\n""#),
    ] as [(String, String, String?, String, String?)])
  func places(_ members: String, path: String, body: String?, wrongPath: String, wrongBody: String?) throws {
    let type = members.contains("form") ? "application/x-www-form-urlencoded" : "application/json"
    let headers = body == nil ? [] : [("Content-Type", type)]
    #expect(try JudgeFixture.summaries(members, path: path, headers: headers, body: body) == [])
    #expect(try JudgeFixture.summaries(members, path: wrongPath, headers: headers, body: wrongBody).count == 1)
  }
}
