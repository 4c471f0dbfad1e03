import ContractCore
import ContractLoopback
import ContractReporting
import Dispatch
import Synchronization

/// The driver processes that run one client's scenarios. Separate processes make sure that a client that crashes
/// affects only its own verdict.
///
/// Each worker is a thread that runs one driver at a time. A driver takes 30 ms or more to start. So another one is
/// added only if it would save more time than that, at the rate so far. If there are many calls, further drivers start
/// at once, because waiting for the rate of the first one would take as long as two starts. If one of multiple drivers
/// fails to start, its worker leaves its calls to the others.
final class Pool: Sendable {
  static let failFastReason = "an earlier scenario did not pass (--fail-fast)"

  /// What a pool runs, and what it reports. Its functions are called from any thread.
  struct Options: Sendable {
    var client: Plan.Client
    /// The runner's own environment.
    var environment: [String: String]
    var settings: RunSettings
    /// Whether passed scenarios keep their requests and replies, for a report that shows them.
    var keepsRecords: Bool
    /// Where the calls that passed are kept; nil for the memory.
    var calls: CallFile?
    /// What asks the real server in place of the scenarios' answers; nil if these are played.
    var provider: (any Provider)?
    var refusals = HostRefusals()
    /// Called with each call that shows what the client makes of its answers; nil if nobody asks.
    var onEvidence: (@Sendable (Job, Transport, CallEvidence) -> Void)?
    /// Called with each call and its verdict; nil if nobody asks. A corrected verdict is not passed again.
    var onCall: (@Sendable (Job, Script, Verdict) -> Void)?
    /// Called with the call that has run longest in a driver, and for how many seconds, if these are more than one; and
    /// with nil when it is over.
    var onLongCall: @Sendable (_ driver: pid_t, Job?, Double) -> Void = { _, _, _ in }
    /// Called with each verdict when it is known. A corrected verdict is passed again.
    var onVerdict: @Sendable (Job, Transport, Verdict) -> Void = { _, _, _ in }
  }

  /// How many times in a row a driver may end or stay silent before its hello, and how many calls in a row may get no
  /// port.
  static let startLimit = 3
  /// The seconds that another driver takes before its first call.
  private static let driverCost = 0.03
  /// The descriptors of a driver with one call: seven for its pipes, its proxy and its guard, one for its call's port, and
  /// the rest for connections. If calls had all descriptors, none of them could get a connection.
  private static let driverDescriptors = 12
  /// The smallest number of seconds that a call takes. Before the first hello, nothing better is known. With this
  /// value, a second driver starts with the first from about 600 calls, and a third from about 1,800.
  private static let callCost = 0.0001

  private let jobs: [Job]
  let options: Options
  let processes: Processes
  let server: LoopbackServer
  /// The authority of certificates.
  let authority: CertificateAuthority
  /// What the calls need that are not made in a driver with the runner's own environment. It is looked up for every call,
  /// so it is found once.
  private let special: [Job: DriverSetting]
  private let state: Mutex<State>
  /// Signaled when a worker has ended.
  private let ended = DispatchSemaphore(value: 0)

  /// Why a run ends early: the name of the signal, or another reason.
  typealias Stop = (why: String, isSignal: Bool)

  private struct State {
    /// The calls that wait. The next one is last.
    var waiting: [Job]
    /// Calls that run again, each in a driver of its own.
    var alone: [(job: Job, isolation: Isolation?)] = []
    var verdicts = Verdicts()
    /// What became known about calls that have a result but no verdict yet.
    var early: [Job: [(reason: Reason, record: Verdict.Exchanged?)]] = [:]
    var workers: [Int: WakePipe] = [:]
    var nextWorker = 0
    /// The largest number of drivers for which the machine has resources, as far as is known.
    var most = max(1, Platform.descriptorLimit / Pool.driverDescriptors - 1)
    var firstHello: ContinuousClock.Instant?
    var concluded = 0
    var failedStarts = 0
    /// Why no more drivers are started, and no more calls are made.
    var givenUp: Reason?
    /// Why the remaining scenarios do not run.
    var stopped: Stop?
    var hello: DriverMessage.Hello?
    var notices: [String] = []
    /// The networks of drivers that have ended, under whose guards processes may still run.
    var outlived: [(network: DriverNetwork, driver: pid_t)] = []
    /// What happened on the network that no call is blamed for, with the first example and the number of times.
    var remarks: [(what: String, first: String, count: Int)] = []

