import ContractCore
import ContractReporting
import Foundation

/// `contract-run run --watch`: runs what changed files and keys ask for, one run after the other, until a key or a signal ends
/// it.
///
/// Each run is a process of its own, `contract-run run`. So a crash or a leak of one run does not affect the next.
struct Watch: StartedCommand {
  let invocation: Invocation

  func run() throws(Exit) -> Int32 {
    if let report = arguments.all(.report).first(where: { $0.hasSuffix("=\(ReportFile.standardOutput)") }) {
      throw .usage(
        "'--watch' cannot write a report to standard output, found '--report \(report)'", "write it to a file")
    }
    let clients = try invocation.clients()
    let wake = try invocation.wakeOnSignal()
    defer { Keyboard.restore() }
    let files = WatchedFiles(arguments, clients.configuration, environment, processes, interruption)
    var session = Session(watch: self, files: files, wake: wake)
    session.queue.add(WatchWork(scenarios: arguments.has(.lastFailed) ? .failed : .all))
    while session.goesOn() { session.wait() }
    return 0
  }

  func command(of run: WatchQueue.Run) -> [String] {
    var arguments = arguments
    for option in [Option.watch, .lastFailed] { arguments.remove(option) }
    if let filter = run.filter { arguments.replace(.filter, with: filter) }
    if !run.builds { arguments.replace(.noBuild) }
    switch run.scenarios {
    case .all: break
    case .contracts(let changed): arguments.paths = changed.sorted()
    case .failed: arguments.replace(.lastFailed)
    }
    return [Bundle.main.executablePath ?? "contract-run", Command.run.name] + arguments.words() + arguments.operands
  }
}

/// The state of `--watch` between two looks at the files.
private struct Session {
  let watch: Watch
  var files: WatchedFiles
  let wake: WakePipe
  var queue = WatchQueue()
  var keys = WatchKeys()
  var child: DriverProcess?
  /// Whether the run that goes on was asked to make way for the next one.
  var makesWay = false
  /// How often the user asked to end.
  var ends = 0
  /// The files that changed since the last run began.
  var changed: Set<String> = []
  var byRuns = ChangesByRuns()
  /// Whether files have not changed since the last look.
  var isQuiet = true
  /// Whether there is a terminal that sends keys.
  var hasKeys = Keyboard.readKeys()
  /// The line that stands at the end of the screen.
  var drawn: CleanText = ""

  /// Does what has to be done now. Returns false at the end.
  mutating func goesOn() -> Bool {
    let wasRunning = child != nil
    if let termination = child?.termination {
      child?.end()
      child = nil
      queue.ended(end(of: termination))
    }
    if watch.interruption.signal != nil, ends == 0 { end() }
    if ends > 0 { return child != nil }
    let change = files.change()
    if let change { addWork(change, duringRun: wasRunning) }
    if wasRunning, child == nil { byRuns.ended() }
    isQuiet = change == nil
    if let run = queue.next(isQuiet: isQuiet) { start(run) }
    makeWay()
    draw()
    return true
  }

  /// Adds what has to run because of changed files, unless every run changes them.
  private mutating func addWork(_ change: WatchedFiles.Change, duringRun: Bool) {
    if duringRun {
      let (runs, found) = byRuns.add(change.paths)
      if !found.isEmpty { say(WatchText.changedByRuns(found)) }
      if !runs { return }
    } else {
      byRuns.addByOthers(change.paths)
    }
    queue.add(change.work)
    changed.formUnion(change.paths)
  }

  /// Waits for a key, the end of a run or a signal, but not longer than until the files are looked at again.
  mutating func wait() {
    hasKeys = hasKeys && Keyboard.readKeys()
    var polls = [pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)]
    // In the background, to read keys would stop the process.
    if hasKeys, Keyboard.isOurs { polls.append(pollfd(fd: 0, events: Int16(POLLIN), revents: 0)) }
    _ = poll(&polls, nfds_t(polls.count), files.pause)
    wake.drain()
    guard polls.count > 1, polls[1].revents != 0, Keyboard.isOurs else { return }
    let bytes = Keyboard.keys()
    hasKeys = bytes != nil
    for command in keys.consume(bytes ?? []) { follow(command) }
  }

  /// Returns what the end of a run says about it.
  private func end(of termination: TerminationStatus) -> WatchQueue.End {
    switch termination {
    case .exit(0): .built
    case .exit(1): files.failureNeedsDriver ? .built : .withVerdicts
    case .exit(3): .withVerdicts
    default: .withoutVerdicts
    }
  }

  private mutating func follow(_ command: WatchKeys.Command) {
    switch command {
    case .all: queue.add(WatchWork(scenarios: .all))
    case .failed where watch.arguments.driver != nil:
      say("--last-failed cannot be combined with -- DRIVER, so f does nothing here")
    case .failed: queue.add(WatchWork(scenarios: .failed))
    case .again: queue.again()
    case .filter(let text): queue.choose(text)
    case .help: say(WatchText.help)
    case .quit: end()
    }
  }

  /// Asks the run that goes on to end, and kills it if it was asked before.
  private mutating func end() {
    ends += 1
    erase()
    guard let child else { return }
    if ends == 1 { kill(child.child.pid, SIGINT) } else { kill(-child.child.pid, SIGKILL) }
  }

  /// Asks a run of `--until-fail` to end if something else has to run, because it may have no other end.
  private mutating func makeWay() {
    guard let child, !makesWay, isQuiet, queue.isBlocked, watch.arguments.has(.untilFail) else { return }
    makesWay = true
    kill(child.child.pid, SIGINT)
  }

  private mutating func start(_ run: WatchQueue.Run) {
    erase()
    makesWay = false
    if !changed.isEmpty { say(WatchText.changed(changed.sorted())) }
    changed = []
    do throws(Processes.SpawnFailure) {
      let started = try watch.processes.spawn(
        watch.command(of: run), in: nil, environment: watch.environment.merging([ReportedRun.watchMark: "1"]) { $1 },
        streams: .inherited)
      child = try DriverProcess(started, processes: watch.processes, wake: wake)
    } catch {
      say("error: \(error.command) cannot be started: \(Platform.message(error.number))")
      queue.ended(.withoutVerdicts)
    }
  }

  // MARK: The screen

  private mutating func say(_ text: CleanText) {
    erase()
    StandardOutput.print(text)
  }

  /// Draws the line about what is waited for. Without keys, it is printed once after each run.
  private mutating func draw() {
    guard child == nil, isQuiet, ends == 0 else { return }
    let line = WatchText.status(files: files.count, filter: queue.filter, typed: keys.text, hasKeys: hasKeys)
    if line == drawn { return }
    erase()
    let width = hasKeys ? Platform.terminalWidth(1) : nil
    StandardOutput.write(width.map { line.cut(to: $0 - 1) } ?? line + "\n")
    drawn = line
  }

  private mutating func erase() {
    if !drawn.isEmpty, hasKeys { StandardOutput.write(ConsoleReporter.eraseLine) }
    drawn = ""
  }
}
