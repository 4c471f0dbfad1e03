import Foundation
import Testing

@testable import ContractCore
@testable import ContractProtocol
@testable import TestSupport

@Suite("A run plays exactly what a contract describes")
struct ContractModelTests {
  private func contract(_ edits: [(String, String)] = []) throws -> Contract {
    var text = BaseContract.text
    for (old, new) in edits {
      let range = try #require(text.range(of: old))
      text.replaceSubrange(range, with: new)
    }
    return try Contract.read(text)
  }

  private func contract(_ old: String, _ new: String) throws -> Contract { try contract([(old, new)]) }

  private func literal(_ pattern: Pattern?) -> JSON? {
    guard case .literal(let json)? = pattern?.kind else { return nil }
    return json
  }

  @Test("a contract is read with the places that a report names")
  func whole() throws {
    let contract = try contract()
    #expect(contract.name == "todo")
    #expect(contract.endpoint == "create todo")
    #expect(contract.range.description == "todo.contract.json:3:15")
    #expect(contract.operation.value == "createTodo")
    #expect(contract.baseURL.text == "http://localhost:8080")
    #expect(contract.baseURL.port == 8080)
    #expect(contract.scenarios.map(\.name) == ["created", "garbled", "server down"])
    #expect(try contract.scenario("garbled").range.description == "todo.contract.json:21:15")
    let created = try contract.scenario("created")
    #expect(created.input == ["title": "test"])
    let exchange = try #require(created.exchanges.first)
    #expect(exchange.shape.method.value == "POST")
    #expect(exchange.shape.path.range.description == "todo.contract.json:9:13")
    #expect(exchange.shape.range.description == "todo.contract.json:7:14")
    #expect(exchange.response.range.description == "todo.contract.json:17:28")
    #expect(literal(exchange.shape.timeout)?.number?.int == 10)
    #expect(literal(exchange.shape.headers.first?.patterns.first)?.string == "application/json")
  }

  @Test("every member that is left out has its default")
  func defaults() throws {
    let contract = try contract([
      ("  \"operation\": \"createTodo\",\n", ""), ("  \"baseURL\": \"http://localhost:8080\",\n", ""),
      ("  \"input\": {\"title\": \"test\"},\n", ""), (", \"status\": 201", ""),
    ])
    #expect(contract.operation.value == "create todo")
    #expect(contract.operation.range.description == contract.range.description)
    #expect(contract.baseURL.text == "http://localhost" && contract.baseURL.port == 80)
    #expect(contract.baseURL.pathPrefix == "" && contract.baseURL.range == nil)
    let scenario = try contract.scenario("created")
    #expect(scenario.input == .null)
    #expect(scenario.exchanges[0].response.status == 200)
    #expect(scenario.exchanges[0].response.delay == 0)
    #expect(scenario.transports == nil && scenario.skip == nil && scenario.within == nil && scenario.tags == [])
    #expect(scenario.exchanges[0].shape.otherQuery == .forbidden)
    #expect(scenario.exchanges[0].shape.otherHeaders == .allowed)
    #expect(scenario.exchanges[0].shape.query.isEmpty)
  }

  @Test("scenarios without their own request share their contract's, and scripts play the scenario itself")
  func sharedRequest() throws {
    let contract = try contract()
    let requests = contract.scenarios.map { $0.exchanges[0].shape }
    #expect(requests[0] === requests[1])
    let script = Script(contract.scenarios[0], of: contract, transport: .memory)
    #expect(script.scenario === contract.scenarios[0] && script.contract === contract)
  }

  @Test("a scenario's input replaces the contract's, also if it is null")
  func input() throws {
    let contract = try contract("\"name\": \"created\"", "\"name\": \"created\", \"input\": null")
    #expect(try contract.scenario("created").input == .null)
    #expect(try contract.scenario("garbled").input == ["title": "test"])
  }

