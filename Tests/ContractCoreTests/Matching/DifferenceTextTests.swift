import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

/// Returns the mismatch for a body that does not match.
private func mismatch(_ pattern: String, _ value: String) throws -> Mismatch {
  let pattern = try Pattern.read(pattern)
  var matcher = Matcher()
  matcher.match(pattern, try JSON.read(value))
  let findings = matcher.findings(.body, request: 1, whole: pattern.range)
  guard findings.count == 1, case .mismatch(let mismatch) = findings[0] else {
    throw DiagnosticsError(count: findings.count)
  }
  return mismatch
}

private struct DiagnosticsError: Error { var count: Int }

private func reported(_ pattern: String, _ value: String) throws -> String { try mismatch(pattern, value).text }

/// Returns an object with a number of members, one on each line, and the same object with another value for each.
private func members(_ count: Int) -> (pattern: String, value: String) {
  let names = (1...count).map { "m\($0)" }
  return (
    "{" + names.map { "\"\($0)\": 1" }.joined(separator: ",\n ") + "}",
    "{" + names.map { "\"\($0)\": 2" }.joined(separator: ", ") + "}"
  )
}

@Suite("Differences in words")
struct DifferenceTextTests {
  // MARK: One difference

  @Test("a number that is equal only as a Double is not reported as moved")
  func almostMoved() throws {
    let pattern = #"["x", "y", 9007199254740993]"#
    let other = try mismatch(pattern, #"[9007199254740992, "x", "y"]"#)
    #expect(other.differences.map(\.kind) == [.unexpected, .missing])
    let same = try mismatch(pattern, #"[9007199254740993e0, "x", "y"]"#)
    #expect(same.differences.map(\.kind) == [.moved])
  }

  @Test("one difference shows the expected value above the actual one, whatever its kind")
  func one() throws {
    let place = "contract  todo.contract.json"
    expectText(
      try reported(#"{"a": 1}"#, #"{"a": 2}"#),
      is: """
        request 1: unexpected body at /a
          \(place):1:7 /a
          expected  1
          actual    2
        """)
    expectText(
      try reported(#"{"a": 1}"#, "{}"),
      is: """
        request 1: unexpected body at /a
          \(place):1:7 /a
          expected  1
          actual    nothing
        """)
    expectText(
      try reported("[1, 2, 3]", "[0, 1, 2, 3]"),
      is: """
        request 1: unexpected body at /0
          \(place):1:1
          expected  no such element
          actual    0
        """)
    expectText(
      try reported("[1, 2, 3]", "[1, 3]"),
      is: """
        request 1: unexpected body at /1
          \(place):1:5 /1
          expected  2
          actual    nothing
        """)
    expectText(
      try reported(#"{"tags": ["a", "b", "c"]}"#, #"{"tags": ["b", "c", "a"]}"#),
      is: """
        request 1: unexpected body at /tags/2
          \(place):1:11 /tags/0
          expected  "a" at /tags/0
          actual    "a"
        """)
  }

  @Test("a value of another type has a line with both types, unless null or a matcher already shows them")
  func types() throws {
    expectText(
      try reported(#"{"id": 1}"#, #"{"id": "1"}"#),
      is: """
        request 1: unexpected body at /id
          contract  todo.contract.json:1:8 /id
          expected  1
          actual    "1"
          type      expected a number, got a string
        """)
    expectText(try reported("[1]", #"{"0": 1}"#), ends: "type      expected an array, got an object")
    expectTexts(
      [
        try reported("1", "null"), try reported("null", "1"), try reported(#"{"$type": "integer"}"#, #""1""#),
        try reported("1", "2"),
      ],
      are: [
        """
        request 1: unexpected body
          contract  todo.contract.json:1:1
          expected  1
          actual    null
        """,
        """
        request 1: unexpected body
          contract  todo.contract.json:1:1
          expected  null
          actual    1
        """,
        """
        request 1: unexpected body
          contract  todo.contract.json:1:1
          expected  an integer
          actual    "1"
        """,
        """
        request 1: unexpected body
          contract  todo.contract.json:1:1
          expected  1
          actual    2
        """,
      ])
  }

  @Test("a summary has the first difference, cut around its place, and the number of the others")
  func summaries() throws {
    expectText(try mismatch(#"{"a": 1}"#, #"{"a": 2}"#).summary, is: "request 1: body at /a: expected 1, got 2")
    expectText(
      try mismatch(#"{"a": 1, "b": 2, "c": 3, "d": 4}"#, #"{"a": 2, "b": 3, "c": 4}"#).summary,
      is: "request 1: body at /a: expected 1, got 2, and 3 more")
    let same = String(repeating: "a", count: 120)
    let start = String(repeating: "a", count: 25)
    expectText(
      try mismatch("\"\(same)X\"", "\"\(same)Y\"").summary,
      is: "request 1: body: expected …\(start)X\", got …\(start)Y\"")
  }

  // MARK: Multiple differences

  @Test("multiple differences are one aligned line each, in document order, with the line of the contract")
  func several() throws {
    let text = try reported(
      """
      {
        "title": "test",
        "done": false,
        "id": 1,
        "tags": ["a", "b", "c"],
        "owner": { "name": "Ada" },
        "items": [{ "id": 1, "price": 1 }, { "id": 2, "price": 2 }],
        "at": null
      }
      """,
      """
      {"title": "Test", "id": "1", "extra": 1, "tags": ["b", "c", "a"], "owner": [], "at": 1,
       "items": [{"id": 0, "price": 0}, {"id": 1, "price": 1}, {"id": 2, "price": 3}]}
      """)
    expectText(
      text,
      is: """
        request 1: unexpected body: 9 differences
          contract    todo.contract.json:1:1
          changed     /title          expected "test", got "Test"                           2:12
          missing     /done           expected false                                        3:11
          wrong type  /id             expected the number 1, got the string "1"             4:9
          moved       /tags/2         expected at /tags/0: "a"                              5:12
          wrong type  /owner          expected the object {"name":"Ada"}, got the array []  6:12
          unexpected  /items/0        got {"id":0,"price":0}
          changed     /items/2/price  expected 2, got 3                                     7:58
          wrong type  /at             expected null, got the number 1                       8:9
          unexpected  /extra          got 1
        """)
  }

  @Test("the page about reports shows the report's text word for word")
  func page() throws {
    let page = try Page("docs/reports.md")
    let pattern = """
      {
        "title": "test",
        "done": false,
        "id": 1,
        "tags": ["a", "b", "c"],
        "owner": { "name": "Ada" },
        "items": [{ "id": 1, "price": 1 }, { "id": 2, "price": 2 }]
      }
      """
    let value = """
      {"title": "Test", "id": "1", "extra": 1, "tags": ["b", "c", "a"], "owner": [],
       "items": [{"id": 0, "price": 0}, {"id": 1, "price": 1}, {"id": 2, "price": 3}]}
      """
    let texts = [
      try reported(pattern, value),
      try reported(#""Dear Ada,\ntwo items. \n""#, #""Dear Ada,\ntwo items.\n\tYours\n""#),
    ]
    for text in texts {
      let reported = text.replacing(ContractFile.todo.path, with: "specs/todo/create-todo.contract.json")
      expectText("```\n\(reported)\n```", isOn: page)
    }
  }

  @Test("a whole part that is missing or extra is one line, and long values are cut around their difference")
  func large() throws {
    let list = "[" + (0..<100).map(String.init).joined(separator: ",") + "]"
    let text = String(repeating: "x", count: 300)
    expectText(
      try reported(
        "{\"a\": \(list), \"b\": \"\(text)1\",\n \"c\": 1}", "{\"b\": \"\(text)2\", \"c\": 1, \"d\": {\"e\": \(list)}}"),
      is: """
        request 1: unexpected body: 3 differences
          contract    todo.contract.json:1:1
          missing     /a  expected [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,…  1:7
          changed     /b  expected …xxxxxxxxxxxx1" (303 characters), got …xxxxxxxxxxxx2" (303 characters)  1:305
          unexpected  /d  got {"e":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,1…
        """)
  }

  @Test("the note on one of multiple differences is below it")
  func notes() throws {
    let text = try reported(
      #"{"a": 1, "b": {"$anyOf": [{"x": 1}, {"y": 1}]}, "c": "\u00e9"}"#, #"{"a": 2, "b": {"z": 1}, "c": "e\u0301"}"#)
    expectText(
      text,
      is: """
        request 1: unexpected body: 3 differences
          contract    todo.contract.json:1:1
          changed     /a  expected 1, got 2                              1:7
          changed     /b  expected one of {"x":1}, {"y":1}, got {"z":1}  1:15
                          alternative 1: /x: expected 1, got nothing, and 1 more
                          alternative 2: /y: expected 1, got nothing, and 1 more
          changed     /c  expected "é", got "e\u{301}"                          1:54
                          the texts look the same: expected U+00E9, got U+0065 U+0301 at character 1
        """)
  }

  @Test("up to 40 differences are listed; else 39, and the rest counted by kind", arguments: [39, 40, 41, 1000])
  func limit(count: Int) throws {
    let (pattern, value) = members(count)
    var lines = try reported(pattern, value.dropLast() + ", \"n\": [1]}").split(separator: "\n").map(String.init)
    let all = count + 1
    expectText(lines.removeFirst(), is: "request 1: unexpected body: \(all) differences")
    expectText(lines.removeFirst(), is: "  contract    todo.contract.json:1:1")
    #expect(lines.count == 40)
    expectText(lines[0], is: "  changed     /m1   expected 1, got 2  1:8")
    if all <= 40 {
      expectText(lines[38], is: "  changed     /m39  expected 1, got 2  39:9")
      expectText(lines[39], is: "  unexpected  /n    got [1]")
    } else {
      expectText(lines[38], is: "  changed     /m39  expected 1, got 2  39:9")
      let rest = all - 39
      expectText(lines[39], is: "              and \(rest) more differences: \(rest - 1) changed, 1 unexpected")
    }
  }

  @Test("of more than 40 differences, those of one kind at one place of the elements share a line, to show the rest")
  func folded() throws {
    func list(_ price: (Int) -> String, _ more: String) -> String {
      "[" + (0..<500).map { "{\"id\": \($0), \"price\": \(price($0)), \(more)}" }.joined(separator: ",\n") + "]"
    }
    let text = try reported(
      "{\"items\": \(list({ "\($0)" }, "\"tags\": [\"a\", \"b\"]")), \"a\": [1, 2], \"total\": 500}",
      "{\"items\": \(list({ "\"\($0)\"" }, "\"tags\": [\"x\", \"b\"], \"n\": 1")), \"a\": [2, 1]}")
    expectText(
      text,
      is: """
        request 1: unexpected body: 1502 differences
          contract    todo.contract.json:1:1
          wrong type  /items/*/price   500 times, first at /items/0/price: expected the number 0, got the string "0"  1:31
          changed     /items/*/tags/*  500 times, first at /items/0/tags/0: expected "a", got "x"  1:43
          unexpected  /items/*/n       500 times, first at /items/0/n: got 1
          moved       /a/1             expected at /a/0: 1                                         500:55
          missing     /total           expected 500                                                500:71
        """)
  }

  // MARK: Headers and queries

  private func texts(_ shape: String, _ change: (inout CapturedRequest) -> Void) throws -> [String] {
    let contract = try Contract.read(
      Contract.text([
        #"{"name": "a", "request": \#(shape), "response": {"kind": "valid"}, "expect": {"success": null}}"#
      ]))
    var request = CapturedRequest(method: "GET", url: "http://localhost/")
    change(&request)
    var judge = RequestJudge(
      contract.scenarios[0].exchanges[0].shape, addresses: contract.addresses, transport: .memory, number: 1)
    judge.judge(request)
    return judge.reasons.map(\.text)
  }

  @Test("multiple headers are one table, and a secret is shown only if it is the difference")
  func headers() throws {
    let token = String(repeating: "ab", count: 40)
    let texts = try texts(
      """
      {"otherHeaders": "forbidden",
       "headers": {"Authorization": "Bearer \(token)1", "Accept-Language": "de",
                   "X-N": "1", "Content-Type": "application/json"}}
      """
    ) {
      $0.headers = Headers([
        .init("authorization", "Bearer \(token)2"), .init("X-N", "2"), .init("Content-Type", "application/json"),
        .init("X-A", "a\tb"), .init("Proxy-Authorization", "Basic YTpi"),
      ])
    }
    expectTexts(
      texts,
      are: [
        """
        request 1: 5 headers differ
          contract    todo.contract.json:2:26 /scenarios/0/request
                      name                 expected         got
                      Authorization        …abababababab1"  …abababababab2"          3:31
                      Accept-Language      "de"             nothing                  3:123
                      X-N                  "1"              "2"                      4:21
                      Proxy-Authorization  no such header   "Basic …(4 characters)"
                      X-A                  no such header   "a\\tb"
          note        describe such headers in `headers`, or allow them with `otherHeaders`
        """
      ])
  }

  @Test("multiple query items are one table, and the title names an item that differs twice")
  func query() throws {
    let several = try texts(#"{"query": {"page": 1, "sort": "up"}}"#) { $0.url = "http://localhost/?page=2&x=1&x=2" }
    expectTexts(
      several,
      are: [
        """
        request 1: 3 query items differ
          contract    todo.contract.json:2:26 /scenarios/0/request
                      name  expected      got
                      page  "1"           "2"       2:45
                      sort  "up"          nothing   2:48
                      x     no such item  "1", "2"
          note        describe such items in `query`, or allow them with `otherQuery`
        """
      ])
    let repeated = try texts(#"{"query": {"a": [1, 2]}}"#) { $0.url = "http://localhost/?a=2&a=1" }
    expectTexts(
      repeated,
      are: [
        """
        request 1: unexpected query item "a": 2 differences
          contract    todo.contract.json:2:26 /scenarios/0/request
                      name  expected  got
                      a     "1"       "2"  2:43
                      a     "2"       "1"  2:46
        """
      ])
  }

  @Test("up to 40 of a hundred headers are listed, and the rest are counted")
  func manyHeaders() throws {
    let texts = try texts(#"{"otherHeaders": "forbidden"}"#) {
      $0.headers = Headers((0..<100).map { .init("X-\($0)", "1") })
    }
    let lines = texts[0].split(separator: "\n")
    #expect(texts.count == 1)
    #expect(lines.count == 44)
    expectText(lines[0], is: "request 1: 100 headers differ")
    expectText(lines[42], is: "              and 61 more differences: 61 unexpected")
  }
}
