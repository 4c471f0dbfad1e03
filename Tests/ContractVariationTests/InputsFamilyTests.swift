import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Other inputs")
struct InputsFamilyTests {
  private static func fixture(
    _ input: String, _ request: String, _ declared: String = "true", scenario: String = ""
  ) throws -> VariationFixture {
    try VariationFixture(
      request: request, scenario: #""input": \#(input), \#(scenario)"#,
      declaring: #""variations": {"inputs": \#(declared)}"#)
  }

  private static func names(_ fixture: VariationFixture) -> [String] {
    fixture.list(on: .memory).played.map { String($0.name.dropFirst("input ".count)) }
  }

  private static func kinds(of value: String, written: String) throws -> [String] {
    let body = #"{"method": "POST", "path": "/a", "body": {"json": {"value": \#(written)}}}"#
    return names(try fixture(#"{"value": \#(value)}"#, body)).map { String($0.dropFirst("/value: ".count)) }
  }

  @Test("which values there are depends on the type of the old one")
  func types() throws {
    #expect(
      try Self.kinds(of: #""pen""#, written: #""pen""#) == ["missing", "null", "empty string", "white space around"])
    #expect(try Self.kinds(of: "12", written: "12") == ["missing", "null", "zero", "-1", "2^53 + 1"])
    #expect(try Self.kinds(of: "0", written: "0") == ["missing", "null", "-1", "2^53 + 1"])
    #expect(
      try Self.kinds(of: "1.5", written: "1.5") == ["missing", "null", "zero", "-1", "0.1 + 0.2", "1e21"])
    #expect(try Self.kinds(of: "true", written: "true") == ["missing", "null", "false"])
    #expect(try Self.kinds(of: "false", written: "false") == ["missing", "null", "true"])
    #expect(
      try Self.kinds(of: #"["red", "blue"]"#, written: #"["red", "blue"]"#) == [
        "missing", "null", "empty list", "list of one", "list of three",
      ])
  }

  @Test(
    "a value is changed where the request has it under its name, or where it is there by chance only rarely",
    arguments: [
      // A rare value, under any name.
      (#"{"a": "north"}"#, #""path": "/north""#, ["/a"]),
      (#"{"a": "north"}"#, #""path": "/x", "query": {"q": "north"}"#, ["/a"]),
      (#"{"a": 4711}"#, #""path": "/x", "headers": {"X-Q": "4711"}"#, ["/a"]),
      // Another one, only under its own name, or as the only one in the path.
      (#"{"page": 5}"#, #""path": "/x", "query": {"v": "5"}"#, []),
      (#"{"pageSize": 5}"#, #""path": "/x", "query": {"page_size": "5"}"#, ["/pageSize"]),
      (#"{"page": 5}"#, #""path": "/x/5""#, ["/page"]), (#"{"page": 5}"#, #""path": "/5/5""#, []),
      // The same value twice.
      (#"{"a": "north", "b": "north"}"#, #""path": "/x", "query": {"a": "north", "c": "north"}"#, ["/a"]),
      (#"{"x": {"a": "north"}, "y": {"a": "north"}}"#, #""path": "/x", "query": {"a": "north"}"#, []),
      // In a larger value.
      (#"{"a": "north"}"#, #""path": "/x", "query": {"q": "eq.north"}"#, []),
      // Lists in a query.
      (#"{"a": ["red", "blue"]}"#, #""path": "/x", "query": {"q": ["red", "blue"]}"#, ["/a"]),
      (
        #"{"a": ["red", "blue"]}"#, #""path": "/x", "query": {"q": {"separator": ",", "elements": ["red", "blue"]}}"#,
        ["/a"]
      ),
    ])
  func traces(_ input: String, _ request: String, _ pointers: [String]) throws {
    let fixture = try Self.fixture(input, #"{"method": "GET", \#(request)}"#)
    #expect(fixture.scenario.inputTraces.map(\.pointer) == pointers)
  }

  @Test("without a value that a request carries, or without an order, nothing is played")
  func nothing() throws {
    let request = #"{"method": "GET", "path": "/x"}"#
    #expect(try Self.fixture(#"{"a": "north"}"#, request).list(on: .memory).leftOut == [.noInput: 1])
    let open = try Self.fixture(
      #"{"a": "north"}"#, #"{"method": "GET", "path": "/north"}"#, scenario: #""order": "any", "#)
    #expect(open.list(on: .memory).leftOut == [.noOrder: 1])
  }

  @Test("exceptions are not played, and the limit takes every kind of value once before any twice")
  func choice() throws {
    let (input, request) = (
      #"{"a": "north", "b": 4711}"#, #"{"method": "GET", "path": "/north", "query": {"b": "4711"}}"#
    )
    #expect(
      Self.names(try Self.fixture(input, request, #"{"except": ["/a", "/b: zero", "/b: null"]}"#)) == [
        "/b: missing", "/b: -1", "/b: 2^53 + 1",
      ])
    let limited = try Self.fixture(input, request, #"{"limit": 3}"#)
    #expect(Self.names(limited) == ["/a: missing", "/b: missing", "/a: null"])
    #expect(limited.list(on: .memory).leftOut == [.limit: 6])
  }

  @Test("a value that a JSON Schema of the body does not allow is left out")
  func schema() throws {
    let fixture = try Self.fixture(
      #"{"count": 12}"#,
      """
      {"method": "POST", "path": "/a", "body": {"json": {"$allOf": [
        {"count": 12}, {"$jsonSchema": {"properties": {"count": {"type": "integer", "minimum": 0}}}}]}}}
      """)
    #expect(Self.names(fixture) == ["/count: missing", "/count: zero", "/count: 2^53 + 1"])
    #expect(fixture.list(on: .memory).leftOut == [.notAllowed: 2])
  }

  @Test("a schema of an OpenAPI description beside the contract decides, too")
  func described() throws {
    let folder = try ContractFolder([
      "a.contract.json": ##"""
      {"contract": 1, "endpoint": "e", "baseURL": "http://localhost", "input": {"item": {"count": 12, "kind": "old"}},
       "request": {"method": "POST", "path": "/a", "body": {"json": {"$allOf": [
         {"count": 12, "kind": "old"}, {"$jsonSchema": {"$ref": "api.json#/components/schemas/Item"}}]}}},
       "variations": {"inputs": true},
       "scenarios": [{"name": "s", "response": {"kind": "valid", "status": 204}, "expect": {"success": null}}]}
      """##,
      "api.json": ##"""
      {"openapi": "3.1.0", "components": {"schemas": {"Item": {"required": ["count"], "properties": {
        "count": {"type": "integer", "minimum": 1}, "kind": {"enum": ["old", "new"]}}}}}}
      """##,
    ])
    #expect(folder.said() == "")
    let contract = try #require(folder.load().contracts.first)
    let (scenario, rules) = try (contract.scenario("s"), #require(contract.variations))
    let list = VariedScenario(Job(scenario, of: contract, on: .memory), rules: rules)
    // The count must be there and positive, and the kind is one of two.
    #expect(list.played.map(\.name) == ["input /item/kind: missing", "input /item/count: 2^53 + 1"])
    #expect(list.leftOut == [.notAllowed: 7])
  }

  /// Plays a variation. Returns the codes and summaries of the reasons, and why it shows nothing.
  private func played(
    _ fixture: VariationFixture, _ name: String, _ request: CapturedRequest?, outcome: Outcome = .success(1)
  ) throws -> (reasons: [String], obstacle: Variation.Obstacle?) {
    let variation = try #require(fixture.list(on: .memory).played.first { $0.name == "input " + name })
    let script = Script(
      try fixture.varied(variation), of: fixture.contract, transport: .memory, seesOtherHosts: true)
    if let request { _ = script.reply(to: request) }
    script.finish(outcome)
    let verdict = script.verdict()
    return (verdict.reasons.map { "\($0.code) \($0.summary)" }, verdict.obstacle)
  }

  private static let searched = #"{"method": "GET", "path": "/north", "query": {"limit": "20", "on": "true"}}"#
  private static let search = #"{"shop": "north", "limit": 20, "on": true}"#

  @Test(
    "the value, or its refusal, is right; what is left out, other or elsewhere is not",
    arguments: [
      ("/limit: zero", "/north?limit=0&on=true", []), ("/limit: zero", "/north?limit=0.0&on=true", []),
      ("/limit: zero", nil, []),
      ("/limit: zero", "/north?on=true", ["leftOut request 1: query item limit is left out, although the input has 0"]),
      (
        "/limit: zero", "/north?limit=&on=true",
        ["leftOut request 1: query item limit is left out, although the input has 0"]
      ),
      ("/limit: -1", "/north?limit=20&on=true", ["mismatch request 1: query item limit is not what the input has"]),
      ("/limit: null", "/north?on=true", []),
      (
        "/limit: null", "/north?limit=null&on=true",
        ["hollow request 1: query item limit has the text null, and the input has null"]
      ),
      ("/on: false", "/north?limit=20&on=False", []), ("/on: false", "/north?limit=20&on=0", []),
      (
        "/on: false", "/north?limit=0&on=false",
        [
          #"strayed another part changed with the input: request 1: query item "limit": expected "20", got "0""#
        ]
      ),
      (
        "/shop: empty string", "/?limit=20&on=true",
        ["leftOut request 1: the path is left out, although the input has \"\""]
      ),
      (
        "/shop: null", "/None?limit=20&on=true",
        ["hollow request 1: the path has the text None, and the input has null"]
      ),
      ("/shop: white space around", "/%20north%20?limit=20&on=true", []),
      (
        "/shop: white space around", "/north?limit=20&on=true",
        ["mismatch request 1: the path is not what the input has"]
      ),
    ] as [(String, String?, [String])])
  func verdicts(_ name: String, _ url: String?, _ reasons: [String]) throws {
    let request = url.map { CapturedRequest(method: "GET", url: "http://localhost/v1\($0)") }
    #expect(try played(Self.fixture(Self.search, Self.searched), name, request).reasons == reasons)
  }

  @Test("the contract says what may be left out, but nothing in a path")
  func leftOut() throws {
    let fixture = try Self.fixture(Self.search, Self.searched, #"{"leftOut": ["zero", "empty string"]}"#)
    func request(_ url: String) -> CapturedRequest { CapturedRequest(method: "GET", url: "http://localhost/v1\(url)") }
    #expect(try played(fixture, "/limit: zero", request("/north?on=true")).reasons == [])
    #expect(try played(fixture, "/on: false", request("/north?limit=20")).reasons.count == 1)
    #expect(try played(fixture, "/shop: empty string", request("/?limit=20&on=true")).reasons.count == 1)
  }

  @Test(
    "in JSON, null is a value, and an object of which nothing is left may be left out",
    arguments: [
      ("/to/city: null", #"{"to": {"city": null}}"#, 0), ("/to/city: null", #"{"to": {}}"#, 1),
      ("/to/city: missing", #"{"to": {"city": null}}"#, 0), ("/to/city: missing", #"{"to": {}}"#, 0),
      ("/to/city: missing", "{}", 0), ("/to/city: null", #"{"to": {"city": "None"}}"#, 1),
      ("/to/city: empty string", #"{"to": {"city": ""}}"#, 0), ("/to/city: empty string", #"{"to": {}}"#, 1),
    ])
  func json(_ name: String, _ body: String, _ count: Int) throws {
    let fixture = try Self.fixture(
      #"{"to": {"city": "Bern"}}"#, #"{"method": "POST", "path": "/a", "body": {"json": {"to": {"city": "Bern"}}}}"#,
      #"{"leftOut": []}"#)
    let request = CapturedRequest(method: "POST", url: "http://localhost/v1/a", body: Array(body.utf8))
    #expect(try played(fixture, name, request).reasons.count == count)
  }

  private static let attached = #"""
    {
      "method": "POST", "path": "/a", "headers": {"Cookie": {"cart": "c-1"}},
      "body": {"multipart": [
        {"name": "n", "body": {"text": "5"}}, {"name": "tag", "body": {"text": "a"}}, {"name": "tag", "body": {"text": "b"}},
        {"name": "size", "body": {"json": {"w": 640}}}
      ]}
    }
    """#

  @Test(
    "a cookie carries its value, and so do the parts of a body with its name",
    arguments: [
      ("/cart: missing", "", "n=5;tag=a;tag=b;size={\"w\": 640}", ""),
      ("/cart: missing", "cart=None", "n=5;tag=a;tag=b;size={\"w\": 640}", "hollow"),
      ("/cart: empty string", "cart=", "n=5;tag=a;tag=b;size={\"w\":640}", ""),
      ("/cart: empty string", "cart=c-1", "n=5;tag=a;tag=b;size={\"w\":640}", "mismatch"),
      ("/cart: empty string", "cart=", "n=5;tag=a;size={\"w\":640}", "strayed"),
      ("/n: zero", "cart=c-1", "n=0;tag=a;tag=b;size={\"w\": 640}", ""),
      ("/n: zero", "cart=c-1", "tag=a;tag=b;size={\"w\": 640}", "leftOut"),
      ("/n: zero", "cart=c-2", "n=0;tag=a;tag=b;size={\"w\": 640}", "strayed"),
      ("/n: null", "cart=c-1", "tag=a;tag=b;size={\"w\": 640}", ""),
      ("/n: null", "cart=c-1", "n=null;tag=a;tag=b;size={\"w\": 640}", "hollow"),
      ("/tag: list of three", "cart=c-1", "n=5;tag=a;tag=a2;tag=a3;size={\"w\": 640}", ""),
      ("/tag: list of three", "cart=c-1", "n=5;tag=a;tag=b;size={\"w\": 640}", "mismatch"),
      ("/tag: list of one", "cart=c-1", "n=5;tag=a;size={\"w\": 640}", ""),
      ("/tag: empty list", "cart=c-1", "n=5;size={\"w\": 640}", ""),
      ("/tag: empty list", "cart=c-1", "n=5", "strayed"),
      ("/size: null", "cart=c-1", "n=5;tag=a;tag=b", ""), ("/size: null", "cart=c-1", "n=5;tag=a;tag=b;size=null", ""),
      ("/size: null", "cart=c-1", "n=5;tag=a;tag=b;size=None", "hollow"),
      ("/size: member __proto__", "cart=c-1", "n=5;tag=a;tag=b;size={\"w\": 640}", ""),
      (
        "/size: member __proto__", "cart=c-1",
        "n=5;tag=a;tag=b;size={\"w\": 640, \"__proto__\": {\"isInherited\": true}}", ""
      ),
      (
        "/size: member __proto__", "cart=c-1", "n=5;tag=a;tag=b;size={\"w\": 640, \"isInherited\": true}",
        "mismatch"
      ),
    ])
  func parts(_ name: String, _ cookie: String, _ parts: String, _ code: String) throws {
    let fixture = try Self.fixture(
      #"{"cart": "c-1", "n": 5, "tag": ["a", "b"], "size": {"w": 640}}"#, Self.attached)
    let lines = parts.split(separator: ";").map { part in
      let (name, text) = (part.prefix { $0 != "=" }, part.drop { $0 != "=" }.dropFirst())
      return "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(text)\r\n"
    }
    let headers = [Headers.Line("Content-Type", "multipart/form-data; boundary=x"), Headers.Line("Cookie", cookie)]
    let request = CapturedRequest(
      method: "POST", url: "http://localhost/v1/a", headers: Headers(cookie.isEmpty ? [headers[0]] : headers),
      body: Array((lines.joined() + "--x--\r\n").utf8))
    let codes = try played(fixture, name, request).reasons.map { $0.prefix { $0 != " " } }
    #expect(codes == (code.isEmpty ? [] : [code[...]]))
  }

  @Test("a cookie in a text is one, too") func cookieInText() throws {
    let fixture = try Self.fixture(
      #"{"cart": "c-1"}"#, #"{"method": "GET", "path": "/a", "headers": {"Cookie": "cart=c-1; lang=de"}}"#)
    func reasons(_ cookie: String) throws -> Int {
      let headers = Headers([Headers.Line("Cookie", cookie)])
      let request = CapturedRequest(method: "GET", url: "http://localhost/v1/a", headers: headers)
      return try played(fixture, "/cart: missing", request).reasons.count
    }
    #expect(try reasons("lang=de") == 0)
    #expect(try reasons("lang=en") == 1)
    #expect(try reasons("cart=undefined; lang=de") == 1)
  }

  @Test("a changed part is shown with both requests")
  func bothRequests() throws {
    let fixture = try Self.fixture(Self.search, Self.searched)
    let variation = try #require(fixture.list(on: .memory).played.first { $0.name == "input /on: false" })
    let script = Script(
      try fixture.varied(variation), of: fixture.contract, transport: .memory, seesOtherHosts: true)
    _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/north?limit=0&on=false"))
    script.finish(.success(1))
    let text = try #require(script.verdict().reasons.first).text(CommandLines())
    #expect(text.contains(" scenario  GET http://localhost/v1/north?limit=20&on=true\n"), "\(text)")
    #expect(text.contains(" request   GET http://localhost/v1/north?limit=0&on=false\n"), "\(text)")
  }

  @Test("the values that no variation changes")
  func unvaried() throws {
    let input = #"{"shop": "north", "limit": 20, "on": true, "other": {"deep": 1, "list": [1, 2]}}"#
    #expect(try Self.fixture(input, Self.searched).contract.unvariedInputs == ["/other/deep", "/other/list"])
    #expect(
      try Self.fixture(input, Self.searched, #"{"except": ["/on"]}"#).contract.unvariedInputs
        == ["/on", "/other/deep", "/other/list"])
    let undeclared = try Self.fixture(input, Self.searched, "false").contract
    #expect(undeclared.unvariedInputs == ["/shop", "/limit", "/on", "/other/deep", "/other/list"])
  }

  @Test(
    "without a value, a client may send a default, leave out what is around it, or use another endpoint",
    arguments: [
      ("true", "/to/city: null", "/a/7", #"{"to": {"zip": 3000}, "n": 12}"#, ""),
      (#"{"leftOut": []}"#, "/to/city: null", "/a/7", #"{"to": {"zip": 3000}, "n": 12}"#, "leftOut"),
      (#"{"leftOut": []}"#, "/to/city: null", "/a/7", #"{"to": {"city": "", "zip": 3000}, "n": 12}"#, "mismatch"),
      ("true", "/to/city: missing", "/a/7", #"{"to": {"city": "Rome", "zip": 3000}, "n": 12}"#, ""),
      ("true", "/to/city: null", "/a/7", #"{"to": {"city": "", "zip": 3000}, "n": 12}"#, ""),
      ("true", "/to/city: missing", "/a/7", #"{"to": {"city": "None", "zip": 3000}, "n": 12}"#, "hollow"),
      ("true", "/to/city: missing", "/a/7", #"{"n": 12}"#, ""),
      ("true", "/to/city: missing", "/a/7", #"{"to": {"zip": 3001}, "n": 12}"#, "strayed"),
      ("true", "/to/city: empty string", "/a/7", #"{"n": 12}"#, "leftOut"),
      ("true", "/n: missing", "/a/7", #"{"to": {"city": "Bern", "zip": 3000}, "n": 20}"#, ""),
      ("true", "/n: zero", "/a/7", #"{"to": {"city": "Bern", "zip": 3000}, "n": 20}"#, "mismatch"),
      ("true", "/id: missing", "/a", #"{"n": 1}"#, ""), ("true", "/id: missing", "/a/", #"{"n": 1}"#, "leftOut"),
      ("true", "/id: null", "/a/8", #"{"to": {"city": "Bern", "zip": 3000}, "n": 12}"#, ""),
    ])
  func unset(_ declared: String, _ name: String, _ path: String, _ body: String, _ code: String) throws {
    let fixture = try Self.fixture(
      #"{"id": 7, "to": {"city": "Bern", "zip": 3000}, "n": 12}"#,
      #"""
      {"method": "POST", "path": "/a/7", "body": {"json": {"to": {"city": "Bern", "zip": 3000}, "n": 12}}}
      """#, declared)
    let request = CapturedRequest(method: "POST", url: "http://localhost/v1\(path)", body: Array(body.utf8))
    #expect(
      try played(fixture, name, request).reasons.map { $0.prefix { $0 != " " } } == (code.isEmpty ? [] : [code[...]]))
  }

  @Test("a value that stands in a larger one, or twice, may change there, too")
  func twice() throws {
    let fixture = try Self.fixture(
      #"{"kind": "ticket", "n": 12}"#,
      #"{"method": "GET", "path": "/a", "query": {"kind": "ticket", "q": "type:ticket", "t": "ticket", "n": "12"}}"#)
    func reasons(_ query: String) throws -> Int {
      try played(
        fixture, "/kind: empty string", CapturedRequest(method: "GET", url: "http://localhost/v1/a?\(query)")
      ).reasons.count
    }
    #expect(try reasons("kind=&q=type%3A&t=&n=12") == 0)
    #expect(try reasons("kind=&n=12") == 0)
    #expect(try reasons("kind=&q=type%3A&t=&n=13") == 1)
  }

  @Test("a list of one element in JSON is that list, and not the element")
  func listOfOne() throws {
    let fixture = try Self.fixture(
      #"{"tags": ["red"]}"#, #"{"method": "POST", "path": "/a", "body": {"json": {"tags": ["red"]}}}"#)
    for (name, body, count) in [
      ("/tags: empty list", #"{"tags": []}"#, 0), ("/tags: empty list", "{}", 1),
      ("/tags: list of three", #"{"tags": ["red", "red2", "red3"]}"#, 0), ("/tags: missing", "{}", 0),
    ] {
      let request = CapturedRequest(method: "POST", url: "http://localhost/v1/a", body: Array(body.utf8))
      #expect(try played(fixture, name, request).reasons.count == count, "\(name) \(body)")
    }
  }

  @Test("a list can be one text, and a boolean a number") func otherTexts() throws {
    let fixture = try Self.fixture(
      #"{"tags": ["red", "blue"], "on": true}"#,
      #"{"method": "GET", "path": "/a", "query": {"tags": "red,blue", "on": "1"}}"#)
    func reasons(_ name: String, _ query: String) throws -> Int {
      try played(fixture, name, CapturedRequest(method: "GET", url: "http://localhost/v1/a?\(query)")).reasons.count
    }
    #expect(try reasons("/tags: list of three", "tags=red,red2,red3&on=1") == 0)
    #expect(try reasons("/tags: list of three", "tags=red,blue&on=1") == 1)
    #expect(try reasons("/tags: list of one", "tags=red&on=1") == 0)
    #expect(try reasons("/tags: empty list", "on=1") == 0)
    #expect(try reasons("/on: false", "tags=red,blue&on=0") == 0)
    #expect(try reasons("/on: false", "tags=red,blue") == 1)
  }

  @Test("a client that takes as long as a large number says shows nothing")
  func large() throws {
    let fixture = try Self.fixture(Self.search, Self.searched)
    func verdict(of name: String) throws -> Verdict {
      let variation = try #require(fixture.list(on: .memory).played.first { $0.name == "input " + name })
      let script = Script(
        try fixture.varied(variation), of: fixture.contract, transport: .memory, seesOtherHosts: true)
      script.blame(.timedOut(deadline: 5, sinceLastAnswer: nil))
      return script.verdict()
    }
    let large = try verdict(of: "/limit: 2^53 + 1")
    #expect(large.reasons.isEmpty && large.obstacle == .longWait)
    #expect(try verdict(of: "/limit: zero").reasons.map(\.code) == ["timedOut"])
  }

  @Test("an operation that does not take the value shows nothing")
  func unsupported() throws {
    let fixture = try Self.fixture(Self.search, Self.searched)
    #expect(try played(fixture, "/limit: null", nil, outcome: .unsupported(why: "no integer")).obstacle == .notTaken)
  }
}
