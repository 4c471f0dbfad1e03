import ContractCore

/// The life of one driver process, from its hello to its end: calls go in, requests are answered, results come out,
/// and whatever goes wrong is charged to the scenario it belongs to.
struct DriverSession {
  /// A call that has been written and has no result yet.
  struct OpenCall {
    var job: Job
    var script: Script
    /// The numbers of its requests.
    var requests: Set<Int> = []
    /// When it began; nil while it was only written ahead.
    var began: ContinuousClock.Instant?
    /// When its time is over.
    var deadline: ContinuousClock.Instant?
    /// Where its client's requests go on loopback; nil in memory.
    var loopback: LoopbackCall?
  }

  /// Where the driver stands.
  enum Phase {
    case starting(deadline: ContinuousClock.Instant)
    case working
    /// `bye` was written.
    case leaving(deadline: ContinuousClock.Instant)
  }

  /// How long a driver may be silent before its hello.
  static let helloLimit = Duration.seconds(10)
  /// How long a driver may take to end after `bye`: the protocol's 2 s, and a second for a slow machine.
  static let byeLimit = Duration.seconds(3)
  /// How long a driver that closed its output or input may take to end before that is a fault.
  static let closedLimit = Duration.seconds(1)

  /// How long a driver's last call on loopback is watched after its result, for requests that come late: in memory the
  /// driver tells of them as long as it lives, and a client that waited for them would have its own deadline.
  static let lateLimit = Duration.milliseconds(100)
  /// How long a call that may have left something behind is watched after its result.
  static let suspicionLimit = Duration.milliseconds(500)

  let driver: DriverProcess
  let pool: Pool
  let wake: WakePipe
  /// Why the session runs one call alone; nil where it runs what comes.
  let trial: Pool.Trial?
  var proxy: EscapeProxy

  var phase: Phase
  var next: Job?
  var capacity = 1
  var ahead = 0
  var hello: DriverMessage.Hello?
  /// By id, in the order written.
  var open: [(id: Int, call: OpenCall)] = []
  /// The calls that have their result, by id.
  var finished: [Int: Job] = [:]
  var last: Job?
  var lastID = 0
  var printed = PrintedOutput()
  var splitter = LineSplitter()
  /// What is to be written to the driver as soon as it reads.
  var outbox: ArraySlice<UInt8> = []
  /// When the driver closed its standard output; nil while it is open.
  var outputClosed: ContinuousClock.Instant?
  /// When a message could not be written, because the driver closed its standard input; nil while it is open.
  var inputClosed: ContinuousClock.Instant?
  var errorsClosed = false
  /// Until when bye waits; nil where it does not.
  var lingering: ContinuousClock.Instant?
  /// Until when bye waits for late requests on loopback; nil where it does not.
  var listening: ContinuousClock.Instant?
  /// Whether the driver ended by itself, and a call is charged with it.
  var hasCrashed = false
  /// Whether the call in flight had no result at its deadline.
  var hasTimedOut = false
  /// Set where nothing more is to be read: the session is over.
  var isOver = false

  init(_ driver: DriverProcess, pool: Pool, wake: WakePipe, proxy: EscapeProxy, first: Job, trial: Pool.Trial?) {
    self.driver = driver
    self.pool = pool
    self.wake = wake
    self.proxy = proxy
    self.trial = trial
    next = first
    phase = .starting(deadline: .now + Self.helloLimit)
  }

  mutating func run() {
    send(.hello(protocolVersion: 1, runner: "contract-run \(version)"))
    while !isOver {
      wait()
      if isOver { break }
      if let why = pool.stopReason, !isLeaving {
        abandon(why)
        break
      }
      if let death = driver.death {
        readOutput()
        readErrors()
        if !isOver { died(death) }
        break
      }
      checkTime()
      refill()
    }
    for entry in open { entry.call.loopback?.retire() }
    // A call that was taken and never made goes to another driver.
    if let next { trial.map { pool.runAlone(next, $0) } ?? pool.putBack(next) }
  }

  var isAlone: Bool { trial != nil }

  /// Whether the call that the session was made for was made.
  var hasRunFirst: Bool { next == nil }

  var isLeaving: Bool { if case .leaving = phase { true } else { false } }

  /// The calls that run now, as opposed to those written ahead.
  var inFlight: [(id: Int, call: OpenCall)] { open.filter { $0.call.began != nil } }

  // MARK: Waiting

