import ContractCore
import ContractLoopback

/// The life of one driver process, from its hello to its end. The session writes calls, answers requests, reads
/// results, and blames each failure on the scenario that it belongs to.
struct DriverSession {
  /// A call that was written and has no result yet. It belongs to its session's thread. It is a class, because the
  /// session goes through its calls several times for each message.
  final class OpenCall {
    let id: Int
    let job: Job
    let script: Script
    /// The server side of its client's requests on loopback; nil in memory.
    let loopback: LoopbackCall?
    /// How many requests the driver answers by itself.
    let answers: Int
    /// How many bytes the driver was sent when this call was.
    let sent: Int
    var requests: Set<Int> = []
    /// When it began; nil while it is only written ahead.
    var began: MonotonicTime?
    /// How many seconds it may take.
    var limit = 0.0
    var deadline: MonotonicTime?
    /// The memory of the driver when it was sent, if that counts.
    var memory: GroupMemory?

    init(
      _ id: Int, _ job: Job, _ script: Script, _ loopback: LoopbackCall?, answers: Int, sent: Int,
      memory: GroupMemory? = nil
    ) {
      (self.id, self.job, self.script, self.loopback) = (id, job, script, loopback)
      (self.answers, self.sent, self.memory) = (answers, sent, memory)
    }

    /// Blames the driver for a request that it did not write, although it wrote later ones.
    func blameLostRequest() {
      guard let last = requests.max(), let lost = (1...last).first(where: { !requests.contains($0) }) else { return }
      script.blame(.protocolFault("it wrote request \(last) of call \(id), but not request \(lost)"))
    }
  }

  enum Phase {
    case starting, working
    /// `bye` was written.
    case leaving
  }

  /// How many seconds a driver may take to end after `bye`: 2 s by the protocol, and one more for a slow machine.
  static let byeLimit = 3.0
  /// How many seconds a driver that closed its output or input may take to end. After that, it is a protocol fault. A process that
  /// crashes closes them too, and can take seconds to end on a busy machine.
  static let closedLimit = 5.0

  /// How many calls are written ahead of their turn at most.
  private static let window = 64
  /// How many seconds the calls that are written ahead may take. Another driver may be free meanwhile.
  private static let lookAhead = 0.02
  /// How many bytes may wait for the driver when another call is written ahead.
  private static let mostUnwritten = 1 << 20
  /// How many seconds the last call of a driver on loopback is watched for late requests after its result. In memory, the
  /// driver reports late requests as long as it lives. A client that waits for such requests has a deadline of its own.
  static let lateLimit = 0.075
  /// How many seconds the standard error of a driver that marks it may stay unread.
  static let errorsDelay = 0.002
  /// How long the session waits before it checks whether it was woken in time, in milliseconds.
  private static let longestWait: Int32 = 250
  /// The same while the memory of the driver counts.
  private static let memoryWait: Int32 = 50
  /// How many seconds a suspected call, which may have left something behind, is watched after its result.
  static let suspicionLimit = 0.5

  let driver: DriverProcess
  let pool: Pool
  let wake: WakePipe
  /// Why the session runs one call alone; nil if it runs calls as they come.
  let isolation: Pool.Isolation?
  let network: DriverNetwork

  /// What the driver's environment has. It makes only calls that need this.
  let setting: DriverSetting

