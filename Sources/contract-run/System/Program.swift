import ContractCore
import ContractLoopback
import Synchronization

/// A program that helps the command, such as `curl` or `git`. It runs to its end, or until its time is over.
struct Program: Sendable {
  /// The program and its arguments. A program without a slash is looked up in PATH.
  var command: [String]
  /// The folder in which it runs; nil, as by default, for the runner's own.
  var folder: String?
  var environment: [String: String]
  /// What it reads from standard input; by default nothing.
  var input: [UInt8] = []
  /// What it reads from its descriptor 3; nil, as by default, if it has none.
  var body: [UInt8]?
  /// How many seconds it may take. None of these programs needs more than a fraction of that.
  var limit: Double
  /// How many bytes it may print to one stream.
  var sizeLimit = 32 << 20
  /// Returns whether the command ends, and nobody waits for the program any more.
  var isStopped: @Sendable () -> Bool = { false }

  /// What a program did. It may have failed.
  struct Output {
    var status: TerminationStatus
    var output: [UInt8]
    var errors: [UInt8]
  }

  enum Failure: Error {
    case notStarted(Int32)
    case timedOut
    /// It printed more than its limit.
    case tooLong
    case stopped
  }

  /// The milliseconds after which it is checked whether the program should end, or has ended although its output is open:
  /// another process may have it.
  private static let turn: Int32 = 50

  /// Runs the program, and waits for its end. If it must not go on, it is killed with all that it started.
  func run(_ processes: Processes) throws(Failure) -> Output {
    let end = MonotonicTime.now + limit
    let child: Processes.Child
    do throws(Processes.SpawnFailure) {
      child = try processes.spawn(
        command, in: folder, environment: environment, streams: body == nil ? .pipes : .pipesAndBody)
    } catch {
      throw .notStarted(error.number)
    }
    let (output, errors) = (Descriptor(child.output), Descriptor(child.errors))
    var streams = [Stream(output), Stream(errors)]
    var failure = write(to: Descriptor(child.input), child.body >= 0 ? Descriptor(child.body) : nil)
    while failure == nil {
      // Checked before the streams are read, so that nothing that it printed is left.
      let hasEnded = Platform.hasEnded(child.pid)
      for index in streams.indices where !streams[index].read(upTo: sizeLimit) { failure = .tooLong }
      if hasEnded { break }
      if isStopped() { failure = failure ?? .stopped }
      if MonotonicTime.now >= end { failure = failure ?? .timedOut }
      if failure == nil { Self.wait(for: streams) }
    }
    if failure != nil { kill(-child.pid, SIGKILL) }
    let status = processes.reap(child.pid)
    if let failure { throw failure }
    return Output(status: status, output: streams[0].bytes, errors: streams[1].bytes)
  }

  /// Writes what the program reads, on a thread of its own: it may be more than a pipe takes, and the program may read it
  /// late, or never. The thread ends with the program.
  private func write(to input: Descriptor, _ third: Descriptor?) -> Failure? {
    if self.input.isEmpty, body == nil { return nil }
    let first = self.input
    let last = body ?? []
    do throws(SystemThread.Failure) {
      try SystemThread.start {
        input.use { Descriptor.write(first, to: $0) }
        input.close()
        _ = third?.use { Descriptor.write(last, to: $0) }
        third?.close()
      }
      return nil
    } catch {
      return .notStarted(error.number)
    }
  }

  /// Waits for more output, or for the next turn.
  private static func wait(for streams: [Stream]) {
    // A negative descriptor is not polled.
    streams[0].use { output in
      streams[1].use { errors in
        var items = [output, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // A program that has closed its output usually ends at once.
        _ = poll(&items, nfds_t(items.count), output < 0 && errors < 0 ? 1 : turn)
      }
    }
  }

  private struct Stream {
    private let descriptor: Descriptor
    private(set) var bytes: [UInt8] = []
    private var isAtEnd = false

    init(_ descriptor: Descriptor) {
      self.descriptor = descriptor
      descriptor.use { Pipe.stopBlocking($0) }
    }

    func use(_ body: (Int32) -> Void) { if isAtEnd { body(-1) } else { descriptor.use(body) } }

    /// Reads what has come. Returns false if that is more than a number of bytes in all.
    mutating func read(upTo limit: Int) -> Bool {
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while !isAtEnd, bytes.count <= limit {
        let result = descriptor.use { (count: Platform.read($0, &buffer, buffer.count), error: errno) }
        guard let result, result.count >= 0 || result.error == EINTR else { break }
        if result.count == 0 { isAtEnd = true }
        bytes += buffer[..<max(0, result.count)]
      }
      return bytes.count <= limit
    }
  }

  /// What to print if it timed out.
  var lateness: String { "\(command[0]) did not end within \(Int(limit)) s and was killed" }

  func error(_ failure: Failure) -> SocketError {
    switch failure {
    case .notStarted(let number): SocketError("\(command[0]) cannot be started", number)
    case .timedOut: SocketError(lateness, 0)
    case .tooLong: SocketError("\(command[0]) printed too much and was killed", 0)
    case .stopped: SocketError("\(command[0]) was ended with the run", 0)
    }
  }
}
