import ContractCore
import ContractReporting

/// The command that builds a client's driver. Its output is kept back, and printed only if the build fails by itself.
struct BuildStep {
  /// How many bytes of the output are kept at its beginning and at its end.
  private static let limit = 1 << 18
  /// How many seconds a build may take. The first one of a large client may need many minutes.
  private static let longest = 3600.0

  var client: String
  var command: [String]
  /// The folder in which the command runs; nil for the runner's own.
  var folder: String?
  /// The form of standard error. If it is verbose, the command's output goes there at once.
  var settings: ConsoleSettings

  private var shown: String { command.joined(separator: " ") }

  /// Runs the command. Returns what went wrong, or nil.
  func run(_ environment: [String: String], _ processes: Processes) -> String? {
    let verbosity = settings.verbosity
    let isLive = settings.isLive && verbosity == .normal
    if !isLive, verbosity != .quiet { write(line() + "\n") }
    guard let wake = WakePipe() else { return cannotStart("cannot create a pipe", errno) }
    let process: DriverProcess
    do throws(Processes.SpawnFailure) {
      let child = try processes.spawn(
        command, in: folder, environment: environment, streams: verbosity == .verbose ? .toStandardError : .onePipe)
      process = try DriverProcess(child, processes: processes, wake: wake)
    } catch {
      return cannotStart(error.command, error.number)
    }
    defer { process.end() }
    let begin = MonotonicTime.now
    var drawn: CleanText = ""
    let (termination, output) = wait(for: process, wake, until: begin + Self.longest) {
      let line = line(after: MonotonicTime.now - begin, in: settings.width)
      if isLive, line != drawn { write(ConsoleReporter.eraseLine + line) }
      drawn = line
    }
    if isLive { write(ConsoleReporter.eraseLine + line(after: MonotonicTime.now - begin) + "\n") }
    if termination == .exit(0) { return nil }
    // The output is of use if the command failed, not if a signal ended the run.
    if !processes.wereKilled {
      if verbosity == .quiet { write(line() + "\n") }
      // As the command printed it, with its colors.
      let ended = output.isEmpty || output.hasSuffix("\n") ? output : output + "\n"
      Descriptor.write(Array(ended.withoutCommands.utf8), to: 2)
    }
    guard let termination else {
      return printed("its build step '\(shown)' did not end within \(Int(Self.longest / 60)) min and was killed")
    }
    return "its build step '\(shown)' \(termination.ending)"
  }

  private func cannotStart(_ call: String, _ number: Int32) -> String {
    printed("its build step cannot be started: \(call): \(Platform.message(number))")
  }

  /// Prints a failure that the output of the command does not explain.
  private func printed(_ failure: String) -> String {
    StandardError.print("\(client): \(failure)")
    return failure
  }

  /// Waits for the command's end, and reads what it prints.
  ///
  /// - Parameters:
  ///   - end: When nobody waits for it any more.
  ///   - draw: Called at the beginning, and then at least once a second.
  /// - Returns: How it ended; nil if it goes on.
  private func wait(
    for process: DriverProcess, _ wake: WakePipe, until end: MonotonicTime, draw: () -> Void
  ) -> (TerminationStatus?, output: String) {
    var output = OutputTail(limit: Self.limit)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var descriptor = process.child.output
    while true {
      // Taken before the output is read, so that nothing that the command wrote is left. The end of the output is not
      // the end of the command: a process that it left behind may keep the pipe open.
      let termination = process.termination
      for _ in 0..<64 where descriptor >= 0 {
        let count = Platform.read(descriptor, &buffer, buffer.count)
        if count > 0 { output.append(buffer[..<count]) } else if count == 0 { descriptor = -1 } else { break }
      }
      if termination != nil || MonotonicTime.now >= end { return (termination, output.text) }
      draw()
      var polls = [wake.descriptor, descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      _ = poll(&polls, nfds_t(polls.count), settings.isLive ? 1000 : 60_000)
      wake.drain()
    }
  }

  /// Returns the line that names the build.
  ///
  /// - Parameters:
  ///   - seconds: The time that the build has taken so far.
  ///   - width: The columns of the terminal, which the line must not fill; nil if the line may have any length.
  func line(after seconds: Double = 0, in width: Int? = nil) -> CleanText {
    let time: CleanText = Seconds.elapsed(seconds).map { "  \($0)" } ?? ""
    let line: CleanText = "contract-run: building \(client): \(shown)"
    return (width.map { line.cut(to: $0 - 1 - time.columns) } ?? line) + time
  }

  private func write(_ text: CleanText) { StandardOutput.write(text, to: 2) }
}
