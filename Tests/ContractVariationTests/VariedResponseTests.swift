import Testing

@testable import ContractCore
@testable import ContractProtocol
@testable import TestSupport

@Suite("Responses of variations")
struct VariedResponseTests {
  private static let type = "Content-Type: application/json"
  private static let html =
    #""<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Error</h1></body></html>\n""#
  private static let text = #""{\"id\":1,\"title\":\"a\"}""#

  /// A response whose text the tests know exactly.
  private func fixture(_ members: String = #""variations": true"#) throws -> VariationFixture {
    try VariationFixture(
      #"{"kind": "valid", "status": 201, "body": {"json": {"id":1,"title":"a"}}, "delay": 0.5}"#, declaring: members)
  }

  /// The variations of `true`, and those that contracts ask for by name.
  private static let everything = #"""
    "variations": { "statusError": { "failure": "any", "also": ["status 300, valid body"] },
      "corruptJSON": { "failure": "any", "also": ["invalid UTF-8"] },
      "networkError": { "failure": "any", "also": ["Content-Length too long"] },
      "equivalent": { "also": ["chunk extensions", "trailers", "header values without white space"] } }
    """#

  @Test("each status has no body, the valid body and a page; 304 has no body only")
  func statuses() throws {
    let lines = try fixture(Self.everything).lines(.statusError, on: .memory)
    #expect(lines.count == 11 * 3 + 1)
    for status in Variation.statuses where status != 304 {
      #expect(lines.contains("status \(status) = statusError \(status) | \(Self.type)"))
      #expect(lines.contains("status \(status), valid body = statusError \(status) | \(Self.type) | \(Self.text)"))
      #expect(
        lines.contains(
          "status \(status), HTML = statusError \(status) | Content-Type: text/html; charset=utf-8 | \(Self.html)"))
    }
    #expect(lines.filter { $0.contains("304") } == ["status 304 = statusError 304 | \(Self.type)"])
  }

  @Test("a body is broken in six ways, with its own status")
  func broken() throws {
    #expect(
      try fixture(Self.everything).lines(.corruptJSON, on: .memory) == [
        #"cut by one byte = corruptJSON 201 | \#(Self.type) | "{\"id\":1,\"title\":\"a\"""#,
        #"cut in half = corruptJSON 201 | \#(Self.type) | "{\"id\":1,\"t""#,
        "empty body = corruptJSON 201 | \(Self.type)",
        "HTML = corruptJSON 201 | Content-Type: text/html; charset=utf-8 | \(Self.html)",
        #"invalid UTF-8 = corruptJSON 201 | \#(Self.type) | "{\"id\":1,\"title\":\"a\",\"\#u{FFFD}\":0}""#,
        #"trailing garbage = corruptJSON 201 | \#(Self.type) | "{\"id\":1,\"title\":\"a\"}}]garbage""#,
      ])
  }

  @Test("a body that is not JSON is broken in three ways, and JSON and streams are left to other families")
  func brokenBody() throws {
    func lines(_ type: String, _ body: String) throws -> [String] {
      try VariationFixture(
        #"{"kind": "valid", "headers": {"Content-Type": "\#(type)"}, "body": {"text": \#(JSON.string(body).text)}}"#,
        expect: #"{"success": 1}"#, declaring: #""variations": {"corruptBody": {"failure": "any"}}"#
      ).lines(.corruptBody, on: .memory)
    }
    #expect(
      try lines("text/csv", "a,b\n1,2\n") == [
        #"cut in half = valid 200 | Content-Type: text/csv | "a,b\n""#,
        "empty body = valid 200 | Content-Type: text/csv",
        "HTML = valid 200 | Content-Type: text/html; charset=utf-8 | \(Self.html)",
      ])
    #expect(try lines("text/plain", "1").isEmpty)
    #expect(try lines("text/html", "<p>a</p>").map { $0.prefix(4) } == ["cut ", "empt"])
    #expect(try lines("text/event-stream", "data: a\n\n").isEmpty)
  }

  @Test("a Link header with other parameters comes by name")
  func links() throws {
    let link = #"<{{baseURL}}/a?b=1>; rel=\"next last\", </c>;rel=last"#
    let fixture = try VariationFixture(
      #"{"kind": "valid", "headers": {"Link": "\#(link)"}, "body": {"json": {}}}"#,
      declaring:
        #""variations": {"equivalent": {"also": ["Link with a title", "Link with REL", "Link with two relation types"]}}"#
    )
    func header(_ equivalence: Variation.Equivalence) throws -> String? {
      try fixture.varied(.equivalent(equivalence)).exchanges.last?.response.headers["Link"]
    }
    #expect(
      try header(.linkTitle)
        == #"<{{baseURL}}/a?b=1>; title="a=b"; rel="next last", </c>; title="a=b";rel=last"#)
    #expect(
      try header(.linkRelations)
        == #"<{{baseURL}}/a?b=1>; rel="next last https://example.com/x", </c>; rel="last https://example.com/x""#)
    #expect(try header(.linkCapitals) == #"<{{baseURL}}/a?b=1>; REL="next last", </c>; REL=last"#)
  }

  @Test(
    "what many careful clients fail is played only if also has its name, or except with an outcome",
    arguments: [
      (#""variations": true"#, []),
      (#""variations": {"statusError": {"failure": "any"}, "corruptJSON": {"failure": "any"}}"#, []),
      (
        #""variations": {"statusError": {"failure": "any", "except": {"300": false, "status 300, valid body": false}}}"#,
        []
      ),
      (everything, ["status 300, valid body", "invalid UTF-8"]),
      (
        #""variations": {"corruptJSON": {"failure": "any", "except": {"invalid UTF-8": {"success": {"$any": true}}}}}"#,
        ["invalid UTF-8"]
      ),
    ])
  func byName(_ declared: String, _ names: [String]) throws {
    let fixture = try fixture(declared)
    for transport in Transport.allCases {
      let played = fixture.list(on: transport).played.filter {
        ["status 300, valid body", "invalid UTF-8"].contains($0.name)
      }
      #expect(played.map(\.name) == names)
    }
  }

  @Test("a response that is not HTTP has no body, or the valid one")
  func notHTTP() throws {
    for transport in Transport.allCases {
      #expect(
        try fixture().lines(.nonHTTP, on: transport) == [
          "not HTTP = nonHTTP", "not HTTP, valid body = nonHTTP | \(Self.text)",
        ])
    }
    // On a socket, this body is a response.
    let http = try VariationFixture(
      #"{"kind": "valid", "body": {"text": "HTTP/1.1 200 OK\r\n\r\n"}}"#, expect: #"{"success": 1}"#)
    #expect(try http.lines(.nonHTTP, on: .loopback) == ["not HTTP = nonHTTP"])
  }

  @Test("the byte that UTF-8 never has is in one more name of the first object, or in a string if there is none")
  func invalidUTF8() throws {
    func broken(_ body: String) throws -> [UInt8]? {
      let fixture = try VariationFixture(
        #"{"kind": "valid", "body": {"text": \#(JSON.string(body).text)}}"#)
      return try fixture.varied(.corruptJSON(.invalidUTF8)).exchanges.last?.response.body?.bytes
    }
    func bytes(_ head: String, _ tail: String) -> [UInt8] { Array(head.utf8) + [0xFF] + Array(tail.utf8) }
    #expect(try broken(#" [ 1, { "id" : [ { } ] } ]"#) == bytes(#" [ 1, { "id" : [ { } ] ,""#, #"":0} ]"#))
    #expect(try broken("{ }") == bytes(#"{ ""#, #"":0}"#))
    #expect(try broken(#"[1, "a"]"#) == bytes(#"[1, ""#, #"a"]"#))
    #expect(try broken("[1]") == bytes("[1]", ""))
  }

  @Test("each broken body is played once", arguments: [("7", 1), ("[]", 2), ("[1]", 3)])
  func short(_ body: String, _ count: Int) throws {
    let list = try VariationFixture(
      #"{"kind": "valid", "body": {"text": "\#(body)"}}"#,
      declaring: #""variations": {"corruptJSON": {"failure": "any"}}"#
    ).list()
    let cut: [Variation.Corruption] = [.cutByOneByte, .cutInHalf, .empty]
    #expect(cut.count { list.played.contains(.corruptJSON($0)) } == count)
  }

  @Test("in memory, each error of URLSession comes before the response, and one within the body")
  func errors() throws {
    let lines = try fixture().lines(.networkError, on: .memory)
    #expect(
      lines == Variation.errors.map { "error \($0) = networkError | \($0)" } + [
        "error networkConnectionLost within the body = networkError | \(Self.type) | networkConnectionLost after 10"
          + " | \(Self.text)"
      ])
    // A name that is unknown would have code -1.
    for name in Variation.errors { #expect(NetworkError.codes.contains { $0.name == name }, "\(name)") }
  }

  @Test("on loopback, a connection is refused, reset, closed, cut or broken")
  func connections() throws {
    #expect(
      try fixture(Self.everything).lines(.networkError, on: .loopback) == [
        "connection refused = networkError | cannotConnectToHost",
        "connection reset = networkError | networkConnectionLost",
        "connection reset within the body = networkError | \(Self.type) | networkConnectionLost after 10 | \(Self.text)",
        "connection closed = networkError | badServerResponse",
        "Content-Length too long = networkError | \(Self.type) | badServerResponse after 20 | \(Self.text)",
        "malformed status line = networkError | cannotParseResponse",
      ])
  }

  @Test(
    "silence is played only if the client gives up within 2 seconds",
    arguments: [("2", true), ("0.5", true), ("2.1", false), (#"{"$type": "number"}"#, false)])
  func silence(_ timeout: String, _ isPlayed: Bool) throws {
    let fixture = try VariationFixture(request: #"{"method": "GET", "path": "/", "timeout": \#(timeout)}"#)
    let list = fixture.list(on: .loopback)
    #expect(list.played.contains(.connection(.silence)) == isPlayed)
    #expect(list.played.contains(.connection(.silenceWithinBody)) == isPlayed)
    #expect(list.leftOut[.longSilence] == (isPlayed ? nil : 2))
  }

  /// Returns a contract whose request has a timeout, with a body that can be slow.
  private func slow(_ timeout: String, _ scenario: String = "", bytes: Int = 240) throws -> VariationFixture {
    try VariationFixture(
      #"{"kind": "valid", "body": {"text": "\#(String(repeating: "a", count: bytes))"}}"#,
      request: #"{"method": "GET", "path": "/", "timeout": \#(timeout)}"#, scenario: scenario,
      expect: #"{"success": 1}"#,
      declaring: #""variations": {"networkError": {"failure": "any", "also": ["slow body"]}}"#)
  }

  @Test(
    "each byte of a slow body comes in time for the client, and the last one after the deadline",
    arguments: [("0.1", ""), ("1", ""), ("2", ""), ("1", #""within": 10, "#)])
  func slowBody(_ timeout: String, _ scenario: String) throws {
    let fixture = try slow(timeout, scenario)
    #expect(!fixture.list(on: .memory).played.contains(.connection(.slowBody)))
    #expect(fixture.list(on: .loopback).played.contains(.connection(.slowBody)))
    let varied = try fixture.varied(.connection(.slowBody))
    let sent = try #require(varied.exchanges.last?.response.body)
    let limit = try #require(Double(timeout))
    #expect(sent.bytes == Array(repeating: UInt8(ascii: "a"), count: 240) && sent.isChunked)
    #expect(sent.pieces.allSatisfy { $0.delay < limit })
    // HTTP stacks may send a GET four times.
    let deadline = varied.deadline(on: .loopback, default: 600)
    #expect(deadline == (scenario.isEmpty ? 4 * limit + 2 + limit : 10))
    #expect(sent.pieces.reduce(0) { $0 + $1.delay } >= deadline)
  }

  @Test("why a slow body is not played")
  func notSlow() throws {
    func leftOut(_ fixture: VariationFixture) -> [Variation.Obstacle: Int] { fixture.list(on: .loopback).leftOut }
    #expect(try leftOut(slow("1", bytes: 15)) == [.shortBody: 1])
    #expect(try leftOut(slow("2.1")) == [.longSilence: 3])
    #expect(try leftOut(slow("1", #""within": 1, "#)) == [.longSilence: 3])
    // The shortest timeout has as few pieces as any.
    #expect(try leftOut(slow("1e-30", bytes: 199)) == [.shortBody: 1])
    #expect(try leftOut(slow("1e-30", bytes: 201)) == [:])
  }

  @Test("responses that mean the same")
  func equivalent() throws {
    let lines = try fixture(Self.everything).lines(.equivalent, on: .loopback)
    let same = "valid 201 | \(Self.type)"
    #expect(
      lines == [
        #"members reversed = \#(same) | "{\"title\":\"a\",\"id\":1}""#,
        #"white space = \#(same) | " \r\n\t{\n  \"id\": 1,\n  \"title\": \"a\"\n}\r\n""#,
        #"escaped strings = \#(same) | "{\"\\u0069\\u0064\":1,\"\\u0074\\u0069\\u0074\\u006c\\u0065\":\"\\u0061\"}""#,
        #"unknown headers = \#(same) | X-Unknown-Header: a, b; c="d" | \#(Self.text)"#,
        "header case = valid 201 | CONTENT-TYPE: application/json | \(Self.text)",
        "charset=utf-8 = \(same); charset=utf-8 | \(Self.text)",
        "chunked = \(same) | 1 pieces",
        "one-byte pieces = \(same) | Content-Length: 20 | 20 pieces | separatePieces",
        "chunk extensions = \(same) | 1 pieces | chunkExtensions",
        "no length = \(same) | \(Self.text) | untilClose",
        "HTTP/1.0 = \(same) | \(Self.text) | version10",
        "gzip = \(same) | \(Self.text) | compressed(ContractProtocol.ContentCoding.gzip)",
        "deflate = \(same) | \(Self.text) | compressed(ContractProtocol.ContentCoding.deflate)",
        "br = \(same) | \(Self.text) | compressed(ContractProtocol.ContentCoding.br)",
        "zstd = \(same) | \(Self.text) | compressed(ContractProtocol.ContentCoding.zstd)",
        "trailers = \(same) | 1 pieces | trailers",
        "no reason phrase = \(same) | \(Self.text) | noPhrase",
        "header values without white space = \(same) | \(Self.text) | noSpaces",
      ])
    #expect(try fixture().lines(.equivalent, on: .memory) == Array(lines.prefix(6)))
  }

  @Test("a header that is a list comes in two lines, and no other one")
  func lists() throws {
    func lines(_ headers: String) throws -> [String] {
      try VariationFixture(
        #"{"kind": "valid", "headers": {\#(headers)}, "body": {"text": "x"}}"#, expect: #"{"success": "x"}"#
      )
      .lines(.equivalent, on: .loopback).filter { $0.contains("list headers") }
    }
    #expect(
      try lines(#""Link": "</a>; rel=\"a,b\", </c>, </d>", "Vary": "Accept", "X-List": "a, b""#) == [
        #"list headers in two lines = valid 200 | Link: </a>; rel="a,b" | Link: </c>, </d> | Vary: Accept | X-List: a, b | "x""#
      ])
    #expect(try lines(#""Vary": "Accept", "X-List": "a, b""#) == [])
  }

  @Test("responses that mean the same and that many clients do not expect are played only if a contract names them")
  func optional() throws {
    func lines(_ also: String, status: Int, on transport: Transport) throws -> [String] {
      let fixture = try VariationFixture(
        #"{"kind": "valid", "status": \#(status), "body": {"json": {"id":1,"title":"a"}}}"#,
        declaring: #""variations": {"equivalent": {"also": [\#(also)]}}"#)
      return try fixture.lines(.equivalent, on: transport)
    }
    let usual = try lines(#""status 299""#, status: 201, on: .loopback)
    #expect(usual == (try fixture().lines(.equivalent, on: .loopback)))
    let both = #""status 299", "103 before the answer""#
    let all = try lines(both, status: 200, on: .loopback)
    #expect(
      all.suffix(2) == [
        "103 before the answer = valid 200 | \(Self.type) | \(Self.text) | afterInterim",
        "status 299 = valid 299 | \(Self.type) | \(Self.text)",
      ])
    #expect(all.count == usual.count + 2)
    #expect(try lines(both, status: 200, on: .memory).last == all.last)
    #expect(try lines(#""103 before the answer""#, status: 200, on: .memory).count == 6)
  }

  @Test("what means the same as an early response is early, too")
  func early() throws {
    let fixture = try VariationFixture(#"{"kind": "valid", "early": true, "body": {"json": {"id":1,"title":"a"}}}"#)
    for variation in fixture.list().played where variation.family == .equivalent {
      #expect(try fixture.varied(variation).exchanges.last?.response.isEarly == true, "\(variation.name)")
    }
  }

  @Test("a rewritten body is the same JSON")
  func sameJSON() throws {
    let body = #"{"é\n":[1.50,-0,1e30,null,true,{}],"b":{"c":"😀\"","d":[]},"":"x"}"#
    let fixture = try VariationFixture(#"{"kind": "valid", "body": {"json": \#(body)}}"#)
    for variation in fixture.list(on: .memory).played where variation.family == .equivalent {
      let bytes = try #require(try fixture.varied(variation).exchanges.last?.response.body).bytes
      #expect(JSON.parse(bytes) == JSON.parse(Array(body.utf8)), "\(variation.name)")
    }
  }

  @Test("a delay stays, except before a network error")
  func delays() throws {
    let fixture = try fixture()
    for variation in fixture.list().played {
      let delay = try fixture.varied(variation).exchanges.last?.response.delay
      let isKept = [.statusError, .corruptJSON, .equivalent].contains(variation.family)
      #expect(delay == (isKept ? 0.5 : 0), "\(variation.name)")
    }
  }

  @Test("a body that is still JSON when it is broken is left out")
  func stillJSON() throws {
    let fixture = try VariationFixture(#"{"kind": "valid", "body": {"json": 17}}"#, expect: #"{"success": 17}"#)
    #expect(
      fixture.list(on: .memory).played.filter { $0.family == .corruptJSON }.map(\.name) == [
        "empty body", "HTML", "trailing garbage",
      ])
    #expect(fixture.list(on: .memory).leftOut[.stillJSON] == 1)
    // Foundation accepts a trailing comma.
    let comma = try VariationFixture(#"{"kind": "valid", "body": {"text": "[1,2]"}}"#, expect: #"{"success": [1]}"#)
    let names = comma.list(on: .memory).played.map(\.name)
    #expect(names.contains("cut by one byte") && names.contains("cut in half"))
    let space = try VariationFixture(#"{"kind": "valid", "body": {"text": "{}\n"}}"#, expect: #"{"success": {}}"#)
    #expect(
      try space.varied(.corruptJSON(.cutByOneByte)).exchanges.last?.response.body?.bytes == [UInt8(ascii: "{")])
  }

  @Test("a body that is not JSON is not broken, and not rewritten")
  func notJSON() throws {
    let fixture = try VariationFixture(
      #"{"kind": "valid", "headers": {"Content-Type": "text/plain"}, "body": {"text": "hi"}}"#,
      expect: #"{"success": "hi"}"#)
    let list = fixture.list(on: .loopback)
    #expect(!list.played.contains { $0.family == .corruptJSON })
    #expect(
      list.played.filter { $0.family == .equivalent }.map(\.name) == [
        "unknown headers", "header case", "chunked", "one-byte pieces", "no length", "HTTP/1.0", "gzip", "deflate",
        "br", "zstd", "no reason phrase",
      ])
    #expect(list.leftOut == [.noJSON: 9, .longSilence: 2])
    #expect(list.played.count { $0.family == .statusError } == 33)
  }

  @Test(
    "a response without a body has no variation that needs one",
    arguments: [
      (#"{"kind": "valid", "status": 204}"#, "GET", 23), (#"{"kind": "valid"}"#, "GET", 23),
      (#"{"kind": "valid", "headers": {"Content-Length": "12"}}"#, "HEAD", 12),
    ])
  func noBody(_ response: String, _ method: String, _ statuses: Int) throws {
    let fixture = try VariationFixture(
      response, request: #"{"method": "\#(method)", "path": "/"}"#, expect: #"{"success": null}"#)
    let list = fixture.list()
    #expect(list.played.count { $0.family == .statusError } == statuses)
    #expect(!list.played.contains { $0.family == .corruptJSON })
    let names = list.played.map(\.name)
    for name in ["error networkConnectionLost within the body", "chunked", "not HTTP, valid body"] {
      #expect(!names.contains(name))
    }
    #expect(names.contains("unknown headers") && names.contains("not HTTP"))
    #expect(names.contains("header case") == response.contains("headers"))
    for variation in list.played {
      let last = try #require(try fixture.varied(variation).exchanges.last)
      let isPage = variation.name.hasSuffix("HTML")
      #expect((last.response.body == nil) == !isPage, "\(variation.name)")
    }
  }

  @Test("headers that describe the original body do not come with another one")
  func lengths() throws {
    let fixture = try VariationFixture(
      """
      {"kind": "valid", "headers": {"content-length": "20", "Content-Encoding": "identity", "ETag": "x"},
       "body": {"json": {"id":1,"title":"a"}}}
      """)
    for variation in fixture.list().played {
      let response = try #require(try fixture.varied(variation).exchanges.last).response
      let isSame =
        response.body?.bytes == Array(#"{"id":1,"title":"a"}"#.utf8)
        && ![.networkError, .nonHTTP].contains(response.kind)
      #expect(response.headers.has("Content-Length") == isSame, "\(variation.name)")
      if variation.name.hasSuffix("HTML") { #expect(!response.headers.has("Content-Encoding")) }
    }
  }

  @Test("a body with a base URL is rewritten only if the base URL stays, and sent in pieces only without one")
  func addresses() throws {
    let fixture = try VariationFixture(
      #"{"kind": "valid", "body": {"json": {"id": 1, "next": "{{baseURL}}/b"}}}"#,
      expect: #"{"success": {"next": "{{baseURL}}/b"}}"#)
    let list = fixture.list(on: .loopback)
    #expect(
      list.played.filter { $0.family == .equivalent }.map(\.name) == [
        "members reversed", "white space", "unknown headers", "header case", "charset=utf-8", "no length", "HTTP/1.0",
        "gzip", "deflate", "br", "zstd", "no reason phrase",
      ])
    let addresses = Addresses(base: try #require(BaseURL("http://127.0.0.1:1")), named: [:])
    let filled = try fixture.varied(.equivalent(.membersReversed)).filled(with: addresses)
    #expect(
      filled.exchanges.last?.response.body?.bytes == Array(#"{"next":"http://127.0.0.1:1/b","id":1}"#.utf8))
  }

  @Test("a body of ASCII stays one, so that a variation changes one thing only")
  func escapesStay() throws {
    let fixture = try VariationFixture(
      #"{"kind": "valid", "body": {"json": {"a": "\u00fcx", "b": "\ud83d\ude00"}}}"#,
      expect: #"{"success": {"$any": true}}"#)
    func body(_ equivalence: Variation.Equivalence) throws -> String {
      let bytes = try fixture.varied(.equivalent(equivalence)).exchanges.last?.response.body?.bytes ?? []
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(try body(.membersReversed) == #"{"b":"\ud83d\ude00","a":"\u00fcx"}"#)
    #expect(try body(.whiteSpace).contains(#""a": "\u00fcx""#))
    #expect(try body(.escapes).contains("\u{FC}"))
  }

  @Test("another body comes without the length and the digests of the first one, and the same body with them")
  func digests() throws {
    let fixture = try VariationFixture(
      #"""
      {"kind": "valid", "headers": {"X-Amz-Crc32": "1", "Content-MD5": "a", "Repr-Digest": "sha-256=:a:", "ETag": "a"},
       "body": {"json": {"a": 1, "b": 2}}}
      """#, expect: #"{"success": {"$any": true}}"#)
    func names(_ equivalence: Variation.Equivalence) throws -> [String] {
      let lines = try fixture.varied(.equivalent(equivalence)).exchanges.last?.response.headers.lines ?? []
      return lines.map(\.name).filter { $0 != "Content-Type" }.sorted()
    }
    #expect(try names(.membersReversed) == ["ETag"])
    #expect(try names(.unknownStatus) == ["Content-MD5", "ETag", "Repr-Digest", "X-Amz-Crc32"])
  }
}
