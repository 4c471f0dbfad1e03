import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Bytes that are not a request are refused and reported")
struct MalformedRequestTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var bytes: [UInt8]
    var why: String
    var status: Int
    /// Whether the fault is known only when the connection ends.
    var ends: Bool

    var sourceLocation: SourceLocation

    init(
      _ text: String, _ why: String, _ status: Int = 400, ends: Bool = false,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      self.init(Array(text.utf8), why, status, ends: ends, sourceLocation: sourceLocation)
    }

    init(
      _ bytes: [UInt8], _ why: String, _ status: Int = 400, ends: Bool = false,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      self.sourceLocation = sourceLocation
      self.bytes = bytes
      self.why = why
      self.status = status
      self.ends = ends
    }

    var testDescription: String { why }
  }

  private static func head(_ lines: String) -> String { "POST / HTTP/1.1\r\nHost: x\r\n\(lines)\r\n\r\n" }
  private static let chunked = head("Transfer-Encoding: chunked")

  static let cases: [Case] = [
    // Input that is not HTTP at all.
    Case(
      [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00],
      "it is a TLS handshake: the client used https for an http URL"),
    Case(
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "it is the preface of HTTP/2: without negotiation, the client must speak HTTP/1.1", 505),
    Case("GET / HTTP/2.0\r\n", "its version is HTTP/2.0; only HTTP/1.1 and HTTP/1.0 are supported", 505),
    Case("GET / HTTP/0.9\r\n", "its version is HTTP/0.9; only HTTP/1.1 and HTTP/1.0 are supported", 505),
    // The request line.
    Case("hello\r\n", "the request line \"hello\" is not a method, a target and HTTP/1.1"),
    Case("GET /\r\n", "the request line \"GET /\" is not a method, a target and HTTP/1.1"),
    Case("GET HTTP/1.1\r\n", "the request line \"GET HTTP/1.1\" is not a method, a target and HTTP/1.1"),
    Case("GET  / HTTP/1.1\r\n", "the request line \"GET  / HTTP/1.1\" is not a method, a target and HTTP/1.1"),
    Case("GET /  HTTP/1.1\r\n", "the request line \"GET /  HTTP/1.1\" is not a method, a target and HTTP/1.1"),
    Case(" GET / HTTP/1.1\r\n", "the request line \" GET / HTTP/1.1\" is not a method, a target and HTTP/1.1"),
    Case("GET / http/1.1\r\n", "the request line \"GET / http/1.1\" is not a method, a target and HTTP/1.1"),
    Case("GET / HTTP/1\r\n", "the request line \"GET / HTTP/1\" is not a method, a target and HTTP/1.1"),
    Case("GET / HTTP/1.1 \r\n", "the request line \"GET / HTTP/1.1 \" is not a method, a target and HTTP/1.1"),
    Case("G(T / HTTP/1.1\r\n", "\"G(T\" is not a method"),
    Case("GET /a b HTTP/1.1\r\n", "the target \"/a b\" has a space, which must be sent as %20"),
    Case(
      "GET /a\tb HTTP/1.1\r\n", "the target \"/a\\u0009b\" has a control character, which must be percent-encoded"),
    Case("GET /\u{7F} HTTP/1.1\r\n", "the target \"/\\u007f\" has a control character, which must be percent-encoded"),
    Case(
      "GET /todos#1 HTTP/1.1\r\n",
      "the target \"/todos#1\" has a fragment, which a client must not send"),
    Case(
      "GET http://x/#1 HTTP/1.1\r\n",
      "the target \"http://x/#1\" has a fragment, which a client must not send"),
    Case("GET todos HTTP/1.1\r\n", "the target \"todos\" is neither a path nor a complete URL"),
    Case("GET ?a=b HTTP/1.1\r\n", "the target \"?a=b\" is neither a path nor a complete URL"),
    Case("GET * HTTP/1.1\r\n", "the target * is allowed only for OPTIONS, not for GET"),
    Case("CONNECT /a HTTP/1.1\r\n", "the target of CONNECT, \"/a\", is not a host and port"),
    // Lines.
    Case("GET / HTTP/1.1\n", "the request line ends with a line feed without a carriage return"),
    Case("\nGET / HTTP/1.1\r\n", "the request line ends with a line feed without a carriage return"),
    Case(
      "GET / HTTP/1.1\r\nHost: x\n", "a header line ends with a line feed without a carriage return"),
    Case("GET / HTTP/1.1\rHost", "the request line has a carriage return without a line feed"),
    Case("GET / HTTP/1.1\r\nA: b\rHost", "a header line has a carriage return without a line feed"),
    Case("GET /\u{0}", "the request line has a NUL byte"),
    Case("GET / HTTP/1.1\r\nHost: x\u{0}", "a header line has a NUL byte"),
    // Header lines.
    Case(
      "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n",
      "a header line begins with white space; continuation lines are not allowed any more"),
    Case(
      "GET / HTTP/1.1\r\n\tHost: x\r\n",
      "a header line begins with white space; continuation lines are not allowed any more"),
    Case("GET / HTTP/1.1\r\nHost\r\n", "the header line \"Host\" has no colon"),
    Case("GET / HTTP/1.1\r\n: x\r\n", "the header line \": x\" has no name before its colon"),
    Case(
      "GET / HTTP/1.1\r\nHost : x\r\n", "there is white space between the header name \"Host\" and its colon"),
    Case("GET / HTTP/1.1\r\nHo st: x\r\n", "\"Ho st\" is not a header name"),
    Case("GET / HTTP/1.1\r\nNamé: x\r\n", "\"Namé\" is not a header name"),
    Case("GET / HTTP/1.1\r\nA: \u{1B}[0m\r\n", "the value of the header A has a control character"),
    Case("GET / HTTP/1.1\r\nA: b\r\n\r\n", "it has no Host header, which HTTP/1.1 requires"),
    Case("GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", "it has 2 Host headers: \"a\", \"b\""),
    Case("GET / HTTP/1.0\r\nHost: a\r\nhost: a\r\n\r\n", "it has 2 Host headers: \"a\", \"a\""),
    Case("GET / HTTP/1.1\r\nHost:\r\n\r\n", "its Host header is empty"),
    Case("GET / HTTP/1.0\r\nHost: \t\r\n\r\n", "its Host header is empty"),
    Case("GET / HTTP/1.1\r\nHost: :80\r\n\r\n", "its Host header \":80\" is not a host with an optional port"),
    Case("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "its Host header \"a b\" is not a host with an optional port"),
    Case("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", "its Host header \"a/b\" is not a host with an optional port"),
    Case("GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", "its Host header \"u@a\" is not a host with an optional port"),
    Case("GET / HTTP/1.1\r\nHost: a:+80\r\n\r\n", "its Host header \"a:+80\" is not a host with an optional port"),
    Case("GET / HTTP/1.1\r\nHost: a:٨٠\r\n\r\n", "its Host header \"a:٨٠\" is not a host with an optional port"),
    Case("GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", "its Host header \"[::1\" is not a host with an optional port"),
    Case("GET / HTTP/1.1\r\nHost: é\r\n\r\n", "its Host header \"é\" is not a host with an optional port"),
    Case("GET http://x:+80/ HTTP/1.1\r\n", "the target \"http://x:+80/\" is neither a path nor a complete URL"),
    // A body with two lengths, or with an invalid one.
    Case(head("Content-Length: 1\r\nContent-Length: 2"), "it has 2 Content-Length headers: \"1\", \"2\""),
    Case(
      head("Content-Length: 1\r\nContent-length: 1\r\nContent-Length: 1\r\nContent-Length: 1"),
      "it has 4 Content-Length headers: \"1\", \"1\", \"1\", …"),
    Case(head("Content-Length: 1, 1"), "Content-Length is a list: \"1, 1\""),
    Case(head("Content-Length: abc"), "Content-Length is \"abc\", which is not a number of bytes"),
    Case(head("Content-Length: +1"), "Content-Length is \"+1\", which is not a number of bytes"),
    Case(head("Content-Length: -1"), "Content-Length is \"-1\", which is not a number of bytes"),
    Case(head("Content-Length: 0x1"), "Content-Length is \"0x1\", which is not a number of bytes"),
    Case(head("Content-Length: 1.0"), "Content-Length is \"1.0\", which is not a number of bytes"),
    Case(head("Content-Length:"), "Content-Length is \"\", which is not a number of bytes"),
    Case(
      head("Content-Length: 1\r\nTransfer-Encoding: chunked"),
      "it has both Content-Length and Transfer-Encoding; only one of them is allowed"),
    Case(
      "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
      "it is HTTP/1.0, which does not have Transfer-Encoding, but it has \"chunked\""),
    Case(head("Transfer-Encoding:"), "Transfer-Encoding is empty"),
    Case(
      head("Transfer-Encoding: chunked, gzip"),
      "chunked must be the last coding, and appear once, in the Transfer-Encoding \"chunked, gzip\""),
    Case(
      head("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"),
      "chunked must be the last coding, and appear once, in the Transfer-Encoding \"chunked, chunked\""),
    Case(
      head("Transfer-Encoding: gzip, chunked"),
      "the Transfer-Encoding \"gzip, chunked\" is not supported; only chunked is",
      501),
    Case(
      head("Transfer-Encoding: identity"), "the Transfer-Encoding \"identity\" is not supported; only chunked is", 501),
    Case(
      head("Transfer-Encoding: xchunked"), "the Transfer-Encoding \"xchunked\" is not supported; only chunked is", 501),
    // White space is a space or a tab, and letters are ASCII. No other server reads these values as chunked.
    Case(
      head("Transfer-Encoding: \u{A0}chunked"),
      "the Transfer-Encoding \"\\u00a0chunked\" is not supported; only chunked is",
      501),
    Case(
      head("Transfer-Encoding: chunked\u{2000}"),
      "the Transfer-Encoding \"chunked\u{2000}\" is not supported; only chunked is", 501),
    Case(
      head("Transfer-Encoding: \u{3000}chunked"),
      "the Transfer-Encoding \"\u{3000}chunked\" is not supported; only chunked is", 501),
    Case(
      head("Transfer-Encoding: \u{200B}chunked"),
      "the Transfer-Encoding \"\\u200bchunked\" is not supported; only chunked is", 501),
    Case(
      head("Transfer-Encoding: chun\u{212A}ed"),
      "the Transfer-Encoding \"chunKed\" is not supported; only chunked is",
      501),
    // Chunks.
    Case(chunked + "xyz\r\n", "a chunk's size is \"xyz\", which is not a hexadecimal number"),
    Case(chunked + "\r\n", "a chunk's size is \"\", which is not a hexadecimal number"),
    Case(chunked + "5 \r\n", "a chunk's size is \"5 \", which is not a hexadecimal number"),
    Case(chunked + "-1\r\n", "a chunk's size is \"-1\", which is not a hexadecimal number"),
    Case(chunked + "0x5\r\n", "a chunk's size is \"0x5\", which is not a hexadecimal number"),
    Case(chunked + "5\nhello", "a chunk's size line ends with a line feed without a carriage return"),
    Case(chunked + "5\r\nhelloX\r\n", "a chunk of 5 bytes is not followed by a line end"),
    Case(chunked + "1\r\na\n\n", "a chunk of 1 byte is not followed by a line end"),
    Case(
      chunked + "0\r\nA: b\n", "a trailer line ends with a line feed without a carriage return"),
    Case(
      chunked + "0\r\nX-Sum\r\n\r\n", "in the trailers after the chunked body, the header line \"X-Sum\" has no colon"),
    Case(
      chunked + "0\r\nX Sum: 1\r\n\r\n",
      "in the trailers after the chunked body, \"X Sum\" is not a header name"),
    Case(
      chunked + "0\r\nA: b\r\n c\r\n\r\n",
      "in the trailers after the chunked body, a header line begins with white space; continuation lines are not allowed any more"
    ),
    // Input that is too long.
    Case("GET /" + String(repeating: "a", count: 66_000), "its head is longer than 64 KiB", 431),
    Case(
      "GET / HTTP/1.1\r\n" + String(repeating: "A: \(String(repeating: "b", count: 990))\r\n", count: 66) + "\r\n",
      "its head is longer than 64 KiB", 431),
    Case(head("Content-Length: 67108865"), "its body is longer than 64 MiB", 413),
    Case(head("Content-Length: 99999999999999999999999"), "its body is longer than 64 MiB", 413),
    Case(chunked + "4000001\r\n", "its body is longer than 64 MiB", 413),
    Case(chunked + "1\r\na\r\n7fffffffffffffff\r\n", "its body is longer than 64 MiB", 413),
    Case(chunked + "fffffffffffffffffffff\r\n", "its body is longer than 64 MiB", 413),
    Case(
      chunked + "1;" + String(repeating: "a", count: 66_000), "a chunk's size line is longer than 64 KiB", 431),
    Case(
      chunked + "0\r\n" + String(repeating: "A: \(String(repeating: "b", count: 990))\r\n", count: 67),
      "a trailer line is longer than 64 KiB", 431),
    // Input that is too short.
    Case("G", "the connection ended in the head, after 1 byte", ends: true),
    Case("GET / HTTP/1.1\r\nHost: x\r\n", "the connection ended in the head, after 25 bytes", ends: true),
    Case(
      head("Content-Length: 500") + String(repeating: "a", count: 120),
      "the connection ended after 120 of 500 bytes of the body", ends: true),
    Case(chunked + "5\r\nhel", "the connection ended within the chunked body, after 3 bytes of it", ends: true),
    Case(chunked + "5\r\nhello", "the connection ended within the chunked body, after 5 bytes of it", ends: true),
    Case(chunked + "1\r\na\r\n", "the connection ended within the chunked body, after 1 byte of it", ends: true),
    Case(chunked + "0\r\n", "the connection ended within the chunked body, after 0 bytes of it", ends: true),
  ]

  @Test("each form is refused as soon as possible", arguments: cases)
  func shapes(_ shape: Case) throws {
    let results = try SocketPair.read(shape.bytes, ends: shape.ends)
    try #require(results.count == 1)
    guard case .failure(let malformed) = results[0] else {
      Issue.record("it was read: \(results[0])")
      return
    }
    expectText(malformed.why, is: shape.why, sourceLocation: shape.sourceLocation)
    #expect(malformed.status == shape.status)
    #expect(shape.bytes.starts(with: malformed.bytes))
    #expect(malformed.bytes.count <= 1024)
    #expect(!malformed.bytes.isEmpty)
  }

  @Test("a malformed request after a good one does not affect it, and only the malformed one's bytes are kept")
  func second() throws {
    let results = try SocketPair.read("GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /\n")
    try #require(results.count == 2)
    #expect(throws: Never.self) { try results[0].get() }
    let malformed = #expect(throws: MalformedRequest.self) { try results[1].get() }
    #expect(malformed?.bytes == Array("GET /\n".utf8))
  }
}
