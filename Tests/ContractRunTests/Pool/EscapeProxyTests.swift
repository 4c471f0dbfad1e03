import Testing

@testable import contract_run

@Suite("The proxy that a driver is started with")
struct EscapeProxyTests {
  @Test(
    "only what is asked of a proxy names a host that a client reached for (RFC 9112, section 3.2)",
    arguments: [
      ("GET http://example.com/a HTTP/1.1", "example.com"),
      ("GET http://example.com:8080/ HTTP/1.1", "example.com:8080"),
      ("POST https://h HTTP/1.1", "h"), ("GET ftp://h/a HTTP/1.1", "h"), ("CONNECT h:443 HTTP/1.1", "h:443"),
      ("CONNECT [::1]:443 HTTP/1.1", "[::1]:443"), ("GET http:///a HTTP/1.1", "http:///a"),
      ("GET / HTTP/1.1", nil), ("GET /a?b=http://h/ HTTP/1.1", nil), ("CONNECT / HTTP/1.1", nil),
      ("OPTIONS * HTTP/1.1", nil), ("hello", nil), ("", nil), (" ", nil), ("\u{16}\u{3}\u{1}", nil),
      ("GET host/a HTTP/1.1", nil),
    ] as [(String, String?)])
  func host(line: String, host: String?) {
    #expect(EscapeProxy.host(ofRequestLine: line) == host)
  }
}