  @Test("a JSON body is sent byte for byte as in the file, with its Content-Type")
  func body() throws {
    let contract = try contract(#"{"json": {"id": 1}}"#, #"{"json": { "z":1.00,  "a":"\u00e9"}}"#)
    let response = try contract.scenario("created").exchanges[0].response
    #expect(response.body?.bytes == Array(#"{ "z":1.00,  "a":"\u00e9"}"#.utf8))
    #expect(response.headers.lines == [Headers.Line("Content-Type", "application/json")])
    #expect(try contract.scenario("garbled").exchanges[0].response.headers.lines == [])
  }

  @Test("a written Content-Type is kept, whatever its case; a header list gives one line for each value")
  func headers() throws {
    let contract = try contract(
      "201", #"201, "headers": {"content-type": "application/problem+json", "Set-Cookie": ["a=1", "b=2"]}"#)
    let headers = try contract.scenario("created").exchanges[0].response.headers
    #expect(headers.values("Content-Type") == ["application/problem+json"])
    #expect(headers.values("Set-Cookie") == ["a=1", "b=2"])
    #expect(headers.lines.count == 3)
  }

  @Test("a cut body has the first bytes of the other scenario's body, and its Content-Type")
  func truncated() throws {
    let contract = try contract(#"{"text": "{{}"}"#, #"{"from": "created", "truncate": 4}"#)
    let response = try contract.scenario("garbled").exchanges[0].response
    #expect(response.body?.bytes == Array(#"{"id"#.utf8))
    #expect(response.headers["Content-Type"] == "application/json")
    #expect(response.status == 200)
  }

  @Test("a body cut from a scenario with multiple exchanges is cut from the first one")
  func truncatedExchange() throws {
    let contract = try contract([
      (
        #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#,
        #"""
        "exchanges": [{"response": {"kind": "statusError", "status": 503}},
          {"response": {"kind": "valid", "body": {"json": {"id": 1}}}},
          {"response": {"kind": "valid", "body": {"json": {"other": 1}}}}]
        """#
      ), (#"{"text": "{{}"}"#, #"{"from": "created", "truncate": 4}"#),
    ])
    #expect(try contract.scenario("garbled").exchanges[0].response.body?.bytes == Array(#"{"id"#.utf8))
  }

  @Test("network errors are read by name and in full")
  func networkErrors() throws {
    let named = try contract().scenario("server down").exchanges[0].response
    #expect(named.error == NetworkError(domain: "NSURLErrorDomain", code: -1004))
    #expect(named.status == nil && named.body == nil && named.after == 0)
    let full = try contract(
      #""error": "cannotConnectToHost""#,
      #""error": {"domain": "d", "code": 7, "message": "m"}, "body": {"json": [1]}, "after": 2, "delay": 0.5"#)
    let response = try full.scenario("server down").exchanges[0].response
    #expect(response.error == NetworkError(domain: "d", code: 7, message: "m"))
    #expect(response.body?.bytes == Array("[1]".utf8) && response.after == 2 && response.delay == 0.5)
  }

  @Test("chunks have their bytes and their pauses, and no Content-Type")
  func chunks() throws {
    let response = try contract(
      #"{"json": {"id": 1}}"#,
      #"{"chunks": [{"text": "é"}, {"delay": 0.25, "base64": "/wA="}, {"text": "c", "delay": 1}]}"#
    ).scenario("created").exchanges[0].response
    let body = try #require(response.body)
    #expect(body.isChunked)
    #expect(body.pieces.map(\.bytes) == [Array("é".utf8), [0xFF, 0x00], [0x63]])
    #expect(body.pieces.map(\.delay) == [0, 0.25, 1])
    #expect(body.bytes == Array("é".utf8) + [0xFF, 0x00, 0x63])
    #expect(response.headers.lines == [])
    #expect(try contract().scenario("created").exchanges[0].response.body?.isChunked == false)
  }

  @Test("the network can fail at a place inside the head, after the header lines before it")
  func during() throws {
    func response(_ more: String) throws -> Response {
      try contract(#""cannotConnectToHost""#, #""timedOut"\#(more)"#).scenario("server down").exchanges[0].response
    }
    #expect(try response("").during == nil)
    #expect(try response(#", "during": "statusLine""#).during == .statusLine)
    let headers = try response(#", "during": "headers", "headers": {"A": "b"}"#)
    #expect(headers.during == .headers && headers.headers.lines == [.init("A", "b")] && headers.body == nil)
  }

  @Test("multiple exchanges keep the written order, and each is merged over the scenario's request")
  func exchanges() throws {
    let exchanges = try contract(
      #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#,
      #"""
      "request": {"path": "/b"},
      "exchanges": [{"response": {"kind": "statusError", "status": 503}},
        {"request": {"path": "/c", "timeout": 3}, "response": {"kind": "networkError", "error": "timedOut"}},
        {"response": {"kind": "valid"}}]
      """#
    ).scenario("created").exchanges
    #expect(exchanges.map(\.shape.path.value) == ["/b", "/c", "/b"])
    #expect(exchanges.map(\.shape.method.value) == ["POST", "POST", "POST"])
    #expect(exchanges.map { literal($0.shape.timeout)?.number?.int } == [10, 3, 10])
    #expect(exchanges.map(\.response.kind) == [.statusError, .networkError, .valid])
    #expect(exchanges[1].range.description == "todo.contract.json:19:3")
  }

  @Test("a merged request: maps merge by name, null removes, header names ignore case, other members are replaced")
  func layers() throws {
    let contract = try contract([
      (#""timeout": 10"#, #""timeout": 10, "query": {"page": 1, "size": 2}"#),
      (#"{"Content-Type": "application/json"}"#, #"{"Content-Type": "application/json", "A": "1", "B": "2"}"#),
      (
        #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#,
        #"""
        "request": {"path": "/other", "headers": {"a": null, "b": "3", "C": "4"}, "query": {"page": null}},
        "exchanges": [{"request": {"method": "PUT", "body": {"text": "t"}, "headers": {"C": "5"}},
          "response": {"kind": "valid"}}]
        """#
      ),
    ])
    let request = try contract.scenario("created").exchanges[0].shape
    #expect(request.method.value == "PUT")
    #expect(request.path.value == "/other")
    #expect(request.headers.map(\.name) == ["Content-Type", "b", "C"])
    #expect(request.headers.map { literal($0.patterns.first)?.string } == ["application/json", "3", "5"])
    #expect(request.query.map(\.name) == ["size"])
    #expect(literal(request.timeout)?.number?.int == 10)
    guard case .text(let pattern)? = request.body?.value else {
      Issue.record("no text")
      return
    }
    #expect(literal(pattern)?.string == "t")
    #expect(try contract.scenario("garbled").exchanges[0].shape.headers.map(\.name) == ["Content-Type", "A", "B"])
  }

  @Test("numbers and booleans in a query stand for their text, also inside matchers; a list is repeated items in order")
  func query() throws {
    let contract = try contract(
      #""timeout""#,
      #""query": {"a": 1.50, "b": [true, "x"], "c": {"$optional": {"$anyOf": [1, {"$literal": 2}]}}}, "timeout""#)
    let query = try contract.scenario("created").exchanges[0].shape.query
    #expect(literal(query[0].patterns[0])?.string == "1.50")
    #expect(query[1].patterns.map { literal($0)?.string } == ["true", "x"])
    guard case .optional(let inner) = query[2].patterns[0].kind, case .anyOf(let all) = inner.kind else {
      Issue.record("no $anyOf in $optional")
      return
    }
    #expect(all.map { literal($0)?.string } == ["1", "2"])
  }

  @Test("an empty path is a slash, and a scenario that sends nothing has no exchange")
  func paths() throws {
    #expect(try contract(#""/todos""#, #""""#).scenario("created").exchanges[0].shape.path.value == "/")
    let old = #""response": {"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#
    #expect(try contract(old, "\"exchanges\": []").scenario("created").exchanges.isEmpty)
  }

  @Test("a failure's object is $partial, and its string is a category, at every depth")
  func failures() throws {
    let contract = try contract(#"{"code": -1004}"#, #"{"underlying": "network", "payload": {"a": 1}}"#)
    func partial(_ pattern: Pattern) -> [Pattern.Member]? {
      guard case .partial(let inner) = pattern.kind, case .object(let members) = inner.kind else { return nil }
      return members
    }
    guard case .failure(let category, values: nil)? = try contract.scenario("garbled").expected(on: .memory),
      case .failure(let failure, values: nil)? = try contract.scenario("server down").expected(on: .loopback)
    else {
      Issue.record("no failures")
      return
    }
    #expect(partial(category)?.map(\.name) == ["category"])
    #expect(literal(partial(category)?.first?.pattern) == "decoding")
    let members = try #require(partial(failure))
    #expect(members.map(\.name) == ["underlying", "payload"])
    #expect(partial(members[0].pattern)?.map(\.name) == ["category"])
    guard case .object = members[1].pattern.kind else {
      Issue.record("a payload is a plain pattern")
      return
    }
  }

  @Test("an outcome for one transport takes precedence there")
  func transports() throws {
    let scenario = try contract(
      #"{"success": {"id": 1}}"#, #"{"success": 1, "loopback": {"failure": "network", "values": [1]}}"#
    )
    .scenario("created")
    guard case .success? = scenario.expected(on: .memory), case .failure(_, .some)? = scenario.expected(on: .loopback)
    else {
      Issue.record("\(String(describing: scenario.expect))")
      return
    }
  }

  @Test("every code of URLError has its name")
  func codes() {
    #expect(NetworkError.codes.count == 48)
    #expect(Set(NetworkError.codes.map(\.code)).count == 48)
    #expect(Set(NetworkError.names).count == 49)
    for (name, code) in [
      ("timedOut", URLError.timedOut), ("cannotFindHost", .cannotFindHost), ("cancelled", .cancelled),
      ("secureConnectionFailed", .secureConnectionFailed), ("cannotParseResponse", .cannotParseResponse),
      ("userAuthenticationRequired", .userAuthenticationRequired), ("dataNotAllowed", .dataNotAllowed),
      ("backgroundSessionWasDisconnected", .backgroundSessionWasDisconnected), ("unknown", .unknown),
    ] as [(String, URLError.Code)] {
      #expect(NetworkError(name: name)?.code == code.rawValue)
      #expect(NetworkError.name(ofCode: code.rawValue) == name)
    }
  }

  @Test("URLs: lowercase scheme and host, the port of the scheme, and no slash at the end")
  func addresses() {
    let url = BaseURL("HTTPS://API.Example.com/v1/")
    #expect(url?.scheme == "https" && url?.host == "api.example.com" && url?.port == 443)
    #expect(url?.pathPrefix == "/v1" && url?.text == "HTTPS://API.Example.com/v1")
    #expect(BaseURL("http://[::1]:8080")?.port == 8080)
    for text in [
      "", "localhost", "ftp://a", "http://", "http://a b", "http://a:0", "http://a?b", "http://a#b", "http://u@a",
      "http://a/b c",
    ] {
      #expect(BaseURL(text) == nil, "\(text)")
    }
  }

  @Test("a pattern as deep as JSON may be is read")
  func depth() throws {
    let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    let scenario = try contract(#"{"success": {"id": 1}}"#, "{\"success\": \(deep)}").scenario("created")
    guard case .success? = scenario.expected(on: .memory) else {
      Issue.record("no success")
      return
    }
  }
}
