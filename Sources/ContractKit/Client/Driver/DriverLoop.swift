import Foundation
import Synchronization

/// The loop that reads the runner's messages and runs the calls. `Driver.main` runs it on its own thread.
final class DriverLoop: Sendable {
  enum End: Equatable {
    /// The runner sent `bye`, or has ended.
    case bye, endOfInput
    /// The runner broke the protocol. The string is the reason.
    case protocolError(String)
  }

  private struct State: Sendable {
    var running = 0
    /// Calls that the runner wrote ahead of their turn.
    var waiting: [@Sendable () -> Void] = []
    var open: Set<Int> = []
  }

  /// How many seconds running calls get after the end of input. The protocol promises that no driver outlives its
  /// runner.
  static let grace = 2.0

  private let operations: Operations
  private let input: Int32
  private let connection: DriverConnection
  private let state = Mutex(State())
  private let idle = DispatchSemaphore(value: 0)
  /// The base URL of the last call. In memory all calls of a contract have the same, and Foundation reads a URL slowly.
  private let lastBaseURL = Mutex<(text: String, url: URL)?>(nil)

  init(operations: Operations, input: Int32, output: Int32) {
    self.operations = operations
    self.input = input
    connection = DriverConnection(output: output)
  }

  /// Runs until the input ends or the runner sends `bye`, then gives running calls `grace` seconds to end.
  func run() -> End {
    var lines = LineReader(descriptor: input)
    var end = End.endOfInput
    do throws(MessageError) {
      if let first = lines.next() { try greet(try message(first)) }
      while let line = lines.next() {
        let message = try message(line)
        if case .bye = message {
          end = .bye
          break
        }
        try handle(message)
      }
    } catch {
      return .protocolError(error.description)
    }
    let deadline = DispatchTime.now() + Self.grace
    while state.withLock({ $0.running > 0 }), idle.wait(timeout: deadline) == .success {}
    return end
  }

  private func message(_ line: [UInt8]) throws(MessageError) -> RunnerMessage {
    guard let json = JSON.parse(line) else {
      throw MessageError("a line from the runner is not JSON: \(String(decoding: line.prefix(200), as: UTF8.self))")
    }
    do {
      return try RunnerMessage(json)
    } catch {
      throw MessageError("a message from the runner is malformed: \(error.description)")
    }
  }

  private func greet(_ message: RunnerMessage) throws(MessageError) {
    guard case .hello(let version, let runner) = message else {
      throw MessageError("the first message from the runner is not hello")
    }
    if version != 1 {
      throw MessageError(
        "\(runner) uses version \(version) of the protocol, but this driver uses version 1; build the driver with "
          + "the ContractKit release of the runner")
    }
    connection.write(
      .hello(
        DriverMessage.Hello(
          driver: operations.driverName, operations: operations.names, transports: Transport.allCases,
          inFlight: operations.limit, ahead: 1, chunks: true, language: DriverLanguage.swift.rawValue)))
  }

  private func handle(_ message: RunnerMessage) throws(MessageError) {
    switch message {
    case .call(let call): try handle(call)
    case .response(let id, let n, let reply):
      if !connection.answer(id: id, n: n, reply) {
        throw MessageError("the runner answered request \(n) of call \(id), which does not wait for a response")
      }
    case .hello: throw MessageError("the runner wrote hello twice")
    case .bye: break
    }
  }

  private func handle(_ message: RunnerMessage.Call) throws(MessageError) {
    let id = message.id
    let call = try self.call(message)
    let start: @Sendable () -> Void = { [self] in
      // It marks on standard error which call the following output belongs to.
      if operations.limit == 1 { Descriptor.write(CallMark.line(id: id), to: STDERR_FILENO) }
      // The thread that reads the connection does not run the client's code.
      Task.detached { [self] in
        await operations.run(call) {
          self.connection.write(.completedTwice(id: id))
        } ended: { result in
          self.connection.write(
            .result(
              DriverMessage.Result(
                id: id, outcome: result.outcome, unobserved: result.unobserved, undescribed: result.undescribed)))
          self.ended(id)
        }
      }
    }
    let (isNew, isTurn) = state.withLock { state in
      let isNew = state.open.insert(id).inserted
      let isTurn = isNew && state.running < operations.limit
      if isTurn { state.running += 1 } else if isNew { state.waiting.append(start) }
      return (isNew, isTurn)
    }
    if !isNew { throw MessageError("the runner wrote call \(id) twice") }
    if isTurn { start() }
  }

  private func call(_ message: RunnerMessage.Call) throws(MessageError) -> Call {
    var baseURLs: [String: URL] = [:]
    for (name, text) in message.baseURLs { baseURLs[name] = try url(text, "call.baseURLs[\"\(name)\"]") }
    return Call(
      operation: message.operation, transport: message.transport, baseURL: try baseURL(message.baseURL),
      baseURLs: baseURLs, input: message.input,
      responder: message.transport == .memory ? ConnectionResponder(id: message.id, connection: connection) : nil)
  }

  private func baseURL(_ text: String) throws(MessageError) -> URL {
    if let last = lastBaseURL.withLock({ $0 }), last.text.isExactly(text) { return last.url }
    let url = try url(text, "call.baseURL")
    lastBaseURL.withLock { $0 = (text, url) }
    return url
  }

  private func url(_ text: String, _ member: String) throws(MessageError) -> URL {
    guard let url = URL(string: text), url.host != nil else {
      throw MessageError("a message from the runner is malformed: \(member) is \"\(text)\", expected a URL")
    }
    return url
  }

  private func ended(_ id: Int) {
    let next = state.withLock { state -> (@Sendable () -> Void)? in
      state.open.remove(id)
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.running -= 1
      return nil
    }
    if let next { next() } else { idle.signal() }
  }
}
