import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("The URLs of a run")
struct AddressesTests {
  private static let names = Addresses(
    base: BaseURL("http://127.0.0.1:4000/v1") ?? .localhost,
    named: ["auth": BaseURL("http://127.0.0.1:4001") ?? .localhost, "a.b c": BaseURL("http://[::1]:5") ?? .localhost])

  @Test(
    "a text of many openings without an end has no placeholder, and is read once", .exhaustive,
    arguments: ["{{baseURL", "{{baseURL.a", "{{baseURL}", "{"])
  func openings(_ text: String) {
    let openings = Array(String(repeating: text, count: 200_000).utf8)
    #expect(Addresses.placeholders(in: openings) == [])
    let last = openings.count
    #expect(
      Addresses.placeholders(in: openings + Array(" {{baseURL}}".utf8)) == [
        .init(bytes: last + 1..<last + 12, name: nil)
      ])
  }

  @Test("a host with letters beyond ASCII is written as clients send it (RFC 5890)")
  func beyondASCII() throws {
    let base = try #require(BaseURL("https://xn--bcher-kva.example/v1"))
    #expect(base.host == "xn--bcher-kva.example")
    #expect(try #require(RequestURL("https://xn--bcher-kva.example:443/v1/a")).hasOrigin(of: base))
  }

  /// Returns a contract with two named URLs, and with one scenario, `a`, unless more are given.
  private func contract(input: String = "null", _ scenarios: String) throws -> Contract {
    let text = """
      {
        "contract": 1, "endpoint": "e", "baseURL": "http://localhost:8080/v1",
        "baseURLs": {"auth": "https://auth.example.com", "a.b c": "http://x.example.com/p/"},
        "input": \(input),
        "request": {"method": "GET", "path": "/a"},
        "scenarios": [\(scenarios)]
      }
      """
    return try Contract.read(text)
  }

  private func scenario(_ response: String, expect: String = #"{"success": null}"#) -> String {
    #"{"name": "a", "response": \#(response), "expect": \#(expect)}"#
  }

  /// Returns the bytes of the last scenario's body, piece by piece, with the URLs filled in.
  private func body(_ scenarios: String) throws -> [String] {
    let scenario = try #require(contract(scenarios).scenarios.last).filled(with: Self.names)
    let pieces = try #require(scenario.exchanges[0].response.body).pieces
    #expect(pieces.allSatisfy { $0.addresses.isEmpty })
    return pieces.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  // MARK: Where the placeholders are

  @Test("only {{baseURL}} and {{baseURL.NAME}} are placeholders; any other {{ is text")
  func places() {
    let (base, auth) = ("http://127.0.0.1:4000/v1", "http://127.0.0.1:4001")
    for (text, filled) in [
      ("{{baseURL}}", "http://127.0.0.1:4000/v1"), ("{{baseURL}}/a", "http://127.0.0.1:4000/v1/a"),
      ("{{baseURL.auth}}", "http://127.0.0.1:4001"), ("{{baseURL.a.b c}}!", "http://[::1]:5!"),
      ("{{baseURL}}{{baseURL.auth}}{{baseURL}}", "\(base)\(auth)\(base)"),
      ("{{{baseURL}}}", "{http://127.0.0.1:4000/v1}"), ("{{ {{baseURL.auth}} }}", "{{ http://127.0.0.1:4001 }}"),
      ("{{baseURL{{baseURL}}", "{{baseURLhttp://127.0.0.1:4000/v1"),
      ("{{baseURL.x{{baseURL}}", "{{baseURL.xhttp://127.0.0.1:4000/v1"),
    ] {
      #expect(Self.names.fill(text) == filled)
    }
    for text in [
      "", "{", "{{", "{{baseURL", "{{baseURL}", "{{baseURL} }", "{baseURL}", "{{baseUrl}}", "{{BASEURL}}",
      "{{ baseURL }}",
      "{{baseURLs}}", "{{baseURL.}}", "{{baseURL/a}}", "{{base}}", "{{$x}}", "{{baseURL.auth}", "{{baseURL.{auth}}",
    ] {
      #expect(Addresses.placeholders(in: text.utf8) == [], "\(text)")
      #expect(Self.names.fill(text) == text)
    }
    #expect(
      Addresses.placeholders(in: "é{{baseURL.auth}}{{baseURL}}".utf8) == [
        .init(bytes: 2..<18, name: "auth"), .init(bytes: 18..<29, name: nil),
      ])
  }

  @Test("the characters that are allowed in a name need no escape in a JSON string")
  func names() {
    for name in ["auth", "a.b", "up loads", "ü", "."] { #expect(Addresses.isName(name), "\(name)") }
    for name in ["", "{", "a}", "\"", "\\", "\n", "\u{7F}"] { #expect(!Addresses.isName(name), "\(name)") }
  }

  @Test("a contract's own URLs are those for the memory transport, in written order")
  func own() throws {
    let contract = try contract(scenario(#"{"kind": "valid"}"#))
    #expect(contract.baseURLs.map(\.name) == ["auth", "a.b c"])
    #expect(contract.baseURLs.map(\.url.text) == ["https://auth.example.com", "http://x.example.com/p"])
    #expect(contract.baseURLs.map(\.url.range?.description) == ["todo.contract.json:3:24", "todo.contract.json:3:61"])
    #expect(contract.addresses[nil]?.text == "http://localhost:8080/v1")
    #expect(contract.addresses["a.b c"]?.pathPrefix == "/p")
    #expect(contract.addresses["nobody"] == nil)
    #expect(contract.baseURLs[1].url.moved(to: "http://127.0.0.1:40123")?.text == "http://127.0.0.1:40123/p")
    #expect(contract.baseURL.moved(to: "http://127.0.0.1:40123")?.range?.description == "todo.contract.json:2:46")
  }

  @Test("a URL that is moved to a port equals the URL that is read from the same text", arguments: ["http", "https"])
  func movedToPort(_ scheme: String) throws {
    let contract = try contract(scenario(#"{"kind": "valid"}"#))
    for written in [contract.baseURL] + contract.baseURLs.map(\.url) {
      let moved = written.moved(to: "127.0.0.1", port: 40123, scheme: scheme)
      let read = try #require(written.moved(to: "\(scheme)://127.0.0.1:40123"))
      #expect(moved.text == read.text)
      #expect((moved.scheme, moved.host, moved.port) == (read.scheme, read.host, read.port))
      #expect(moved.pathPrefix == read.pathPrefix)
      #expect(moved.range?.description == written.range?.description)
    }
  }

  @Test("a request uses the base that its last layer names")
  func base() throws {
    let contract = try contract(
      #"""
      {"name": "a", "response": {"kind": "valid"}, "expect": {"success": null}},
      {"name": "b", "request": {"base": "auth"}, "expect": {"success": null},
       "exchanges": [{"response": {"kind": "valid"}},
         {"request": {"base": "a.b c", "path": "/b"}, "response": {"kind": "valid"}}]}
      """#)
    #expect(try contract.scenario("a").exchanges.map(\.shape.base?.value) == [nil])
    let requests = try contract.scenario("b").exchanges.map(\.shape)
    #expect(requests.map(\.base?.value) == ["auth", "a.b c"])
    #expect(requests.first?.base?.range.description == "todo.contract.json:7:35")
    #expect(requests.map(\.path.value) == ["/a", "/b"])
  }

  // MARK: Filling

  @Test("an input is filled in strings at every depth, and not in names")
  func input() throws {
    let one = scenario(#"{"kind": "valid"}"#)
    let own = #"""
      {"name": "b", "input": "{{baseURL.auth}}/x", "response": {"kind": "valid"}, "expect": {"success": null}}
      """#
    let contract = try contract(
      input: #"{"{{baseURL}}": [1, null, true, {"at": "{{baseURL}}/{{x}}"}], "plain": "a"}"#, one + "," + own)
    #expect(
      contract.scenarios[0].filled(with: Self.names).input
        == ["{{baseURL}}": [1, .null, true, ["at": "http://127.0.0.1:4000/v1/{{x}}"]], "plain": "a"])
    #expect(try contract.scenario("b").filled(with: Self.names).input == "http://127.0.0.1:4001/x")
    #expect(contract.scenarios[0].input["plain"]?.range != nil)
  }

  @Test("a JSON body is filled in its strings, and not in names; everything else stays byte for byte")
  func json() throws {
    #expect(
      try body(
        scenario(
          #"{"kind": "valid", "body": {"json": { "{{baseURL}}":1.00, "a":["{{baseURL}}/b","\u00e9 {{baseURL.auth}}, {{baseURL}}"]}}}"#
        )) == [
          #"{ "{{baseURL}}":1.00, "a":["http://127.0.0.1:4000/v1/b","\u00e9 http://127.0.0.1:4001, http://127.0.0.1:4000/v1"]}"#
        ])
  }

  @Test("in a JSON body, a placeholder that is written with escapes is text")
  func escaped() throws {
    let text = #"["\u007b{baseURL}}"]"#
    #expect(try body(scenario(#"{"kind": "valid", "body": {"json": \#(text)}}"#)) == [text])
  }

  @Test("texts and chunks are filled, and base64 is not")
  func texts() throws {
    #expect(
      try body(scenario(#"{"kind": "nonHTTP", "body": {"text": "é{{baseURL}}\n{{baseURL.auth}}"}}"#)) == [
        "éhttp://127.0.0.1:4000/v1\nhttp://127.0.0.1:4001"
      ])
    let base64 = Data("{{baseURL}}".utf8).base64EncodedString()
    #expect(
      try body(
        scenario(
          #"{"kind": "valid", "body": {"chunks": [{"text": "a"}, {"text": "{{baseURL}}"}, {"base64": "\#(base64)"}]}}"#)
      )
        == ["a", "http://127.0.0.1:4000/v1", "{{baseURL}}"])
  }

  @Test("a cut body is filled before its bytes are counted; a placeholder that is cut is text")
  func truncated() throws {
    func cut(_ body: String, _ count: Int) throws -> [String] {
      try self.body(
        #"""
        {"name": "whole", "response": {"kind": "valid", "body": \#(body)}, "expect": {"success": null}},
        {"name": "cut", "response": {"kind": "corruptJSON", "body": {"from": "whole", "truncate": \#(count)}},
         "expect": {"failure": "decoding"}}
        """#)
    }
    let json = #"{"json": ["{{baseURL}}", "{{baseURL.auth}}"]}"#
    #expect(try cut(json, 13) == [#"["http://127.0.0.1:4000/v1"#])
    #expect(try cut(json, 12) == [#"["{{baseURL}"#])
    #expect(try cut(json, 33) == [#"["http://127.0.0.1:4000/v1", "http://127.0.0.1:4001"#])
    let chunks = #"{"chunks": [{"text": "[\""}, {"text": "{{baseURL}}", "delay": 1}, {"text": "\"]"}]}"#
    #expect(try cut(chunks, 13) == [#"["http://127.0.0.1:4000/v1"#])
  }

  @Test("a response's headers and an error's message are filled")
  func headers() throws {
    let contract = try contract(
      scenario(
        #"{"kind": "statusError", "status": 302, "headers": {"Location": "{{baseURL.auth}}/in", "Link": ["<{{baseURL}}>", "b"]}}"#
      ) + ","
        + #"""
        {"name": "b", "response": {"kind": "networkError", "error": {"domain": "d", "code": 1, "message": "no {{baseURL}}"}},
         "expect": {"failure": {"domain": "d"}}}
        """#)
    #expect(
      contract.scenarios[0].filled(with: Self.names).exchanges[0].response.headers.lines == [
        .init("Location", "http://127.0.0.1:4001/in"), .init("Link", "<http://127.0.0.1:4000/v1>"), .init("Link", "b"),
      ])
    let failing = try contract.scenario("b").filled(with: Self.names)
    #expect(failing.exchanges[0].response.error?.message == "no http://127.0.0.1:4000/v1")
  }

  @Test("an expectation is filled in literals at every depth, and not in names, also one for a single transport")
  func expectations() throws {
    func mismatches(_ expect: String, _ outcome: Outcome, on transport: Transport = .loopback) throws -> [String] {
      let scenario = try #require(contract(scenario(#"{"kind": "valid"}"#, expect: expect)).scenarios.first)
      let expected = try #require(scenario.filled(with: Self.names).expected(on: transport))
      return OutcomeJudge.reasons(outcome, expected, Bindings()).map(\.summary)
    }
    let all = #"""
      {"success": {"a": ["{{baseURL}}/1"], "b": {"$partial": {"c": "{{baseURL.auth}}"}},
        "d": {"$anyOf": ["{{baseURL}}", 1]}, "e": {"$optional": "{{baseURL}}"}, "f": {"$literal": {"$g": "{{baseURL}}"}},
        "{{baseURL}}": 1}}
      """#
    let url: JSON = "http://127.0.0.1:4000/v1"
    #expect(
      try mismatches(
        all,
        .success([
          "a": ["http://127.0.0.1:4000/v1/1"], "b": ["c": "http://127.0.0.1:4001"], "d": url, "e": url,
          "f": ["$g": url],
          "{{baseURL}}": 1,
        ])) == [])
    expectTexts(
      try mismatches(#"{"success": ["{{baseURL}}"]}"#, .success(["{{baseURL}}"])),
      are: [
        #"outcome at /0: expected "http://127.0.0.1:4000/v1", got "{{baseURL}}""#
      ])
    let failure = #"""
      {"failure": {"payload": "{{baseURL}}"}, "values": ["{{baseURL}}"], "memory": {"success": "{{baseURL.auth}}"}}
      """#
    #expect(try mismatches(failure, .failure(["category": "other", "payload": url], values: [url])) == [])
    #expect(try mismatches(failure, .success("http://127.0.0.1:4001"), on: .memory) == [])
  }

  @Test("in an expression, a filled URL matches itself, whatever its characters mean there")
  func expressions() throws {
    func regex(_ text: String) throws -> Pattern.Regex {
      let scenarios = try contract(
        scenario(#"{"kind": "valid"}"#, expect: #"{"success": {"$regex": "\#(text)"}}"#)
      ).scenarios
      guard case .success(let pattern)? = scenarios[0].filled(with: Self.names).expected(on: .memory),
        case .regex(let regex) = pattern.kind
      else { throw CocoaError(.coderInvalidValue) }
      return regex
    }
    func finds(_ regex: Pattern.Regex, _ text: String) -> Bool {
      regex.searchByICU(in: text).finding == .found
    }
    let own = try regex(#"^{{baseURL}}/[0-9]{2}$"#)
    #expect(finds(own, "http://127.0.0.1:4000/v1/42"))
    #expect(!finds(own, "http://127x0.0.1:4000/v1/42"))
    #expect(!finds(own, "http://127.0.0.1:4000/v1/4"))
    let named = try regex(#"({{baseURL.a.b c}}|{{baseURL}})+$"#)
    #expect(finds(named, "http://[::1]:5http://127.0.0.1:4000/v1"))
    #expect(!finds(named, "http://::5"))
  }

  @Test("in an expectation's $jsonSchema, a placeholder of any name is text; in data with such a member it is not")
  func schemas() throws {
    let schema = #"{"success": {"$jsonSchema": {"const": "{{baseURL.nowhere}}"}}}"#
    let contract = try contract(scenario(#"{"kind": "valid"}"#, expect: schema))
    let expected = try #require(contract.scenarios[0].filled(with: Self.names).expected(on: .memory))
    #expect(OutcomeJudge.findings(.success("{{baseURL.nowhere}}"), expected).isEmpty)
    #expect(!OutcomeJudge.findings(.success("http://127.0.0.1:4000/v1"), expected).isEmpty)
    let input = #"{"contract": 1, "endpoint": "e", "input": {"$jsonSchema": "{{baseURL.nowhere}}"}, "scenarios": []}"#
    #expect(ContractReader.read(input).diagnostics.contains { $0.message.contains("nowhere") })
  }

  @Test("a scenario without placeholders is played as it is written")
  func untouched() throws {
    let scenarios = try contract(
      scenario(#"{"kind": "valid", "body": {"json": "{{baseURl}}"}}"#) + ","
        + #"{"name": "b", "response": {"kind": "valid"}, "expect": {"success": "{{baseURL}}"}}"#
    ).scenarios
    #expect(scenarios.map(\.namesAddresses) == [false, true])
  }

  @Test("in a request, two braces are text, and nothing is filled")
  func requests() throws {
    let contract = try contract(
      #"{"name": "a", "request": {"headers": {"Referer": "{{baseURL}}"}}, "response": {"kind": "valid"}, "expect": {"success": "{{baseURL}}"}}"#
    )
    let shape = contract.scenarios[0].filled(with: Self.names).exchanges[0].shape
    guard case .literal(let json)? = shape.headers.first?.patterns.first?.kind else {
      Issue.record("no literal")
      return
    }
    #expect(json == "{{baseURL}}")
  }
}
