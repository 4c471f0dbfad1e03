import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("The kinds of hostile values, and where they are played")
struct HostileKindTests {
  /// Returns the kinds that are played for a request which carries the string at `/name` of the input.
  private func kinds(_ text: String, _ request: String) throws -> String {
    let fixture = try VariationFixture(
      #"{"kind": "valid", "body": {"json": {}}}"#, request: request,
      scenario: "\"input\": {\"name\": \"\(text)\"}, ", expect: #"{"success": {}}"#,
      declaring: #""variations": {"hostile": true}"#)
    return fixture.list().played.map { $0.name.replacing("hostile /name: ", with: "") }.joined(separator: ", ")
  }

  @Test("each kind changes the string, and no two in the same way")
  func changes() {
    let texts = HostileValue.Kind.allCases.map { kind in
      CarriedText(old: "home", inserted: kind.inserted(in: ListSeparator(",")), mayStay: false).new
    }
    #expect(
      texts == [
        "ho me", "ho+me", "ho&me", "ho#me", "ho%41me", "ho/me", "ho?me", "ho;me", "ho\"'me", "ho\u{FC}me",
        "ho\u{1F600}me", "", "ho,me", "ho\\me", "ho\nme", "ho\(String(repeating: "x", count: 200))me",
      ])
  }

  @Test("the name of a file in a form is tried with what a form must escape")
  func files() throws {
    let part = #"{"name": "file", "filename": "notes.txt", "body": {"text": "x"}}"#
    #expect(
      try kinds("notes.txt", #"{"method": "POST", "path": "/a", "body": {"multipart": [\#(part)]}}"#)
        == "space, semicolon, quotes, non-ASCII, emoji, backslash, 200 characters")
  }

  @Test(
    "a string that only a body has is tried with what that body must escape",
    arguments: [
      (#"{"json": {"a": ["x", {"b": "to do"}]}}"#, "quotes, non-ASCII, emoji, backslash, line break"),
      (#"{"json": {"a": "x to do"}}"#, ""),
      (
        #"{"form": {"q": "to do"}}"#,
        "space, plus, ampersand, hash, percent, slash, question mark, semicolon, quotes, non-ASCII, emoji, backslash"
      ),
      (#"{"multipart": [{"name": "q", "body": {"text": "to do"}}]}"#, "quotes, non-ASCII, emoji, backslash"),
      (#"{"text": "to do"}"#, ""),
    ])
  func bodies(_ body: String, _ expected: String) throws {
    func played(_ more: String = "") throws -> String {
      try kinds("to do", "{\"method\": \"POST\", \"path\": \"/\", \(more)\"body\": \(body)}")
    }
    #expect(try played() == expected)
    // A header cannot have each of them.
    #expect(try played(#""headers": {"X": "to do"}, "#) == "")
  }
}
