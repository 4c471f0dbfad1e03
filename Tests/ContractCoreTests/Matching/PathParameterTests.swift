import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Names in a path")
struct PathParameterTests {
  private func judged(_ path: String, _ parameters: String, _ sent: String) throws -> [String] {
    try JudgeFixture.summaries(#""path": "\#(path)", "pathParameters": \#(parameters)"#, path: sent)
  }

  @Test(
    "parameter values match after decoding",
    arguments: [
      ("/todos/{id}", #"{"id": 7}"#, "/todos/7"), ("/todos/{id}", #"{"id": "7"}"#, "/todos/7"),
      ("/todos/{id}", #"{"id": true}"#, "/todos/true"), ("/todos/{id}", #"{"id": 1.50}"#, "/todos/1.50"),
      ("/todos/{id}", #"{"id": {"$any": true}}"#, "/todos/%2F"),
      ("/{a}/{b}", #"{"a": "a b", "b": "é/+"}"#, "/a%20b/%c3%a9%2f+"),
      ("/{a}", #"{"a": "é"}"#, "/%C3%A9"), ("/{a}", #"{"a": "100%"}"#, "/100%"), ("/{a}", #"{"a": "%4"}"#, "/%4"),
      ("/{a}", #"{"a": "\u0000"}"#, "/%00"),
      ("/{a}/b%2fc", #"{"a": "x"}"#, "/x/b%2Fc"), ("/x{a}y", #"{"a": "b"}"#, "/xby"),
      ("/x{a}x", #"{"a": "x"}"#, "/xxx"),
      ("/files/{id}.{ext}", #"{"id": "a.b", "ext": "c"}"#, "/files/a.b.c"),
      ("/files/{id}.{ext}", #"{"id": "a", "ext": "b.c"}"#, "/files/a.b.c"),
      ("/files/{id}.{ext}", #"{"id": {"$regex": "^[^.]+$"}, "ext": {"$any": true}}"#, "/files/a.b.c"),
      ("/{a}-{b}-{c}", #"{"a": "1-2", "b": "3", "c": "4-5"}"#, "/1-2-3-4-5"),
      ("/{a}--{b}", #"{"a": "-", "b": "-"}"#, "/----"), ("/{a}2{b}", #"{"a": "%", "b": "x"}"#, "/%252x"),
      // A dot segment has nothing but one or two dots.
      ("/{a}", #"{"a": "v1.2"}"#, "/v1.2"), ("/{a}/b", #"{"a": "..a"}"#, "/..a/b"), ("/{a}", #"{"a": "..."}"#, "/..."),
      ("/{a}/b", #"{"a": ".well-known"}"#, "/.well-known/b"), ("/{a}", #"{"a": "../x"}"#, "/..%2Fx"),
      ("/{a}", #"{"a": "%2e%2e"}"#, "/%252e%252e"), ("/{a}", #"{"a": "|^[]\\"}"#, "/|^[]%5C"),
      ("/v{major}.{minor}/", #"{"major": 1, "minor": {"$regex": "^[0-9]+$"}}"#, "/v1.12/"),
      ("/{a name}", #"{"a name": "x"}"#, "/x"),
    ])
  func same(path: String, parameters: String, sent: String) throws {
    #expect(try judged(path, parameters, sent) == [])
  }

  @Test(
    "parameter values that differ are reported by name",
    arguments: [
      ("/todos/{id}", #"{"id": 7}"#, "/todos/8", [#"path parameter "id": expected "7", got "8""#]),
      ("/todos/{id}", #"{"id": 7}"#, "/todos/7.0", [#"path parameter "id": expected "7", got "7.0""#]),
      (
        "/{a}/{b}", #"{"a": 1, "b": {"$regex": "^x"}}"#, "/2/y%20",
        [
          #"path parameter "a": expected "1", got "2""#,
          #"path parameter "b": expected a string that contains a match of /^x/, got "y ""#,
        ]
      ),
      ("/{a}", #"{"a": "é"}"#, "/%E9", [#"path parameter "a": expected "é", got "%E9""#]),
      ("/{a}", #"{"a": {"$any": true}}"#, "/x%ff", [#"path parameter "a": expected anything, got "x%FF""#]),
      ("/{a}", #"{"a": "a b"}"#, "/a+b", [#"path parameter "a": expected "a b", got "a+b""#]),
      (
        "/{id}.{ext}", #"{"id": "x", "ext": "c"}"#, "/a.b.c",
        [#"path parameter "id": expected "x", got "a.b""#]
      ),
      (
        "/{id}.{ext}", #"{"id": "a", "ext": "x"}"#, "/a.b.c",
        [#"path parameter "ext": expected "x", got "b.c""#]
      ),
    ])
  func other(path: String, parameters: String, sent: String, expected: [String]) throws {
    expectTexts(try judged(path, parameters, sent), are: expected)
  }

  @Test(
    "a different literal part is a mismatch of the path, and the report shows the names",
    arguments: [
      ("/todos/{id}", "/todo/7"), ("/todos/{id}", "/todos/"), ("/todos/{id}", "/todos"), ("/todos/{id}", "/todos/7/"),
      ("/todos/{id}", "/todos/7/8"), ("/{id}.{ext}", "/a."), ("/{id}.{ext}", "/.a"), ("/{id}.{ext}", "/a"),
      ("/{id}.{ext}", "/a%2Eb"), ("/x{id}y{ext}", "/xy"), ("/x{id}y{ext}", "/Xayb"), ("/{id}%2F{ext}", "/a/b"),
      ("/{id}2{ext}", "/a%2Fb"), ("/{id}--{ext}", "/---"),
    ])
  func path(path: String, sent: String) throws {
    let parameters = path.contains("ext") ? #"{"id": {"$any": true}, "ext": {"$any": true}}"# : #"{"id": 7}"#
    // A name that stands for one text is shown with that text.
    let shown = path.contains("ext") ? path : path.replacing("{id}", with: "7")
    expectTexts(try judged(path, parameters, sent), are: ["path: expected \(shown), got \(sent)"])
  }

  @Test("the whole text of a mismatch names the line of its pattern")
  func texts() throws {
    func texts(_ members: String, _ sent: String) throws -> [String] {
      try JudgeFixture.judge(members, path: sent).reasons.map(\.text)
    }
    expectTexts(
      try texts(#""path": "/lists/{list}/{id}", "pathParameters": {"list": "a", "id": 7}"#, "/lists/b/%ff"),
      are: [
        """
        request 1: unexpected value of path parameter "list"
          contract  todo.contract.json:4:62 /request/pathParameters/list
          expected  "a"
          actual    "b"
          note      the path as it was sent: /lists/b/%FF
        """,
        """
        request 1: unexpected value of path parameter "id"
          contract  todo.contract.json:4:73 /request/pathParameters/id
          expected  "7"
          actual    "%FF"
          note      it is not UTF-8 when decoded
                    the path as it was sent: /lists/b/%FF
        """,
      ])
    expectTexts(
      try texts(#""path": "/{id}.{ext}", "pathParameters": {"id": "x", "ext": "y"}"#, "/a.b%2Ec.d"),
      are: [
        """
        request 1: unexpected value of path parameter "id"
          contract  todo.contract.json:4:53 /request/pathParameters/id
          expected  "x"
          actual    "a.b.c"
        """,
        """
        request 1: unexpected value of path parameter "ext"
          contract  todo.contract.json:4:65 /request/pathParameters/ext
          expected  "y"
          actual    "d"
          note      none of 2 ways to split "a.b%2Ec.d" matches; this one is nearest
                    the path as it was sent: /a.b%2Ec.d
        """,
      ])
    expectTexts(
      try texts(#""path": "/todos/{id}", "pathParameters": {"id": 7}"#, "/todo/7"),
      are: [
        """
        request 1: unexpected path
          contract  todo.contract.json:4:13 /request/path
          expected  /todos/7
          actual    /todo/7
        """
      ])
  }

  @Test("a scenario merges parameters over the contract's by name, and removes one with null")
  func layers() throws {
    let contract = try Contract.read(
      #"""
      {"contract": 1, "endpoint": "e",
       "request": {"method": "GET", "path": "/{a}/{b}", "pathParameters": {"a": 1, "b": 2}},
       "scenarios": [
        {"name": "one", "request": {"pathParameters": {"b": 3}}, "expect": {"success": 1},
         "exchanges": [
           {"response": {"kind": "valid"}},
           {"request": {"path": "/x/{a}", "pathParameters": {"b": null}}, "response": {"kind": "valid"}}]}
       ]}
      """#)
    let shapes = contract.scenarios[0].exchanges.map(\.shape)
    #expect(shapes.map { $0.pathParameters.map(\.name) } == [["a", "b"], ["a"]])
    #expect(shapes[0].pathParameters.map { $0.patterns[0].text } == [#""1""#, #""3""#])
  }

  @Test("a segment with very many readings is given up after 1,000 of them, and the note names that number", .slow)
  func bounded() throws {
    let dots = String(repeating: "a.", count: 20_000)
    let reported = try JudgeFixture.judge(
      #""path": "/{a}.{b}.{c}", "pathParameters": {"a": "x", "b": "x", "c": "x"}"#, path: "/" + dots + "a"
    ).reasons.map(\.text)
    #expect(reported.count == 3)
    expectText(reported.last, has: "of the first 1000 ways to split")
    #expect(try judged("/{a}.{b}", #"{"a": "a", "b": {"$any": true}}"#, "/" + String(dots.prefix(1990)) + "a") == [])
  }

  @Test("an expression that takes too long is errored, unless one reading matches without it")
  func stopped() throws {
    let long = String(repeating: "a", count: 40)
    let slow = #"{"$regex": "^(a+)+$"}"#
    let members = #""path": "/{a}.{b}", "pathParameters": {"a": \#(slow), "b": {"$any": true}}"#
    expectTexts(
      try JudgeFixture.summaries(members, path: "/\(long)b.x"),
      are: [
        "the expression /^(a+)+$/ took longer than 50 ms"
      ])
    let either = #""path": "/{a}.{b}", "pathParameters": {"a": {"$anyOf": ["x", \#(slow)]}, "b": {"$any": true}}"#
    #expect(try JudgeFixture.summaries(either, path: "/x.\(long)b.x") == [])
    // A difference counts, whatever the result of the expression.
    let other = #""path": "/{a}.{b}", "pathParameters": {"a": \#(slow), "b": "y"}"#
    expectText(
      try JudgeFixture.summaries(other, path: "/\(long)b.x").joined(separator: "\n"),
      has: #"path parameter "b": expected "y", got "x""#)
  }

  @Test("a quiet judge also knows whether anything differs")
  func quietly() throws {
    func differs(_ members: String, path: String = "/", body: String? = nil) throws -> Bool {
      let (shape, addresses) = try JudgeFixture.shape(members)
      var judge = RequestJudge(shape, addresses: addresses, transport: .memory, number: 1, isQuiet: true)
      judge.judge(
        CapturedRequest(
          method: "POST", url: "http://localhost/v1\(path)",
          headers: Headers([.init("Content-Type", "multipart/mixed; boundary=b")]), body: body.map { Array($0.utf8) }))
      return judge.differs
    }
    let path = #""path": "/{a}.{b}", "pathParameters": {"a": 1, "b": 2}"#
    #expect(try !differs(path, path: "/1.2") && differs(path, path: "/1.3") && differs(path, path: "/1"))
    let form = #""body": {"form": {"a": 1}}"#
    #expect(try !differs(form, body: "a=1") && differs(form, body: "a=2") && differs(form, body: "a=1&b"))
    let lines = #""body": {"jsonLines": [1, 2]}"#
    #expect(try !differs(lines, body: "1\n2") && differs(lines, body: "1\n3") && differs(lines, body: "1\n2\n3"))
    let parts = #""body": {"multipart": [{"body": {"json": 1}}]}"#
    let good = "--b\r\n\r\n1\r\n--b--"
    #expect(try !differs(parts, body: good) && differs(parts, body: "--b--"))
    #expect(try differs(parts, body: good.replacingOccurrences(of: "1", with: "2")))
  }

  @Test("the readings of a segment start with the longest; each comes once, and no part is empty")
  func ways() throws {
    func ways(_ template: String, _ text: String) throws -> [String] {
      let segment = try #require(PathTemplate("/" + template).segments.last)
      guard let ways = PathTemplate.Ways(of: PercentText(text.utf8), as: segment) else { return ["none"] }
      return ways.prefix(100).map { $0.map(PercentText.text).joined(separator: " ") }
    }
    #expect(try ways("{a}.{b}.{c}", "1.2.3.4") == ["1.2 3 4", "1 2.3 4", "1 2 3.4"])
    #expect(try ways("{a}.{b}", "....") == [".. .", ". .."])
    #expect(try ways("{a}ab{b}", "xababy") == ["xab y", "x aby"])
    #expect(try ways("{a}", "") == ["none"])
    #expect(try ways("x{a}", "x") == ["none"])
    #expect(try ways("{a}.{b}.{c}", "1.2.") == ["none"])
  }

  @Test("every reading of a segment spells the segment, and no reading is missing or repeated", arguments: 0..<4)
  func allWays(_ seed: Int) throws {
    var numbers = SeededNumbers(state: UInt64(seed))
    for _ in 0..<500 {
      let separators = (0..<Int.random(in: 0...2, using: &numbers)).map { _ in
        ["a", "b", "ab", "aa"].randomElement(using: &numbers) ?? "a"
      }
      let template = "{0}" + separators.enumerated().map { "\($1){\($0 + 1)}" }.joined()
      let text = (0..<Int.random(in: 0...9, using: &numbers)).map { _ in Bool.random(using: &numbers) ? "a" : "b" }
        .joined()
      let segment = try #require(PathTemplate(template).segments.last)
      let found = (PathTemplate.Ways(of: PercentText(text.utf8), as: segment).map { Array($0) } ?? []).map {
        $0.map(PercentText.text)
      }
      #expect(Set(found).count == found.count)
      #expect(Set(found) == Set(Self.spellings(of: text[...], separators[...])), "\(template) on \(text)")
    }
  }

  /// Returns all ways to split a text at separators, by brute force.
  private static func spellings(of text: Substring, _ separators: ArraySlice<String>) -> [[String]] {
    guard let separator = separators.first else { return text.isEmpty ? [] : [[String(text)]] }
    return text.indices.dropFirst().filter { text[$0...].hasPrefix(separator) }.flatMap { index in
      spellings(of: text[index...].dropFirst(separator.count), separators.dropFirst()).map {
        [String(text[..<index])] + $0
      }
    }
  }
}
