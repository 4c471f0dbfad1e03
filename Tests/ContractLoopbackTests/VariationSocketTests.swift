import Testing

@testable import ContractCore
@testable import ContractLoopback
@testable import TestSupport

@Suite("Variations on a socket")
struct VariationSocketTests {
  private static let body = #"{"id":1}"#
  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

  private func answer(
    _ variation: Variation, to request: String? = nil
  ) throws -> (text: String, end: RawSocket.End) {
    let fixture = try VariationFixture(
      #"{"kind": "valid", "body": {"json": \#(Self.body)}}"#, request: #"{"method": "GET", "path": "/"}"#)
    let call = try LoopbackFixture(fixture.contract(of: variation), on: LoopbackServer())
    return try request.map { try call.answer(to: $0) } ?? call.answer()
  }

  @Test(
    "the bytes of each variation that only a socket can show",
    arguments: [
      (
        Variation.equivalent(.chunked),
        head + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n8\r\n\(body)\r\n0\r\n\r\n", RawSocket.End.end
      ),
      (
        .equivalent(.chunkExtensions),
        head + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n8;name=\"value\"\r\n\(body)\r\n0\r\n\r\n", .end
      ),
      (.equivalent(.untilClose), head + "Connection: close\r\n\r\n\(body)", .end),
      (
        .equivalent(.version10),
        "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n\(body)", .end
      ),
      // The client does not accept it.
      (.equivalent(.gzip), head + "Connection: close\r\nContent-Length: 8\r\n\r\n\(body)", .end),
      (.equivalent(.oneBytePieces), head + "Content-Length: 8\r\nConnection: close\r\n\r\n\(body)", .end),
      (
        .equivalent(.interim),
        "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n"
          + head + "Connection: close\r\nContent-Length: 8\r\n\r\n\(body)", .end
      ),
      (.nonHTTP(withBody: false), "220 contract-run: this is not HTTP\r\n", .end),
      (.nonHTTP(withBody: true), body, .end),
      (.connection(.contentLengthTooLong), head + "Content-Length: 9\r\n\r\n\(body)", .end),
      (.connection(.resetWithinBody), head + "Content-Length: 8\r\n\r\n{\"id", .reset),
      (.connection(.reset), "", .reset), (.connection(.closed), "", .end),
      (.connection(.unparsable), "HTTP/1.1 none\r\nContent-Type: text/plain\r\n\r\n", .end),
    ])
  func bytes(_ variation: Variation, _ text: String, _ end: RawSocket.End) throws {
    let answer = try answer(variation)
    #expect(answer.text == text)
    #expect(answer.end == end)
  }

  /// Returns a call with an answer that is far too large.
  private func call(_ limit: SecurityVariation.Limit) throws -> LoopbackFixture {
    let fixture = try VariationFixture(
      #"{"kind": "valid", "body": {"json": \#(Self.body)}}"#, request: #"{"method": "GET", "path": "/"}"#,
      declaring: #""variations": {"security": {"limits": true}}"#)
    return try LoopbackFixture(fixture.contract(of: .security(.limit(limit))), on: LoopbackServer())
  }

  @Test("a body without end goes on until the client has read far too much, or closes")
  func withoutEnd() throws {
    func script(_ limit: Int) throws -> Script {
      let call = try call(.body)
      let client = try call.connect()
      client.send(LoopbackFixture.get)
      var (read, chunk) = (0, client.readBytes(64 << 10))
      #expect(String(decoding: chunk.bytes.prefix(200), as: UTF8.self).contains("8\r\n\(Self.body)\r\n10000\r\n    "))
      while chunk.end == .enough, read < limit {
        read += chunk.bytes.count
        chunk = client.readBytes(64 << 10)
      }
      #expect(chunk.end == (limit == .max ? .reset : .enough))
      call.script.finish(.failure(["category": "network"], values: nil))
      return call.script
    }
    #expect(try script(1 << 20).verdict().reasons.isEmpty)
    #expect(try script(.max).verdict().reasons.map(\.code) == ["endless"])
  }

  @Test("10,000 headers, and a gigabyte in a megabyte, if the client accepts gzip")
  func large() throws {
    let headers = try call(.headers).answer().text
    #expect(headers.contains("\r\nX-Unknown-1: a\r\n") && headers.contains("\r\nX-Unknown-10000: a\r\n"))
    let accepting = "GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
    let packed = try call(.gzip).answer(to: accepting).text
    #expect(packed.contains("Content-Encoding: gzip\r\n") && packed.contains("Content-Length: 1040983\r\n"))
    #expect(try call(.gzip).answer().text.hasSuffix("\r\n\r\n\(Self.body)"))
  }

  @Test("a refused connection has nothing that listens")
  func refused() throws {
    let fixture = try VariationFixture()
    let call = try LoopbackFixture(fixture.contract(of: .connection(.refused)), on: LoopbackServer())
    #expect(throws: (any Error).self) { try call.connect() }
  }

  @Test("a body in one-byte pieces is as many pieces, and a long one has 32")
  func pieces() throws {
    for (size, count) in [(8, 10), (30, 32), (300, 32)] {
      let json = "\"" + String(repeating: "a", count: size) + "\""
      let fixture = try VariationFixture(#"{"kind": "valid", "body": {"json": \#(json)}}"#)
      let response = try #require(try fixture.varied(.equivalent(.oneBytePieces)).exchanges.last).response
      #expect(response.body?.pieces.count == count)
      #expect(response.body?.bytes == Array(json.utf8))
    }
  }

  /// Returns a call with a body that is sent in pieces.
  private func callInPieces() throws -> LoopbackFixture {
    let fixture = try VariationFixture(
      #"{"kind": "valid", "body": {"json": "a long text with ü, \\n and 1234 in it"}}"#,
      request: #"{"method": "GET", "path": "/"}"#, expect: #"{"success": 1}"#)
    return try LoopbackFixture(fixture.contract(of: .equivalent(.oneBytePieces)), on: LoopbackServer())
  }

  @Test("a piece comes only after the client has read the one before", .enabled(if: Sockets.diagnostics() >= 0))
  func separate() throws {
    let call = try callInPieces()
    let client = try call.connect()
    client.send(LoopbackFixture.get)
    var count = 0
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while Sockets.receive(client.descriptor, into: buffer) > 0 { count += 1 }
    }
    #expect(count == BodyPieces.limit)
    #expect(call.script.verdict().obstacle == nil)
  }

  @Test("a client that does not read gets the rest at once, and the variation is left out if it passes")
  func unread() throws {
    let call = try callInPieces()
    let client = try call.connect()
    client.send(LoopbackFixture.get)
    pause(ReplyWriter.readingTime / .seconds(1) + 0.1)
    for _ in 0..<30_000 where call.script.known.obstacle == nil { pause(0.01) }
    let (text, end) = client.read()
    #expect(text.hasSuffix(#"with ü, \\n and 1234 in it""#))
    #expect(end == .end)
    call.script.finish(.success(1))
    let verdict = call.script.verdict()
    #expect(verdict.obstacle == .joinedPieces && verdict.status == .skipped)
  }

  @Test("a body is compressed if the client accepts that; otherwise the variation is left out if it passes")
  func compressed() throws {
    for (accepted, isCompressed) in [("br, gzip", true), ("br", false)] {
      let fixture = try VariationFixture(
        #"{"kind": "valid", "body": {"json": {"id":1}}}"#, request: #"{"method": "GET", "path": "/"}"#)
      let call = try LoopbackFixture(fixture.contract(of: .equivalent(.gzip)), on: LoopbackServer())
      let client = try call.connect()
      client.send("GET /v1/ HTTP/1.1\r\nHost: x\r\nAccept-Encoding: \(accepted)\r\nConnection: close\r\n\r\n")
      let bytes = client.readBytes().bytes
      let body = isCompressed ? ContentCoding.gzip.encoded(Array(Self.body.utf8)) : Array(Self.body.utf8)
      #expect(Array(bytes.suffix(body.count)) == body)
      #expect(String(decoding: bytes, as: UTF8.self).contains("Content-Encoding: gzip\r\n") == isCompressed)
      call.script.finish(.success(1))
      #expect(call.script.verdict().obstacle == (isCompressed ? nil : .notAccepted))
    }
  }

  @Test(
    "what the HTTP stack cannot do that the User-Agent names is left out, whatever the client makes of it",
    arguments: [
      ("aiosonic/1.3.3", Variation.equivalent(.untilClose), true), ("aiosonic/1.3.3", .equivalent(.chunked), false),
      ("Mozilla/5.0 (Unix; U; Linux 6.1) http/2.9.8 Tcl/8.6.13", .equivalent(.deflate), true),
      ("libwww-perl/6.68", .nonHTTP(withBody: true), true), ("libwww-perl/6.68", .nonHTTP(withBody: false), false),
      ("shop/1.0", .equivalent(.untilClose), false),
    ])
  func beyondStack(_ agent: String, _ variation: Variation, _ isLeftOut: Bool) throws {
    let fixture = try VariationFixture(
      #"{"kind": "valid", "body": {"json": {"id":1}}}"#, request: #"{"method": "GET", "path": "/"}"#)
    let call = try LoopbackFixture(fixture.contract(of: variation), on: LoopbackServer())
    let client = try call.connect()
    let headers = ["Host: x", "Accept-Encoding: deflate", "User-Agent: \(agent)", "Connection: close"]
    client.send("GET /v1/ HTTP/1.1\r\n\(headers.joined(separator: "\r\n"))\r\n\r\n")
    _ = client.readBytes()
    // Not what the contract expects after bytes that are not HTTP.
    call.script.finish(.success(1))
    let verdict = call.script.verdict()
    #expect((verdict.status == .skipped) == isLeftOut)
    #expect((verdict.obstacle == .beyondStack) == isLeftOut)
  }

  @Test("HTTP/1.0 has no answer before the answer, and no chunks")
  func version10() throws {
    let fixture = try VariationFixture(#"{"kind": "valid", "body": {"json": {"id":1}}}"#)
    for equivalence in [Variation.Equivalence.interim, .chunked] {
      let call = try LoopbackFixture(fixture.contract(of: .equivalent(equivalence)), on: LoopbackServer())
      let text = try call.answer(to: "GET /v1/ HTTP/1.0\r\n\r\n").text
      #expect(text.hasPrefix(Self.head) && text.hasSuffix("\r\n\r\n\(Self.body)"))
      #expect(!text.contains("103") && !text.contains("chunked"))
    }
  }
}
