import Foundation
import Synchronization

/// The loop that reads the runner's messages and runs the calls. `Driver.main` runs it on its own thread.
///
/// A call that came with its answers runs on the thread that reads, up to its first suspension, because a change of threads
/// costs more than most calls. If its client blocks that thread, another one takes over the reading.
final class DriverLoop: Sendable {
  enum End: Equatable {
    /// The runner sent `bye`, or has ended.
    case bye, endOfInput
    /// The runner broke the protocol. The string is the reason.
    case protocolError(String)
  }

  /// A call that has no result yet.
  private struct Running: Sendable {
    let call: Call
    /// The task of its operation, while that runs; nil if it runs on the thread that reads.
    var task: Task<Void, Never>?
    /// Whether the operation has returned, so that only the client's handler is awaited.
    var hasReturned = false
  }

  private struct State: Sendable {
    var running = 0
    /// Calls that the runner wrote ahead of their turn.
    var waiting: [@Sendable () -> Void] = []
    var open: [Int: Running] = [:]
    /// The client that calls share, with the number of their group; nil if the last call had its own.
    var group: (id: Int, client: SharedClient)?
    /// The number of the thread that reads. Each one that takes over has the next.
    var reader = 0
    /// The call whose client runs on the thread that reads.
    var onReader: Int?
    var end: End?
  }

  /// How many seconds running calls get after the end of input. The protocol promises that no driver outlives its
  /// runner.
  static let grace = 2.0
  /// How many seconds a client may block the thread that reads, before another one takes over.
  private static let patience = 0.02
  /// How many calls may be written ahead.
  private static let ahead = 64

