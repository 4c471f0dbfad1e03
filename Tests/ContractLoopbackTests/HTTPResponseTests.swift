import Testing

@testable import ContractCore
@testable import ContractLoopback

@Suite("HTTP responses are written in one piece")
struct HTTPResponseTests {
  private static let get = HTTPRequest()
  private static let old = HTTPRequest(minorVersion: 0, keepsAlive: false)
  private static let oldKept = HTTPRequest(minorVersion: 0)
  private static let head = HTTPRequest(method: "HEAD")
  private static let last = HTTPRequest(keepsAlive: false)

  struct Case: Sendable {
    var response: HTTPResponse
    var request: HTTPRequest?
    var text: String
    var keepsAlive: Bool

    init(
      _ status: Int, _ lines: [Headers.Line], _ body: String?, to request: HTTPRequest?, _ text: String, _ keeps: Bool
    ) {
      response = HTTPResponse(status, headers: Headers(lines), body: body.map { Array($0.utf8) })
      self.request = request
      self.text = text
      keepsAlive = keeps
    }
  }

  static let cases = [
    Case(200, [], "hello", to: get, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", true),
    Case(201, [], nil, to: get, "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n", true),
    Case(
      200, [.init("B", "1"), .init("A", "x"), .init("B", "2")], "", to: get,
      "HTTP/1.1 200 OK\r\nB: 1\r\nA: x\r\nB: 2\r\nContent-Length: 0\r\n\r\n", true),
    Case(200, [], "hello", to: last, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello", false),
    Case(200, [], "hello", to: old, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello", false),
    Case(
      200, [], "hello", to: oldKept, "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nhello", true
    ),
    Case(
      200, [.init("connection", "x, Close")], "a", to: get,
      "HTTP/1.1 200 OK\r\nconnection: x, Close\r\nContent-Length: 1\r\n\r\na", false),
    Case(400, [], "no", to: nil, "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno", false),
    // Cases in which no body is sent.
    Case(200, [], "hello", to: head, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", true),
    Case(200, [], nil, to: head, "HTTP/1.1 200 OK\r\n\r\n", true),
    Case(204, [], "hello", to: get, "HTTP/1.1 204 No Content\r\n\r\n", true),
    Case(
      304, [.init("Content-Length", "9")], nil, to: get, "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", true),
    // Lengths from the contract's own headers.
    Case(
      200, [.init("content-length", "5")], "hello", to: get, "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello", true),
    Case(
      200, [.init("Content-Length", "9")], "hello", to: get,
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\nhello", false),
    Case(
      200, [.init("Content-Length", "2")], "hello", to: get,
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhello", false),
    Case(
      200, [.init("Content-Length", "x")], nil, to: get,
      "HTTP/1.1 200 OK\r\nContent-Length: x\r\nConnection: close\r\n\r\n", false),
    Case(
      200, [.init("Transfer-Encoding", "chunked")], "0123456789abcdef", to: get,
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n0123456789abcdef\r\n0\r\n\r\n", true),
    Case(
      200, [.init("Transfer-Encoding", "gzip, Chunked")], nil, to: get,
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n0\r\n\r\n", true),
    Case(
      200, [.init("Transfer-Encoding", "gzip")], "a", to: get,
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\nConnection: close\r\n\r\na", false),
    // A status without a phrase keeps the space before the phrase (RFC 9112, section 4).
    Case(299, [], nil, to: get, "HTTP/1.1 299 \r\nContent-Length: 0\r\n\r\n", true),
  ]

  @Test("each form of response is written byte for byte", arguments: cases)
  func shapes(_ shape: Case) {
    #expect(String(decoding: shape.response.bytes(for: shape.request), as: UTF8.self) == shape.text)
    #expect(shape.response.keepsAlive(after: shape.request) == shape.keepsAlive)
  }

  @Test("a plain-text response has that Content-Type")
  func text() {
    let response = HTTPResponse(431, text: "too long")
    #expect(
      String(decoding: response.bytes(for: nil), as: UTF8.self)
        == "HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\nContent-Length: 8\r\n\r\ntoo long"
    )
  }
}
