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
        ["hollow request 1: query item limit has null, and the input has null"]
      ),
      ("/on: false", "/north?limit=20&on=False", []), ("/on: false", "/north?limit=20&on=0", []),
      (
        "/on: false", "/north?limit=0&on=false",
        [
          #"strayed request 1: another part changed with the input: request 1: query item "limit": expected "20", got "0""#
        ]
      ),
      (
        "/shop: empty string", "/?limit=20&on=true",
        ["leftOut request 1: the path is left out, although the input has \"\""]
      ),
      ("/shop: null", "/None?limit=20&on=true", ["hollow request 1: the path has None, and the input has null"]),
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
      #"{"to": {"city": "Bern"}}"#, #"{"method": "POST", "path": "/a", "body": {"json": {"to": {"city": "Bern"}}}}"#)
    let request = CapturedRequest(method: "POST", url: "http://localhost/v1/a", body: Array(body.utf8))
    #expect(try played(fixture, name, request).reasons.count == count)
  }

  @Test("an operation that does not take the value shows nothing")
  func unsupported() throws {
    let fixture = try Self.fixture(Self.search, Self.searched)
    #expect(try played(fixture, "/limit: null", nil, outcome: .unsupported(why: "no integer")).obstacle == .notTaken)
  }
}