  private let operations: Operations
  private let lines: Mutex<LineReader>
  private let connection: DriverConnection
  private let state = Mutex(State())
  private let idle = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)
  /// The base URL of the last call. In memory all calls of a contract have the same, and Foundation reads a URL slowly.
  private let lastBaseURL = Mutex<(text: String, url: URL)?>(nil)

  init(operations: Operations, input: Int32, output: Int32) {
    self.operations = operations
    lines = Mutex(LineReader(descriptor: input))
    connection = DriverConnection(output: output)
  }

  /// Runs until the input ends or the runner sends `bye`, then gives running calls `grace` seconds to end.
  func run() -> End {
    startReader(0)
    var last: Int?
    while hasEnded.wait(timeout: .now() + Self.patience) == .timedOut {
      let next = state.withLock { state -> Int? in
        let isBlocked = state.onReader != nil && state.onReader == last
        last = state.onReader
        if !isBlocked { return nil }
        state.onReader = nil
        state.reader += 1
        return state.reader
      }
      if let next { startReader(next) }
    }
    let end = state.withLock { state in
      state.waiting = []
      return state.end ?? .endOfInput
    }
    if case .protocolError = end { return end }
    let deadline = DispatchTime.now() + Self.grace
    while state.withLock({ $0.running > 0 }), idle.wait(timeout: deadline) == .success {}
    return end
  }

  private func startReader(_ number: Int) {
    do throws(SystemThread.Failure) {
      try SystemThread.start { [self] in SystemThread.perform { read(as: number) } }
    } catch {
      read(as: number)
    }
  }

  /// Reads messages until the connection ends, or until another thread has taken over.
  private func read(as number: Int) {
    var end = End.endOfInput
    do throws(MessageError) {
      if number == 0, let first = lines.withLock({ $0.next() }) { try greet(try message(first)) }
      while let line = lines.withLock({ $0.next() }) {
        let message = try message(line)
        if case .bye = message {
          end = .bye
          break
        }
        try handle(message, number)
        if state.withLock(\.reader) != number { return }
      }
    } catch {
      end = .protocolError(error.description)
    }
    state.withLock { [end] in $0.end = end }
    hasEnded.signal()
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
          inFlight: operations.limit, ahead: operations.limit == 1 ? Self.ahead : 1, answers: true, chunks: true,
          groups: operations.makesGroups, cancels: true, language: DriverLanguage.swift.rawValue)))
  }

  private func handle(_ message: RunnerMessage, _ reader: Int) throws(MessageError) {
    switch message {
    case .call(let call): try handle(call, reader)
    case .response(let id, let n, let reply):
      if !connection.answer(id: id, n: n, reply) {
        throw MessageError("the runner answered request \(n) of call \(id), which does not wait for a response")
      }
    case .cancel(let id): cancel(id)
    case .hello: throw MessageError("the runner wrote hello twice")
    case .bye: break
    }
  }

  private func handle(_ message: RunnerMessage.Call, _ reader: Int) throws(MessageError) {
    let id = message.id
    let call = try call(message)
    let start = start(call, id)
    // Without its answers, the client would wait for the thread that it runs on.
    let isOnReader = !message.answers.isEmpty && operations.limit == 1
    let (isNew, isTurn) = state.withLock { state in
      let isNew = state.open[id] == nil
      if isNew { state.open[id] = Running(call: call) }
      let isTurn = isNew && (state.running < operations.limit || call.isInGroup)
      if isTurn {
        state.running += 1
        if isOnReader { state.onReader = id }
      } else if isNew {
        state.waiting.append { start(false) }
      }
      return (isNew, isTurn)
    }
    if !isNew { throw MessageError("the runner wrote call \(id) twice") }
    if !isTurn { return }
    start(isOnReader)
    if isOnReader {
      state.withLock { state in if state.reader == reader { state.onReader = nil } }
    }
  }

  /// Returns what starts a call, on the current thread if its argument is true.
  private func start(_ call: Call, _ id: Int) -> @Sendable (Bool) -> Void {
    let responder = call.responder as? ConnectionResponder
    let run: @Sendable () async -> Void = { [self] in
      await operations.run(call) {
        self.connection.write(.completedTwice(id: id))
      } ended: { result in
        if self.take(id) { self.write(result, of: id, responder) }
        self.ended()
      }
      state.withLock { $0.open[id]?.hasReturned = true }
    }
    return { [self] isOnThisThread in
      // It marks on standard error which call the following output belongs to.
      if operations.limit == 1 { Descriptor.write(CallMark.line(id: id), to: STDERR_FILENO) }
      if !isOnThisThread {
        let task = Task.detached { await run() }
        return state.withLock { $0.open[id]?.task = task }
      }
      responder?.beginHere()
      startDetachedTask(run)
    }
  }

  private func write(_ result: CallResult, of id: Int, _ responder: ConnectionResponder?) {
    let message = DriverMessage.result(
      DriverMessage.Result(
        id: id, outcome: result.outcome, unobserved: result.unobserved, undescribed: result.undescribed))
    if let responder {
      responder.end { connection.write(message) }
    } else {
      connection.write(message)
    }
  }

  /// Cancels a call. A client with a handler, which the task of its operation does not hold, cannot be canceled unless the
  /// operation says how.
  private func cancel(_ id: Int) {
    guard let running = state.withLock({ $0.open[id] }) else { return }
    let isHandled = running.call.cancel()
    if !running.hasReturned { return running.task?.cancel() ?? () }
    if isHandled || !take(id) { return }
    let why =
      "the operation \(running.call.operation) has a handler and does not use `call.onCancel`, so it cannot be canceled"
    write(CallResult(outcome: .unsupported(why: why)), of: id, running.call.responder as? ConnectionResponder)
  }

  private func call(_ message: RunnerMessage.Call) throws(MessageError) -> Call {
    var baseURLs: [String: URL] = [:]
    for (name, text) in message.baseURLs { baseURLs[name] = try url(text, "call.baseURLs[\"\(name)\"]") }
    let responder =
      message.transport == .memory
      ? ConnectionResponder(id: message.id, connection: connection, answers: message.answers) : nil
    return Call(
      operation: message.operation, transport: message.transport, baseURL: try baseURL(message.baseURL),
      baseURLs: baseURLs, input: message.input, responder: responder, shared: client(of: message.group),
      isInGroup: message.group != nil)
  }

  /// Returns the client of a call, which all calls of a group share.
  private func client(of group: Int?) -> SharedClient {
    if !operations.makesGroups { return operations.newClient() }
    return state.withLock { state in
      if let group, let last = state.group, last.id == group { return last.client }
      let client = operations.newClient()
      state.group = group.map { ($0, client) }
      return client
    }
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

  /// Returns whether a call still has no result, which is written now.
  private func take(_ id: Int) -> Bool { state.withLock { $0.open.removeValue(forKey: id) != nil } }

  private func ended() {
    let next = state.withLock { state -> (@Sendable () -> Void)? in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.running -= 1
      return nil
    }
    if let next { next() } else { idle.signal() }
  }
}