  var phase = Phase.starting
  /// When the driver must have said hello, or ended; nil while it works.
  var phaseEnd: MonotonicTime?
  /// The call to make next. The first one is that for which the session was created.
  var next: Job?
  var capacity = 1
  /// How many more calls the driver takes ahead of their turn.
  var ahead = 0
  /// How many seconds the last calls took: each counts a quarter of those after it.
  var pace = 0.0
  /// How many calls in a row got no port.
  var callsWithoutPort = 0
  var hello: DriverMessage.Hello?
  /// The calls without a result, in the order in which they were written.
  var open: [OpenCall] = []
  /// The calls on one client that are being made; nil if there are none.
  var group: OpenGroup?
  /// The jobs that were called. The index is the call's id minus 1.
  var called: [Job] = []
  var last: Job?
  /// Whether the host of a call was one that nobody finds. A client may still look it up after its result.
  var hadUnknownHost = false
  var printed = PrintedOutput()
  var pipes: DriverPipes
  /// What `poll` waits for. It is filled again each time, in the same memory.
  private var polls: [pollfd] = []
  /// When standard error was last read, and whether standard output was not read since then.
  private(set) var (errorsRead, errorsAreCurrent) = (MonotonicTime.now, false)
  /// When deadlines were last checked.
  private var looked = MonotonicTime.now
  /// When the last wait ended.
  private(set) var polled = MonotonicTime.now
  /// When the delay of bye for a suspected call ends; nil if bye is not delayed for one.
  var lingering: MonotonicTime?
  /// When the delay of bye for late requests on loopback ends; nil if bye is not delayed for them.
  var listening: MonotonicTime?
  /// The id of the call that was reported because it has run longest; nil if none was.
  private var longCall: Int?
  /// Whether the driver ended by itself and a call was blamed for it.
  var hasCrashed = false
  /// Whether the call in flight had no result at its deadline.
  var hasTimedOut = false
  /// Whether the driver never started to work, or has no descriptor for a call, and other workers go on without this
  /// one.
  var leavesToOthers = false
  /// Whether the driver has no hosts for the next call, so that another driver makes it.
  var isUsedUp = false
  /// Whether the session is over. Then nothing more is read.
  var isOver = false

  init(
    _ driver: DriverProcess, pool: Pool, wake: WakePipe, network: DriverNetwork, first: Job, isolation: Pool.Isolation?
  ) {
    self.driver = driver
    pipes = DriverPipes(driver)
    (self.pool, self.wake, self.network, self.isolation) = (pool, wake, network, isolation)
    next = first
    setting = pool.setting(for: first)
    phaseEnd = MonotonicTime.now + pool.options.client.configured.helloLimit
  }

  mutating func run() {
    pipes.send(.hello(protocolVersion: 1, runner: "contract-run \(version)"))
    while !isOver {
      wait()
      if isOver { break }
      if let stop = pool.stopReason, !isLeaving {
        abandon(stop)
        break
      }
      if let termination = driver.termination {
        readOutput()
        readErrors()
        if !isOver { died(termination) }
        break
      }
      checkTime()
      checkMemory()
      cancelIfDue()
      refill()
      reportLongCall()
    }
    if longCall != nil { pool.options.onLongCall(driver.child.pid, nil, 0) }
    for call in open { call.loopback?.retire() }
    // A call that was taken and never made goes to another driver.
    if let next { isolation.map { pool.runAlone(next, $0) } ?? pool.requeue(next) }
  }

  var isAlone: Bool { isolation != nil }

  /// Returns the call with an id if it has its result. Returns nil if it has none, or was never made.
  func finished(_ id: Int) -> Job? {
    id > 0 && id <= called.count && !open.contains { $0.id == id } ? called[id - 1] : nil
  }

  var isLeaving: Bool { phase == .leaving }

  /// The calls that run now. Calls that were only written ahead are not included, and those on one client count as one.
  var inFlight: [OpenCall] { group == nil ? open.filter { $0.began != nil } : Array(open.prefix(1)) }

  // MARK: Waiting

