import Foundation
import Testing

@testable import ContractCore
@testable import ContractLoopback
@testable import TestSupport

@Suite("Nothing is left behind, and no call waits for another", .slow, .serialized)
struct LoopbackLeakTests {
  private static let contracts = [
    [#"{"kind": "valid", "body": {"text": "hello"}}"#],
    [#"{"kind": "networkError", "error": "timedOut"}"#],
    [#"{"kind": "networkError", "error": "networkConnectionLost"}"#],
    [#"{"kind": "networkError", "error": "cannotConnectToHost"}"#],
    [#"{"kind": "valid"}"#, #"{"kind": "networkError", "error": "cannotConnectToHost"}"#],
    [#"{"kind": "networkError", "error": "secureConnectionFailed"}"#],
    [#"{"kind": "networkError", "error": "cannotFindHost"}"#],
    [#"{"kind": "valid", "delay": 1000}"#],
  ]

  /// Makes calls one after another, each with a client that holds its connection to the end. Returns the connections by
  /// the ports of both ends.
  @discardableResult
  private static func call(_ count: Int) throws -> Set<[Int]> {
    var connections: Set<[Int]> = []
    let contracts = try Self.contracts.map { try LoopbackFixture.contract($0) }
    let server = LoopbackServer()
    var held: [RawSocket] = []
    for number in 0..<count {
      let contract = contracts[number % contracts.count]
      let call = try server.open(contract.scenarios[0], of: contract)
      let script = Script(contract.scenarios[0], of: contract, transport: .loopback, addresses: call.addresses)
      call.start(script)
      if let client = try? RawSocket(port: call.addresses.base.port) {
        connections.insert([call.addresses.base.port, port(of: client)])
        client.send(LoopbackFixture.keepingGet)
        held.append(client)
        // Reads the answer if one comes soon.
        if number % contracts.count == 0 { #expect(client.read(upTo: "hello").hasPrefix("HTTP/1.1 200 OK")) }
      }
      script.finish(.success(.null))
      call.retire()
      if held.count > 100 { held.removeFirst(50) }
    }
    server.close()
    return connections
  }

  private static func port(of client: RawSocket) -> Int {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(client.descriptor, $0, &length) }
      return Int(UInt16(bigEndian: $0.pointee.sin_port))
    }
  }

  #if os(Linux)
    /// Returns the states in which the system still has ends of some connections. TIME_WAIT is "06" (proc(5),
    /// /proc/net/tcp).
    private static func states(_ connections: Set<[Int]>) throws -> Set<String> {
      let lines = try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8).split(separator: "\n")
      return Set(
        lines.dropFirst().compactMap { line in
          let words = line.split(separator: " ")
          guard words.count > 3 else { return nil }
          let ports = words[1...2].compactMap { $0.split(separator: ":").last.flatMap { Int($0, radix: 16) } }
          return connections.contains(ports) || connections.contains(ports.reversed()) ? String(words[3]) : nil
        })
    }

    private static func entries(_ folder: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: folder).count
    }

    // In its own process, because other tests also have descriptors and threads.
    @Test("3,000 calls leave no descriptor, no thread, and only connections in TIME_WAIT, though clients hold on")
    func leaks() async throws {
      let ended = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        try LoopbackLeakTests.call(16)
        let descriptors = try LoopbackLeakTests.entries("/proc/self/fd")
        let threads = try LoopbackLeakTests.entries("/proc/self/task")
        let connections = try LoopbackLeakTests.call(3000)
        LoopbackLeakTests.report("descriptors more", try LoopbackLeakTests.entries("/proc/self/fd") - descriptors)
        // Swift's own threads end after they have had nothing to do for some seconds.
        try LoopbackLeakTests.report(
          "threads more", LoopbackLeakTests.settled(max(0, LoopbackLeakTests.entries("/proc/self/task") - threads)))
        // The clients are closed too. A busy machine can lose packets between two ends. It sends them again, each time
        // later. A connection that stayed long enough in TIME_WAIT is not in the list anymore.
        try LoopbackLeakTests.report(
          "states but TIME_WAIT",
          LoopbackLeakTests.settled(LoopbackLeakTests.states(connections).subtracting(["06"]).count))
      }
      // The expectations inside the process are not reported with their values.
      #expect(ended.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } == "")
    }

    /// Returns a number after it has become 0, or after minutes.
    private static func settled(_ number: @autoclosure () throws -> Int) throws -> Int {
      let end = ContinuousClock.now + .seconds(300)
      while try number() != 0, ContinuousClock.now < end { pause(0.01) }
      return try number()
    }

    /// Prints a number that is not 0 on standard error.
    private static func report(_ name: String, _ number: Int) {
      if number != 0 { FileHandle.standardError.write(Data("\(number) \(name)\n".utf8)) }
    }

    @Test("if descriptors run out, finished calls make room for the next one")
    func exhaustion() async throws {
      await #expect(processExitsWith: .success) {
        let free = dup(0)
        close(free)
        var limit = rlimit(rlim_cur: UInt(free) + 40, rlim_max: UInt(free) + 40)
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        let contract = try LoopbackFixture.contract([#"{"kind": "valid"}"#])
        let server = LoopbackServer()
        for _ in 0..<100 { try server.open(contract.scenarios[0], of: contract).retire() }
        // Calls that are not finished are not closed.
        let error = #expect(throws: SocketError.self) {
          while true { _ = try server.open(contract.scenarios[0], of: contract) }
        }
        #expect(error?.number == EMFILE)
        server.close()
      }
    }
  #endif

  @Test("an open connection does not delay the next call or the close")
  func held() throws {
    let server = LoopbackServer()
    let silent = try LoopbackFixture.contract([#"{"kind": "networkError", "error": "timedOut"}"#])
    let first = try LoopbackFixture(silent, on: server)
    let client = try first.connect()
    client.send(LoopbackFixture.keepingGet)
    while first.requests.isEmpty { pause(0.001) }
    let second = try LoopbackFixture(
      try LoopbackFixture.contract([#"{"kind": "valid", "body": {"text": "a"}}"#]), on: server)
    #expect(try second.answer().text.hasSuffix("\r\n\r\na"))
    #expect(!client.hasNews(within: 0))
    server.close()
    #expect(client.read() == ("", .reset))
  }

  @Test("a client that reads nothing of a large answer does not delay the close")
  func unread() throws {
    let size = 20_000_000
    let contract = try LoopbackFixture.contract(#"{"kind": "valid"}"#, size: size)
    let fixture = try LoopbackFixture(contract, on: LoopbackServer())
    let client = try fixture.connect()
    client.send(LoopbackFixture.keepingGet)
    while fixture.requests.isEmpty { pause(0.001) }
    fixture.server.close()
    #expect(client.readBytes().bytes.count < size)
  }

  @Test("bytes that a client sent before the close are still read, even if the client is gone")
  func lastWords() throws {
    let contract = try LoopbackFixture.contract([#"{"kind": "valid"}"#])
    var lost = 0
    for _ in 0..<500 {
      let fixture = try LoopbackFixture(contract, on: LoopbackServer())
      fixture.script.finish(.success(.null))
      fixture.call.retire()
      let clients = try (0..<3).map { _ in try fixture.connect() }
      clients[0].send(LoopbackFixture.get)
      clients[1].send(LoopbackFixture.get)
      clients[2].send("POST /half HTTP/1.1\r\nHo")
      clients[2].endSending()
      fixture.server.close()
      lost +=
        fixture.script.verdict().reasons.map(\.code).sorted() == ["late", "late", "malformed", "mismatch"] ? 0 : 1
    }
    #expect(lost == 0)
  }

  @Test("an incomplete request is reported once, whichever thread sees it first")
  func partsOnce() throws {
    let contract = try LoopbackFixture.contract([#"{"kind": "valid"}"#])
    for _ in 0..<300 {
      let fixture = try LoopbackFixture(contract, on: LoopbackServer())
      let client = try fixture.connect()
      client.send("POST /half HTTP/1.1\r\nHo")
      client.endSending()
      fixture.call.reportParts()
      fixture.server.close()
      fixture.script.finish(.success(.null))
      let codes = fixture.script.verdict().reasons.map(\.code)
      #expect(codes.count { $0 == "malformed" } == 1)
    }
  }

  @Test("the newest 64 finished calls still report late requests, and older ones refuse connections")
  func retired() throws {
    let server = LoopbackServer()
    let contract = try LoopbackFixture.contract([#"{"kind": "valid"}"#])
    var fixtures: [(LoopbackCall, Script)] = []
    for _ in 0..<70 {
      let call = try server.open(contract.scenarios[0], of: contract)
      let script = Script(contract.scenarios[0], of: contract, transport: .loopback, addresses: call.addresses)
      call.start(script)
      script.finish(.success(.null))
      call.retire()
      fixtures.append((call, script))
    }
    for (index, (call, script)) in fixtures.enumerated() {
      let port = call.addresses.base.port
      if index < 6 {
        #expect(throws: SocketError("connect", ECONNREFUSED)) { try RawSocket(port: port) }
      } else {
        let client = try RawSocket(port: port)
        client.send(LoopbackFixture.get)
        #expect(client.read() == ("", .reset))
        #expect(script.verdict().reasons.map(\.code).contains("late"))
      }
    }
    server.close()
  }
}