  /// Sleeps until something can be read or written or a time is over, and reads and writes it.
  private mutating func wait() {
    var polls = [pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)]
    if outputClosed == nil { polls.append(pollfd(fd: driver.child.output, events: Int16(POLLIN), revents: 0)) }
    if !errorsClosed { polls.append(pollfd(fd: driver.child.errors, events: Int16(POLLIN), revents: 0)) }
    if !outbox.isEmpty { polls.append(pollfd(fd: driver.child.input, events: Int16(POLLOUT), revents: 0)) }
    let fixed = polls.count
    polls += proxy.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&polls, nfds_t(polls.count), timeToNextDeadline()) > 0 else { return }
    for entry in polls[fixed...] where entry.revents != 0 {
      if let host = pool.processes.withoutSpawning({ proxy.handle(entry.fd) }) { escaped(to: host) }
    }
    for entry in polls[..<fixed] where entry.revents != 0 && !isOver {
      switch entry.fd {
      case wake.descriptor: wake.drain()
      case driver.child.output: readOutput()
      case driver.child.errors: readErrors()
      default: flush()
      }
    }
  }

  /// Milliseconds for `poll`; -1 where nothing has a deadline.
  private func timeToNextDeadline() -> Int32 {
    var deadlines = open.compactMap(\.call.deadline)
    switch phase {
    case .starting(let deadline), .leaving(let deadline): deadlines.append(deadline)
    case .working: break
    }
    if !isLeaving { deadlines += [outputClosed, inputClosed].compactMap { $0.map { $0 + Self.closedLimit } } }
    if !isLeaving, open.isEmpty { deadlines += [lingering, listening].compactMap(\.self) }
    guard let first = deadlines.min() else { return -1 }
    let milliseconds = (first - .now) / .milliseconds(1)
    return Int32(max(0, min(milliseconds.rounded(.up), 60_000)))
  }

  private mutating func checkTime() {
    let now = ContinuousClock.now
    if let outputClosed, now >= outputClosed + Self.closedLimit, !isLeaving {
      fault("it closed its standard output and went on living", blaming: nil)
      return
    }
    if let inputClosed, now >= inputClosed + Self.closedLimit, !isLeaving {
      fault("it closed its standard input and went on living", blaming: nil)
      return
    }
    switch phase {
    case .starting(let deadline) where now >= deadline:
      startFailed("silent for \(Self.helloLimit.components.seconds) s before its hello")
    case .leaving(let deadline) where now >= deadline:
      pool.notice("a driver did not end within \(Self.byeLimit.components.seconds) s of its bye and was killed")
      isOver = true
    default:
      if let late = open.first(where: { $0.call.deadline.map { now >= $0 } ?? false }) { timedOut(late.id) }
    }
  }

  // MARK: Writing

  mutating func send(_ message: RunnerMessage) {
    outbox += message.json.utf8
    outbox.append(UInt8(ascii: "\n"))
    flush()
  }

  /// Writes what the driver takes; a driver that is gone is noticed by its end, not here.
  private mutating func flush() {
    while !outbox.isEmpty {
      let count = outbox.withUnsafeBytes { write(driver.child.input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      if count < 0, errno == EPIPE { inputClosed = inputClosed ?? .now }
      outbox = count <= 0 ? [] : outbox.dropFirst(count)
    }
  }

  /// Writes calls while the driver has room for them, and `bye` once none is left.
  private mutating func refill() {
    guard case .working = phase, !isOver else { return }
    while inputClosed == nil, open.count < capacity + ahead {
      guard let job = next ?? (isAlone ? nil : pool.nextShared()) else { break }
      next = nil
      call(job)
    }
    if open.isEmpty { leave() }
  }

  /// Says bye; a call under suspicion is first given time to do what it is suspected of.
  private mutating func leave() {
    if case .suspect? = trial, last != nil {
      let end = lingering ?? .now + Self.suspicionLimit
      lingering = end
      if .now < end { return }
    }
    if let listening, .now < listening { return }
    phase = .leaving(deadline: .now + Self.byeLimit)
    send(.bye)
  }

  // MARK: Reading

  mutating func readErrors() {
    read(driver.child.errors, whole: { $0.errorsClosed = true }) { $0.printed.appendErrors($1) }
  }

  mutating func readOutput() {
    read(driver.child.output, whole: { $0.outputClosed = .now }) { session, bytes in
      var pieces: [LineSplitter.Piece] = []
      session.splitter.append(bytes) { pieces.append($0) }
      for piece in pieces where !session.isOver {
        switch piece {
        case .output(let bytes): session.printed.append(bytes)
        case .line(let line): session.take(line)
        case .tooLong: session.fault("it wrote a line of more than \(LineSplitter.limit >> 20) MiB", blaming: nil)
        }
      }
    }
    if outputClosed != nil {
      printed.append(splitter.takePartial()[...])
    }
  }

  /// Reads what is there, at most 4 MiB at a time so that a flood cannot keep the session from its deadlines.
  private mutating func read(
    _ descriptor: Int32, whole: (inout Self) -> Void, _ handle: (inout Self, ArraySlice<UInt8>) -> Void
  ) {
    // Most of what comes is one message; a buffer for a flood is only made where there is one.
    var bytes = [UInt8](repeating: 0, count: 4096)
    for _ in 0..<64 where !isOver {
      let count = Platform.read(descriptor, &bytes, bytes.count)
      if count > 0 {
        handle(&self, bytes[..<count])
        if count < bytes.count { return }
        if bytes.count == 4096 { bytes = [UInt8](repeating: 0, count: 65_536) }
      } else if count == 0 {
        whole(&self)
        return
      } else if errno != EINTR {
        return
      }
    }
  }

  private mutating func take(_ line: [UInt8]) {
    switch DriverMessage.Line(line) {
    case .message(let message, _): receive(message)
    case .fault(let fault, let id): self.fault("\(fault.description), in the line \(Self.excerpt(line))", blaming: id)
    case .output: printed.append((line + [UInt8(ascii: "\n")])[...])
    }
  }

  static func excerpt(_ line: [UInt8]) -> String {
    let text = String(decoding: line.prefix(200), as: UTF8.self)
    return line.count > 200 ? text + "…" : text
  }
}
