import Testing

@testable import ContractCore
@testable import TestSupport

/// Returns each difference as one line: pointer, expected, actual, note.
private func differences(_ pattern: String, _ value: String, as reading: Matcher.Reading = .value) throws -> [String] {
  var matcher = Matcher()
  matcher.match(try Pattern.read(pattern), try JSON.read(value), as: reading)
  #expect(matcher.stopped.isEmpty)
  var quiet = Matcher(isQuiet: true)
  quiet.match(try Pattern.read(pattern), try JSON.read(value), as: reading)
  #expect((quiet.count == 0) == (matcher.count == 0), "asked quietly, the answer is another")
  return matcher.differences.map {
    "\($0.pointer): \($0.expected) | \($0.actual ?? "nothing")" + ($0.note.map { " | \($0)" } ?? "")
  }
}

@Suite("Patterns over JSON values")
struct MatcherTests {
  @Test(
    "values that are equal in JSON match",
    arguments: [
      ("1", "1.0"), ("1", "1e0"), ("100", "1E+2"), ("0", "-0"), ("0.1", "0.10"),
      ("123456789012345678901234567890", "1.2345678901234567890123456789e29"), ("null", "null"), ("true", "true"),
      (#""é""#, #""\u00e9""#), (#""a/b""#, #""a\/b""#), (#"{"a": 1, "b": [2]}"#, #"{"b": [2.0], "a": 1}"#),
      ("[]", "[]"),
      ("{}", "{}"), (#"{"$any": true}"#, "null"), (#"{"$any": true}"#, #"{"a": 1}"#),
      (#"{"$type": "integer"}"#, "1.0"), (#"{"$type": "integer"}"#, "10e-1"), (#"{"$type": "number"}"#, "1.5"),
      (#"{"$type": ["string", "null"]}"#, "null"), (#"{"$type": "boolean"}"#, "false"), (#"{"$type": "array"}"#, "[1]"),
      (#"{"$type": "object"}"#, "{}"), (#"{"$regex": "b+"}"#, #""abbc""#), (#"{"$regex": "^$"}"#, #""""#),
      (#"{"$regex": "^.$"}"#, #""\ud83d\ude00""#),
      (#"{"$partial": {"a": 1}}"#, #"{"b": 2, "a": 1}"#),
      (#"{"$partial": {"a": {"b": 1}}}"#, #"{"a": {"b": 1, "c": 2}, "d": 3}"#),
      (#"{"$partial": {"a": [{"b": 1}]}}"#, #"{"a": [{"b": 1, "c": 2}]}"#),
      (#"{"$partial": {"a": {"$anyOf": [{"b": 1}, {"b": 2}]}}}"#, #"{"a": {"b": 2, "c": 2}}"#),
      (#"{"$anyOf": [1, "a", null]}"#, "null"), (#"{"$anyOf": [{"a": 1}, {"b": 1}]}"#, #"{"b": 1}"#),
      (#"{"a": {"$optional": 1}}"#, "{}"), (#"{"a": {"$optional": 1}}"#, #"{"a": 1}"#),
      (#"{"a": {"$absent": true}}"#, "{}"),
      (#"{"$literal": {"$any": [1, {"b": null}]}}"#, #"{"$any": [1.0, {"b": null}]}"#),
      (#"{"a": null}"#, #"{"a": null}"#),
    ])
  func matches(pattern: String, value: String) throws {
    #expect(try differences(pattern, value) == [])
  }

  @Test(
    "a difference is reported with its place, the expected value and the actual value",
    arguments: [
      ("1", "2", [": 1 | 2"]),
      ("1", "1.0000000000000000000000000001", [": 1 | 1.0000000000000000000000000001"]),
      (
        "9007199254740993", "9007199254740992",
        [
          ": 9007199254740993 | 9007199254740992 | both are the same floating-point number of 64 bits, which keeps about 16 digits: the client probably reads this number as one; let it keep a whole number, or a text"
        ]
      ),
      ("9007199254740993", "9007199254740994", [": 9007199254740993 | 9007199254740994"]),
      (
        #""2868860079149422351""#, #""2868860079149422600""#,
        [
          #": "2868860079149422351" | "2868860079149422600" | both are the same floating-point number of 64 bits, which keeps about 16 digits: the client probably reads this number as one; let it keep a whole number, or a text"#
        ]
      ),
      (
        #""paypal""#, #""pаypаl""#,
        [
          #": "paypal" | "pаypаl" | the texts look the same: expected U+0061 U+0079 U+0070, got U+0430 U+0079 U+0070 at character 2"#
        ]
      ),
      (
        #""it's 1-2""#, #""it’s 1–2""#,
        [
          #": "it's 1-2" | "it’s 1–2" | the texts look the same: expected U+0027 U+0073 U+0020, got U+2019 U+0073 U+0020 at character 3"#
        ]
      ),
      (
        #""ABC""#, #""ＡBC""#,
        [
          #": "ABC" | "ＡBC" | the texts look the same: expected U+0041 U+0042 U+0043, got U+FF21 U+0042 U+0043 at character 1"#
        ]
      ),
      (#""resume""#, #""résumé""#, [#": "resume" | "résumé""#]),
      ("1", #""1""#, [#": 1 | "1""#]),
      ("true", "1", [": true | 1"]),
      (#""""#, "null", [#": "" | null"#]),
      ("null", "false", [": null | false"]),
      (#""Straße""#, #""strasse""#, [#": "Straße" | "strasse""#]),
      (
        #""\u00e9""#, #""e\u0301""#,
        [": \"é\" | \"e\u{301}\" | the texts look the same: expected U+00E9, got U+0065 U+0301 at character 1"]
      ),
      (
        #"{"caf\u00e9": 1}"#, #"{"cafe\u0301": 1}"#,
        ["/caf\u{e9}: 1 | nothing", "/cafe\u{301}: no such member | 1"]
      ),
      (#"{"a": null}"#, "{}", ["/a: null | nothing"]),
      ("{}", #"{"a": null}"#, ["/a: no such member | null"]),
      (
        #"{"a": 1, "b": {"c": [1, 2]}, "x": true}"#, #"{"a": 2, "b": {"c": [1, 3], "d": 0}, "y": 0}"#,
        ["/a: 1 | 2", "/b/c/1: 2 | 3", "/b/d: no such member | 0", "/x: true | nothing", "/y: no such member | 0"]
      ),
      (#"{"a/b": {"m~n": 1}}"#, #"{"a/b": {"m~n": 2}}"#, ["/a~1b/m~0n: 1 | 2"]),
      ("[1, 2]", "[1]", ["/1: 2 | nothing"]),
      ("[1]", "[3, 2, 1]", ["/0: no such element | 3", "/1: no such element | 2"]),
      ("[1]", #"{"0": 1}"#, [#": [1] | {"0":1}"#]),
      (#"{"0": 1}"#, "[1]", [#": {"0":1} | [1]"#]),
      (#"{"$type": "integer"}"#, "1.5", [": an integer | 1.5"]),
      (#"{"$type": ["string", "null"]}"#, "1", [": a string or null | 1"]),
      (#"{"$regex": "^b"}"#, #""ab""#, [#": a string that contains a match of /^b/ | "ab""#]),
      (#"{"$regex": "1"}"#, "1", [": a string that contains a match of /1/ | 1"]),
      (#"{"$partial": {"a": 1, "b": 2}}"#, #"{"a": 2, "c": 3}"#, ["/a: 1 | 2", "/b: 2 | nothing"]),
      (#"{"$partial": {"a": [1]}}"#, #"{"a": [1, 2]}"#, ["/a/1: no such element | 2"]),
      (#"{"$partial": {"a": {"$literal": {}}}}"#, #"{"a": {"b": 1}}"#, ["/a/b: no such member | 1"]),
      (#"{"a": {"$absent": true}}"#, #"{"a": 1}"#, ["/a: nothing | 1"]),
      (#"{"a": {"$optional": 1}}"#, #"{"a": null}"#, ["/a: 1 | null"]),
      (#"{"a": {"$any": true}}"#, "{}", ["/a: anything | nothing"]),
      (#"{"$anyOf": [-1, -1005]}"#, "-1001", [": one of -1, -1005 | -1001"]),
      (
        #"{"$anyOf": [{"a": 1, "b": 1}, {"$partial": {"c": 1}}]}"#, #"{"a": 1, "b": 2, "d": 3}"#,
        [
          #": one of {"a":1,"b":1}, at least {"c":1} | {"a":1,"b":2,"d":3} | alternative 1: /b: expected 1, got 2, and 1 more\#nalternative 2: /c: expected 1, got nothing"#
        ]
      ),
      (#"{"a": {"$anyOf": [1, {"$type": "null"}]}}"#, "{}", ["/a: one of 1, null | nothing"]),
      (#"{"$literal": {"$any": [1]}}"#, #"{"$any": [2]}"#, ["/$any/0: 1 | 2"]),
    ])
  func differs(pattern: String, value: String, expected: [String]) throws {
    expectTexts(try differences(pattern, value), are: expected)
  }

  @Test(
    "a failure is partial, a string is its category, and a type matches its end, from a dot on",
    arguments: [
      (#""network""#, []), (#"{"$anyOf": ["network", "status"]}"#, []), (#"{"type": "APIError"}"#, []),
      (#"{"type": "Todo.APIError"}"#, []), (#"{"type": {"$regex": "^Todo"}}"#, []),
      (#"{"underlying": {"type": "URLError", "code": -1004.0}}"#, []), (#"{"underlying": "network"}"#, []),
      (#"{"payload": {"a": 1}}"#, []), (#""status""#, [#"/category: "status" | "network""#]),
      (#"{"type": "PIError"}"#, [#"/type: "PIError" | "Todo.APIError""#]),
      (#"{"type": "My.Todo.APIError"}"#, [#"/type: "My.Todo.APIError" | "Todo.APIError""#]),
      (#"{"type": ""}"#, [#"/type: "" | "Todo.APIError""#]),
      (#"{"case": "b", "code": 1}"#, [#"/case: "b" | "a""#, "/code: 1 | nothing"]),
      (#"{"underlying": {"type": "Error"}}"#, [#"/underlying/type: "Error" | "Foundation.URLError""#]),
      (#"{"underlying": "status"}"#, [#"/underlying/category: "status" | "network""#]),
      (
        #"{"$literal": {"category": "network"}}"#,
        [
          #"/type: no such member | "Todo.APIError""#, #"/case: no such member | "a""#,
          #"/payload: no such member | {"a":1,"b":2}"#,
          #"/underlying: no such member | {"category":"network","type":"Foundation.URLError","code":-1004}"#,
        ]
      ),
    ])
  func failure(pattern: String, expected: [String]) throws {
    let failure =
      #"{"category": "network", "type": "Todo.APIError", "case": "a", "payload": {"a": 1, "b": 2}, "underlying": {"category": "network", "type": "Foundation.URLError", "code": -1004}}"#
    expectTexts(try differences(pattern, failure, as: .failure), are: expected)
  }

  @Test("an object of 20,000 members in another order is compared with a table, as fast as JSON values are", .slow)
  func manyMembers() throws {
    let members = (0..<20_000).map { "\"member \($0)\": \($0)" }
    let pattern = "{" + members.joined(separator: ",") + "}"
    let value = "{" + members.reversed().joined(separator: ",") + "}"
    #expect(try differences(pattern, value) == [])
    let other = "{" + members.reversed().dropFirst().joined(separator: ",") + ", \"x\": 1}"
    expectTexts(try differences(pattern, other), are: ["/member 19999: 19999 | nothing", "/x: no such member | 1"])
  }

  @Test("a value nested as deep as the reader allows is compared")
  func deep() throws {
    let depth = JSON.depthLimit
    func nested(_ inner: String) -> String {
      String(repeating: "[", count: depth) + inner + String(repeating: "]", count: depth)
    }
    #expect(try differences(nested("1"), nested("2")) == [String(repeating: "/0", count: depth) + ": 1 | 2"])
  }

  @Test("thousands of differences are one mismatch: some are listed and all are counted")
  func manyDifferences() throws {
    let zeros = "[" + Array(repeating: "0", count: 5000).joined(separator: ",") + "]"
    let ones = "[" + Array(repeating: "1", count: 5000).joined(separator: ",") + "]"
    var matcher = Matcher()
    matcher.match(try Pattern.read(zeros), try JSON.read(ones))
    #expect(matcher.count == 5000)
    let reasons = matcher.findings(.body, request: 1).map(Reason.init)
    #expect(reasons.count == 1)
    guard case .mismatch(let mismatch)? = reasons.last else { return #expect(Bool(false)) }
    #expect(mismatch.differenceCount == 5000)
    #expect(mismatch.differences.count == 40)
    expectText(reasons[0].summary, is: "request 1: body at /0: expected 0, got 1, and 4999 more")
  }

  @Test("long values are cut around their first difference, with their length")
  func longValues() throws {
    let common = String(repeating: "a", count: 1000)
    let all = try differences("\"\(common)X\(common)\"", "\"\(common)Y\(common)\"")
    let shown = String(repeating: "a", count: 60)
    let rest = String(repeating: "a", count: 179)
    expectTexts(all, are: [": …\(shown)X\(rest)… (2003 characters) | …\(shown)Y\(rest)… (2003 characters)"])
    let short = try differences("\"\(common)\"", "\"\(common)\(common)\"")
    expectTexts(
      short,
      are: [": …\(shown)\" (1002 characters) | …\(shown)\(String(repeating: "a", count: 180))… (2002 characters)"])
  }

  @Test("invisible characters, and those that would move the cursor, are shown as escapes")
  func invisible() throws {
    expectTexts(try differences(#""a""#, #""a\u200b\u001b[2J\u202e""#), are: [#": "a" | "a\u200b\u001b[2J\u202e""#])
  }

  @Test("an expression that would run for hours is stopped and reported, and is not a mismatch")
  func stopped() throws {
    for pattern in [#"{"$regex": "^(a+)+$"}"#, #"{"$anyOf": [1, {"$regex": "^(a+)+$"}]}"#] {
      var matcher = Matcher()
      matcher.match(
        try Pattern.read(pattern), .string(String(repeating: "a", count: 40) + "b"))
      #expect(matcher.count == 0)
      #expect(matcher.stopped.map(\.cause) == [.expression("^(a+)+$")])
      #expect(matcher.findings(.body).map { Reason($0).code } == ["regexStopped"])
    }
  }
}

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
