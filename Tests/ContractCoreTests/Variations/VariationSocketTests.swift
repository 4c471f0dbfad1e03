import Testing

@testable import ContractCore
@testable import ContractLoopback

@Suite("Variations on a socket")
struct VariationSocketTests {
  private static let body = #"{"id":1}"#
  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

  private func answer(_ variation: Variation) throws -> (text: String, end: RawSocket.End) {
    let fixture = try VariationFixture(
      #"{"kind": "valid", "body": {"json": \#(Self.body)}}"#, request: #"{"method": "GET", "path": "/"}"#)
    let call = try LoopbackFixture(fixture.contract(of: variation), on: LoopbackServer())
    return try call.answer()
  }

  @Test(
    "the bytes of each variation that only a socket can show",
    arguments: [
      (
        Variation.equivalent(.chunked),
        head + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n8\r\n\(body)\r\n0\r\n\r\n", RawSocket.End.end
      ),
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

  @Test("a refused connection has nothing that listens")
  func refused() throws {
    let fixture = try VariationFixture()
    let call = try LoopbackFixture(fixture.contract(of: .connection(.refused)), on: LoopbackServer())
    #expect(throws: (any Error).self) { try call.connect() }
  }

  @Test("a body in one-byte pieces is as many pieces, and a long one ends with a larger piece")
  func pieces() throws {
    for (size, count) in [(8, 10), (300, 257)] {
      let json = "\"" + String(repeating: "a", count: size) + "\""
      let fixture = try VariationFixture(#"{"kind": "valid", "body": {"json": \#(json)}}"#)
      let response = try #require(try fixture.varied(.equivalent(.oneBytePieces)).exchanges.last).response
      #expect(response.body?.pieces.count == count)
      #expect(response.body?.bytes == Array(json.utf8))
    }
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
