import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Values in any form")
struct ValueTypeTests {
  private static let uuid = "2eb8aa08-aa98-11ea-b4aa-73b441d16380"

  @Test(
    "texts that mean the same",
    arguments: [
      (ValueType.uuid, uuid, uuid.uppercased()),
      (.dateTime, "2026-11-21T19:13:00Z", "2026-11-21T19:13:00+00:00"),
      (.dateTime, "2026-11-21T19:13:00Z", "2026-11-22t00:43:00.000+05:30"),
      (.dateTime, "2026-11-21T19:13:00.120Z", "2026-11-21T20:13:00.12+01:00"),
      (.dateTime, "2026-12-31T23:59:60Z", "2026-12-31T23:59:60Z"),
      (.base64, "YQ==", "YQ"), (.base64, "YWI", "YWI="), (.base64, "", ""),
      (.boolean, "true", "True"), (.boolean, "true", "1"), (.boolean, "false", "0"),
      (.number, "1", "1.0"), (.number, "1", "1e0"), (.number, "0.10", "1E-1"), (.number, "-0", "0"),
    ])
  func same(type: ValueType, first: String, second: String) {
    #expect(type.isSame(first, second))
    #expect(type.isSame(second, first))
  }

  @Test(
    "texts that do not",
    arguments: [
      (ValueType.uuid, uuid, "2eb8aa08-aa98-11ea-b4aa-73b441d16381"),
      (.uuid, uuid, uuid.replacing("-", with: "")), (.uuid, uuid, "{" + uuid + "}"),
      (.dateTime, "2026-11-21T19:13:00Z", "2026-11-21T19:13:00"),
      (.dateTime, "2026-11-21T19:13:00Z", "2026-11-21T19:13:00+01:00"),
      (.dateTime, "2026-11-21T19:13:00Z", "2026-11-21T19:13:00.1Z"),
      (.dateTime, "2026-11-21T19:13:00Z", "2026-11-21 19:13:00Z"),
      (.base64, "YQ==", "YQ="), (.base64, "YQ==", "YQ==="), (.base64, "-_8=", "+/8="),
      (.boolean, "true", "yes"), (.boolean, "true", "0"), (.boolean, "true", ""), (.boolean, "true", "1.0"),
      (.number, "1", "1.01"), (.number, "1", "01"), (.number, "1", "+1"), (.number, "1", " 1"), (.number, "1", "one"),
    ])
  func different(type: ValueType, first: String, second: String) {
    #expect(!type.isSame(first, second))
  }

  @Test("a value differs if its text means something else, or if it is not a text")
  func differences() throws {
    let pattern = #"{"$format": {"number": 1}}"#
    #expect(try MatcherFixture.differences(pattern, #""1e0""#) == [])
    #expect(try MatcherFixture.differences(pattern, #""2""#) == [#": the number "1" | "2""#])
    #expect(try MatcherFixture.differences(pattern, "1") == [#": the number "1" | 1"#])
    let list = #"{"$unordered": [{"$format": {"boolean": true}}, {"$format": {"boolean": false}}]}"#
    #expect(try MatcherFixture.differences(list, #"["False", "1"]"#) == [])
    #expect(try MatcherFixture.differences(list, #"["False", "0"]"#).count == 1)
  }

  private static let time = #"{"$format": {"date-time": "2026-11-21T19:13:00Z"}}"#

  @Test("each place of a request can have such a value")
  func places() throws {
    func judged(_ time: String) throws -> [String] {
      let encoded = time.replacing("+", with: "%2B")
      return try JudgeFixture.summaries(
        #"""
        "path": "/a/{at}", "pathParameters": {"at": \#(Self.time)},
        "query": {"at": \#(Self.time), "all": {"separator": ",", "elements": [\#(Self.time)]}},
        "headers": {"X-At": \#(Self.time), "Cookie": {"at": \#(Self.time)}}, "body": {"form": {"at": \#(Self.time)}}
        """#, path: "/a/\(time)?at=\(encoded)&all=\(encoded)",
        headers: [
          ("X-At", time), ("Cookie", "at=\(time)"), ("Content-Type", "application/x-www-form-urlencoded"),
        ], body: "at=\(encoded)")
    }
    #expect(try judged("2026-11-21T20:13:00+01:00") == [])
    let wrong = try judged("2026-11-21T20:13:00Z")
    #expect(wrong.count == 6)
    for text in wrong { expectText(text, has: #"expected the date-time "2026-11-21T19:13:00Z""#) }
  }

  @Test("a pattern in which others are replaced keeps its type")
  func replaced() throws {
    let pattern = try Pattern.read(#"{"a": {"$format": {"number": 1}}, "b": "x"}"#)
    let changed = pattern.replacing { if case .literal("x") = $0.kind { Pattern(.any, at: $0.range) } else { nil } }
    #expect(changed.matches(["a": "1.0", "b": 5]) == true)
    #expect(changed.matches(["a": "1.5", "b": 5]) == false)
  }

  @Test("prove lists the values that a client may write in any form")
  func spellings() throws {
    let time = Self.time
    let contract = try Contract.read(
      #"""
      {"contract": 1, "endpoint": "e", "baseURL": "http://localhost", "request": {
        "method": "POST", "path": "/a/{at}", "pathParameters": {"at": \#(time)}, "query": {"at": [\#(time), "x"], "b": "c"},
        "headers": {"X-At": {"$optional": \#(time)}}, "body": {"json": {"a": [1, \#(time)], "b": {"c": \#(time)}}}},
       "scenarios": [{"name": "a", "response": {"kind": "valid"}, "expect": {"success": null}},
        {"name": "b", "response": {"kind": "networkError", "error": "timedOut"}, "expect": {"failure": "network"}}]}
      """#)
    #expect(
      contract.spellings == ["path parameter at", "query item at", "header X-At", "body /a/1", "body /b/c"])
  }
}
