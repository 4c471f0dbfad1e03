import ContractCore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import contract_run

/// A built program that runs as it does for a user: in a process of its own, with its output in files.
///
/// Foundation's `Process` would pass a test thread's blocked signals to the program, and its pipes to other processes.
final class BuiltCommand: Sendable {
  let pid: pid_t
  /// The folder of the files with its output.
  let folder: URL
  /// A text in the environment of every process that it starts, by which a test finds processes left behind.
  let mark: String
  private let started = ContinuousClock.now
  private let termination = Mutex<TerminationStatus?>(nil)

  /// How a program ended.
  struct Ended: Sendable {
    /// The exit status, or nil if the test had to kill it at the time limit.
    var status: Int32?
    var signal: Int32?
    var output: String
    var errors: String
    var duration: Double
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: The name of a product of this package, or a path.
  ///   - environment: Variables to set over the test's own, or to unset if nil.
  ///   - closed: The standard streams that it does not have.
  ///   - output: Where its standard output goes, instead of a file.
  ///   - files: The folder of the files with its output. By default the folder in which it runs.
  init(
    _ arguments: [String], program: String = "contract-run", in folder: URL, environment: [String: String?] = [:],
    closing closed: [Int32] = [], output: Int32? = nil, files: URL? = nil
  ) throws {
    let path = program.contains("/") ? program : TestFolder.products.appendingPathComponent(program).path
    self.folder = files ?? folder
    mark = UUID().uuidString
    var variables = ProcessInfo.processInfo.environment
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "SWIFT_BACKTRACE", "http_proxy", "https_proxy", "GITHUB_ACTIONS"] {
      variables[name] = nil
    }
    // What comes after a run is printed only for a person.
    variables["CI"] = "true"
    variables["CONTRACT_RUN_TEST"] = mark
    variables["PYTHONDONTWRITEBYTECODE"] = "1"
    for (name, value) in environment { variables[name] = value }

    #if canImport(Darwin)
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 1, self.folder.appendingPathComponent("\(mark).out").path, flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, self.folder.appendingPathComponent("\(mark).err").path, flags, 0o600)
    if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
    for descriptor in closed { posix_spawn_file_actions_addclose(&actions, descriptor) }
    // The program must not inherit the descriptors of the test process. There can be hundreds when other tests have
    // many sessions.
    for descriptor in 3..<min(getdtablesize(), 4096) { posix_spawn_file_actions_addclose(&actions, descriptor) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETPGROUP))
    // The C library's module has no addchdir_np. A shell that replaces itself with the command does the same. A product
    // gets the name that an installed one has, so that what it prints names no path of this machine. Only bash can do
    // that, but it removes PS1 from the environment.
    let shell =
      program.contains("/")
      ? ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder.path]
      : ["/bin/bash", "-c", #"cd "$0" && exec -a "$1" "${@:2}""#, folder.path, program]
    let line = shell + [path] + arguments
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + settings { free(word) } }
    var started: pid_t = 0
    let failure = posix_spawn(&started, shell[0], &actions, &attributes, &words, &settings)
    try #require(failure == 0, "\(path) cannot be started: \(String(cString: strerror(failure)))")
    let pid = started
    self.pid = pid
    Thread.detachNewThread { [self] in
      var status: Int32 = 0
      while waitpid(pid, &status, 0) == -1, errno == EINTR {}
      let ended = Platform.termination(ofStatus: status)
      termination.withLock { $0 = ended }
    }
  }

  /// Whether it is still running.
  var isRunning: Bool { termination.withLock { $0 == nil } }

  func send(_ signal: Int32) { kill(pid, signal) }

  /// Whether a signal was sent that it has not handled yet. False if the system does not show that.
  func isPending(_ signal: Int32) -> Bool {
    guard let status = FileManager.default.contents(atPath: "/proc/\(pid)/status") else { return false }
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("ShdPnd:") }
    let signals = line.flatMap { UInt64($0.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16) } ?? 0
    return signals & (1 << UInt64(signal - 1)) != 0
  }

  /// What it has written to its standard output so far.
  var output: String { folder.text("\(mark).out") ?? "" }
  var errors: String { folder.text("\(mark).err") ?? "" }

  /// Waits for its end, and kills it at the time limit.
  ///
  /// - Parameter limit: A number of seconds.
  func end(within limit: Double = 300) async -> Ended {
    let inTime = await condition(within: limit) { !self.isRunning }
    if !inTime {
      kill(-pid, SIGKILL)
      kill(pid, SIGKILL)
      await condition { !self.isRunning }
    }
    let duration = (ContinuousClock.now - started) / .seconds(1)
    // The expected texts are those of a system with a guard.
    var ended = Ended(output: GuardSupport.withGuard(output), errors: errors, duration: duration)
    if inTime {
      switch termination.withLock({ $0 }) {
      case .exit(let status)?: ended.status = status
      case .signal(let signal)?: ended.signal = signal
      case nil: break
      }
    }
    return ended
  }

  /// The processes that it started, directly or not, and that are still running. Empty if the system does not show
  /// them.
  var left: [pid_t] {
    let mark = Data("CONTRACT_RUN_TEST=\(mark)".utf8)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { other in
      if other == pid { return false }
      // A process that has ended but was not waited for has no environment.
      guard let environment = FileManager.default.contents(atPath: "/proc/\(other)/environ") else { return false }
      return environment.range(of: mark) != nil
    }
  }
}

/// Waits until a condition is true; returns false if the limit is over first.
///
/// - Parameter limit: A number of seconds. The default is the time after which a test counts as hanging, because speed
///   depends on what else the machine does.
@discardableResult
func condition(within limit: Double = 300, _ holds: @Sendable () -> Bool) async -> Bool {
  let deadline = ContinuousClock.now + .seconds(limit)
  while !holds() {
    if ContinuousClock.now >= deadline { return holds() }
    try? await Task.sleep(for: .milliseconds(10))
  }
  return true
}

/// Limits how many processes of tests run at a time. If there are many more than processors, they only delay each
/// other. Half of the time they wait for something.
actor Gate {
  static let processes = Gate(places: max(2, 2 * ProcessInfo.processInfo.activeProcessorCount))

  private var places: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) { self.places = places }

  private func enter() async {
    if places > 0 {
      places -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func leave() {
    if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
  }

  /// Calls a body as soon as there is a free place.
  nonisolated func pass<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
    await enter()
    do {
      let result = try await body()
      await leave()
      return result
    } catch {
      await leave()
      throw error
    }
  }
}

/// Runs the built command to its end.
///
/// - Parameters:
///   - waits: Whether it mostly waits, and so does not need a place at the gate.
///   - output: Where its output is kept. By default in the folder in which it runs.
func contractRun(
  _ arguments: [String], in folder: URL, environment: [String: String?] = [:],
  waits: Bool = false, output: URL? = nil
) async throws -> BuiltCommand.Ended {
  func run() async throws -> BuiltCommand.Ended {
    try await BuiltCommand(arguments, in: folder, environment: environment, files: output).end()
  }
  return try await waits ? run() : Gate.processes.pass { try await run() }
}