    /// Whether calls wait that may be made.
    var hasCalls: Bool { givenUp == nil && stopped == nil && !(waiting.isEmpty && alone.isEmpty) }

    /// Sets a verdict, under the lock under which the old one was read: connections amend it while the session concludes
    /// it.
    mutating func set(_ verdict: Verdict, of job: Job) {
      verdicts[job] = verdict
      concluded += 1
    }
  }

  init(_ jobs: [Job], options: Options, processes: Processes) {
    (self.jobs, self.options, self.processes) = (jobs, options, processes)
    authority = CertificateAuthority()
    server = LoopbackServer(tls: authority)
    let usesTLS = options.client.configured.route != .http
    let needed = jobs.lazy.map { ($0, DriverSetting(for: $0, usesTLS: usesTLS, in: options.environment)) }
      .filter { $1 != .own }
    let special = Dictionary(needed) { first, _ in first }
    self.special = special
    // Calls for one kind of driver are together.
    let together = special.isEmpty ? jobs : jobs.grouped { special[$0, default: .own] }.flatMap(\.elements)
    state = Mutex(State(waiting: together.reversed()))
  }

  func setting(for job: Job) -> DriverSetting { special[job] ?? .own }

  struct Summary {
    var verdicts: Verdicts
    /// The driver's hello; nil if no driver got that far.
    var hello: DriverMessage.Hello?
    var notices: [String]
  }

  /// Runs all jobs. Returns when every driver has ended and every verdict is final.
  func run() -> Summary {
    addWorker()
    while wantsWorker() { addWorker() }
    while true {
      let (isRunning, hasCalls) = state.withLock { (!$0.workers.isEmpty, $0.hasCalls) }
      if !isRunning, !hasCalls { break }
      // If two workers left at the same time, each may have relied on the other.
      if !isRunning { addWorker() }
      if ended.wait(timeout: .now() + Self.driverCost) == .timedOut, wantsWorker() { addWorker() }
    }
    // Every driver has ended, so nothing that comes now belongs to a client.
    server.close()
    authority.remove()
    noteRemnants()
    return state.withLock { state in
      let rest = state.givenUp ?? state.stopped.map { .notRun($0.why) } ?? .unplayed
      return Summary(
        verdicts: copy(of: state.verdicts) { $0.add(Verdict(noResult: rest), for: jobs) },
        hello: state.hello,
        notices: state.notices
          + state.remarks.map { "\($0.what): \($0.first)" + English.andMore($0.count - 1) })
    }
  }

  /// Ends the run. Drivers are stopped, and scenarios without a verdict do not run.
  func stop(_ why: String, isSignal: Bool = false) {
    state.withLock { state in
      if state.stopped == nil { state.stopped = (why, isSignal) }
      for wake in state.workers.values { wake.wake() }
    }
  }

  private func wantsWorker() -> Bool {
    state.withLock { state in
      let waiting = state.waiting.count + state.alone.count
      let workers = state.workers.count
      guard state.hasCalls, workers < min(options.settings.jobs, state.most) else { return false }
      var rest = Self.callCost * Double(waiting) / Double(workers)
      if let firstHello = state.firstHello {
        let elapsed = (ContinuousClock.now - firstHello) / .seconds(1)
        guard elapsed > Self.driverCost else { return false }
        rest = elapsed / Double(max(1, state.concluded)) * Double(waiting)
      }
      // Another driver would take its share of the waiting calls.
      return rest / Double(workers + 1) > Self.driverCost
    }
  }

  private func addWorker() {
    guard let wake = WakePipe() else {
      return cannotAddWorker("cannot create a pipe: \(Platform.message(errno))")
    }
    let number = state.withLock { state in
      state.nextWorker += 1
      state.workers[state.nextWorker] = wake
      return state.nextWorker
    }
    do throws(SystemThread.Failure) {
      try SystemThread.start { [self] in
        SystemThread.perform { Worker(pool: self, wake: wake).run() }
        state.withLock { _ = $0.workers.removeValue(forKey: number) }
        ended.signal()
      }
    } catch {
      state.withLock { _ = $0.workers.removeValue(forKey: number) }
      cannotAddWorker("cannot start a thread: \(Platform.message(error.number))")
    }
  }

