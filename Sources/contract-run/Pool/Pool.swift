import ContractCore
import Dispatch
import Synchronization

/// Runs one client's scenarios in driver processes, so that a client that dies takes nothing with it but its own verdict.
///
/// Each worker is a thread with one driver at a time. A driver costs 30 ms and more to start, so another one is added only
/// while it would save more than that by the rate so far. Many calls are worth another driver at any rate: it starts at
/// once then, since whoever waits for the first one's rate waits for two starts. Where one beside others fails to start, its
/// worker leaves the calls to them.
final class Pool: Sendable {
  struct Settings: Sendable {
    /// The driver's program and arguments.
    var command: [String]
    /// The folder it runs in; nil for the runner's own.
    var folder: String?
    /// The runner's own environment.
    var environment: [String: String]
    /// Seconds that a call may take where its contract does not say.
    var timeout: Double
    /// The most drivers at a time.
    var jobs: Int
    /// Whether the first scenario that does not pass ends the run.
    var failFast: Bool
    /// Whether passed scenarios keep what went over the wire, for a report that tells it.
    var keepsRecords: Bool
  }

  /// How many times in a row a driver may end, or stay silent, before its hello.
  static let startLimit = 3
  /// What another driver costs before its first call, in seconds.
  private static let driverCost = 0.03
  /// What a call takes at the least, in seconds: until the first hello nothing better is known, so that a second driver
  /// starts with the first from some 600 calls, a third from some 1,800.
  private static let callCost = 0.0001

  let settings: Settings
  let processes: Processes
  /// What answers on loopback.
  let server: LoopbackServer
  private let state: Mutex<State>
  /// Signalled whenever a worker has ended.
  private let ended = DispatchSemaphore(value: 0)
  /// Told each verdict as it comes; it may come again, corrected.
  private let onVerdict: @Sendable (Int, Transport, Verdict) -> Void

  private struct State {
    /// The calls that wait, the next one last.
    var waiting: [Job]
    /// Calls that are run again, each in a driver of its own.
    var alone: [(job: Job, trial: Trial)] = []
    var verdicts: [Verdict?]
    /// What became known of calls whose result is out and whose verdict is not.
    var early: [Int: [(reason: Reason, record: Verdict.Exchanged?)]] = [:]
    var workers: [Int: WakePipe] = [:]
    var nextWorker = 0
    /// The most drivers that the machine has room for, as far as is known.
    var most = Int.max
    /// When the first driver said hello.
    var firstHello: ContinuousClock.Instant?
    /// How many verdicts have come.
    var concluded = 0
    var failedStarts = 0
    /// Why no driver is started any more.
    var givenUp: Reason?
    /// Why the rest is not run.
    var stopped: String?
    var hello: DriverMessage.Hello?
    var notices: [String] = []
    /// The first line that came to a proxy and cannot be the client's, and how many came.
    var strangers: (first: String, count: Int)?
  }

  /// - Parameters:
  ///   - jobs: What to run; each job's `index` is its place in the verdicts.
  ///   - onVerdict: Told each verdict as it comes, from any thread; it may come again, corrected.
  init(
    _ jobs: [Job], settings: Settings, processes: Processes,
    onVerdict: @escaping @Sendable (Int, Transport, Verdict) -> Void
  ) {
    self.settings = settings
    self.processes = processes
    server = LoopbackServer { processes.withoutSpawning($0) }
    self.onVerdict = onVerdict
    state = Mutex(State(waiting: jobs.reversed(), verdicts: Array(repeating: nil, count: jobs.count)))
  }

  /// What a pool came to.
  struct Summary {
    var verdicts: [Verdict]
    /// What the driver said of itself; nil where none came that far.
    var hello: DriverMessage.Hello?
    var notices: [String]
  }

  /// Runs everything; returns when every driver has ended and every verdict is final.
  func run() -> Summary {
    addWorker()
    while wantsWorker() { addWorker() }
    while true {
      let running = state.withLock { !$0.workers.isEmpty }
      if !running {
        // Of two that left at once each may have counted on the other.
        if !isStarved() { break }
        addWorker()
      }
      if ended.wait(timeout: .now() + Self.driverCost) == .timedOut, wantsWorker() { addWorker() }
    }
    // What comes now comes from nobody: every driver has ended.
    server.close()
    return state.withLock { state in
      let rest = state.givenUp ?? .notRun(state.stopped ?? "the run ended before its turn")
      return Summary(
        verdicts: state.verdicts.map { $0 ?? Verdict(reasons: [rest]) }, hello: state.hello,
        notices: state.notices + Self.notice(of: state.strangers))
    }
  }

