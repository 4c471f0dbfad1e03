import Synchronization

/// Reads the runner's messages and runs the calls: what `Driver.main` does on a thread of its own.
final class DriverLoop: Sendable {
  private struct State: Sendable {
    var running = 0
    var ahead: [RunnerMessage.Call] = []
    var open: Set<Int> = []
    /// How to end once nothing runs; nil while input comes.
    var isEnding = false
  }

  private let operations: Operations
  private let input: Int32
  private let wire: Wire
  private let state = Mutex(State())

  init(operations: Operations, input: Int32, output: Int32) {
    self.operations = operations
    self.input = input
    wire = Wire(output: output)
  }

  /// Runs until the input ends or the runner says goodbye; ends the process.
  func run() {
    var lines = LineReader(descriptor: input)
    guard let first = lines.next() else { finish() }
    greet(first)
    while let line = lines.next() {
      if handle(message(line)) { break }
    }
    finish()
  }

  private func greet(_ line: [UInt8]) {
    guard case .hello(let version, let runner) = message(line) else {
      stop("the runner's first message must be hello")
    }
    if version != 1 {
      stop("\(runner) speaks protocol \(version), this driver speaks 1; use a contract-run of this ContractKit's version")
    }
    wire.write(
      .hello(
        DriverMessage.Hello(
          driver: operations.name, operations: operations.names, transports: [.memory, .loopback],
          inFlight: max(1, operations.inFlight), ahead: 1)))
  }

  private func message(_ line: [UInt8]) -> RunnerMessage {
    guard let json = JSON.parse(line) else { stop("a line from the runner is no JSON: \(String(decoding: line.prefix(200), as: UTF8.self))") }
    do {
      return try RunnerMessage(json)
    } catch {
      stop("a message from the runner is malformed: \(error.description)")
    }
  }

  /// Acts on a message; true where it was the last.
  private func handle(_ message: RunnerMessage) -> Bool {
    switch message {
    case .hello: stop("the runner said hello twice")
    case .call(let call): take(call)
    case .response(let id, let n, let reply):
      if !wire.answer(id: id, n: n, reply) { stop("a response for call \(id), request \(n), which does not wait for one") }
    case .bye: return true
    }
    return false
  }

  private func take(_ call: RunnerMessage.Call) {
    let (isNew, starts) = state.withLock { state in
      guard state.open.insert(call.id).inserted else { return (false, false) }
      guard state.running < max(1, operations.inFlight) else {
        state.ahead.append(call)
        return (true, false)
      }
      state.running += 1
      return (true, true)
    }
    if !isNew { stop("the runner wrote call \(call.id) twice") }
    if starts { start(call) }
  }

  private func start(_ message: RunnerMessage.Call) {
    guard let baseURL = URL(string: message.baseURL) else { stop("call.baseURL is \"\(message.baseURL)\", expected a URL") }
    var baseURLs: [String: URL] = [:]
    for (name, url) in message.baseURLs { baseURLs[name] = URL(string: url) }
    let call = Call(
      operation: message.operation, transport: message.transport, baseURL: baseURL, baseURLs: baseURLs,
      input: message.input,
      responder: message.transport == .memory ? WireResponder(id: message.id, wire: wire) : nil)
    Task.detached { [self] in
      let outcome = await operations.run(call)
      wire.write(.result(DriverMessage.Result(id: message.id, outcome: outcome)))
      ended(message.id)
    }
  }

  private func ended(_ id: Int) {
    let (next, isLast) = state.withLock { state in
      state.open.remove(id)
      if !state.ahead.isEmpty { return (state.ahead.removeFirst() as RunnerMessage.Call?, false) }
      state.running -= 1
      return (nil, state.isEnding && state.running == 0)
    }
    if let next { start(next) }
    if isLast { leave() }
  }

  /// Gives the calls in flight two seconds to end, and ends the process.
  private func finish() -> Never {
    let isIdle = state.withLock { state in
      state.isEnding = true
      return state.running == 0
    }
    if !isIdle { Thread.sleep(forTimeInterval: 2) }
    leave()
  }

  private func leave() -> Never {
    _exit(0)
  }

  private func stop(_ why: String) -> Never {
    FileHandle.standardError.write(Data("\(operations.name): \(why)\n".utf8))
    _exit(76)
  }
}

/// The lines of a descriptor, read by blocking.
struct LineReader {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  private var isAtEnd = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The next line without its ending; nil at the end of input, where an unfinished line is dropped.
  mutating func next() -> [UInt8]? {
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        return line
      }
      searched = buffer.count
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        buffer.append(contentsOf: chunk[..<count])
      } else if count == 0 || errno != EINTR {
        return nil
      }
    }
  }
}