  /// Continues with the existing workers. If there are none, the remaining scenarios do not run.
  private func cannotAddWorker(_ why: String) {
    let others = state.withLock { state in
      state.most = state.workers.count
      return !state.workers.isEmpty
    }
    if !others { giveUp(.givenUp(starts: 0, why: why)) }
  }
}

// The methods that workers call.
extension Pool {
  /// Why a call runs again alone, and what the result means.
  enum Isolation {
    /// Multiple calls were in flight, or none. The call's verdict is the one that it gets alone.
    case single
    /// A driver ended during this call, which followed another one. The other call may have left the cause behind.
    case crash(Verdict, after: Job)
    /// This call had no result at its deadline, and followed another one. The other call may have left the cause
    /// behind.
    case hang(after: Job)
    /// A driver ended during the call that followed this one. That call alone does not end a driver.
    case suspect(Verdict, of: Job)
  }

  /// Returns the next call for a driver that has just started, or nil if none waits or no driver may be started. A call
  /// with an isolation runs in a driver of its own, which then ends.
  func nextCall() -> (job: Job, isolation: Isolation?)? {
    state.withLock { state in
      if state.stopped != nil || state.givenUp != nil { return nil }
      return state.alone.popLast() ?? state.waiting.popLast().map { ($0, nil) }
    }
  }

  /// Returns the next call for a driver that is already running; nil if the next one needs another driver.
  func nextSharedCall(_ setting: DriverSetting) -> Job? {
    state.withLock { state in
      guard state.stopped == nil, state.givenUp == nil, let next = state.waiting.last,
        self.setting(for: next) == setting
      else { return nil }
      return state.waiting.popLast()
    }
  }

  /// Called by a worker that cannot start a driver. Returns whether others continue without it. If they do, no further
  /// driver is started beside them.
  func retireWorker() -> Bool {
    state.withLock { state in
      guard state.workers.count > 1 else { return false }
      state.most = state.workers.count - 1
      return true
    }
  }

  /// Why the run is ending, or nil if it is not.
  var stopReason: Stop? { state.withLock { $0.stopped } }

  /// Puts a call back as the next one, because its driver ended and the call was not the cause.
  func requeue(_ job: Job) { state.withLock { $0.waiting.append(job) } }

  /// Runs a call again in a driver of its own, because a driver ended and the cause is not clear.
  func runAlone(_ job: Job, _ isolation: Isolation = .single) { state.withLock { $0.alone.append((job, isolation)) } }

  /// Draws the conclusion from a call that ran alone.
  ///
  /// - Parameters:
  ///   - hasCrashed: Whether its driver ended by itself and the call was blamed for it.
  ///   - hasTimedOut: Whether it had no result at its deadline.
  func conclude(_ isolation: Isolation, of job: Job, hasCrashed: Bool, hasTimedOut: Bool) {
    if hasCrashed { return }
    switch isolation {
    case .single: break
    case .hang(let earlier):
      // Alone, it has a result, which decides its verdict.
      if !hasTimedOut { amend(earlier, .stalled(next: "\(job.contract.name)/\(job.scenario.name)")) }
    case .crash(let verdict, let earlier): runAlone(earlier, .suspect(verdict, of: job))
    case .suspect(let verdict, let victim):
      conclude(victim, verdict.notedAsUnrepeated)
    }
  }

  /// Records that a driver sent hello. The count of failed starts begins again.
  func received(_ hello: DriverMessage.Hello) {
    state.withLock { state in
      state.failedStarts = 0
      state.hello = state.hello ?? hello
      state.firstHello = state.firstHello ?? .now
    }
  }

