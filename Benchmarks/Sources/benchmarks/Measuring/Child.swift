import Foundation

/// A child process and its cost. It uses `posix_spawn` and `wait4`, because Foundation's `Process` adds milliseconds to
/// each process.
struct Child {
  let pid: pid_t
  private let began: ContinuousClock.Instant

  /// The end of a process and its cost.
  struct Usage {
    /// Seconds from spawn to exit.
    var wall: Double
    /// Seconds of processor time, user and system, of the process and all children that it waited for.
    var cpu: Double
    /// Its exit status, or 128 plus the signal's number if a signal ended it.
    var status: Int32
    /// The peak of its memory in bytes, without its children. Nil if nothing watched it, or the system does not show
    /// it.
    var peak: Int?
  }

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments. A program without a slash is searched for in PATH.
  ///   - environment: Variables in addition to this process's environment.
  ///   - streams: The descriptors of its standard streams.
  init(_ command: [String], environment: [String: String] = [:], streams: [Int32]) throws {
    var actions = Platform.noFileActions
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, descriptor) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
    }
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { for word in words + settings { free(word) } }
    var pid: pid_t = 0
    began = .now
    let failure = posix_spawnp(&pid, command[0], &actions, nil, &words, &settings)
    if failure != 0 { throw Wrong("\(command[0]): \(String(cString: strerror(failure)))") }
    self.pid = pid
  }

  /// Waits for the end.
  func wait() -> Usage {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(pid, &status, 0, &usage) == -1, errno == EINTR {}
    let wall = (ContinuousClock.now - began) / .seconds(1)
    let signal = status & 0x7F
    return Usage(
      wall: wall, cpu: usage.ru_utime.seconds + usage.ru_stime.seconds,
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
  }

  /// Runs a command to its end. It has nothing to read, and both outputs go to files, as in CI.
  ///
  /// - Parameters:
  ///   - status: The exit status that it must have.
  ///   - watchesPeak: Whether to read its peak of memory, 200 times a second, if the system shows it.
  /// - Throws: `Wrong` with the end of its output if it ended with another status.
  @discardableResult
  static func run(
    _ command: [String], environment: [String: String] = [:], status: Int32 = 0, watchesPeak: Bool = false
  ) throws -> Usage {
    let (output, errors) = (Scratch.file("output"), Scratch.file("errors"))
    let streams = [
      open("/dev/null", O_RDONLY | O_CLOEXEC),
      open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644),
      open(errors, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644),
    ]
    defer { for stream in streams { close(stream) } }
    let child = try Child(command, environment: environment, streams: streams)
    let peak = watchesPeak ? Peak(of: child.pid) : nil
    var usage = child.wait()
    usage.peak = peak?.bytes
    if usage.status != status {
      let texts = [errors, output].map { (try? String(contentsOfFile: $0, encoding: .utf8)) ?? "" }
      throw Wrong("\(command.joined(separator: " ")): status \(usage.status): \(texts.joined().suffix(2000))")
    }
    return usage
  }

  /// Returns what a command prints.
  static func output(of command: [String]) throws -> String {
    try run(command)
    return try String(contentsOfFile: Scratch.file("output"), encoding: .utf8)
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}

extension [Child.Usage] {
  /// The median of the time of the whole process, and the peak of its memory.
  var timeAndPeak: [Figure] {
    let time = map(\.wall).median
    let peak = compactMap(\.peak).max().map { Double($0) / 1_000_000 }
    return [
      Figure(value: time, text: "\(time.text(2)) s"),
      peak.map { Figure(value: $0, text: "\($0.short) MB") } ?? Figure(value: .nan, text: "not shown by this system"),
    ]
  }
}
