import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Requests that follow from the input for the real server")
struct ChangedValuesTests {
  /// A contract's input and POST with what `verify` changes in the input.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var input: String
    var changed: String
    /// The members of the request beside its method.
    var request: String
    /// What is forwarded, and what is not.
    var right: [SentRequest]
    var wrong: [SentRequest]

    var testDescription: String { name }

    init(
      _ name: String, _ input: String, _ changed: String, _ request: String, right: [SentRequest],
      wrong: [SentRequest] = []
    ) {
      (self.name, self.input, self.changed, self.request) = (name, input, changed, request)
      (self.right, self.wrong) = (right, wrong)
    }
  }

  private static func post(_ path: String = "/a", _ items: (String, String)...) -> SentRequest {
    var request = SentRequest("POST", path)
    request.query = items
    return request
  }

  private static func json(_ body: JSON) -> SentRequest { SentRequest("POST", "/a", body: .json(body)) }

  private static func text(_ body: String) -> SentRequest { SentRequest("POST", "/a", body: .text(body)) }

  private static func header(_ value: String?) -> SentRequest {
    var request = SentRequest("POST", "/a")
    if let value { request.headers = [("X-Tags", value)] }
    return request
  }

  static let cases = [
    Case(
      "another value in a path", #"{ "id": 7 }"#, #"{ "id": 42 }"#, #""path": "/items/7""#, right: [post("/items/42")],
      wrong: [post("/items/7"), post("/items/8")]),
    Case(
      "another value in the member with its name, and by chance in another one", #"{ "item_id": 7 }"#,
      #"{ "item_id": 42 }"#, #""path": "/a", "query": { "itemId": 7, "page": 7 }"#,
      right: [post("/a", ("itemId", "42"), ("page", "7"))], wrong: [post("/a", ("itemId", "7"), ("page", "7"))]),
    Case(
      "two members with one value", #"{ "a": 7, "b": 7 }"#, #"{ "a": 1, "b": 2 }"#,
      #""path": "/a", "body": { "json": { "a": 7, "b": 7 } }"#, right: [json(["a": 1, "b": 2])],
      wrong: [json(["a": 2, "b": 1]), json(["a": 7, "b": 2]), json(["a": 1, "b": 1])]),
    Case(
      "a word of the path", #"{ "kind": "items" }"#, #"{ "kind": "books" }"#,
      #""path": "/items", "query": { "kind": "items" }"#, right: [post("/items", ("kind", "books"))],
      wrong: [post("/items", ("kind", "items"))]),
    Case(
      "a header of credentials that do not change", #"{ "id": 7, "token": "t-123" }"#, #"{ "id": 42 }"#,
      #""path": "/a", "query": { "id": 7 }, "headers": { "Authorization": "Bearer t-123" }"#,
      right: [post("/a", ("id", "42")).with("Authorization", "Bearer t-123")],
      wrong: [post("/a", ("id", "42")).with("Authorization", "Bearer undefined"), post("/a", ("id", "42"))]),
    Case(
      "a header of credentials in another form", #"{ "id": 7, "key": "k-123" }"#, #"{ "id": 42 }"#,
      #""path": "/a", "query": { "id": 7 }, "headers": { "X-Signature": "5f2b" }"#,
      right: [post("/a", ("id", "42")).with("X-Signature", "77aa")], wrong: [post("/a", ("id", "42"))]),
    Case(
      "a value in place of null", #"{ "id": 7, "more": null }"#, #"{ "more": "m" }"#,
      #""path": "/a", "query": { "id": 7 }"#, right: [post("/a", ("id", "7")), post("/a", ("id", "7"), ("more", "m"))],
      wrong: [post("/a", ("more", "m")), post("/a", ("id", "8"))]),
    Case(
      "null in place of a value", #"{ "id": 7, "more": "m" }"#, #"{ "more": null }"#,
      #""path": "/a", "query": { "id": 7, "more": "m" }"#,
      right: [post("/a", ("id", "7")), post("/a", ("id", "7"), ("more", ""))],
      wrong: [
        post("/a", ("more", "m")), post("/a", ("id", "7"), ("other", "m")), post("/a", ("id", "7"), ("more", "all")),
      ]),
    Case(
      "null in place of a value that is there twice", #"{ "id": 7, "parent": 7 }"#, #"{ "parent": null }"#,
      #""path": "/a", "query": { "id": 7 }"#, right: [post("/a", ("id", "7"))], wrong: [post()]),
    Case(
      "an object in place of a value", #"{ "id": 7, "who": "ada" }"#, #"{ "who": { "name": "eve" } }"#,
      #""path": "/a", "body": { "json": { "id": 7, "who": "ada" } }"#,
      right: [json(["id": 7, "who": ["name": "eve"]]), json(["id": 7, "name": "eve"])],
      wrong: [json(["who": "ada"]), json(["id": 8, "who": "ada"])]),
    Case(
      "what the contract forbids", #"{ "id": 7 }"#, #"{ "more": "m" }"#,
      #""path": "/a", "query": { "id": 7, "force": { "$absent": true } }"#, right: [post("/a", ("id", "7"))],
      wrong: [post("/a", ("id", "7"), ("force", "true"))]),
    Case(
      "one element, and then more", #"{ "ids": [7], "kind": "a" }"#, #"{ "ids": [8, 9] }"#,
      #""path": "/a", "query": { "id": 7, "kind": "a" }"#,
      right: [
        post("/a", ("id", "8"), ("id", "9"), ("kind", "a")), post("/a", ("id", "8,9"), ("kind", "a")),
        post("/a", ("id", "9"), ("kind", "a")),
      ],
      wrong: [
        post("/a", ("kind", "a")), post("/a", ("id", "8")), post("/a", ("id", ""), ("kind", "a")),
        post("/a", ("id", "8"), ("id", "10"), ("kind", "a")), post("/a", ("id", "8,10"), ("kind", "a")),
      ]),
    Case(
      "no element in place of one", #"{ "ids": [7], "kind": "a" }"#, #"{ "ids": [] }"#,
      #""path": "/a", "query": { "id": 7, "kind": "a" }"#,
      right: [post("/a", ("kind", "a")), post("/a", ("id", ""), ("kind", "a"))],
      wrong: [post("/a", ("id", "7")), post("/a", ("ids", ""), ("kind", "a"))]),
    Case(
      "an element that is gone has the id of something else", #"{ "ids": [8, 7], "id": 7 }"#, #"{ "ids": [8] }"#,
      #""path": "/a", "query": { "id": 7 }"#, right: [post("/a", ("id", "7"))], wrong: [post()]),
    Case(
      "an element and something else have the same id", #"{ "ids": [7], "id": 7 }"#, #"{ "ids": [8, 9], "id": 1 }"#,
      #""path": "/a", "query": { "id": 7, "ids": 7 }"#,
      right: [post("/a", ("id", "1"), ("ids", "8"), ("ids", "9")), post("/a", ("ids", "8,9"), ("id", "1"))],
      wrong: [post("/a", ("ids", "8")), post("/a", ("id", "1")), post("/a", ("id", "2"), ("ids", "8"))]),
    Case(
      "two members of an element are the same", #"{ "lines": [{ "n": 1, "line": 1 }] }"#,
      #"{ "lines": [{ "n": 5, "line": 2 }, { "n": 6, "line": 3 }] }"#,
      #""path": "/a", "query": { "n": 1, "line": 1 }, "body": { "json": [1, 1] }"#,
      right: [
        SentRequest("POST", "/a", query: ["n": "5", "n": "6", "line": "2", "line": "3"], body: .json([5, 2, 6, 3]))
      ],
      wrong: [
        SentRequest("POST", "/a", query: ["n": "5", "n": "6"], body: .json([5, 2, 6, 3])),
        SentRequest("POST", "/a", query: ["n": "5", "line": "4"], body: .json([5, 2])),
        SentRequest("POST", "/a", query: ["n": "5", "line": "2"], body: .json([4])),
      ]),
    Case(
      "a text has the elements by chance", #"{ "tags": ["a", "b"], "title": "extra bread, a b" }"#,
      #"{ "tags": ["c", "d", "e"], "title": "milk" }"#, #""path": "/a", "query": { "title": "extra bread, a b" }"#,
      right: [post("/a", ("title", "milk"))], wrong: [post(), post("/a", ("title", "tea"))]),
    Case(
      "the first elements of a list", #"{ "tags": [] }"#, #"{ "tags": ["a"] }"#,
      #""path": "/a", "body": { "json": { "tags": [], "kind": "k" } }"#,
      right: [json(["tags": ["a"], "kind": "k"]), json(["tags": [], "kind": "k", "tag": "a"])],
      wrong: [json(["tags": "a", "kind": "k"]), json(["kind": "k"]), json(["tags": ["a"]])]),
    Case(
      "names with an index, longer", #"{ "lines": [{ "id": 7, "n": 1 }] }"#,
      #"{ "lines": [{ "id": 8, "n": 1 }, { "id": 9, "n": 2 }] }"#,
      #""path": "/a", "body": { "form": { "lines[0][id]": 7, "lines[0][n]": 1 } }"#,
      right: [
        SentRequest(
          "POST", "/a",
          body: .form([("lines[0][id]", "8"), ("lines[0][n]", "1"), ("lines[1][id]", "9"), ("lines[1][n]", "2")]))
      ],
      wrong: [
        SentRequest("POST", "/a", body: .form([("lines[0][id]", "8"), ("lines[1][id]", "9"), ("lines[1][n]", "2")])),
        SentRequest("POST", "/a", body: .form([("lines[0][id]", "5"), ("lines[0][n]", "1")])),
      ]),
    Case(
      "names with an index, shorter", #"{ "lines": [{ "id": 7, "n": 1 }, { "id": 8, "n": 1 }] }"#,
      #"{ "lines": [{ "id": 9, "n": 1 }] }"#,
      #""path": "/a", "body": { "form": { "l[0].id": 7, "l[0].n": 1, "l[1].id": 8, "l[1].n": 1, "kind": "k" } }"#,
      right: [SentRequest("POST", "/a", body: .form([("l[0].id", "9"), ("l[0].n", "1"), ("kind", "k")]))],
      wrong: [
        SentRequest("POST", "/a", body: .form([("l[0].n", "1"), ("kind", "k")])),
        SentRequest("POST", "/a", body: .form([("l[0].id", "9"), ("l[0].n", "1")])),
        SentRequest("POST", "/a", body: .form([("l[0].id", "9"), ("l[0].n", "1"), ("kind", "k"), ("x", "1")])),
      ]),
    Case(
      "a list in a header", #"{ "tags": ["aa", "bb"] }"#, #"{ "tags": ["x.", "y", "z"] }"#,
      #""path": "/a", "headers": { "X-Tags": "aa, bb" }"#, right: [header("x., y, z"), header("aa, bb"), header("y")],
      wrong: [header(nil), header(""), header("xx"), header("x., q")]),
    Case(
      "a list in a path", #"{ "ids": [7, 8] }"#, #"{ "ids": [1, 2, 3] }"#,
      #""path": "/a/{ids}", "pathParameters": { "ids": "7,8" }"#, right: [post("/a/1,2,3")],
      wrong: [post("/a"), post("/a/"), post("/a/4"), post("/a/1,2,")]),
    Case(
      "a list that is gone, in a path", #"{ "ids": [7, 8] }"#, #"{ "ids": [] }"#,
      #""path": "/a/{ids}", "pathParameters": { "ids": "7,8" }"#, right: [post("/a/7,8")],
      wrong: [post("/a"), post("/a/"), post("/a/4")]),
    Case(
      "a text that the client composes", #"{ "tags": ["red", "blue"] }"#, #"{ "tags": ["red", "green", "blue"] }"#,
      #""path": "/a", "body": { "json": { "find": "tag:red OR tag:blue", "kind": "k" } }"#,
      right: [json(["find": "tag:red OR tag:green OR tag:blue", "kind": "k"])],
      wrong: [json(["kind": "k"]), json(["find": "tag:red OR tag:green OR tag:blue"])]),
    Case(
      "a body that is a text", #"{ "title": "tea" }"#, #"{ "title": "milk", "note": "n" }"#,
      #""path": "/a", "query": { "n": 1 }, "body": { "text": "<title>tea</title>" }"#,
      right: [
        SentRequest("POST", "/a", query: ["n": "1"], body: .text("<title>milk</title><note>n</note>"))
      ], wrong: [text("<title>milk</title>"), post("/a", ("n", "1"))]),
    Case(
      "a body that is a value", #"{ "title": "tea" }"#, #"{ "title": "milk", "note": "n" }"#,
      #""path": "/a", "body": { "text": "tea" }"#, right: [text("milk")], wrong: [text("cheese"), post()]),
    Case(
      "lines", #"{ "ids": [7] }"#, #"{ "ids": [8, 9] }"#, #""path": "/a", "body": { "jsonLines": [{ "id": 7 }] }"#,
      right: [text("{\"id\": 8}\n{\"id\": 9}\n")], wrong: [post()]),
    Case(
      "lines with more members", #"{ "id": 7 }"#, #"{ "id": 8, "more": 1 }"#,
      #""path": "/a", "body": { "jsonLines": [{ "id": 7 }] }"#, right: [text("{\"id\": 8, \"m\": 1}")],
      wrong: [text("{\"m\": 1}"), text("{\"id\": 8}\n{\"id\": 8}")]),
    Case(
      "bytes", #"{ "id": 7 }"#, #"{ "more": 1 }"#,
      #""path": "/a", "query": { "id": 7 }, "body": { "base64": "aWQgZi03Lg==" }"#,
      right: [SentRequest("POST", "/a", query: ["id": "7"], body: .text("any"))], wrong: [text("id f-7.")]),
    Case(
      "values of another kind", #"{ "flags": [true] }"#, #"{ "flags": [true, false] }"#,
      #""path": "/a", "query": { "id": 7 }, "body": { "json": [{ "isOpen": true }] }"#,
      right: [SentRequest("POST", "/a", query: ["id": "7"], body: .json([["isOpen": true]]))],
      wrong: [json([["isOpen": true]]), SentRequest("POST", "/a", query: ["id": "7"], body: .json([]))]),
  ]

  @Test("what is new may add to a request, what is gone may be missing, and all else stays", arguments: cases)
  func changed(_ one: Case) throws {
    let contract = try Contract.read(
      VerifyFlow.contract(
        VerifyFlow.exchange(#""method": "POST", \#(one.request)"#, "{}"),
        members: #""input": \#(one.input), "verify": { "input": \#(one.changed) },"#), allowsWarnings: true)
    for (requests, isRight) in [(one.right, true), (one.wrong, false)] {
      for request in requests { VerifyFlow.expect(request, of: contract, isForwarded: isRight) { _ in .json([:]) } }
    }
  }
}

extension SentRequest {
  fileprivate func with(_ name: String, _ value: String) -> SentRequest {
    var request = self
    request.headers.append((name, value))
    return request
  }
}
