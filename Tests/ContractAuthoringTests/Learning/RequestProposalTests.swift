import Foundation
import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

@Suite("Requests as a contract describes them")
struct RequestProposalTests {
  private typealias Fixture = LearningFixture

  @Test("a request is described part by part, in the order of the format")
  func whole() throws {
    func sample(_ transport: Transport, id: Int) throws -> RequestSample {
      let stack = [("host", "localhost"), ("User-Agent", "curl"), ("accept", "*/*"), ("Sec-Fetch-Mode", "cors")]
      return try Fixture.sample(
        "/todos/\(id)?page=2&tag=a&tag=b+c", transport,
        headers: [("X-Trace-Id", "a\(id)"), ("Content-Type", "application/json"), ("Authorization", "Bearer a\(id)")]
          + (transport == .memory ? [] : stack),
        body: #"{"title":"a","self":"{{baseURL}}/todos","count":\#(id)}"#)
    }
    #expect(
      try Fixture.proposal(try sample(.memory, id: 1), try sample(.loopback, id: 2)) == """
        {"method":"POST","path":"/todos/{id}","pathParameters":{"id":{"$type":"string"}},\
        "query":{"page":"2","tag":["a","b c"]},\
        "headers":{"Authorization":{"$regex":"^Bearer .+$"},"Content-Type":"application/json",\
        "X-Trace-Id":{"$regex":"^.+$"}},\
        "body":{"json":{"title":"a","self":{"$regex":"^https?://[^/?#]+/v1/todos$"},"count":{"$type":"integer"}}}}
        """)
    #expect(try Fixture.proposal(try Fixture.sample(method: "GET")) == #"{"method":"GET","path":"/"}"#)
  }