  /// Sleeps until something can be read or written or a deadline passes, then reads and writes.
  private mutating func wait() {
    pipes.flush()
    polls.removeAll(keepingCapacity: true)
    polls.append(pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0))
    // The marks show to which call the output belongs, so it need not be read immediately: a mark before each call
    // would wake the runner once more. It is read with each result. If the last reading is too long ago, the runner
    // waits for it, because its writer may be waiting too.
    var errorsWait: Double = 0
    if printed.isMarked, !open.isEmpty { errorsWait = errorsRead + Self.errorsDelay - .now }
    pipes.addPolls(to: &polls, errors: errorsWait <= 0)
    var timeout = timeToNextDeadline()
    if errorsWait > 0 {
      let milliseconds = Int32((errorsWait * 1000).rounded(.up))
      timeout = timeout < 0 ? milliseconds : min(timeout, milliseconds)
    }
    let count = poll(&polls, nfds_t(polls.count), timeout)
    polled = .now
    if timeout >= 0 { postponeDeadlines(by: polled - looked - Double(timeout) / 1000) }
    guard count > 0 else { return }
    let polls = polls
    for entry in polls where entry.revents != 0 && !isOver {
      switch entry.fd {
      case wake.descriptor:
        wake.drain()
        readOutput()
      case driver.child.output: readOutput()
      case driver.child.errors: readErrors()
      default: pipes.flush()
      }
    }
  }

  /// Returns the milliseconds for `poll`, or -1 if there is no deadline.
  private func timeToNextDeadline() -> Int32 {
    var first: MonotonicTime?
    func note(_ deadline: MonotonicTime?) {
      if let deadline, first.map({ deadline < $0 }) ?? true { first = deadline }
    }
    for call in open { note(call.deadline) }
    note(phaseEnd)
    if !isLeaving {
      note(pipes.outputClosed.map { $0 + Self.closedLimit })
      note(pipes.inputClosed.map { $0 + Self.closedLimit })
      if open.isEmpty {
        note(lingering)
        note(listening)
      }
    }
    guard let first else { return -1 }
    let longest = awaitsCancel ? Self.cancelPause : open.last?.memory == nil ? Self.longestWait : Self.memoryWait
    return Int32(max(0, min(((first - .now) * 1000).rounded(.up), Double(longest))))
  }

  /// Moves deadlines by the time in which this thread should have run but did not. The machine was suspended or too
  /// busy, and nobody answered the driver during that time.
  private mutating func postponeDeadlines(by seconds: Double) {
    // A poll takes less than this.
    guard seconds > 0.01 else { return }
    for call in open { call.deadline = call.deadline.map { $0 + seconds } }
    phaseEnd = phaseEnd.map { $0 + seconds }
  }

  /// Looks how much memory the call needs that runs alone for this, if one does.
  func checkMemory() {
    guard let call = open.last, call.memory != nil else { return }
    call.memory?.look()
    if let growth = call.memory?.growth, growth > Excess.limit { call.script.exceed(.memory(growth)) }
  }

  private mutating func checkTime() {
    // The time for reading and judging is not the driver's time either. Its result may have come in the meantime.
    postponeDeadlines(by: .now - polled)
    let now = MonotonicTime.now
    looked = now
    if let outputClosed = pipes.outputClosed, now >= outputClosed + Self.closedLimit, !isLeaving {
      return protocolFault("it closed its standard output but did not exit", blaming: nil)
    }
    if let inputClosed = pipes.inputClosed, now >= inputClosed + Self.closedLimit, !isLeaving {
      return protocolFault("it closed its standard input but did not exit", blaming: nil)
    }
    let isLate = phaseEnd.map { now >= $0 } ?? false
    if isLate, phase == .starting {
      let limit = Seconds.limit(pool.options.client.configured.helloLimit)
      startFailed(
        "no hello within \(limit); \"startTimeout\" of the client in \(Configuration.fileName) raises this limit")
    } else if isLate {
      pool.notice("a driver did not end within \(Int(Self.byeLimit)) s of its bye and was killed")
      isOver = true
    } else if let late = open.first(where: { $0.deadline.map { now >= $0 } ?? false }) {
      timedOut(late)
    }
  }

  /// Reports the call that has run longest, if that is more than a second. Calls are written in the order in which they
  /// begin, so it is the first one. While a call runs, the session checks this a few times a second, because the call
  /// has a deadline.
  private mutating func reportLongCall() {
    let first = open.first { $0.began != nil }
    let seconds = first?.began.map { looked - $0 } ?? 0
    let call = seconds > 1 ? first : nil
    if call?.id == longCall { return }
    longCall = call?.id
    pool.options.onLongCall(driver.child.pid, call?.job, call == nil ? 0 : seconds)
  }

  // MARK: Writing

  /// Writes calls while the driver has room for them, and `bye` when none is left.
  private mutating func refill() {
    guard phase == .working, !isOver else { return }
    while pipes.inputClosed == nil, hasRoom, !leavesToOthers, !isUsedUp {
      guard let job = next ?? (isAlone ? nil : pool.nextSharedCall(setting)) else { break }
      next = job
      // It runs alone.
      if job.runsAlone, !open.isEmpty { break }
      next = nil
      call(job)
    }
    // Answers and calls go out together, and a call begins when it was written.
    pipes.flush()
    beginCalls(at: .now)
    if open.isEmpty { leave() }
  }

  /// Whether to write a call: it can run now, or it can be written ahead of its turn.
  ///
  /// Only the marks show to which of multiple calls ahead the output belongs. A call on loopback has sockets, which are
  /// few. One call ahead is only written together with an answer: alone it would wake the driver for nothing. On
  /// loopback there are no answers to wait for.
  private var hasRoom: Bool {
    if open.last?.job.runsAlone == true { return false }
    if open.count < capacity { return true }
    let isOnLoopback = open.contains { $0.loopback != nil }
    if capacity == 1, ahead > 1, printed.isMarked, !isOnLoopback {
      let isSoon = pace * Double(open.count) <= Self.lookAhead || open.count <= 1
      return isSoon && open.count <= min(ahead, Self.window) && pipes.unwritten < Self.mostUnwritten
    }
    return open.count - capacity < min(ahead, 1) && (pipes.hasOutput || isOnLoopback)
  }

  /// Writes bye. A suspected call first gets time to do what it is suspected of.
  private mutating func leave() {
    if case .suspect? = isolation, last != nil {
      let end = lingering ?? MonotonicTime.now + Self.suspicionLimit
      lingering = end
      if MonotonicTime.now < end { return }
    }
    if let listening, MonotonicTime.now < listening { return }
    (phase, phaseEnd) = (.leaving, MonotonicTime.now + Self.byeLimit)
    pipes.send(.bye)
  }

  // MARK: Reading

  mutating func readErrors() {
    printed.appendErrors(pipes.readErrors(), calls: called.count)
    (errorsRead, errorsAreCurrent) = (.now, true)
  }

  mutating func readOutput() {
    let events = pipes.readOutput(network)
    errorsAreCurrent = false
    for event in events where !isOver {
      switch event {
      case .visited(.escape(let escape)): escaped(escape)
      case .visited(.stranger(let line, let peer)): pool.sawStranger(line, from: peer)
      case .visited(.lookup(let address)):
        pool.remark(
          "a driver connected a UDP socket that sent nothing, as name lookups do; no scenario is blamed for it",
          address)
      case .visited(.question): asked()
      case .visited(.missed(let hidden, let error)): missed(hidden, error)
      case .wrote(.output(let bytes)): takeOutput(bytes)
      case .wrote(.line(let line)): handle(line)
      case .wrote(.tooLong): protocolFault("it wrote a line of more than \(LineSplitter.limit >> 20) MiB", blaming: nil)
      }
    }
    if pipes.outputClosed != nil { printed.append(pipes.takePartial()[...]) }
  }

  private mutating func handle(_ line: [UInt8]) {
    switch DriverMessage.Line(line) {
    case .message(let message, _): receive(message)
    case .malformed(let errors, let id):
      protocolFault("\(errors[0].description), in the line \(Self.excerpt(line))", blaming: id)
    case .output: takeOutput((line + [UInt8(ascii: "\n")])[...])
    }
  }

  private mutating func takeOutput(_ bytes: ArraySlice<UInt8>) {
    // Its call's mark may still be unread, but the pipe already contains it.
    if printed.isMarked, !errorsAreCurrent { readErrors() }
    printed.append(bytes, before: capacity == 1 ? open.first?.id : nil)
  }

  static func excerpt(_ line: [UInt8]) -> String {
    let text = String(decoding: line.prefix(200), as: UTF8.self)
    return line.count > 200 ? text + "…" : text
  }
}
