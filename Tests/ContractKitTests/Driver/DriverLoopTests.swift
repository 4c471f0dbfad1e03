import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ContractKit

@Suite("The driver's main loop, over pipes", .timeLimit(.hang))
struct DriverLoopTests {
  private static func operations(_ gate: Gate = Gate()) -> Operations {
    var driver = Operations()
    driver.driverName = "test-driver"
    driver.on("get") { call in
      let url = call.baseURL.appendingPathComponent("a")
      return String(decoding: try await call.session.data(from: url).0, as: UTF8.self)
    }
    driver.on("echo") { call in try call.input(String.self) }
    driver.on("wait") { _ in await gate.wait() }
    // A client that blocks its thread until it has all answers.
    driver.on("blocks") { call in
      let url = call.baseURL.appendingPathComponent("a")
      var texts: [String] = []
      for method in try call.input([String].self) {
        let answered = DispatchSemaphore(value: 0)
        let text = Mutex("")
        var request = URLRequest(url: url)
        request.httpMethod = method
        call.mock(callbacksOn: .inline).dataTask(with: request) { data, _, _ in
          text.withLock { $0 = String(decoding: data ?? Data(), as: UTF8.self) }
          answered.signal()
        }.resume()
        answered.wait()
        texts.append(text.withLock { $0 })
      }
      return texts
    }
    return driver
  }

  private let hello = #"{"hello": {"protocol": 1, "runner": "test 0"}}"#
  private func call(_ id: Int, _ operation: String, input: String = "null", answers: [String] = []) -> String {
    #"{"call": {"id": \#(id), "operation": "\#(operation)", "transport": "memory", "baseURL": "http://localhost:8080", "baseURLs": {}, "input": \#(input), "answers": [\#(answers.map { #"{"status": 200, "body": {"text": "\#($0)"}}"# }.joined(separator: ","))]}}"#
  }