  @Test("the base URL with the longest path wins, and is named unless it is the default")
  func bases() throws {
    #expect(try Fixture.proposal(try Fixture.sample("/auth/login")).contains(#""base":"auth","path":"/login""#))
    #expect(try Fixture.proposal(try Fixture.sample("/authors")).contains(#""POST","path":"/authors""#))
    #expect(try Fixture.proposal(try Fixture.sample("/a", base: "files")).contains(#""base":"files","path":"/a""#))
    #expect(try Fixture.proposal(try Fixture.sample("")).contains(#""POST","path":"/""#))
    // In memory, a request may be below two base URLs. On loopback, each has a port of its own.
    #expect(
      try Fixture.proposal(try Fixture.sample("/auth/a"), try Fixture.sample("/auth/a", .loopback))
        .contains(#""POST","path":"/auth/a""#))
    #expect(
      try Fixture.proposal(try Fixture.sample("/auth/a"), try Fixture.sample("/a", .loopback, base: "auth"))
        .contains(#""base":"auth","path":"/a""#))
  }

  @Test(
    "a segment that changes, or that a contract cannot have, gets a name",
    arguments: [
      (["/a", "/b"], #""path":"/{id}","pathParameters":{"id":{"$type":"string"}}"#),
      (
        ["/a/b/1", "/a/c/2"],
        #""path":"/a/{id}/{id2}","pathParameters":{"id":{"$type":"string"},"id2":{"$type":"string"}}"#
      ),
      (["/b1e1f5c0-0000-4000-8000-000000000001"], #""path":"/{id}","pathParameters":{"id":{"$format":"uuid"}}"#),
      (["/2026-11-23"], #""path":"/{id}","pathParameters":{"id":{"$format":"date"}}"#),
      (["/\(LearningFixture.token).png"], #""path":"/{id}","pathParameters":{"id":{"$regex":"^.+$"}}"#),
      (["/files/sk_live_51H8xYzAbCdEfGhIj"], #""path":"/files/{id}","pathParameters":{"id":{"$regex":"^.+$"}}"#),
      (["/tokens/a1b2c3d4"], #""path":"/tokens/{id}","pathParameters":{"id":{"$regex":"^.+$"}}"#),
      (["/auth-key/login"], #""path":"/auth-key/login""#), (["/%7Ba%7d"], #""path":"/%7Ba%7D""#),
      (["/a|b"], #""path":"/{id}","pathParameters":{"id":"a|b"}"#),
      (["/%zz"], #""path":"/{id}","pathParameters":{"id":"%zz"}"#), (["/a%2fb%FF"], #""path":"/a%2Fb%FF""#),
      (["/~", "/%7E"], #""path":"/{id}","pathParameters":{"id":"~"}"#), (["//a/"], #""path":"//a/""#),
      (["/{{baseURL}}"], #""path":"/http://localhost:8080/v1""#),
      (["/a;b=c,d"], #""path":"/a;b=c,d""#),
    ])
  func paths(paths: [String], expected: String) throws {
    let samples = try paths.map { try Fixture.sample($0) }
    let proposal = try RequestProposal.make(samples, present: Fixture.present)
    #expect(try Fixture.differences(proposal, samples) == [])
    #expect(proposal.text == #"{"method":"POST",\#(expected)}"#)
  }

  @Test(
    "query items are decoded, and repeated names are lists",
    arguments: [
      (["?a=1&b&a=2&=c"], #"{"a":["1","2"],"b":"","":"c"}"#),
      (["?a=b+c%2B%zz&%C3%A9=%F0%9F%98%80"], ##"{"a":"b c+%zz","é":"😀"}"##),
      (["?a=1", "?a=2&b=3"], #"{"a":{"$type":"string"},"b":{"$optional":"3"}}"#),
      (["?$format=json&$filter=a"], ##"{"$format":"json","$filter":"a"}"##),
      (["?max_tokens=7&code=DE&hasToken=true"], #"{"max_tokens":"7","code":"DE","hasToken":"true"}"#),
      (["?a=1&a=2", "?a=1&a=3"], #"{"a":["1",{"$type":"string"}]}"#), (["?t=1795426380"], #"{"t":{"$type":"string"}}"#),
      (["?to={{baseURL}}/a%3Fb"], #"{"to":{"$regex":"^https?://[^/?#]+/v1/a\\?b$"}}"#),
      (["?to=http%3A%2F%2Flocalhost%3A8080%2Fv1"], #"{"to":{"$regex":"^https?://[^/?#]+/v1$"}}"#),
    ])
  func queries(queries: [String], expected: String) throws {
    let samples = try queries.map { try Fixture.sample("/\($0)") }
    let proposal = try RequestProposal.make(samples, present: Fixture.present)
    #expect(try Fixture.differences(proposal, samples) == [])
    #expect(proposal["query"]?.text == expected)
    #expect(try Fixture.proposal(try Fixture.sample("/?&")) == #"{"method":"POST","path":"/"}"#)
  }

  @Test("a number of a list is the same in another notation")
  func numbers() throws {
    let input = try #require(JSON.parse(#"{"sizes": [1, 2.50]}"#))
    let proposal = try RequestProposal.make([try Fixture.sample("/?a=1,2.5")], present: Fixture.present, input: input)
    #expect(proposal["query"]?.text == #"{"a":{"separator":",","elements":["1","2.5"]}}"#)
  }

  @Test(
    "a list is unclear if its text does not show which separators are in elements",
    arguments: [
      ("?a=5,3,37", [","]), ("?a=5%2C3%2C37", [","]), ("?a=5%2C3,37", []), ("?a=5&a=3&a=37", []), ("?a=5,3;37", []),
      ("?b=x%7Cy%7Cz", ["|"]), ("?c=1,2", []),
    ])
  func unclearLists(query: String, separators: [String]) throws {
    let input: JSON = ["ids": ["5,3", "37"], "more": ["b": ["x|y", "z"], "c": [1, 2]]]
    let sent = [try Fixture.sample("/\(query)").request]
    let form = CapturedRequest(
      method: "POST", url: "https://a.example/",
      headers: Headers([.init("Content-Type", "application/x-www-form-urlencoded")]),
      body: Array(query.dropFirst().utf8))
    let places = [",": "/ids", "|": "/more/b"]
    let notes = separators.map {
      "the list \(places[$0] ?? "") is sent as one text that does not show which \"\($0)\" is in an element;"
        + " a server reads other elements"
    }
    expectTexts(ScenarioProposal.unclearLists(in: input, sent: sent), are: notes)
    expectTexts(ScenarioProposal.unclearLists(in: input, sent: [form]), are: notes)
  }

  @Test(
    "a list of the input that is one text is described with its separator, and any other text as it is",
    arguments: [
      ("?a=5%2C3,37", #"{"a":{"separator":",","elements":["5,3","37"]}}"#), ("?a=5%2C3%2C37", #"{"a":"5,3,37"}"#),
      ("?a=5,3,37", #"{"a":"5,3,37"}"#), ("?a=37", #"{"a":"37"}"#), ("?a=37,5%2C3", #"{"a":"37,5,3"}"#),
      ("?b=1|true", #"{"b":{"separator":"|","elements":["1","true"]}}"#),
      ("?b=1%7Ctrue", #"{"b":{"separator":"|","elements":["1","true"]}}"#),
      ("?b=1+true", #"{"b":{"separator":" ","elements":["1","true"]}}"#), ("?b=1&b=true", #"{"b":["1","true"]}"#),
      ("?b=1,true&b=2", #"{"b":["1,true","2"]}"#), ("?token=1,true", #"{"token":{"$regex":"^.+$"}}"#),
    ])
  func lists(query: String, expected: String) throws {
    let samples = try [query, query].map { try Fixture.sample("/\($0)") }
    let input: JSON = [
      "ids": ["5,3", "37"], "more": ["flags": [1, true], "one": ["37"], "objects": [["a": 1], "b"]],
    ]
    let proposal = try RequestProposal.make(samples, present: Fixture.present, input: input)
    #expect(try Fixture.differences(proposal, samples) == [])
    #expect(proposal["query"]?.text == expected)
  }

  @Test("headers are those that the client set, in the order of their names")
  func headers() throws {
    func headers(_ samples: [(String, String)]...) throws -> String? {
      let samples = try samples.map { try Fixture.sample(headers: $0) }
      let proposal = try RequestProposal.make(samples, present: Fixture.present)
      #expect(try Fixture.differences(proposal, samples) == [])
      return proposal["headers"]?.text
    }
    #expect(try headers([("b", "1"), ("A", "2")], [("a", "2"), ("B", "1")]) == #"{"A":"2","b":"1"}"#)
    #expect(try headers([("A", "1"), ("B", "1")], [("A", "1")]) == #"{"A":"1"}"#)
    #expect(try headers([("Accept", "text/csv"), ("Accept-Language", "de"), ("TE", "a")]) == #"{"Accept":"text/csv"}"#)
    #expect(try headers([("Accept", "*/*")]) == nil)
    #expect(try headers([("A", "1"), ("a", "2")]) == #"{"A":"1, 2"}"#)
    #expect(try headers([("A", "")]) == #"{"A":""}"#)
    #expect(try headers([("A", " a\u{1} ")]) == #"{"A":{"$regex":"^a\u0001$"}}"#)
    #expect(try headers([("not a name", "1"), ("$any", "1"), ("$ref", "1")]) == nil)
    #expect(
      try headers(
        [("Content-Type", #"multipart/mixed; boundary="a;b"; charset=utf-8"#)],
        [("Content-Type", "multipart/mixed; charset=utf-8; boundary=c")])
        == #"{"Content-Type":"multipart/mixed; charset=utf-8"}"#)
    let tenant = try RequestProposal.make(
      [LearningFixture.sample("/?x_tenant=acme", headers: [("X-Tenant", "acme")], body: #"{"xTenant": "acme"}"#)],
      present: TimeWindow(LearningFixture.now, secrets: Secrets(["X-Tenant"])))
    #expect(!tenant.text.contains("acme"), "\(tenant.text)")
    #expect(try headers([("Content-Type", "text/plain; boundary=a")]) == #"{"Content-Type":"text/plain; boundary=a"}"#)
    #expect(
      try headers([
        ("traceparent", "00-a-b-01"), ("X-Request-ID", "7"),
        ("Idempotency-Key", "b1e1f5c0-0000-4000-8000-000000000001"),
      ])
        == #"{"Idempotency-Key":{"$format":"uuid"},"traceparent":{"$regex":"^.+$"},"X-Request-ID":{"$regex":"^.+$"}}"#)
    #expect(
      try headers(
        [("Cookie", "a=1; b=2"), ("Authorization", "Bearer a")], [("Cookie", "a=1; b=3"), ("Authorization", "Basic a")])
        == #"{"Authorization":{"$regex":"^.+$"},"Cookie":{"a":{"$regex":"^.+$"},"b":{"$regex":"^.+$"}}}"#)
    // A cookie that only one of them has is left out, and the order does not matter. A pair without a name is written as an expression.
    #expect(
      try headers([("Cookie", "b=1; a=1; c=1")], [("Cookie", "a=2; b=2")])
        == #"{"Cookie":{"a":{"$regex":"^.+$"},"b":{"$regex":"^.+$"}}}"#)
    #expect(
      try headers([("Cookie", "a=1; \(UUID().uuidString)")], [("Cookie", "a=1; \(UUID().uuidString)")])
        == #"{"Cookie":{"$regex":"^a=[^;]+; [^;]+$"}}"#)
    // A cookie that comes twice with two values is not one cookie.
    let twice = [("Cookie", "a=1; b=1; a=2")]
    #expect(try headers(twice, twice) == #"{"Cookie":{"$regex":"^a=[^;]+; b=[^;]+; a=[^;]+$"}}"#)
    let same = [("Cookie", "a=1; b=1; a=1")]
    #expect(try headers(same, same) == #"{"Cookie":{"a":{"$regex":"^.+$"},"b":{"$regex":"^.+$"}}}"#)
  }

  @Test(
    "a body is described as what it is",
    arguments: [
      ("application/json", [#"{"a":1}"#], #"{"json":{"a":1}}"#), ("application/json", ["7"], #"{"json":7}"#),
      ("application/problem+json; charset=utf-8", [#""a""#], #"{"json":"a"}"#), (nil, ["[1]"], #"{"json":[1]}"#),
      ("application/x-www-form-urlencoded", [#"{"a":1}"#], #"{"json":{"a":1}}"#), (nil, ["7"], #"{"text":"7"}"#),
      ("application/json", [#"{"a":1,"a":2}"#], #"{"text":"{\"a\":1,\"a\":2}"}"#),
      ("application/json", ["{"], #"{"text":"{"}"#),
      (
        "application/x-www-form-urlencoded", ["a=1&b=+&a=2", "a=1&b=%20&a=3&c=4"],
        #"{"form":{"a":["1",{"$type":"string"}],"b":" ","c":{"$optional":"4"}}}"#
      ),
      ("application/x-www-form-urlencoded", ["&"], #"{"form":{}}"#),
      ("application/x-www-form-urlencoded", ["a=%FF"], #"{"text":"a=%FF"}"#),
      ("application/x-ndjson", ["{\"a\":1}\r\n[2]"], #"{"jsonLines":[{"a":1},[2]]}"#),
      ("application/jsonl", ["{\"a\":1}\n", "{\"a\":2}\n"], #"{"jsonLines":[{"a":{"$type":"integer"}}]}"#),
      ("application/x-ndjson", ["1\n2\n", "1\n"], #"{"text":{"$type":"string"}}"#),
      ("application/x-ndjson", ["1\n\n2"], #"{"text":"1\n\n2"}"#),
      ("text/plain", ["a\u{0}\"é"], #"{"text":"a\u0000\"é"}"#),
      ("text/plain", ["a", "b"], #"{"text":{"$type":"string"}}"#),
      ("multipart/form-data; boundary=a", ["nothing"], #"{"$any":true}"#), (nil, [""], nil),
    ] as [(String?, [String], String?)])
  func bodies(type: String?, bodies: [String], expected: String?) throws {
    let samples = try bodies.map { try Fixture.sample(headers: type.map { [("Content-Type", $0)] } ?? [], body: $0) }
    let proposal = try RequestProposal.make(samples, present: Fixture.present)
    #expect(try Fixture.differences(proposal, samples) == [])
    #expect(proposal["body"]?.text == expected)
  }

  @Test("bytes are written in base64 if they are equal and have no secret")
  func bytes() throws {
    func body(_ bytes: [UInt8]...) throws -> String? {
      let samples = try bytes.map { try Fixture.sample(bytes: $0) }
      let proposal = try RequestProposal.make(samples, present: Fixture.present)
      #expect(try Fixture.differences(proposal, samples) == [])
      return proposal["body"]?.text
    }
    #expect(try body([0, 1, 0xFF]) == #"{"base64":"AAH/"}"#)
    #expect(try body([0xFF], [0xFE]) == #"{"$any":true}"#)
    #expect(try body([0xFF] + Array("?token=a".utf8)) == #"{"$any":true}"#)
  }

  @Test("the parts of a multipart body are described one by one")
  func multipart() throws {
    func sample(_ boundary: String, title: String, isNamed: Bool) throws -> RequestSample {
      func part(_ head: String, _ body: [UInt8]) -> [UInt8] {
        Array("--\(boundary)\r\n\(head)\r\n\r\n".utf8) + body + [13, 10]
      }
      let form = "Content-Disposition: form-data; name="
      return try Fixture.sample(
        headers: [("Content-Type", "multipart/form-data; boundary=\(boundary)")],
        bytes: part("\(form)title", Array(title.utf8)) + part("\(form)\"api_key\"", Array("CANARY".utf8))
          + part("\(form)meta\r\nContent-Type: application/json", Array("7".utf8))
          + part("\(form)picture\(isNamed ? "; filename=a.png" : "")\r\nContent-Type: image/png", [0xFF])
          + part("\(form)empty", []) + Array("--\(boundary)--\r\n".utf8))
    }
    #expect(
      try Fixture.proposal(try sample("x1", title: "a", isNamed: true), try sample("x2", title: "b", isNamed: false))
        == """
        {"method":"POST","path":"/","headers":{"Content-Type":"multipart/form-data"},"body":{"multipart":[\
        {"name":"title","body":{"text":{"$type":"string"}}},{"name":"api_key","body":{"text":{"$regex":"^.+$"}}},\
        {"name":"meta","contentType":"application/json","body":{"json":7}},\
        {"name":"picture","filename":{"$optional":"a.png"},"contentType":"image/png","body":{"base64":"/w=="}},\
        {"name":"empty"}]}}
        """)
  }

  @Test("a body, or a part of one, that only some samples have is optional, and so is its Content-Type")
  func optional() throws {
    let json = [("Content-Type", "application/json"), ("X-A", "1")]
    #expect(
      try Fixture.proposal(
        try Fixture.sample(headers: [("X-A", "1")]), try Fixture.sample(headers: json, body: #"{"a":1}"#),
        try Fixture.sample(headers: json, body: #"{"a":1,"b":2}"#)) == """
          {"method":"POST","path":"/","headers":{"Content-Type":"application/json","X-A":"1"},\
          "body":{"$optional":{"json":{"a":1,"b":{"$optional":2}}}}}
          """)
    func sample(_ parts: (String, String)...) throws -> RequestSample {
      let lines = parts.map { "--b\r\nContent-Disposition: form-data; name=\($0)\r\n\r\n\($1)\r\n" }
      return try Fixture.sample(
        headers: [("Content-Type", "multipart/form-data; boundary=b")], body: lines.joined() + "--b--")
    }
    #expect(
      try Fixture.proposal(try sample(("b", "2")), try sample(("a", "1"), ("b", "2"), ("b", "3"), ("c", ""))) == """
        {"method":"POST","path":"/","headers":{"Content-Type":"multipart/form-data"},"body":{"multipart":[\
        {"$optional":{"name":"a","body":{"text":"1"}}},{"name":"b","body":{"text":"2"}},\
        {"$optional":{"name":"b","body":{"text":"3"}}},{"$optional":{"name":"c"}}]}}
        """)
    #expect(
      try Fixture.proposal(try sample(("a", "1")), try sample(("a", ""))).contains(
        #"[{"name":"a","body":{"$optional":{"text":"1"}}}]"#))
    #expect(
      Fixture.problem(try sample(("a", "1")), try sample(("b", "1"), ("c", "1"))) == .counts(.body, [1, 2]))
  }

  @Test("of a scenario's own request, an empty text replaces a body that the client leaves out")
  func rewritten() throws {
    let shape = try JudgeFixture.shape(#""body": {"json": 1}"#).shape
    let samples = [try Fixture.sample()]
    let request = try RequestProposal.make(samples, present: Fixture.present)
    #expect(try shape.rewritten(as: request, from: samples, number: 1) == ["body": ["text": ""]])
    let optional = try JudgeFixture.shape(#""body": {"$optional": {"json": 1}}"#).shape
    #expect(try optional.rewritten(as: request, from: samples, number: 1) == [:])
  }

  @Test("a body that one transport cannot see may be anything, because no other description passes there")
  func unobserved() throws {
    let unseen = try Fixture.sample(unobserved: ["body", "timeout"])
    let seen = try Fixture.sample(body: "a")
    #expect(try Fixture.proposal(unseen) == #"{"method":"POST","path":"/","body":{"$any":true}}"#)
    #expect(try Fixture.proposal(seen, unseen) == #"{"method":"POST","path":"/","body":{"$any":true}}"#)
    let described = try RequestProposal.make([seen], present: Fixture.present)
    #expect(try Fixture.differences(described, [unseen]) != [])
  }

  @Test("what no contract can describe is a problem that says what to do")
  func problems() throws {
    func text(_ samples: RequestSample...) throws -> String {
      do throws(RequestProposal.Problem) {
        return try RequestProposal.make(samples, present: Fixture.present).text
      } catch {
        return "\(error.text.message)\n\(error.text.next)"
      }
    }
    expectText(try text(), is: "the client sent no request\nlet the client send one, or write \"exchanges\": []")
    expectText(
      try text(try Fixture.sample(method: "GE T")),
      is: "the method \"GE T\" is not a token\nlet the client send a method of HTTP")
    expectText(
      try text(try Fixture.sample(method: "PUT"), try Fixture.sample(method: "PATCH")),
      is: """
        the client sent different methods: "PUT" and "PATCH"
        let the client send the same request each time, or describe the request by hand
        """)
    var other = try Fixture.sample()
    other.request.url = "https://me:CANARY@other.example/a/\(Fixture.token)/sk_live_51H8xYz123CANARY?token=CANARY"
    expectText(
      try text(other),
      is: """
        the client sent a request to https://…@other.example/a/…/…, which is not below http://localhost:8080/v1, http://localhost:8080/v1/auth or https://files.example.com
        correct "baseURL", name the other URL in "baseURLs", or let the client use the base URL of the call
        """)
    expectText(
      try text(try Fixture.sample("/a"), try Fixture.sample("/a/b/c")),
      is: "the paths have different numbers of segments: 1 and 3\ndescribe the request by hand")
    expectText(
      try text(try Fixture.sample("/a/"), try Fixture.sample("/a/b")),
      is: "segment 2 of the path is empty in one request and not in another\ndescribe the request by hand")
    expectText(
      try text(try Fixture.sample("/%FF|")),
      is: "the path is not UTF-8 when decoded, which no contract can describe\nlet the client encode it as UTF-8")
    expectText(
      try text(try Fixture.sample("/?a=%FF")),
      is:
        "the query item \"a\" is not UTF-8 when decoded, which no contract can describe\nlet the client encode it as UTF-8"
    )
    expectText(
      try text(try Fixture.sample("/?$any=1")),
      is: """
        the query item "$any" has the name of a matcher, which no contract can describe
        describe the request by hand, with `otherQuery`
        """)
    expectText(
      try text(try Fixture.sample(headers: [("Content-Type", "application/x-www-form-urlencoded")], body: "$ref=1")),
      is:
        "the form field \"$ref\" has the name of a matcher, which no contract can describe\ndescribe the body as `text`"
    )
    expectText(
      try text(try Fixture.sample("/?\(Fixture.token)")),
      is: "the name of a query item contains a secret\ndescribe the request by hand, with `otherQuery`")
    expectText(
      try text(try Fixture.sample("/?a=1&a=2"), try Fixture.sample("/?a=1")),
      is: "the query item \"a\" came a different number of times: 2 and 1\ndescribe the request by hand")
    expectText(
      try text(try Fixture.sample(body: "{}"), try Fixture.sample(body: "a"), try Fixture.sample()),
      is: "the bodies are of different kinds: JSON, text and no body\ndescribe the request by hand")
    let large = "\"" + String(repeating: "a", count: 70_000) + "\""
    expectText(
      try text(try Fixture.sample(body: "[\(large)]")),
      is: """
        the description of the body has 70,013 bytes; the limit is 65,536
        describe the body by hand: as a `file`, in parts with `$partial`, or as {"$any": true}
        """)
    let samples = [try Fixture.sample(body: "[\(large)]"), try Fixture.sample(body: "[1,\(large)]")]
    #expect(try RequestProposal.make(samples, present: Fixture.present)["body"]?.text == #"{"json":{"$type":"array"}}"#)
  }

  @Test("a secret is never written, wherever it is")
  func secrets() throws {
    let token = Fixture.token
    let form = [("Content-Type", "application/x-www-form-urlencoded")]
    func parts(_ text: String) throws -> RequestSample {
      try Fixture.sample(
        headers: [("Content-Type", "multipart/form-data; boundary=b")],
        body: "--b\r\nContent-Disposition: form-data; \(text)\r\n--b--\r\n")
    }
    let targets = [
      try Fixture.sample("/\(token)"), try Fixture.sample("/a.\(token)"), try Fixture.sample("/keys/CANARY123"),
      try Fixture.sample("/aCANARY1234567890"), try Fixture.sample("/?api_key=CANARY"),
      try Fixture.sample("/?key=CANARY&key=CANARY"),
      try Fixture.sample("/?code=CANARY1l0BeZQQYbYS6WxSbIA"), try Fixture.sample("/?APPID=CANARY"),
      try Fixture.sample("/?q=\(token)"), try Fixture.sample("/?next=https%3A%2F%2Fa%3Fpassword%3DCANARY"),
    ]
    let headers = try [
      ("Authorization", "Bearer CANARY"), ("Authorization", "CANARY"), ("Proxy-Authorization", "Basic CANARY"),
      ("Cookie", "a=CANARY; b=CANARY"), ("Cookie", "CANARY"), ("X-Api-Key", "CANARY"), ("X-Session-Id", "CANARY"),
      ("X-Other", "prefix \(token)"), ("Content-Type", "text/plain; token=CANARY"),
      ("X-Link", "<https://me:CANARY@a/>"),
      ("X-Identity", "Bearer hunter2CANARY"), ("Authorization", "CANARY abc"), ("Cookie", "CANARY="),
      (token, "a"), ("X-Token", "\u{1}CANARY "),
    ].map { try Fixture.sample(headers: [$0]) }
    let bodies = [
      try Fixture.sample(headers: form, body: "password=CANARY&a=\(token)"),
      try Fixture.sample(headers: form, body: "user[password]=CANARY&a=%FF"),
      try Fixture.sample(body: #"{"a":[{"user":{"password":"CANARY"}},"\#(token)"]}"#),
      try Fixture.sample(body: #"{"token":{"a":["CANARY"]}}"#),
      try Fixture.sample(body: #"{"token":"CANARY","token":"CANARY"}"#), try Fixture.sample(body: #"{"\#(token)":1}"#),
      try Fixture.sample(body: #"{"$a":{"token":"CANARY"}}"#),
      try Fixture.sample(body: "<a><password>CANARY CANARY</password></a>"),
      try Fixture.sample(headers: [("Content-Type", "application/x-ndjson")], body: #"{"token":"CANARY"}"#),
      try Fixture.sample(body: "Authorization: Bearer CANARY"), try Fixture.sample(bytes: [0xFF] + Array(token.utf8)),
      try Fixture.sample(body: "who: Basic Q0FOQVJZ_CANARY"),
      try Fixture.sample(body: #"[{"name":"token","value":"CANARY"}]"#),
      try parts("name=code\r\n\r\nCANARY1l0BeZQQYbYS6WxSbIA"),
      try parts("name=password\r\n\r\nCANARY"), try parts("name=a; filename=\(token)\r\n\r\n\(token)"),
      try parts("name=token\r\n\r\n{\"a\":\"CANARY\"}"), try parts("name=a; name=password\r\n\r\nCANARY"),
      try parts("name=\(token)\r\n\r\n"),
    ]
    for sample in targets + headers + bodies {
      let proposal = try RequestProposal.make([sample, sample], present: Fixture.present)
      #expect(!proposal.text.contains("CANARY"), "\(proposal.text)")
      #expect(!proposal.text.contains(token.prefix(20)))
      for bytes in [Array("CANARY".utf8), Array("xCANARY".utf8), Array("xxCANARY".utf8)] {
        // The same text inside base64, at each of its three offsets.
        let encoded = bytes.base64.dropFirst(4).dropLast(4)
        #expect(!proposal.text.contains(encoded), "\(proposal.text)")
      }
      #expect(try Fixture.differences(proposal, [sample]) == [], "\(proposal.text)")
    }
  }
}

extension [UInt8] {
  fileprivate var base64: String { Data(self).base64EncodedString() }
}
