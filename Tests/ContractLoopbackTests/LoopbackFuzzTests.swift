import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Whatever a client sends, the connection ends and the server continues", .slow)
struct LoopbackFuzzTests {
  private static let good = [
    "GET /v1/todos?a=b%20c HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\nContent-Type: text/plain\r\n\r\nhello world",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n6\r\n world\r\n0\r\nA: b\r\n\r\n",
    "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\nConnection: close\r\n\r\nhello",
    "HEAD http://x/ HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\nCONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
  ]

  private static let pieces = [
    "\r", "\n", "\r\n", "\r\n\r\n", "\n\n", " ", "\t", ":", "\u{0}", ",", ";", "0\r\n\r\n", "ffffffffffffffff\r\n",
    "Content-Length: 5\r\n", "Content-Length: 99999999999999999999\r\n", "Transfer-Encoding: chunked\r\n",
    "Host: y\r\n",
    "Expect: 100-continue\r\n", "HTTP/2.0", "HTTP/1.0", "chunked", "é", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
  ]

  @Test("5,000 mutations of good requests each get answers or a close", arguments: 0..<5)
  func mutations(_ seed: Int) throws {
    var numbers = SeededNumbers(state: UInt64(seed))
    let fixture = try LoopbackFixture(#"{"kind": "valid", "body": {"text": "hello"}}"#)
    for _ in 0..<1000 {
      var bytes = Array((Self.good.randomElement(using: &numbers) ?? "").utf8)
      for _ in 0...Int.random(in: 0..<4, using: &numbers) { bytes.mutate(with: Self.pieces, using: &numbers) }
      let client = try fixture.connect()
      client.send(bytes)
      client.endSending()
      let (answer, end) = client.readBytes()
      #expect(end == .end || end == .reset, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
      #expect(answer.isEmpty || answer.starts(with: "HTTP/1.1 ".utf8))
    }
    #expect(try fixture.answer().text.hasPrefix("HTTP/1.1 500 "))
  }
}
