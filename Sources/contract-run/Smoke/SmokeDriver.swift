import ContractCore
import ContractLoopback

/// One process of a driver under test: the lines that it writes, the hosts that it tries to reach, and how it ends.
struct SmokeDriver {
  enum Event {
    case line(JudgedLine)
    /// A line that is longer than a message may be.
    case tooLong
    case visited(NetworkVisit)
  }

  var pipes: DriverPipes
  private let process: DriverProcess
  private let wake: WakePipe
  let network: DriverNetwork
  private var errors = OutputTail()
  private var marks = CallMark.Reader()
  /// The calls for which the driver wrote a mark on standard error.
  private(set) var marked: Set<Int> = []
  /// The beginning of an output line that has not ended, and its length so far.
  private var begun: (bytes: [UInt8], count: Int) = ([], 0)
  /// For how many seconds the output of an ended process is still read. The rest of its process group is being killed.
  private static let restLimit = 0.5
  /// When the end of the process was noticed.
  private var ended: MonotonicTime?
  /// How the process ended. It is set after all of its output was read.
  private(set) var termination: TerminationStatus?
  /// Whether the process has ended and its output is still being read.
  var isEnding: Bool { ended != nil && termination == nil }
  /// Whether something kept the standard output open after the process had ended.
  private(set) var isHeldOpen = false

  init(_ client: Configuration.Client, environment: [String: String], processes: Processes) throws(SocketError) {
    let exhaustion = "cannot create a pipe or socket"
    guard let wake = WakePipe() else { throw SocketError(exhaustion) }
    do throws(DriverNetwork.StartFailure) {
      (process, network) = try DriverNetwork.start(client, environment: environment, processes, wake: wake)
    } catch {
      throw SocketError(error.starts == 0 ? exhaustion : "cannot be started: \(error.cause.call)", error.cause.number)
    }
    pipes = DriverPipes(process)
    self.wake = wake
  }

  /// What the process has printed on standard error so far, without its marks.
  var printed: String { errors.text }

  /// Waits until the driver does something, but not beyond a deadline. Returns what it did.
  mutating func next(until deadline: MonotonicTime) -> [Event] {
    var polls = [pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)]
    pipes.addPolls(to: &polls)
    let rest = ended.map { $0 + Self.restLimit } ?? deadline
    let left = ((rest - .now) * 1000).rounded(.up)
    poll(&polls, nfds_t(polls.count), Int32(max(0, min(left, 60_000))))
    wake.drain()
    var events: [Event] = []
    // Read before the last reading of output: what the process wrote before its end is in the pipe by then.
    let termination = process.termination
    pipes.flush()
    readErrors()
    readOutput(&events)
    if termination != nil { ended = ended ?? .now }
    if let termination, self.termination == nil, pipes.outputClosed != nil || .now >= rest {
      isHeldOpen = pipes.outputClosed == nil
      endLine(&events)
      self.termination = termination
    }
    return events
  }

  /// Ends the process, if it has not ended, and releases all resources.
  mutating func end() {
    readErrors()
    process.end()
    network.close()
  }

  private mutating func readErrors() {
    var pieces: [CallMark.Piece] = []
    marks.append(pipes.readErrors()) { pieces.append($0) }
    for piece in pieces {
      switch piece {
      case .output(let bytes): errors.append(bytes)
      case .mark(let id): marked.insert(id)
      }
    }
  }

  private mutating func readOutput(_ events: inout [Event]) {
    for event in pipes.readOutput(network) {
      switch event {
      case .visited(let visit): events.append(.visited(visit))
      case .wrote(.line(let line)): events.append(.line(JudgedLine(line)))
      case .wrote(.tooLong): events.append(.tooLong)
      case .wrote(.output(let bytes)):
        let isEnd = bytes.last == UInt8(ascii: "\n")
        let text = isEnd ? bytes.dropLast() : bytes
        begun.bytes += text.prefix(JudgedLine.limit - begun.bytes.count)
        begun.count += text.count
        if isEnd {
          events.append(.line(JudgedLine(output: begun.bytes, count: begun.count)))
          begun = ([], 0)
        }
      }
    }
  }

  mutating func endLine(_ events: inout [Event]) {
    let partial = pipes.takePartial()
    if !partial.isEmpty {
      events.append(.line(JudgedLine(unfinished: partial)))
    } else if begun.count > 0 {
      events.append(.line(JudgedLine(output: begun.bytes, count: begun.count)))
      begun = ([], 0)
    }
  }
}
