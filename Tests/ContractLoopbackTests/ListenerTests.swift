import Foundation
import Synchronization
import Testing

@testable import ContractCore
@testable import ContractLoopback
@testable import TestSupport

@Suite("A listener")
struct ListenerTests {
  /// Starts a listener that sends back what it receives.
  private func echo(_ listener: Listener) throws {
    try listener.start { connection in
      var bytes = [UInt8](repeating: 0, count: 1024)
      while case let count = bytes.withUnsafeMutableBytes({ connection.read(into: $0) }), count > 0 {
        connection.send(Array(bytes[..<count]))
      }
    }
  }

  @Test("takes a free port, serves many connections at once, and releases the port after close")
  func serves() throws {
    let listener = try Listener()
    try echo(listener)
    let clients = try (0..<20).map { _ in try RawSocket(port: listener.port) }
    for client in clients { client.send("hello") }
    for client in clients { #expect(client.read(5) == ("hello", .enough)) }
    listener.close()
    for client in clients { #expect(client.read() == ("", .end)) }
    #expect(throws: SocketError("connect", ECONNREFUSED)) { try RawSocket(port: listener.port) }
  }

  @Test("if there are as many connections as its limit, further ones wait until one of the idle ones is shut down")
  func mostConnections() throws {
    let listener = try Listener(limits: Listener.Limits(connections: 2))
    let reliefs = Mutex(0)
    try listener.start { [listener] in
      reliefs.withLock { $0 += 1 }
      listener.shutDownIdle(for: .zero)
    } _: { connection in
      var bytes = [UInt8](repeating: 0, count: 1024)
      while case let count = bytes.withUnsafeMutableBytes({ connection.read(into: $0) }), count > 0 {
        connection.send(Array(bytes[..<count]))
      }
    }
    let clients = try (0..<2).map { _ in try RawSocket(port: listener.port) }
    for client in clients {
      client.send("a")
      #expect(client.read(1) == ("a", .enough))
    }
    let third = try RawSocket(port: listener.port)
    third.send("b")
    #expect(third.read(1) == ("b", .enough))
    #expect(reliefs.withLock { $0 } > 0)
    listener.close()
  }

  @Test("a client that sends nothing, or no whole request, is not waited for longer than the limit")
  func idle() throws {
    let listener = try Listener(limits: Listener.Limits(idle: 0.05))
    let errors = Mutex<[MalformedRequest]>([])
    try listener.start { connection in
      var reader = HTTPReader(connection)
      do throws(MalformedRequest) {
        while let request = try reader.next() {
          if !connection.answer(request, with: Reply(.status(204))) { return }
        }
      } catch {
        errors.withLock { $0.append(error) }
        connection.refuse(error)
      }
    }
    let silent = try RawSocket(port: listener.port)
    #expect(silent.read() == ("", .end))
    let slow = try RawSocket(port: listener.port)
    slow.send("GET / HTTP/1.1\r\nHost: a\r\n")
    let (answer, end) = slow.read()
    #expect(answer.hasPrefix("HTTP/1.1 408 ") && end == .end)
    listener.close()
    #expect(errors.withLock { $0.map(\.status) } == [408])
    expectText(
      errors.withLock { $0.first?.why }, is: "it is not complete, and nothing more of it came for 0.05 s")
  }

  @Test("takes the requested port, or reports why it cannot")
  func ports() throws {
    let listener = try Listener()
    #expect(throws: SocketError("bind", EADDRINUSE)) { try Listener(port: listener.port) }
    expectText(SocketError("bind", EADDRINUSE).description, is: "bind: Address already in use")
    #expect(throws: SocketError("host", EADDRNOTAVAIL)) { try Listener(host: "somewhere") }
    #expect(throws: SocketError("bind", EADDRNOTAVAIL)) { try Listener(host: "192.0.2.1") }
    let port = listener.port
    listener.close()
    #expect(try Listener(port: port).port == port)
    #expect(try Listener(host: "localhost").port > 0)
  }

  @Test("keeps connections and bytes that arrive before start")
  func waits() throws {
    let listener = try Listener()
    let client = try RawSocket(port: listener.port)
    client.send("a")
    try echo(listener)
    #expect(client.read(1) == ("a", .enough))
    listener.close()
  }

  @Test("refuses connections after serving some: it keeps its port, and one chosen connection stays open")
  func refuses() throws {
    let listener = try Listener(keepsPort: true)
    let served = ThreadResult<Connection>()
    try listener.start { connection in
      var byte: [UInt8] = [0]
      _ = byte.withUnsafeMutableBytes { connection.read(into: $0) }
      if byte == [1] {
        served.set(connection)
        listener.refuse(except: connection)
        connection.send(byte)
      }
      _ = byte.withUnsafeMutableBytes { connection.read(into: $0) }
    }
    let idle = try RawSocket(port: listener.port)
    idle.send([0])
    let client = try RawSocket(port: listener.port)
    client.send([1])
    #expect(client.readBytes(1).bytes == [1])
    #expect(idle.read() == ("", .end))
    #expect(throws: SocketError("connect", ECONNREFUSED)) { try RawSocket(port: listener.port) }
    for reuses in [false, true] {
      #expect(throws: SocketError("bind", EADDRINUSE)) { try Listener(port: listener.port, reusesAddress: reuses) }
    }
    #expect(served.value?.send([2]) == true)
    #expect(client.readBytes(1).bytes == [2])
    listener.close()
    #expect(throws: SocketError("connect", ECONNREFUSED)) { try RawSocket(port: listener.port) }
  }

  @Test("a bound port without a listener refuses connections, and no other process can take it")
  func bound() throws {
    let socket = try BoundSocket(BoundSocket.address("127.0.0.1"), unlike: RecentPorts())
    #expect(throws: SocketError("connect", ECONNREFUSED)) { try RawSocket(port: socket.port) }
    for reuses in [false, true] {
      #expect(throws: SocketError("bind", EADDRINUSE)) { try Listener(port: socket.port, reusesAddress: reuses) }
    }
    socket.close()
  }

  @Test("the last ports are not used again, and the oldest one is forgotten")
  func recentPorts() {
    let ports = RecentPorts(limit: 3)
    #expect([1, 2, 3, 1, 2, 3].map(ports.reserve) == [true, true, true, false, false, false])
    #expect([4, 1, 4, 2, 3, 1].map(ports.reserve) == [true, true, false, true, true, false])
  }

  @Test("an orderly close sends everything first, and unread bytes do not turn it into a reset")
  func orderlyClose() throws {
    let listener = try Listener()
    try listener.start { connection in
      var byte: [UInt8] = [0]
      _ = byte.withUnsafeMutableBytes { connection.read(into: $0) }
      connection.send(Array("bye".utf8))
    }
    let client = try RawSocket(port: listener.port)
    client.send("hello, all of it")
    #expect(client.read() == ("bye", .end))
    listener.close()
  }

  @Test("a close that drains reads the remaining bytes, so that the client can read the answer")
  func draining() throws {
    let listener = try Listener()
    try listener.start { connection in
      var byte: [UInt8] = [0]
      _ = byte.withUnsafeMutableBytes { connection.read(into: $0) }
      connection.send(Array("no".utf8))
      connection.close(draining: true)
    }
    let client = try RawSocket(port: listener.port)
    client.send([UInt8](repeating: 1, count: 2_000_000))
    client.endSending()
    #expect(client.read() == ("no", .end))
    listener.close()
  }

  @Test("a reset comes after all bytes that were sent, however many there are", arguments: [0, 5, 4_000_000])
  func reset(_ count: Int) throws {
    let listener = try Listener()
    try listener.start { connection in
      connection.send([UInt8](repeating: 7, count: count))
      connection.reset()
    }
    let (bytes, end) = try RawSocket(port: listener.port).readBytes()
    #expect(bytes.count == count)
    #expect(end == .reset)
    listener.close()
  }

  @Test("a wait ends when its time is over, the client hangs up, waits are ended, or the connection is shut down")
  func waitEnds() throws {
    let pair = try SocketPair()
    #expect(pair.connection.wait(seconds: 0.01) == .elapsed)
    pair.client.send("ahead")
    #expect(pair.connection.wait(seconds: 0.01) == .elapsed)
    pair.client.endSending()
    #expect(pair.connection.wait() == .hungUp)

    for end in [{ $0.endWaits() }, { $0.shutDown() }] as [@Sendable (Connection) -> Void] {
      for isEarly in [false, true] {
        let connection = try SocketPair().connection
        let threads = ThreadGroup()
        let result = ThreadResult<Connection.WaitEnd>()
        if isEarly { end(connection) }
        try threads.start { result.set(connection.wait()) }
        if !isEarly {
          while !connection.isInWait, result.value == nil { pause(0.001) }
          end(connection)
        }
        threads.wait()
        #expect(result.value != .elapsed)
        #expect(connection.wait(seconds: 30) == .ended)
      }
    }
  }

  @Test("news is what arrived and was not reported: bytes, and an end only if it cuts a request off")
  func news() throws {
    let whole = try SocketPair()
    #expect(!whole.connection.hasNews)
    whole.client.send(LoopbackFixture.keepingGet)
    whole.client.endSending()
    #expect(whole.connection.hasNews)
    var reader = HTTPReader(whole.connection)
    #expect(try reader.next()?.method == "GET")
    #expect(whole.connection.hasNews)
    whole.connection.answers()
    #expect(try reader.next() == nil)
    #expect(!whole.connection.hasNews)

    let half = try SocketPair()
    half.client.send("POST /half HTTP/1.1\r\nHo")
    half.client.endSending()
    reader = HTTPReader(half.connection)
    #expect(throws: MalformedRequest.self) { try reader.next() }
    #expect(half.connection.hasNews)
    half.connection.answers()
    #expect(!half.connection.hasNews)
  }

  #if os(Linux)
    // In its own process, because the limit applies to the whole process.
    @Test("running out of descriptors is reported, does not use the CPU, and ends when one is free", .slow)
    func exhaustion() async throws {
      await #expect(processExitsWith: .success) {
        let refusals = Atomic(0)
        let listener = try Listener()
        try listener.start {
          refusals.add(1, ordering: .relaxed)
        } _: { connection in
          var byte: [UInt8] = [0]
          while byte.withUnsafeMutableBytes({ connection.read(into: $0) }) > 0 { connection.send(byte) }
        }
        var first: RawSocket? = try RawSocket(port: listener.port)
        first?.send("a")
        #expect(first?.read(1).text == "a")
        // The second client takes the only free number. Then no number is free, not even below that of the first
        // client.
        var last = dup(0)
        var limit = rlimit(rlim_cur: UInt(last) + 64, rlim_max: UInt(last) + 64)
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        while case let next = dup(0), next >= 0 { last = next }
        close(last)
        let second = try RawSocket(port: listener.port)
        #expect(throws: SocketError("socket", EMFILE)) { try Listener() }
        while listener.trouble == nil { pause(0.001) }
        expectText(listener.trouble?.description, is: "accept: Too many open files")
        let began = ContinuousClock.now
        let before = refusals.load(ordering: .relaxed)
        pause(0.3)
        // It tries again after at least 10 ms. The number of tries depends on when this thread continues.
        let tries = refusals.load(ordering: .relaxed) - before
        #expect(Double(tries) <= (ContinuousClock.now - began) / .milliseconds(10) + 1)
        first = nil
        second.send("b")
        #expect(second.read(1).text == "b")
        listener.close()
      }
    }
  #endif

  @Test("a line is there to be read after a look at it; one that does not end is not whole")
  func peeks() throws {
    let lines = [("GET / HTTP/1.1\r\nHost", "GET / HTTP/1.1\r", true), ("GET", "GET", false), ("", "", false)]
    for (sent, expected, isWhole) in lines {
      let pair = try SocketPair()
      pair.client.send(sent)
      pair.client.endSending()
      let line = pair.connection.peekLine(limit: 64)
      #expect(String(decoding: line.bytes, as: UTF8.self) == expected && line.isWhole == isWhole)
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = bytes.withUnsafeMutableBytes { pair.connection.read(into: $0) }
      #expect(String(decoding: bytes[..<count], as: UTF8.self) == sent)
    }
    let pair = try SocketPair()
    pair.client.send(String(repeating: "a", count: 65))
    #expect(pair.connection.peekLine(limit: 64).isWhole == false)
    // The rest of a line comes later.
    let slow = try SocketPair()
    slow.client.send("GET /")
    let line = Mutex<String?>(nil)
    Thread {
      let seen = slow.connection.peekLine(limit: 64)
      line.withLock { $0 = String(decoding: seen.bytes, as: UTF8.self) }
    }.start()
    slow.client.send(" HTTP/1.1\n")
    while line.withLock({ $0 }) == nil { Thread.sleep(forTimeInterval: 0.001) }
    #expect(line.withLock { $0 } == "GET / HTTP/1.1")
  }

  @Test("a listener without a port serves the connections that another one accepted, until it refuses them")
  func served() throws {
    let listener = Listener(threads: ThreadGroup())
    try listener.start { connection in connection.send(Array("served".utf8)) }
    let pair = try SocketPair()
    var begun = 0
    listener.serve(pair.connection) { begun += 1 }
    #expect(pair.client.read() == ("served", .end) && begun == 1)
    #expect(listener.port == 0 && listener.connectionCount == 0 && !listener.hasNews)
    listener.refuse()
    let late = try SocketPair()
    listener.serve(late.connection) { begun += 1 }
    #expect(late.client.read() == ("", .end) && begun == 1)
    listener.stop()
    #expect(listener.isReleased)
  }
}
