import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Hostile values that an earlier answer has")
struct HostileAnswerTests {
  /// Returns whether the second request may have the string of the input as it was, after a response to the first one.
  private func mayStay(_ text: String, _ members: String, query: String = "q") throws -> Bool {
    let input = JSON.string(text).text
    let shape = #"{"method": "GET", "path": "/", "query": {"\#(query)": \#(input)}}"#
    let fixture = try VariationFixture(
      exchanges: """
        {"request": \(shape), "response": {"kind": "valid", \(members)}},
        {"request": \(shape), "response": {"kind": "valid", "body": {"json": 1}}}
        """,
      request: shape, scenario: #""input": {"title": \#(input)}, "#, expect: #"{"success": 1}"#,
      declaring: #""variations": {"hostile": true}"#)
    let varied = try fixture.varied(.hostile(HostileValue("/title", .space)))
    let pattern = try #require(varied.exchanges[1].request?.query.first?.patterns.first)
    if case .anyOf(let patterns) = pattern.kind { return patterns.count == 2 }
    return false
  }

  private func body(_ text: String) -> String { #""body": {"text": \#(JSON.string(text).text)}"# }

  @Test(
    "a string of a JSON body is found, however its characters are written",
    arguments: [
      (#"{"title": "a\/b"}"#, "a/b"), (#"{"title": "J\u00fcrgen"}"#, "Jürgen"), (#"["x\ud83d\ude00"]"#, "x😀"),
      (#"{"title": "say \u0022hi\u0022"}"#, "say \"hi\""), (#"{"a\/b": 1}"#, "a/b"),
      (#"{"title":"a/b"}"#, "a/b"), ("<title>a/b</title>", "a/b"),
    ])
  func escapes(_ written: String, _ text: String) throws { #expect(try mayStay(text, body(written))) }

  @Test("so is one of a stream, of JSON in a text, of XML, and one in a link")
  func streamsAndLinks() throws {
    #expect(try mayStay("a/b", body("event: x\ndata: {\"title\": \"a\\/b\"}\n\n")))
    #expect(try mayStay("a/b", body("{\"n\": 1}\n{\"title\": \"a\\/b\"}\n")))
    #expect(try mayStay("a/b", body(#"{"next": "/search?q=a%2Fb&page=2"}"#)))
    #expect(try mayStay("red lamp", body(#"{"next": "\/search?q=red+lamp&page=2"}"#)))
    #expect(try mayStay("a/b", body(#"{"message": "{\"title\": \"a\\/b\"}"}"#)))
    #expect(try mayStay("a&b ü\"", body("<title>&x; a&amp;b &#252;&#x22; &</title>")))
    #expect(try mayStay("Jürgen", #""headers": {"Link": "</?q=J%C3%BCrgen>; rel=next"}"#))
  }

  @Test("a string that no answer has may not stay")
  func absent() throws {
    #expect(try !mayStay("a/b", body(#"{"title": "a\\b"}"#)))
    #expect(try !mayStay("Jürgen", body(#"{"title": "J\u00fcrge"}"#)))
    #expect(try !mayStay("a&b", body("<title>a&ampb &#38 &#xZ; b</title>")))
    #expect(try !mayStay("a b", body(#"{"title": "a-b"}"#)))
  }

  @Test("a header and a text of a request that have the string in another notation are not compared")
  func otherNotation() throws {
    let shape = #"""
      {"method": "POST", "path": "/", "query": {"q": "a/b", "r": "n=a%2Fb"}, "headers": {"X-Name": "a%2Fb"},
       "body": {"text": "q=a%2Fb"}}
      """#
    let fixture = try VariationFixture(
      request: shape, scenario: #""input": "a/b", "#, declaring: #""variations": {"hostile": true}"#)
    let varied = try fixture.varied(.hostile(HostileValue("", .plus)))
    let request = try #require(varied.exchanges[0].request)
    var judge = RequestJudge(request, addresses: fixture.contract.addresses, transport: .memory, number: 1)
    judge.judge(
      CapturedRequest(
        method: "POST", url: "http://localhost/v1/?q=a%2B%2Fb&r=n%3Da%252B%252Fb",
        headers: Headers([Headers.Line("X-Name", "a%2B%2Fb")]), body: Array("q=a%2B%2Fb".utf8)))
    #expect(judge.findings.isEmpty, "\(judge.findings)")
  }
}