  /// Records that a driver ended or stayed silent before its hello. After the third in a row, no more are started.
  ///
  /// - Returns: Whether others continue without its worker. They may hold the only port, or the lock, that it needs.
  func startFailed(_ why: String) -> Bool {
    if retireWorker() {
      notice("one of multiple drivers did not start; the run continues with one fewer: \(why)")
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

  /// Records that no driver can be started, or no port opened, and that another attempt would not help.
  func giveUp(_ reason: Reason) { state.withLock { $0.givenUp = $0.givenUp ?? reason } }

  /// Records that something came to a driver's port that is not its client's. No client is blamed for it.
  ///
  /// - Parameter line: The first line, if it came to the proxy and is not a proxy request; nil if it came from a port
  ///   from which the driver has not connected.
  func sawStranger(_ line: String?, from peer: Int) {
    guard let line else {
      return remark(
        "another process of this machine, which the driver did not start, connected to a port of the driver, and is not"
          + " taken for the client; if the client works in that process, add \"allow\": [\"*\"] to it in contract-run.json",
        "127.0.0.1:\(peer)")
    }
    // Without its query, which may contain a secret.
    remark(
      "the driver's proxy received something that is not a proxy request; no scenario is blamed for it",
      "\"\(String(line.prefix { $0 != "?" }).asLine)\" from 127.0.0.1:\(peer)")
  }

  /// How many seconds the killed processes of a driver have to end.
  private static let endLimit = 0.5

  /// Records that a driver has ended, but perhaps not everything that it started.
  func outlived(_ network: DriverNetwork, _ driver: pid_t) {
    state.withLock { $0.outlived.append((network, driver)) }
  }

  /// Notes which processes of the drivers are still running.
  private func noteRemnants() {
    let time = DispatchTime.now() + Self.endLimit
    for (network, driver) in state.withLock(\.outlived) {
      for remnant in network.remnants(of: driver, by: time) {
        remark(
          "a process that a driver started is still running, and every connection that it tries fails from now on"
            + " (ENOSYS), because the network guard ends with the run; end it, or add \"allow\": [\"*\"] to the client in"
            + " contract-run.json if it has to stay", "\(remnant.name), process \(remnant.process)")
      }
    }
  }

  /// Records something that no call is blamed for.
  func remark(_ what: String, _ example: String) {
    state.withLock { state in
      if let index = state.remarks.firstIndex(where: { $0.what == what }) {
        state.remarks[index].count += 1
      } else {
        state.remarks.append((what, example, 1))
      }
    }
  }

  func notice(_ text: String) {
    state.withLock { if !$0.notices.contains(text) { $0.notices.append(text) } }
  }

  /// Sets a call's verdict. It is provisional until the call's driver has ended.
  func conclude(_ job: Job, _ verdict: Verdict) {
    options.refusals.end(job)
    var verdict = verdict
    if let file = options.calls, verdict.status == .passed { verdict = file.storing(verdict, options.client.secrets) }
    let hello = state.withLock { state in
      if !state.early.isEmpty {
        for (reason, record) in state.early.removeValue(forKey: job) ?? [] { verdict.amend(reason, record: record) }
      }
      state.set(verdict, of: job)
      return state.hello
    }
    report(job, verdict, hello)
  }

  /// Adds to a verdict what became known after the result. It may be called from any thread.
  ///
  /// - Parameter output: What the driver has printed so far; nil if the verdict already has all of it.
  func amend(_ job: Job, _ reason: Reason, record: Verdict.Exchanged? = nil, output: String? = nil) {
    if job.excuses(reason) { return }
    var amended: (verdict: Verdict, hello: DriverMessage.Hello?)?
    state.withLock { state in
      guard var verdict = state.verdicts[job] else {
        // A late request may come on its connection while the result is still being judged.
        return state.early[job, default: []].append((reason, record))
      }
      verdict.amend(reason, record: record, output: output)
      state.set(verdict, of: job)
      amended = (verdict, state.hello)
    }
    if let (verdict, hello) = amended { report(job, verdict, hello) }
  }

  private func report(_ job: Job, _ verdict: Verdict, _ hello: DriverMessage.Hello?) {
    let transport = job.transport(for: hello)
    options.onVerdict(job, transport, verdict)
    guard options.settings.failFast, verdict.status.isBroken else { return }
    // A known issue does not end a run.
    if options.client.result(job, on: transport, verdict).verdict.status.isBroken { stop(Self.failFastReason) }
  }
}
