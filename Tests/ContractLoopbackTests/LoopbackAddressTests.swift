import Foundation
import TestSupport
import Testing

@testable import ContractCore
@testable import ContractLoopback

@Suite("The URLs of a call")
struct LoopbackAddressTests {
  private static func error(_ name: String) -> String { "{\"kind\": \"networkError\", \"error\": \"\(name)\"}" }
  private static let ok = #"{"kind": "valid"}"#

  @Test("there is one URL for the base URL and one for each name, with the path prefix and the place in the contract")
  func named() throws {
    let fixture = try LoopbackFixture(Self.ok, "auth:" + Self.ok)
    let (base, auth) = (fixture.call.addresses.base, try #require(fixture.call.addresses["auth"]))
    #expect(base.text == "http://127.0.0.1:\(base.port)/v1")
    #expect(auth.text == "http://127.0.0.1:\(auth.port)/o")
    #expect(base.port != auth.port)
    #expect(base.range?.description == fixture.script.contract.baseURL.range?.description)
    #expect(auth.range?.description == fixture.script.contract.addresses["auth"]?.range?.description)
    for port in [base.port, auth.port] {
      let client = try RawSocket(port: port)
      client.send(LoopbackFixture.keepingGet)
      #expect(client.read(upTo: "\r\n\r\n") == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }
    #expect(fixture.requests == ["GET http://127.0.0.1:\(base.port)/v1/", "GET http://127.0.0.1:\(auth.port)/v1/"])
  }

  @Test("every call has different ports")
  func ports() throws {
    let server = LoopbackServer()
    let contract = try LoopbackFixture.contract([Self.ok, "auth:" + Self.ok])
    var ports: Set<Int> = []
    for _ in 0..<200 {
      let call = try server.open(contract.scenarios[0], of: contract)
      ports.insert(call.addresses.base.port)
      ports.insert(try #require(call.addresses["auth"]).port)
      call.retire()
    }
    #expect(ports.count == 400)
    server.close()
  }

  @Test("refused from the beginning: nothing listens on the port, and no other process can take it")
  func refused() throws {
    let fixture = try LoopbackFixture(Self.error("cannotConnectToHost"), Self.error("cannotConnectToHost"))
    for _ in 0..<2 {
      #expect(throws: SocketError("connect", ECONNREFUSED)) { try fixture.connect() }
      #expect(throws: SocketError("bind", EADDRINUSE)) { try Listener(port: fixture.port) }
    }
  }

  @Test(
    "a refusal after an answer begins before the answer is sent", .enabled(if: Sockets.stoppedListenersKeepTheirPort))
  func refusedLater() throws {
    let fixture = try LoopbackFixture(
      Self.ok, "auth:" + Self.ok, Self.ok, Self.error("cannotConnectToHost"), "auth:" + Self.ok)
    let auth = try #require(fixture.call.addresses["auth"]).port
    let idle = try fixture.connect()
    let client = try fixture.connect()
    client.send(LoopbackFixture.keepingGet)
    #expect(client.read(upTo: "\r\n\r\n") == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    let other = try RawSocket(port: auth)
    other.send(LoopbackFixture.keepingGet)
    #expect(other.read(upTo: "\r\n\r\n") == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    client.send(LoopbackFixture.keepingGet)
    #expect(client.read() == ("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", .end))
    #expect(throws: SocketError("connect", ECONNREFUSED)) { try fixture.connect() }
    #expect(throws: SocketError("bind", EADDRINUSE)) { try Listener(port: fixture.port, reusesAddress: true) }
    #expect(idle.read() == ("", .end))
    other.send(LoopbackFixture.keepingGet)
    #expect(other.read(upTo: "\r\n\r\n") == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    #expect(
      fixture.script.verdict().record.map { $0.reply?.kind } == [
        .status(200), .status(200), .status(200), .status(200),
      ])
  }

  @Test("a host that is not found has a name that does not exist")
  func notFound() throws {
    let fixture = try LoopbackFixture(Self.error("cannotFindHost"), "auth:" + Self.error("dnsLookupFailed"))
    #expect(fixture.call.addresses.base.text == "http://contract-run.invalid/v1")
    #expect(fixture.call.addresses["auth"]?.text == "http://contract-run.invalid/o")
  }

  @Test("a TLS hello is answered with garbage and recorded as an attempt; an empty connection is not recorded")
  func brokenTLS() throws {
    let fixture = try LoopbackFixture(Self.error("secureConnectionFailed"))
    #expect(fixture.call.addresses.base.text == "https://127.0.0.1:\(fixture.port)/v1")
    let nothing = try fixture.connect()
    nothing.endSending()
    #expect(nothing.read() == ("", .end))
    #expect(!fixture.script.hasBegun)
    let answer = try fixture.answer(to: "\u{16}\u{3}\u{1}\u{2}")
    expectText(answer.text, is: "contract-run: no TLS here\r\n")
    #expect(answer.end == .end)
    #expect(fixture.script.hasBegun)
  }

  @Test("if TLS is broken, a request without TLS is an unexpected request and does not count as an attempt at TLS")
  func noTLS() throws {
    let fixture = try LoopbackFixture(Self.error("secureConnectionFailed"))
    let answer = try fixture.answer(to: LoopbackFixture.get)
    expectText(answer.text, ends: "contract-run: no exchange 2")
    #expect(answer.end == .end)
    fixture.script.finish(.success(.null))
    #expect(fixture.script.verdict().reasons.map(\.code).sorted() == ["mismatch", "mismatch", "unexpectedRequest"])
  }
}
