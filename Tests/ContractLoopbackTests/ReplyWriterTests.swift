import Foundation
import TestSupport
import Testing

@testable import ContractCore
@testable import ContractLoopback

@Suite("A call's answers, byte for byte")
struct ReplyWriterTests {
  @Test("an answer has its status, headers in order, one line for each value, and the body, on one connection")
  func plain() throws {
    let fixture = try LoopbackFixture(
      #"{"kind": "valid", "status": 201, "headers": {"Set-Cookie": ["a=1", "b=2"], "X": "y"}, "body": {"json": {"id": 1}}}"#,
      #"{"kind": "statusError", "status": 404}"#,
      #"{"kind": "corruptJSON", "body": {"text": "{{}"}}"#)
    let client = try fixture.connect()
    client.send(LoopbackFixture.keepingGet)
    #expect(
      client.read(upTo: "}")
        == "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX: y\r\nContent-Length: 9\r\n\r\n{\"id\": 1}"
    )
    client.send(LoopbackFixture.keepingGet)
    #expect(client.read(upTo: "\r\n\r\n") == "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
    client.send(LoopbackFixture.get)
    #expect(client.read() == ("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 3\r\n\r\n{{}", .end))
  }

  @Test("the script receives each request as it was sent")
  func captured() throws {
    let ok = #"{"kind": "valid", "body": {"text": "a"}}"#
    let fixture = try LoopbackFixture(ok, ok, ok, ok, ok)
    let client = try fixture.connect()
    client.send("POST /v1/a?b=c%20d HTTP/1.1\r\nHost: x\r\nx-A: 1\r\nX-a: 2\r\nContent-Length: 2\r\n\r\nhi")
    client.send("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n")
    client.send("CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n")
    client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
    // A connection to a proxy is for one request.
    client.send("GET http://other.example/%C3%A9 HTTP/1.1\r\nHost: x\r\n\r\n")
    let (text, end) = client.read()
    #expect(text.components(separatedBy: "HTTP/1.1 200 OK").count == 6)
    #expect(
      text.hasSuffix("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\na"))
    #expect(end == .end)
    let record = fixture.script.verdict().record.map(\.request)
    let origin = "http://127.0.0.1:\(fixture.port)"
    #expect(
      record.map { "\($0.method) \($0.url)" } == [
        "POST \(origin)/v1/a?b=c%20d", "OPTIONS \(origin)", "CONNECT http://example.com:443", "HEAD \(origin)/",
        "GET http://other.example/%C3%A9",
      ])
    #expect(record[0].headers.lines.map(\.name) == ["Host", "x-A", "X-a", "Content-Length"])
    #expect(record.map(\.body) == [Array("hi".utf8), nil, nil, nil, nil])
    #expect(record.allSatisfy { $0.timeout == nil && $0.unobserved == [] })
  }

  @Test("pipelined requests are answered in order")
  func pipelining() throws {
    let fixture = try LoopbackFixture(
      #"{"kind": "valid", "body": {"text": "a"}, "delay": 0.02}"#, #"{"kind": "valid", "body": {"text": "b"}}"#)
    let client = try fixture.connect()
    client.send(LoopbackFixture.keepingGet + LoopbackFixture.get)
    #expect(
      client.read() == (
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\nb",
        .end
      ))
  }

  @Test("an HTTP/1.0 connection is closed, unless the client asks to keep it")
  func old() throws {
    let ok = #"{"kind": "valid", "body": {"text": "a"}}"#
    let fixture = try LoopbackFixture(ok, ok)
    let client = try fixture.connect()
    client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    #expect(
      client.read(upTo: "\r\n\r\na") == "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 1\r\n\r\na")
    client.send("GET / HTTP/1.0\r\n\r\n")
    #expect(client.read() == ("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\na", .end))
  }

  @Test("lengths from the contract are sent unchanged, and a wrong one ends the connection")
  func lengths() throws {
    let fixture = try LoopbackFixture(
      #"{"kind": "valid", "headers": {"Content-Length": "9"}, "body": {"text": "hello"}}"#,
      #"{"kind": "valid", "headers": {"Content-Length": "2"}, "body": {"text": "hello"}}"#,
      #"{"kind": "valid", "headers": {"Transfer-Encoding": "chunked"}, "body": {"text": "hello"}}"#,
      #"{"kind": "valid", "headers": {"Connection": "close"}, "body": {"text": "hello"}}"#)
    #expect(
      try fixture.answer(to: LoopbackFixture.keepingGet)
        == ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\nhello", .end))
    #expect(
      try fixture.answer(to: LoopbackFixture.keepingGet)
        == ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhello", .end))
    let client = try fixture.connect()
    client.send(LoopbackFixture.keepingGet)
    #expect(
      client.read(upTo: "0\r\n\r\n") == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
    client.send(LoopbackFixture.keepingGet)
    #expect(client.read() == ("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello", .end))
  }

  private static let pieces =
    #"{"kind": "valid", "body": {"chunks": [{"text": "a"}, {"text": "bc", "delay": 0.02}, {"text": "d"}]}}"#

  @Test("chunks are sent one by one, each after its pause, and the connection stays open")
  func chunks() throws {
    let fixture = try LoopbackFixture(Self.pieces, #"{"kind": "valid"}"#)
    let client = try fixture.connect()
    client.send(LoopbackFixture.keepingGet)
    let began = ContinuousClock.now
    #expect(client.read(upTo: "a\r\n") == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n")
    #expect(client.read(upTo: "0\r\n\r\n") == "2\r\nbc\r\n1\r\nd\r\n0\r\n\r\n")
    #expect(ContinuousClock.now - began > .milliseconds(20))
    client.send(LoopbackFixture.get)
    #expect(client.read() == ("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", .end))
  }

  @Test("chunks are sent without framing for HTTP/1.0, up to the close, and also with a Content-Length")
  func bareChunks() throws {
    let fixture = try LoopbackFixture(
      Self.pieces,
      #"{"kind": "valid", "headers": {"Content-Length": "3"}, "body": {"chunks": [{"text": "a"}, {"text": "bc"}]}}"#)
    #expect(
      try fixture.answer(to: "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        == ("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabcd", .end))
    let client = try fixture.connect()
    client.send(LoopbackFixture.keepingGet)
    #expect(client.read(upTo: "abc") == "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")
    client.send("x\r\n")
    #expect(client.read().text.hasPrefix("HTTP/1.1 400 Bad Request"))
  }

  @Test("a response that is not HTTP is a banner, the bytes of the body, or its chunks")
  func nonHTTP() throws {
    let fixture = try LoopbackFixture(
      #"{"kind": "nonHTTP"}"#, #"{"kind": "nonHTTP", "body": {"base64": "AAEC"}}"#,
      #"{"kind": "nonHTTP", "body": {"chunks": [{"text": "a"}, {"text": "b", "delay": 0.01}]}}"#)
    #expect(
      try fixture.answer(to: LoopbackFixture.keepingGet) == ("220 contract-run: this is not HTTP\r\n", .end))
    #expect(try fixture.answer(to: LoopbackFixture.keepingGet) == ("\u{0}\u{1}\u{2}", .end))
    #expect(try fixture.answer(to: LoopbackFixture.keepingGet) == ("ab", .end))
  }

  @Test("an unexpected request is answered with 500, and a request after the call with a reset")
  func beyond() throws {
    let fixture = try LoopbackFixture(#"{"kind": "valid"}"#)
    let client = try fixture.connect()
    client.send(LoopbackFixture.keepingGet)
    _ = client.read(upTo: "\r\n\r\n")
    client.send(LoopbackFixture.keepingGet)
    expectText(
      client.read(upTo: "exchange 2"),
      is:
        "HTTP/1.1 500 Internal Server Error\r\nContent-Type: text/plain\r\nContent-Length: 27\r\n\r\ncontract-run: no exchange 2"
    )
    fixture.script.finish(.success(.null))
    fixture.call.retire()
    client.send(LoopbackFixture.keepingGet)
    #expect(client.read() == ("", .reset))
    #expect(try fixture.answer() == ("", .reset))
    #expect(fixture.script.verdict().reasons.map(\.code).suffix(2) == ["late", "late"])
  }

  @Test("bytes that are not a request are reported to the script and answered with the fault, and the connection ends")
  func malformed() throws {
    let fixture = try LoopbackFixture(#"{"kind": "valid"}"#)
    let client = try fixture.connect()
    client.send(
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n"
        + String(repeating: "a", count: 100_000))
    client.endSending()
    let (text, end) = client.read()
    #expect(end == .end)
    expectText(
      text.replacing("\r\n", with: "\n"),
      is: """
        HTTP/1.1 400 Bad Request
        Content-Type: text/plain; charset=utf-8
        Connection: close
        Content-Length: 56

        contract-run: it has 2 Content-Length headers: "1", "1"

        """)
    _ = try fixture.answer(to: "\u{16}\u{3}\u{1}")
    fixture.script.finish(.success(.null))
    expectTexts(
      fixture.script.verdict().reasons.compactMap { if case .malformed(let request) = $0 { request.why } else { nil } },
      are: [
        #"it has 2 Content-Length headers: "1", "1""#,
        "it is a TLS handshake: the client used https for an http URL",
      ])
  }

  @Test("a connection without a byte has no effect")
  func nothing() throws {
    let fixture = try LoopbackFixture(#"{"kind": "valid"}"#)
    let client = try fixture.connect()
    client.endSending()
    #expect(client.read() == ("", .end))
    #expect(!fixture.script.hasBegun)
  }
}
