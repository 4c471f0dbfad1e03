import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

extension RequestJudgeTests {
  // MARK: Body

  @Test(
    "equal bodies match",
    arguments: [
      (#"{"json": {"a": 1, "b": [true]}}"#, " {\"b\": [true], \"a\": 1.0}\n"), (#"{"text": "a\nb"}"#, "a\nb"),
      (#"{"text": ""}"#, nil),
      (#"{"text": {"$regex": "^a"}}"#, "abc"), (#"{"base64": "YWI="}"#, "ab"), (#"{"base64": ""}"#, nil),
      (#"{"base64": ""}"#, ""),
      (#"{"$any": true}"#, nil), (#"{"$any": true}"#, "x"), (#"{"json": null}"#, "null"),
    ] as [(String, String?)])
  func sameBody(body: String, sent: String?) throws {
    #expect(try judgedBody(body, sent) == [])
  }

  @Test(
    "different bodies are reported",
    arguments: [
      (
        #"{"json": {"title": "test", "done": false}}"#, #"{"title": "tset", "done": 0}"#,
        [#"body at /title: expected "test", got "tset""#, "body at /done: expected false, got 0"]
      ),
      (#"{"json": {"b": 1}}"#, nil, [#"body: expected {"b":1}, got nothing"#]),
      (#"{"json": {"a": 1}}"#, "", [#"body: expected {"a":1}, got nothing"#]),
      (#"{"json": {"a": 1}}"#, "a=1", [#"body: expected {"a":1}, got "a=1""#]),
      (#"{"json": {"a": 1}}"#, #"{"a": 1,}"#, [#"body: expected {"a":1}, got "{\"a\": 1,}""#]),
      (#"{"json": {"a": 1}}"#, #"{"a": 1, "a": 1}"#, [#"body: expected {"a":1}, got "{\"a\": 1, \"a\": 1}""#]),
      (#"{"text": "ab"}"#, "aB", [#"body: expected "ab", got "aB""#]),
      (#"{"text": "ab"}"#, nil, [#"body: expected "ab", got nothing"#]),
      (#"{"text": {"$any": true}}"#, nil, ["body: expected anything, got nothing"]),
      (#"{"text": {"$type": "string"}}"#, "", ["body: expected a string, got nothing"]),
      (#"{"text": {"$regex": ".*"}}"#, nil, ["body: expected a string that contains a match of /.*/, got nothing"]),
      (#"{"text": {"$anyOf": ["", "a"]}}"#, nil, []),
      (#"{"base64": "YWI="}"#, "abc", [#"body: expected "ab", got "abc""#]),
      (#"{"base64": "AP8="}"#, "abc", ["body: expected 00 ff (2 bytes), got 61 62 63 (3 bytes)"]),
      (#"{"base64": "YWI="}"#, nil, [#"body: expected "ab", got nothing"#]),
    ] as [(String, String?, [String])])
  func otherBody(body: String, sent: String?, expected: [String]) throws {
    expectTexts(try judgedBody(body, sent).map(Self.part), are: expected)
  }

  @Test("a request without a described body must have none, and an empty body counts as none")
  func noBody() throws {
    #expect(try judged("{}") == [])
    #expect(try judged("{}") { $0.body = [] } == [])
    expectTexts(try judged("{}") { $0.body = Array("{}".utf8) }, are: ["request 1: body: expected no body, got {}"])
    expectTexts(
      try judged("{}") { $0.body = [0, 255] }, are: ["request 1: body: expected no body, got 00 ff (2 bytes)"])
  }

  @Test("a body that the injection point cannot see is errored, even if none is described, unless anything matches")
  func unseenBody() throws {
    func judgedUnseen(_ shape: String) throws -> [String] { try judged(shape) { $0.unobserved = ["body"] } }
    expectTexts(
      try judgedUnseen(#"{"body": {"json": {}}}"#),
      are: ["the contract describes the request's body, which the driver could not observe"])
    #expect(try judgedUnseen(#"{"body": {"$any": true}}"#) == [])
    expectTexts(
      try judgedUnseen("{}"),
      are: [
        "the contract describes the request's body, which the driver could not observe"
      ])
    #expect(
      try judged(#"{"body": {"text": "a"}}"#) {
        $0.unobserved = ["body"]
        $0.body = [0x61]
      } == [])
  }

  @Test(
    "a body that is optional may be missing; if it is there, it is judged as any other",
    arguments: [
      (#"{"json": {"a": 1}}"#, #"{"a": 1}"#, #"{"a": 2}"#), (#"{"text": "ab"}"#, "ab", "a"),
      (#"{"base64": "YWI="}"#, "ab", "a"), (#"{"form": {"a": 1}}"#, "a=1", "a=2"),
      (#"{"jsonLines": [1]}"#, "1\n", "1\n2\n"),
      (#"{"multipart": [{"name": "a"}]}"#, "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--b--", "--b--"),
      (#"{"$any": true}"#, "a", nil),
    ] as [(String, String, String?)])
  func optionalBody(body: String, right: String, wrong: String?) throws {
    func judged(_ body: String, _ sent: String?, _ transport: Transport) throws -> [String] {
      try JudgeFixture.summaries(
        #""body": \#(body)"#, headers: [("Content-Type", "multipart/form-data; boundary=b")], body: sent,
        transport: transport)
    }
    for transport in Transport.allCases {
      let optional = #"{"$optional": \#(body)}"#
      #expect(try judged(optional, nil, transport) == [])
      #expect(try judged(optional, "", transport) == [])
      #expect(try judged(optional, right, transport) == [])
      guard let wrong else { continue }
      let findings = try judged(optional, wrong, transport)
      #expect(!findings.isEmpty)
      #expect(try findings == judged(body, wrong, transport))
      #expect(try judged(body, nil, transport) != [])
    }
  }

  @Test("a client that sends nothing as JSON, where the body can be left out, learns that it can")
  func hollowBody() throws {
    func note(_ body: String, _ sent: String) throws -> [String?] {
      try JudgeFixture.judge(#""body": \#(body)"#, body: Array(sent.utf8)).reasons.map(\.note)
    }
    for sent in ["null", "{}", "[]", "\"\""] {
      #expect(try note(#"{"$optional": {"json": {"a": 1}}}"#, sent) == ["the body can be left out"])
      #expect(try note(#"{"json": {"a": 1}}"#, sent) == [nil])
    }
    #expect(try note(#"{"$optional": {"json": {"a": 1}}}"#, #"{"a": 2}"#) == [nil])
    #expect(try note(#"{"$optional": {"json": null}}"#, "null") == [])
  }

  @Test("headers that describe an optional body are only compared if it is there, on both transports")
  func optionalBodyHeaders() throws {
    let shape = """
      "headers": {"content-type": "application/json", "Content-Length": "7", "Content-Encoding": "br", "X-A": "1"},
      "body": {"$optional": {"text": "[1, 2]"}}, "otherHeaders": "forbidden"
      """
    func judged(_ headers: [(String, String)], _ body: String?, _ transport: Transport) throws -> [String] {
      try JudgeFixture.summaries(shape, headers: headers + [("X-A", "1")], body: body, transport: transport)
    }
    for transport in Transport.allCases {
      #expect(try judged([], nil, transport) == [])
      #expect(try judged([("Content-Length", "0"), ("Content-Type", "json")], nil, transport) == [])
      let encoding = #"header Content-Encoding: expected "br", got nothing"#
      #expect(
        try judged([("Content-Type", "text/plain"), ("Content-Length", "7")], "[1, 2]", transport)
          == [#"header content-type: expected "application/json", got "text/plain""#, encoding])
    }
    // Nobody knows whether a body that was not observed is there.
    #expect(
      try JudgeFixture.summaries(shape, headers: [("X-A", "1")], unobserved: ["body"]).contains(
        #"header content-type: expected "application/json", got nothing"#))
    #expect(
      try JudgeFixture.summaries(#""headers": {"Content-Type": "a/b"}, "body": {"$any": true}"#)
        == [#"header Content-Type: expected "a/b", got nothing"#])
    #expect(try JudgeFixture.summaries(#""body": {"$optional": {"$any": true}}"#, unobserved: ["body"]) == [])
    #expect(try JudgeFixture.summaries(#""body": {"$optional": {"json": 1}}"#, unobserved: ["body"]).count == 1)
  }

  @Test("anything else that a driver could not see is counted; basicChallenge is not a part of the request")
  func otherUnobserved() throws {
    expectTexts(
      try judged("{}") { $0.unobserved = ["trailers", "basicChallenge", "Content-Length"] },
      are: [
        "unobserved: request 1: trailers"
      ])
  }

  @Test("the whole text of a mismatch names the line of the contract and what to do")
  func texts() throws {
    let contract = try Contract.read(
      """
      {
        "baseURL": "http://localhost:8080/v1", "contract": 1, "endpoint": "e",
        "request": {"method": "POST", "path": "/a", "otherHeaders": "forbidden",
                    "headers": {"Content-Type": "application/json"}, "body": {"json": {"a": 1}}},
        "scenarios": [
          {"name": "a", "response": {"kind": "valid"}, "expect": {"success": null},
           "request": {"method": "GET", "path": "/", "headers": {"Content-Type": null},
                       "otherHeaders": "allowed", "body": {"base64": "AAEC"}}},
          {"name": "b", "response": {"kind": "valid"}, "expect": {"success": null}}
        ]
      }
      """)
    func texts(_ scenario: Int, _ request: CapturedRequest) -> [String] {
      var judge = RequestJudge(
        contract.scenarios[scenario].exchanges[0].shape, addresses: contract.addresses, transport: .memory, number: 1)
      judge.judge(request)
      return judge.reasons.map(\.text)
    }
    let headers = Headers([.init("X-A", "1"), .init("content-type", "text/plain")])
    expectTexts(
      texts(
        1,
        CapturedRequest(
          method: "POST", url: "http://localhost:80/v1/a?b=1", headers: headers, body: Array("{'a': 1}".utf8))),
      are: [
        """
        request 1: unexpected base URL
          contract  todo.contract.json:2:14 /baseURL
          expected  http://localhost:8080/v1
          actual    http://localhost:80
          next      let the driver pass `call.baseURL` to its client, or correct the contract's `baseURL`
        """,
        """
        request 1: unexpected query item "b"
          contract  todo.contract.json:3:14 /request
          expected  no such item
          actual    "1"
          note      describe such items in `query`, or allow them with `otherQuery`
        """,
        """
        request 1: 2 headers differ
          contract    todo.contract.json:3:14 /request
                      name          expected            got
                      Content-Type  "application/json"  "text/plain"  4:43
                      X-A           no such header      "1"
          note        describe such headers in `headers`, or allow them with `otherHeaders`
        """,
        """
        request 1: unexpected body
          contract  todo.contract.json:4:81 /request/body/json
          expected  {"a":1}
          actual    "{'a': 1}"
          note      not JSON at 1:2: found ''', expected a member's name in quotes
        """,
      ])
    expectTexts(
      texts(0, CapturedRequest(method: "GET", url: "http://localhost:8080/v1/", body: [0, 1, 0xFF])),
      are: [
        """
        request 1: unexpected body
          contract  todo.contract.json:8:53 /scenarios/0/request/body
          expected  00 01 02 (3 bytes)
          actual    00 01 ff (3 bytes)
          note      the first difference is at byte 3
        """
      ])
  }

  @Test("all mistakes in a request are reported, not only the first")
  func everything() throws {
    let shape =
      #"{"method": "POST", "path": "/todos", "query": {"a": "1"}, "headers": {"X-A": "1"}, "timeout": 10, "body": {"json": {"a": 1}}}"#
    let reasons = try judged(shape) {
      $0 = CapturedRequest(
        method: "PUT", url: "https://other/todo?a=2", headers: Headers([.init("x-a", "2")]),
        body: Array(#"{"a":2}"#.utf8),
        timeout: 60)
    }
    expectTexts(
      reasons,
      are: [
        "request 1: method: expected POST, got PUT",
        "request 1: base URL: expected http://localhost:8080, got https://other",
        "request 1: path: expected /todos, got /todo", #"request 1: query item "a": expected "1", got "2""#,
        #"request 1: header X-A: expected "1", got "2""#, "request 1: timeout: expected 10, got 60",
        "request 1: body at /a: expected 1, got 2",
      ])
  }
}