  @Test("a driver answers hello, plays a call and ends at bye")
  func conversation() async throws {
    let runner = Runner(Self.operations())
    runner.write(hello)
    #expect(
      await runner.read()
        == #"{"hello":{"protocol":1,"driver":"test-driver","operations":["get","echo","wait","blocks"],"transports":["memory","loopback"],"inFlight":1,"ahead":64,"answers":true,"chunks":true,"cancels":true,"language":"swift"}}"#
    )
    runner.write(call(7, "get"))
    let request = try #require(JSON.parse(await runner.read()))["request"]
    #expect(request?["id"] == 7)
    #expect(request?["n"] == 1)
    #expect(request?["method"] == "GET")
    #expect(request?["url"] == "http://localhost:8080/a")
    runner.write(#"{"response": {"id": 7, "n": 1, "status": 200, "headers": {}, "body": {"text": "hi"}}}"#)
    #expect(await runner.read() == #"{"result":{"id":7,"outcome":{"success":"hi"},"unobserved":[]}}"#)
    runner.write(#"{"bye": {}}"#)
    #expect(await runner.end() == .bye)
  }

  @Test("a call that was written ahead waits for the call before it")
  func ahead() async throws {
    let runner = Runner(Self.operations())
    runner.write(hello, call(1, "get"))
    _ = await runner.read()
    _ = await runner.read()
    // The answer to call 1 comes after the calls that wait for it.
    runner.write(
      call(2, "echo", input: #""two""#), call(3, "echo", input: #""three""#),
      #"{"response": {"id": 1, "n": 1, "status": 200, "delay": 0.05, "body": {"text": "one"}}}"#)
    for (id, text) in [(1, "one"), (2, "two"), (3, "three")] {
      #expect(await runner.read() == #"{"result":{"id":\#(id),"outcome":{"success":"\#(text)"},"unobserved":[]}}"#)
    }
    runner.close()
    #expect(await runner.end() == .endOfInput)
  }

  @Test("a request gets the answer that came with its call, and the runner is asked for every other one")
  func answers() async throws {
    let runner = Runner(Self.operations())
    runner.write(
      hello, call(1, "get", answers: ["one"]),
      call(2, "blocks", input: #"["GET", "HEAD", "GET"]"#, answers: ["a", "b"]))
    _ = await runner.read()
    #expect(await runner.read().contains(#""request":{"id":1,"n":1,"#))
    #expect(await runner.read() == #"{"result":{"id":1,"outcome":{"success":"one"},"unobserved":[]}}"#)
    for n in 1...3 {
      #expect(await runner.read().contains(#""request":{"id":2,"n":\#(n),"#))
      // The client blocks the thread that reads, so another one must take over.
      if n > 1 { runner.write(#"{"response": {"id": 2, "n": \#(n), "status": 200, "body": {"text": "asked \#(n)"}}}"#) }
    }
    #expect(
      await runner.read() == #"{"result":{"id":2,"outcome":{"success":["a","asked 2","asked 3"]},"unobserved":[]}}"#)
    runner.write(#"{"bye": {}}"#)
    #expect(await runner.end() == .bye)
  }

  @Test("a call whose client blocks the thread that reads keeps neither the next call nor the end of input from it")
  func takeover() async throws {
    let runner = Runner(Self.operations())
    runner.write(hello, call(1, "blocks", input: #"["GET", "GET"]"#, answers: ["a"]), call(2, "echo", input: #""two""#))
    for _ in 1...3 { _ = await runner.read() }
    runner.write(#"{"response": {"id": 1, "n": 2, "status": 200, "body": {"text": "b"}}}"#)
    #expect(await runner.read() == #"{"result":{"id":1,"outcome":{"success":["a","b"]},"unobserved":[]}}"#)
    #expect(await runner.read() == #"{"result":{"id":2,"outcome":{"success":"two"},"unobserved":[]}}"#)
    runner.write(call(3, "blocks", input: #"["GET", "GET"]"#, answers: ["a"]))
    for _ in 1...2 { _ = await runner.read() }
    runner.close()
    #expect(await runner.end() == .endOfInput)
  }

  @Test("a request after the result is asked, even if an answer came for it")
  func late() async throws {
    var driver = Operations()
    let again = Gate()
    let sent = Gate()
    driver.on("late", client: { _ in again }) { again, call, done in
      let (data, _) = try await call.send(URLRequest(url: call.baseURL))
      done(String(decoding: data, as: UTF8.self))
      await again.wait()
      _ = try? await call.send(URLRequest(url: call.baseURL))
      sent.open()
    }
    let runner = Runner(driver)
    runner.write(hello, call(1, "late", answers: ["one", "two"]))
    for _ in 1...2 { _ = await runner.read() }
    #expect(await runner.read().contains(#""outcome":{"success":"one"}"#))
    again.open()
    #expect(await runner.read().contains(#""request":{"id":1,"n":2,"#))
    runner.write(#"{"response": {"id": 1, "n": 2, "networkError": {"domain": "NSURLErrorDomain", "code": -999}}}"#)
    await sent.wait()
    runner.close()
    #expect(await runner.end() == .endOfInput)
  }

  @Test("a late second completion is reported by a message, and what was not checked is part of the result")
  func completedTwice() async throws {
    var driver = Operations()
    let again = Gate()
    driver.on("twice", client: { _ in again }) { again, _, done in
      done(1)
      await again.wait()
      done(2)
      done(3)
    }
    driver.on("never", client: { _ in 0 }) { _, _, _ in }
    let runner = Runner(driver)
    runner.write(hello)
    _ = await runner.read()
    runner.write(call(1, "twice"))
    #expect(await runner.read() == #"{"result":{"id":1,"outcome":{"success":1},"unobserved":["exactlyOnce"]}}"#)
    again.open()
    #expect(await runner.read() == #"{"completedTwice":{"id":1}}"#)
    runner.write(call(2, "never"))
    #expect(await runner.read() == #"{"result":{"id":2,"outcome":{"neverCompleted":true},"unobserved":[]}}"#)
    runner.close()
    #expect(await runner.end() == .endOfInput)
  }

  @Test("a driver that uses the shared session runs one call at a time")
  func shared() async throws {
    var driver = Operations()
    driver.driverName = "shared"
    driver.maxConcurrentCalls = 4
    driver.usesSharedSession = true
    let runner = Runner(driver)
    runner.write(hello)
    #expect(await runner.read().contains(#""inFlight":1,"#))
    runner.close()
    #expect(await runner.end() == .endOfInput)
  }

  @Test("if a driver allows two calls in flight, they do not wait for each other")
  func inFlight() async throws {
    let gate = Gate()
    var operations = Self.operations(gate)
    operations.maxConcurrentCalls = 2
    let runner = Runner(operations)
    runner.write(hello)
    #expect(await runner.read().contains(#""inFlight":2"#))
    runner.write(call(1, "wait"), call(2, "echo", input: #""two""#))
    #expect(await runner.read() == #"{"result":{"id":2,"outcome":{"success":"two"},"unobserved":[]}}"#)
    gate.open()
    #expect(await runner.read() == #"{"result":{"id":1,"outcome":{"success":null},"unobserved":[]}}"#)
    runner.close()
    #expect(await runner.end() == .endOfInput)
  }

  @Test("at the end of input, a call in flight still gets its result")
  func finishing() async throws {
    let gate = Gate()
    let runner = Runner(Self.operations(gate))
    runner.write(hello, call(1, "wait"))
    _ = await runner.read()
    runner.close()
    gate.open()
    #expect(await runner.read() == #"{"result":{"id":1,"outcome":{"success":null},"unobserved":[]}}"#)
    #expect(await runner.end() == .endOfInput)
  }

  @Test("a call that hangs does not keep the driver alive after the end of input", .slow)
  func hanging() async throws {
    let gate = Gate()
    let runner = Runner(Self.operations(gate))
    runner.write(hello, call(1, "wait"))
    _ = await runner.read()
    runner.close()
    #expect(await runner.end() == .endOfInput)
    gate.open()
    // The protocol promises this time. A test must not measure it, because a busy machine takes longer.
    #expect(DriverLoop.grace == 2)
  }

  @Test(
    "if the runner breaks the protocol, the driver ends and reports how",
    arguments: [
      (
        [#"{"hello": {"protocol": 2, "runner": "contract-run 9"}}"#],
        "contract-run 9 uses version 2 of the protocol, but this driver uses version 1; build the driver with the ContractKit release of the runner"
      ),
      ([#"{"bye": {}}"#], "the first message from the runner is not hello"),
      (["garbage"], "a line from the runner is not JSON: garbage"),
      (["HELLO", #"{"call": {"id": 1}}"#], "a message from the runner is malformed: call has no member transport"),
      (["HELLO", "HELLO"], "the runner wrote hello twice"),
      (
        ["HELLO", #"{"response": {"id": 7, "n": 1, "status": 200}}"#],
        "the runner answered request 1 of call 7, which does not wait for a response"
      ),
      (["HELLO", "CALL", "CALL"], "the runner wrote call 1 twice"),
      (
        [
          "HELLO",
          #"{"call": {"id": 1, "operation": "a", "transport": "memory", "baseURL": "", "baseURLs": {}, "input": null}}"#,
        ],
        #"a message from the runner is malformed: call.baseURL is "", expected a URL"#
      ),
    ])
  func faults(lines: [String], expected: String) async {
    let gate = Gate()
    let runner = Runner(Self.operations(gate))
    for line in lines { runner.write(line == "HELLO" ? hello : line == "CALL" ? call(1, "wait") : line) }
    let end = await runner.end()
    if case .protocolError(let why) = end {
      expectText(why, is: expected)
    } else {
      Issue.record("the driver ended by \(end)")
    }
    gate.open()
  }
}

/// The runner's ends of the pipes to a driver loop.
private final class Runner: Sendable {
  private let input: Int32
  private let ended = Notes<DriverLoop.End>()
  private let end_ = Gate()
  // The only queue that uses the reader.
  private let reading = DispatchQueue(label: "reading")
  private let lines: Lines

  private final class Lines: @unchecked Sendable {
    // Used only on `reading`.
    var reader: LineReader
    init(_ descriptor: Int32) { reader = LineReader(descriptor: descriptor) }
  }

  init(_ operations: Operations) {
    var (toDriver, fromDriver) = ([Int32](repeating: 0, count: 2), [Int32](repeating: 0, count: 2))
    pipe(&toDriver)
    pipe(&fromDriver)
    input = toDriver[1]
    lines = Lines(fromDriver[0])
    let loop = DriverLoop(operations: operations, input: toDriver[0], output: fromDriver[1])
    Thread { [ended, end_] in
      ended.add(loop.run())
      end_.open()
    }.start()
  }

  func write(_ lines: String...) {
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    Descriptor.write(bytes, to: input)
  }

  func read() async -> String {
    await withCheckedContinuation { continuation in
      reading.async { [lines] in
        continuation.resume(returning: String(decoding: lines.reader.next() ?? [], as: UTF8.self))
      }
    }
  }

  func close() { closeDescriptor(input) }

  func end() async -> DriverLoop.End? {
    await end_.wait()
    return ended.all.first
  }
}

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

@Suite("The driver's output", .timeLimit(.hang))
struct DriverConnectionTests {
  @Test("requests that are sent at once are written in the order of their numbers, and none is missing")
  func order() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("wire-\(UUID().uuidString)")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let output = try FileHandle(forWritingTo: file)
    let responder = ConnectionResponder(id: 7, connection: DriverConnection(output: output.fileDescriptor))
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<1000 {
        responder.respond(to: CapturedRequest(method: "GET", url: "http://localhost/a", timeout: 60)) { _ in }
      }
    }
    try output.close()
    let lines = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
    #expect(lines.map { JSON.parse(Array($0))?["request"]?["n"]?.number?.int } == Array(1...4000))
  }
}