  /// Ends the run: drivers are stopped, what has no verdict is not run.
  func stop(_ why: String) {
    state.withLock { state in
      if state.stopped == nil { state.stopped = why }
      for wake in state.workers.values { wake.wake() }
    }
  }

  /// Whether calls wait that nobody takes.
  private func isStarved() -> Bool {
    state.withLock { state in
      state.workers.isEmpty && state.givenUp == nil && state.stopped == nil
        && !(state.waiting.isEmpty && state.alone.isEmpty)
    }
  }

  private func wantsWorker() -> Bool {
    state.withLock { state in
      if state.givenUp != nil || state.stopped != nil { return false }
      let waiting = state.waiting.count + state.alone.count
      let workers = state.workers.count
      guard workers < min(settings.jobs, state.most), waiting > 0 else { return false }
      var rest = Self.callCost * Double(waiting) / Double(workers)
      if let firstHello = state.firstHello {
        let elapsed = (ContinuousClock.now - firstHello) / .seconds(1)
        guard elapsed > Self.driverCost else { return false }
        rest = elapsed / Double(max(1, state.concluded)) * Double(waiting)
      }
      // Another driver would take over its part of what waits.
      return rest / Double(workers + 1) > Self.driverCost
    }
  }

  private func addWorker() {
    guard let wake = processes.withoutSpawning({ WakePipe() }) else {
      return cannotAddWorker("no pipe could be made: \(Platform.message(errno))")
    }
    let number = state.withLock { state in
      state.nextWorker += 1
      state.workers[state.nextWorker] = wake
      return state.nextWorker
    }
    do throws(SystemThread.Failure) {
      try SystemThread { [self] in
        SystemThread.perform { Worker(pool: self, wake: wake).run() }
        state.withLock { _ = $0.workers.removeValue(forKey: number) }
        ended.signal()
      }.detach()
    } catch {
      state.withLock { _ = $0.workers.removeValue(forKey: number) }
      cannotAddWorker("no thread could be started: \(Platform.message(error.number))")
    }
  }

  /// Goes on with the workers that there are; without any the rest is not run.
  private func cannotAddWorker(_ why: String) {
    let others = state.withLock { state in
      state.most = state.workers.count
      return !state.workers.isEmpty
    }
    if !others { giveUp(.givenUp(starts: 0, why: why)) }
  }
}

// What workers ask and tell.
extension Pool {
  /// A call for a worker whose driver is fresh.
  enum Turn {
    case shared(Job)
    /// In a driver of its own, which then ends.
    case alone(Job, Trial)
  }

  /// Why a call is run again alone, and what follows from how that ends.
  enum Trial {
    /// Several calls were in flight, or none: its verdict is the one that it gets alone.
    case single
    /// A driver ended during it, after another call: what that one left behind may be the cause.
    case crash(Verdict, after: Job)
    /// A call had no result at its deadline, after another call: what that one left behind may be the cause.
    case hang(after: Job)
    /// A driver ended during the call after it, which does not end one alone.
    case suspect(Verdict, of: Job)
  }

  /// The next call for a fresh driver; nil where none waits or no driver may be started.
  func nextTurn() -> Turn? {
    state.withLock { state in
      if state.stopped != nil || state.givenUp != nil { return nil }
      if let (job, trial) = state.alone.popLast() { return .alone(job, trial) }
      return state.waiting.popLast().map(Turn.shared)
    }
  }

  /// The next call for a driver that is at work already.
  func nextShared() -> Job? {
    state.withLock { state in state.stopped == nil && state.givenUp == nil ? state.waiting.popLast() : nil }
  }

  /// A worker cannot start a driver: whether others go on without it, and without another one beside them.
  func leave() -> Bool {
    state.withLock { state in
      guard state.workers.count > 1 else { return false }
      state.most = state.workers.count - 1
      return true
    }
  }

  /// Why the run is being ended; nil where it is not.
  var stopReason: String? { state.withLock { $0.stopped } }

  /// Puts a call back to be the next, because its driver ended through no fault of its own.
  func putBack(_ job: Job) { state.withLock { $0.waiting.append(job) } }

  /// Has a call run in a driver of its own, because a driver ended and it is not clear by whose fault.
  func runAlone(_ job: Job, _ trial: Trial = .single) { state.withLock { $0.alone.append((job, trial)) } }

