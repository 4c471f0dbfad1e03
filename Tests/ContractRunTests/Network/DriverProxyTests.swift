import CContractRun
import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("The proxy in a driver's environment")
struct DriverProxyTests {
  @Test(
    "only a request to a proxy names the host that a client wanted to reach (RFC 9112, section 3.2)",
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
    #expect(DriverProxy.host(ofRequestLine: line) == host)
  }

  @Test(
    "the runner knows of a request to another host before the client sees the refusal",
    arguments: [
      ("GET http://h:1/a HTTP/1.1\r\nHost: h\r\n\r\n", "escape h:1"),
      ("GET /a HTTP/1.1\r\n\r\n", "stranger GET /a HTTP/1.1"), ("hello\n", "stranger hello"),
    ])
  func known(sent: String, visit: String) throws {
    let wake = try #require(WakePipe())
    let visits = NetworkVisits(wake: wake)
    let proxy = try DriverProxy(NetworkGuard(AllowedAddresses(), visits))
    defer { proxy.close() }
    let address = proxy.url
    let port = try #require(address.split(separator: ":").last.flatMap { Int($0) })
    let answer = try ServeProcess.exchange(sent, port: port)
    #expect(answer.status == 403)
    expectText(answer.body, is: "contract-run: requests must not leave this machine\n")
    let seen = visits.removeVisits(before: 0).map { visit in
      switch visit.visit {
      case .escape(let escape): "escape \(escape.host)"
      case .stranger(let line, let peer): peer > 0 ? "stranger \(line ?? "")" : "no port"
      case .lookup, .question, .missed: "\(visit)"
      }
    }
    #expect(seen == [visit])
    #expect(visits.removeVisits(before: 0).isEmpty)
    var wait = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&wait, 1, 0) == 1)
  }

  @Test("what comes from a port from which the driver has not connected is not the client's")
  func otherProcess() throws {
    let wake = try #require(WakePipe())
    let visits = NetworkVisits(wake: wake)
    let networkGuard = NetworkGuard(AllowedAddresses(), visits)
    // As if a driver had started that has connected from no port.
    networkGuard.watch(ContractRunGuard())
    let proxy = try DriverProxy(networkGuard)
    defer { proxy.close() }
    let answer = try ServeProcess.exchange("GET http://h:1/a HTTP/1.1\r\nHost: h\r\n\r\n", port: proxy.port)
    #expect(answer.status == 403)
    guard case .stranger(let line, let peer)? = visits.removeVisits(before: 0).first?.visit else {
      Issue.record("no stranger")
      return
    }
    #expect(line == nil)
    #expect(peer > 0)
  }

  @Test("a request for a host of the call gets its answer, without what is for the proxy")
  func own() throws {
    let target = try Target()
    let visits = NetworkVisits(wake: try #require(WakePipe()))
    let networkGuard = NetworkGuard(AllowedAddresses(), visits)
    networkGuard.open([("127.0.0.1", target.port)])
    let proxy = try DriverProxy(networkGuard)
    defer { proxy.close() }
    for line in ["GET http://127.0.0.1:\(target.port)/a", "POST HTTP://a:b@127.0.0.1:\(target.port)"] {
      #expect(try ServeProcess.exchange("\(line) HTTP/1.1\r\nHost: h\r\n\r\n", port: proxy.port).status == 200)
    }
    #expect(target.count == 2 && visits.removeVisits(before: 0).isEmpty)
    // The proxy itself is none.
    let loop = try DriverProxy(networkGuard)
    defer { loop.close() }
    networkGuard.open([("127.0.0.1", loop.port)])
    let answer = try ServeProcess.exchange("GET http://127.0.0.1:\(loop.port)/ HTTP/1.1\r\n\r\n", port: loop.port)
    #expect(answer.status == 403)
  }

  @Test(
    "what is for the proxy is not passed on",
    arguments: [
      (
        "GET http://a:b@h:1/c@d HTTP/1.1\r\nHost: h\r\nproxy-connection: keep-alive\r\nA: b\r\n\r\nbody",
        "GET http://h:1/c@d HTTP/1.1\r\nHost: h\r\nA: b\r\n\r\nbody"
      ),
      ("GET http://h HTTP/1.1\r\nProxy-Connection: close\r\n\r\n", "GET http://h HTTP/1.1\r\n\r\n"),
      ("GET http://h?a@b HTTP/1.1\r\nA: b\r\n\r\n", "GET http://h?a@b HTTP/1.1\r\nA: b\r\n\r\n"),
    ])
  func forwarded(sent: String, passed: String) throws {
    let bytes = Array(sent.utf8)
    let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8))?.lowerBound)
    #expect(String(decoding: ProxyRequest.forwarded(bytes, end: end), as: UTF8.self) == passed)
  }
}
