import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Values of real answers in later requests")
struct FollowedValuesTests {
  /// A first answer as the contract has it and as it really is, and the request after it.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    /// The members of the contract's response beside its kind.
    var described: String
    var real: Reply
    /// The members of the second request, a POST.
    var request: String
    /// What is forwarded, and what is not.
    var right: [SentRequest]
    var wrong: [SentRequest]

    var testDescription: String { name }

    init(
      _ name: String, _ described: String, _ real: Reply, _ request: String, right: [SentRequest],
      wrong: [SentRequest] = []
    ) {
      (self.name, self.described, self.real) = (name, described, real)
      (self.request, self.right, self.wrong) = (request, right, wrong)
    }
  }

  private static func post(_ path: String, _ body: JSON) -> SentRequest {
    SentRequest("POST", path, body: .json(body))
  }

  private static func post(_ path: String, query: KeyValuePairs<String, String> = [:]) -> SentRequest {
    SentRequest("POST", path, query: query)
  }

  private static func text(_ body: String) -> Reply { Reply(.status(200), body: Array(body.utf8)) }

  private static func multipart(_ id: String) -> SentRequest {
    SentRequest(
      "POST", "/a", headers: ["Content-Type": "multipart/form-data; boundary=b"],
      body: .text("--b\r\nContent-Disposition: form-data; name=\"id\"\r\n\r\n\(id)\r\n--b--\r\n"))
  }

  static let cases = [
    Case(
      "an id in a path", #""body": { "json": { "id": 7 } }"#, .json(["id": 91, "other": 92]), #""path": "/a/7""#,
      right: [post("/a/91"), post("/a/7")], wrong: [post("/a/92"), post("/a/null"), post("/a/91,91"), post("/a/91/91")]),
    Case(
      "an id that is missing", #""body": { "json": { "id": 7 } }"#, .json(["id": .null]), #""path": "/a/7""#,
      right: [], wrong: [post("/a/null"), post("/a/undefined"), post("/a/")]),
    Case(
      "an id with a slash", #""body": { "json": { "id": "x" } }"#, .json(["id": "a/b"]), #""path": "/a/x/c""#,
      right: [post("/a/a%2Fb/c")], wrong: [post("/a/a/b/c"), post("/a/a/c")]),
    Case(
      "a part of a URL", #""headers": { "Location": "/v1/a/7/b" }"#,
      Reply(.status(200), headers: Headers([.init("Location", "/v1/a/91/b")])), #""path": "/a/7""#,
      right: [post("/a/91")], wrong: [post("/a/b"), post("/b/91")]),
    Case(
      "another URL", #""headers": { "Location": "/v1/a/7" }"#,
      Reply(.status(200), headers: Headers([.init("Location", "/v2/b/c/91?d=e")])), #""path": "/a/7""#,
      right: [SentRequest("POST", url: "http://127.0.0.1:9/v2/b/c/91?d=e")],
      wrong: [
        SentRequest("POST", url: "http://127.0.0.1:9/v2/b/c/91"), post("/b/c"), post("/a/91"),
        SentRequest("POST", url: "http://127.0.0.1:9/v2/b/c/91?d=e&f=g"),
      ]),
    Case(
      "an id that is a name", #""body": { "json": { "a": { "7": {} } } }"#, .json(["a": ["91": [:]]]),
      #""path": "/a/7""#, right: [post("/a/91")], wrong: [post("/a/a")]),
    Case(
      "a word of XML", #""headers": { "Content-Type": "text/xml" }, "body": { "text": "<a><id>x7</id></a>" }"#,
      text("<a><more>y</more><id>x91</id></a>"), #""path": "/a", "query": { "id": "x7" }"#,
      right: [post("/a", query: ["id": "x91"])], wrong: [post("/a", query: ["id": "y"])]),
    Case(
      "a boolean is only that of the same name", #""body": { "json": { "is_open": true } }"#, .json(["is_open": false]),
      #""path": "/a", "body": { "json": { "isOpen": true, "isPaid": true } }"#,
      right: [post("/a", ["isOpen": false, "isPaid": true])],
      wrong: [post("/a", ["isOpen": true, "isPaid": false]), post("/a", ["isOpen": "false", "isPaid": true])]),
    Case(
      "a boolean in a query", #""body": { "json": { "all": true } }"#, .json(["all": false]),
      #""path": "/a", "query": { "all": true }"#, right: [post("/a", query: ["all": "true"])],
      wrong: [post("/a", query: ["all": "false"])]),
    Case(
      "the type stays", #""body": { "json": { "id": "7" } }"#, .json(["id": "91"]),
      #""path": "/a", "body": { "json": { "id": 7 } }"#, right: [post("/a", ["id": 91])],
      wrong: [post("/a", ["id": "91"]), post("/a", ["id": [91]])]),
    Case(
      "lists of the elements", #""body": { "json": [{ "id": 7 }, { "id": 8 }] }"#,
      .json([["id": 91], ["id": 92], ["id": 93]]),
      #""path": "/a", "body": { "json": { "ids": [{ "id": 7, "n": 1 }, { "id": 8, "n": 1 }] } }"#,
      right: [
        post("/a", ["ids": [["id": 91, "n": 1], ["id": 92, "n": 1], ["id": 93, "n": 1]]]),
        post("/a", ["ids": [["id": 93, "n": 1]]]),
      ],
      wrong: [
        post("/a", ["ids": []]), post("/a", ["ids": [["id": 94, "n": 1]]]), post("/a", ["ids": [["id": 91, "n": 2]]]),
      ]),
    Case(
      "a copy with other members", #""body": { "json": { "a": { "b": 1 }, "c": [] } }"#,
      .json(["a": ["b": 2, "d": 3], "c": [4]]), #""path": "/a", "body": { "json": { "a": { "b": 1 }, "c": [] } }"#,
      right: [post("/a", ["a": ["b": 2, "d": 3], "c": [4]])],
      wrong: [post("/a", ["a": ["b": 2, "d": 4], "c": [4]]), post("/a", ["a": ["b": 2, "d": 3], "c": [5]])]),
    Case(
      "a part of a multipart body", #""body": { "json": { "id": "f-7" } }"#, .json(["id": "f-91"]),
      #""path": "/a", "body": { "multipart": [{ "name": "id", "body": { "text": "f-7" } }] }"#,
      right: [multipart("f-91")], wrong: [multipart("f-92"), multipart("")]),
    Case(
      "bytes", #""body": { "json": { "id": "f-7" } }"#, .json(["id": "f-91"]),
      #""path": "/a", "body": { "base64": "aWQgZi03Lg==" }"#,
      right: [SentRequest("POST", "/a", body: .text("id f-91."))],
      wrong: [SentRequest("POST", "/a", body: .text("id f-92."))]),
    Case(
      "the length of a body", #""body": { "json": { "id": 7 } }"#, .json(["id": 91]),
      #""path": "/a", "headers": { "Content-Length": "8" }, "body": { "json": { "id": 7 } }"#,
      right: [SentRequest("POST", "/a", headers: ["Content-Length": "9"], body: .json(["id": 91]))]),
  ]

  @Test("what follows from a real answer is forwarded, and nothing else is", arguments: cases)
  func followed(_ one: Case) throws {
    let contract = try Contract.read(
      VerifyFlow.contract(
        """
        { "request": { "method": "GET", "path": "/start" }, "response": { "kind": "valid", \(one.described) } }
        """,
        VerifyFlow.exchange(#""method": "POST", \#(one.request)"#, "{}")), allowsWarnings: true)
    for (requests, isRight) in [(one.right, true), (one.wrong, false)] {
      for request in requests {
        VerifyFlow.expect(request, of: contract, isForwarded: isRight, after: [SentRequest("GET", "/start")]) {
          $0.method == "GET" ? one.real : .json([:])
        }
      }
    }
  }

  @Test("the message about a request that was not forwarded says so")
  func message() throws {
    let played = try VerifyFlow.delete.play { _, request in
      var changed = request
      changed.query = []
      return [changed]
    }
    expectText(
      played.verdict.reasons.map(\.text).joined(separator: "\n"),
      is: """
        request 1: missing query item "id"
          contract  todo.contract.json:2:112 /scenarios/0/exchanges/0/request/query/id
          expected  "7"
          actual    nothing
          note      the real server did not get this request, nor any after it
                    if a value follows from `verify.input` or from a real answer in another form, describe it by a matcher
        """)
  }
}