  /// Draws the conclusion from a call's run alone.
  ///
  /// - Parameters:
  ///   - hasCrashed: Whether its driver ended by itself, and the call is charged with it.
  ///   - hasTimedOut: Whether it had no result at its deadline.
  func settle(_ trial: Trial, of job: Job, hasCrashed: Bool, hasTimedOut: Bool) {
    if hasCrashed { return }
    switch trial {
    case .single: break
    case .hang(let earlier):
      // Alone it has a result, by which it is judged.
      if !hasTimedOut { amend(earlier, .stalled(next: "\(job.contract.name)/\(job.scenario.name)")) }
    case .crash(let verdict, let earlier): runAlone(earlier, .suspect(verdict, of: job))
    case .suspect(let verdict, let victim):
      let note = "it did not happen again with this call alone, nor with the one before it"
      var verdict = verdict
      verdict.reasons = verdict.reasons.map { reason in
        if case .crashed(let death, let trace, _) = reason { return .crashed(death, trace, note: note) }
        return reason
      }
      conclude(victim, verdict)
    }
  }

  /// A driver said hello: starts count anew.
  func said(_ hello: DriverMessage.Hello) {
    state.withLock { state in
      state.failedStarts = 0
      state.hello = state.hello ?? hello
      state.firstHello = state.firstHello ?? .now
    }
  }

  /// A driver ended or stayed silent before its hello; after the third in a row no more are started.
  ///
  /// - Returns: Whether others go on without its worker: they may have the one port, or the lock, that it needs.
  func startFailed(_ why: String) -> Bool {
    if leave() {
      notice("one of several drivers did not start, and the run goes on with one fewer: \(why)")
      return true
    }
    state.withLock { state in
      state.failedStarts += 1
      if state.failedStarts >= Self.startLimit, state.givenUp == nil {
        state.givenUp = .givenUp(starts: state.failedStarts, why: why)
      }
    }
    return false
  }

  /// No driver can be started, and trying again would not help.
  func giveUp(_ reason: Reason) { state.withLock { $0.givenUp = $0.givenUp ?? reason } }

  /// Takes note of what came to a driver's proxy and is not a proxy request: no client is charged with it.
  func sawStranger(_ line: String, from peer: Int) {
    state.withLock { state in
      // Without its query: there may be a secret in it.
      let shown = String(line.prefix { $0 != "?" }).asLine
      let first = state.strangers?.first ?? "\"\(shown)\" from 127.0.0.1:\(peer)"
      state.strangers = (first, (state.strangers?.count ?? 0) + 1)
    }
  }

  private static func notice(of strangers: (first: String, count: Int)?) -> [String] {
    strangers.map { first, count in
      let more = count > 1 ? ", and \(count - 1) more" : ""
      return [
        "something that is not a proxy request came to the driver's proxy; no scenario is charged with it: \(first)\(more)"
      ]
    } ?? []
  }

  func notice(_ text: String) {
    state.withLock { if !$0.notices.contains(text) { $0.notices.append(text) } }
  }

  /// Sets a call's verdict, provisional until its driver has ended.
  func conclude(_ job: Job, _ verdict: Verdict) {
    var verdict = verdict
    let preferred = state.withLock { state in
      if !state.early.isEmpty {
        for (reason, record) in state.early.removeValue(forKey: job.index) ?? [] { verdict.add(reason, record) }
      }
      return set(verdict, of: job, &state)
    }
    tell(job, verdict, preferred)
  }

  /// Adds to a verdict what became known after the result; from any thread.
  ///
  /// - Parameter output: What the driver has printed by now; nil where that is what the verdict has already.
  func amend(_ job: Job, _ reason: Reason, record: Verdict.Exchanged? = nil, output: String? = nil) {
    let amended = state.withLock { state -> (Verdict, Transport?)? in
      guard var verdict = state.verdicts[job.index] else {
        // A late request may come on its connection while the result is still being judged.
        state.early[job.index, default: []].append((reason, record))
        return nil
      }
      verdict.add(reason, record)
      if let output { verdict.output = output }
      let preferred = set(verdict, of: job, &state)
      return (verdict, preferred)
    }
    if let (verdict, preferred) = amended { tell(job, verdict, preferred) }
  }

  /// Under the lock in which the verdict was looked at: connections amend it while the session concludes.
  ///
  /// - Returns: What the driver prefers to run on.
  private func set(_ verdict: Verdict, of job: Job, _ state: inout State) -> Transport? {
    state.verdicts[job.index] = verdict
    state.concluded += 1
    return state.hello?.preferred
  }

  private func tell(_ job: Job, _ verdict: Verdict, _ preferred: Transport?) {
    onVerdict(job.index, job.transport ?? preferred ?? .memory, verdict)
    if settings.failFast, verdict.status == .failed || verdict.status == .errored { stop(ClientRun.failFastReason) }
  }
}

extension Verdict {
  /// Adds what became known after the result.
  fileprivate mutating func add(_ reason: Reason, _ record: Exchanged?) {
    if reasons.add(reason), let record { self.record.append(record) }
  }
}
