import Testing

@testable import ContractCore
@testable import ContractLoopback
@testable import TestSupport

@Suite("The HTTP reader reads complete requests")
struct HTTPReaderTests {
  private func one(_ text: String, ends: Bool = false) throws -> HTTPRequest {
    try #require(try SocketPair.read(text, ends: ends, count: 1).first).get()
  }

  @Test("a request without a body is read")
  func plain() throws {
    let request = try one("GET /todos?a=b HTTP/1.1\r\nHost: localhost\r\nX-A:1\r\nx-a:  two words \t\r\n\r\n")
    #expect(
      request
        == HTTPRequest(
          target: "/todos?a=b",
          headers: Headers([.init("Host", "localhost"), .init("X-A", "1"), .init("x-a", "two words")])))
    #expect(request.path == "/todos")
  }

  @Test("a body with a Content-Length is read, also an empty one")
  func length() throws {
    let request = try one("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello")
    #expect(request.body == Array("hello".utf8))
    #expect(try one("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n").body == [])
    #expect(try one("POST / HTTP/1.1\r\nHost: x\r\n\r\n").body == nil)
  }

  @Test("a chunked body is read; extensions are ignored and trailers are dropped")
  func chunked() throws {
    let request = try one(
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5;a=\"b;c\"\r\nhello\r\n0006\r\n world\r\nA\r\n0123456789\r\n0;end\r\nX-Sum: 1\r\n\r\n"
    )
    #expect(request.body == Array("hello world0123456789".utf8))
    #expect(request.headers.lines.map(\.name) == ["Host", "Transfer-Encoding"])
  }

  @Test("multiple requests in one write are read, whatever their bodies, with blank lines between them")
  func pipelining() throws {
    let results = try SocketPair.read(
      "GET /1 HTTP/1.1\r\nHost: x\r\n\r\n\r\n\r\nPOST /2 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab"
        + "POST /3 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nc\r\n0\r\n\r\nGET /4 HTTP/1.1\r\nHost: x\r\n\r\n\r\n"
    )
    let requests = try results.map { try $0.get() }
    #expect(requests.map(\.target) == ["/1", "/2", "/3", "/4"])
    #expect(requests.map(\.body) == [nil, Array("ab".utf8), Array("c".utf8), nil])
  }

  @Test("a request is the same, whatever pieces it arrives in", arguments: [1, 2, 3, 7, 100])
  func pieces(_ size: Int) throws {
    let text =
      "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\nT: 1\r\n\r\nPUT /b HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
    let whole = try SocketPair.read(text)
    let pair = try SocketPair()
    let bytes = Array(text.utf8)
    let writer = ThreadGroup()
    try writer.start {
      for start in stride(from: 0, to: bytes.count, by: size) {
        pair.client.send(Array(bytes[start..<min(bytes.count, start + size)]))
      }
      pair.client.endSending()
    }
    defer { writer.wait() }
    var reader = HTTPReader(pair.connection)
    #expect(try reader.next() == whole[0].get())
    #expect(try reader.next() == whole[1].get())
    #expect(try reader.next() == nil)
  }

  @Test("a body larger than any buffer is read, and so is the request after it", .slow)
  func large() throws {
    let pair = try SocketPair()
    let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let writer = ThreadGroup()
    try writer.start {
      pair.client.send("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.count)\r\n\r\n")
      pair.client.send(body)
      pair.client.send(
        "PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(String(body.count, radix: 16))\r\n")
      pair.client.send(body)
      pair.client.send("\r\n0\r\n\r\nGET /after HTTP/1.1\r\nHost: x\r\n\r\n")
    }
    defer { writer.wait() }
    var reader = HTTPReader(pair.connection)
    #expect(try reader.next()?.body == body)
    #expect(try reader.next()?.body == body)
    #expect(try reader.next()?.target == "/after")
  }

  @Test("100 Continue is sent only if the client waits with its body")
  func goOn() throws {
    let pair = try SocketPair()
    let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-Continue\r\n\r\n"
    let client = ThreadGroup()
    let read = ThreadResult<String>()
    try client.start {
      pair.client.send(head)
      read.set(pair.client.read(25).text)
      pair.client.send("hello" + head + "again")
    }
    var reader = HTTPReader(pair.connection)
    #expect(try reader.next()?.body == Array("hello".utf8))
    #expect(read.value == "HTTP/1.1 100 Continue\r\n\r\n")
    #expect(try reader.next()?.body == Array("again".utf8))
    client.wait()
    pair.connection.close()
    #expect(pair.client.read() == ("", .end))
  }

  @Test("100 Continue is sent before a chunked body, and not for HTTP/1.0 or a request without a body")
  func goOnChunked() throws {
    let pair = try SocketPair()
    let client = ThreadGroup()
    try client.start {
      pair.client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n")
      _ = pair.client.read(25)
      pair.client.send("1\r\na\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n")
      pair.client.send("POST / HTTP/1.0\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n")
      pair.client.send("b")
    }
    var reader = HTTPReader(pair.connection)
    #expect(try reader.next()?.body == Array("a".utf8))
    #expect(try reader.next()?.method == "GET")
    #expect(try reader.next()?.body == Array("b".utf8))
    client.wait()
    pair.connection.close()
    #expect(pair.client.read() == ("", .end))
  }

  @Test(
    "the connection is kept if the request asks for it",
    arguments: [
      ("HTTP/1.1\r\nHost: x", true), ("HTTP/1.1\r\nHost: x\r\nConnection: close", false),
      ("HTTP/1.1\r\nHost: x\r\nConnection: Upgrade , CLOSE", false),
      ("HTTP/1.1\r\nHost: x\r\nConnection: closer", true), ("HTTP/1.0", false),
      ("HTTP/1.0\r\nConnection: Keep-Alive", true), ("HTTP/1.0\r\nConnection: keep-alive\r\nConnection: close", false),
    ])
  func keepAlive(_ head: String, _ keepsAlive: Bool) throws {
    #expect(try one("GET / \(head)\r\n\r\n").keepsAlive == keepsAlive)
  }

  @Test("HTTP/1.0 does not need a Host header, and a higher minor version counts as 1.1")
  func versions() throws {
    #expect(try one("GET / HTTP/1.0\r\n\r\n").minorVersion == 0)
    #expect(try one("GET / HTTP/1.2\r\nHost: x\r\n\r\n").minorVersion == 1)
  }

  @Test(
    "targets in all forms are read",
    arguments: [
      ("GET", "/", "/"), ("GET", "//a//b?c?d", "//a//b"), ("GET", "http://example.com:80/a?b", "/a"),
      ("GET", "http://example.com", "/"), ("OPTIONS", "*", nil), ("CONNECT", "example.com:443", nil),
      ("CONNECT", "[::1]:443", nil), ("PROPFIND", "/%C3%A9", "/%C3%A9"), ("GET", "/é", "/é"),
    ])
  func targets(_ method: String, _ target: String, _ path: String?) throws {
    let request = try one("\(method) \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(request.method == method)
    #expect(request.target == target)
    #expect(request.path.map { String($0) } == path)
  }

  @Test("values that are not ASCII are read as UTF-8 if they are valid, and otherwise as ISO 8859-1")
  func text() throws {
    let head = "GET / HTTP/1.1\r\nHost: x\r\nA: é\r\nB: "
    let request = try #require(try SocketPair.read(Array(head.utf8) + [0xE9, 0x21] + Array("\r\n\r\n".utf8)).first)
      .get()
    #expect(request.headers["A"] == "é")
    #expect(request.headers["B"] == "é!")
    // Whoever passes them on needs the same bytes.
    #expect(request.headers.lines.map(\.bytes) == [[0x78], [0xC3, 0xA9], [0xE9, 0x21]])
    let response = HTTPResponse(204, headers: Headers(Array(request.headers.lines.dropFirst())))
    #expect(
      response.bytes(for: request)
        == Array("HTTP/1.1 204 No Content\r\nA: é\r\nB: ".utf8) + [0xE9, 0x21] + Array("\r\n\r\n".utf8))
  }

  @Test("bytes of a target that are not UTF-8 are escaped, because nobody knows their encoding")
  func target() throws {
    let head = Array("GET /caf".utf8) + [0xE9] + Array("?q=é HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
    #expect(try #require(try SocketPair.read(head).first).get().target == "/caf%E9?q=%C3%A9")
  }

  @Test("a connection that ends before a request gives no request, and blank lines are not an error")
  func ends() throws {
    #expect(try SocketPair.read("").isEmpty)
    #expect(try SocketPair.read("\r\n\r\n").isEmpty)
  }

  @Test("a connection that this side shut down is not a mistake of the client")
  func shutDown() throws {
    let pair = try SocketPair()
    pair.client.send("GET / HTTP/1.1\r\nHo")
    pair.connection.shutDown()
    var reader = HTTPReader(pair.connection)
    #expect(try reader.next() == nil)
  }
}
