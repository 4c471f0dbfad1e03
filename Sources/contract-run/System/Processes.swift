import CContractRun
import ContractCore
import Synchronization

/// The child processes of the run. It starts them and keeps track of them, so that none outlives the run.
///
/// Foundation's `Process` starts 20 processes a second and `contractRunSpawn` starts 2,400. `Process` also gives a child
/// the runner's signal mask.
final class Processes: Sendable {
  /// The children that have not been reaped.
  private let living = Mutex<Set<pid_t>>([])
  private let killed = Mutex(false)

  /// The targets of a child's standard streams.
  enum Streams {
    /// Three pipes, for a driver.
    case pipes
    /// Three pipes, and one to descriptor 3, for a request by curl.
    case pipesAndBody
    /// Empty input, and both outputs to one pipe, for a build step.
    case onePipe
    /// Empty input, and both outputs to the runner's standard error.
    case toStandardError
    /// Empty input, and the runner's own outputs, for a run of `--watch`.
    case inherited
  }

  /// Why a child could not be started.
  struct SpawnFailure: Error {
    /// The program, or what else was not possible.
    var command: String
    var number: Int32
  }

  /// Starts a command in a process group of its own, with an empty signal mask and default signal handling.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments. A program without a slash is looked up in PATH.
  ///   - folder: The folder in which it runs; nil for the runner's own folder.
  ///   - environment: Its whole environment.
  ///   - streams: Its standard streams. A driver and a run end with the thread that starts them, if the system
  ///     can do that.
  ///   - isGuarded: Whether to start it under a network guard. False by default.
  func spawn(
    _ command: [String], in folder: String?, environment: [String: String], streams: Streams, isGuarded: Bool = false
  ) throws(SpawnFailure) -> Child {
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    let path = folder.flatMap { strdup($0) }
    defer { for word in words + variables + [path] { free(word) } }
    var started = ContractRunChild()
    var pipes: [Pipe] = []
    // The ends of the pipes that the child gets.
    var theirs: [Int32] = []
    var child = Child()
    let failure: Int32 = living.withLock { living in
      let targets: (Int32, Int32, Int32, Int32)
      var endSignal: Int32 = 0
      switch streams {
      case .pipes, .pipesAndBody:
        let count = if case .pipesAndBody = streams { 4 } else { 3 }
        while pipes.count < count {
          guard let pipe = Pipe() else { return errno }
          pipes.append(pipe)
        }
        theirs = [pipes[0].reading, pipes[1].writing, pipes[2].writing] + pipes.dropFirst(3).map(\.reading)
        targets = (theirs[0], theirs[1], theirs[2], count > 3 ? theirs[3] : -1)
        (child.input, child.output, child.errors) = (pipes[0].writing, pipes[1].reading, pipes[2].reading)
        if count > 3 { child.body = pipes[3].writing }
        endSignal = SIGKILL
      case .onePipe:
        guard let pipe = Pipe() else { return errno }
        pipes.append(pipe)
        theirs = [pipe.writing]
        targets = (-1, pipe.writing, pipe.writing, -1)
        child.output = pipe.reading
      case .toStandardError: targets = (-1, 2, 2, -1)
      case .inherited:
        targets = (-1, 1, 2, -1)
        // A run then ends its own children.
        endSignal = SIGTERM
      }
      let result = words.withUnsafeMutableBufferPointer { words in
        variables.withUnsafeMutableBufferPointer { variables in
          guard let words = words.baseAddress, let variables = variables.baseAddress else { return EINVAL }
          var program = ContractRunProgram(
            arguments: words, environment: variables, folder: path, streams: targets,
            endSignal: endSignal, isGuarded: isGuarded)
          return contractRunSpawn(&program, &started)
        }
      }
      if result == 0 { living.insert(started.process) }
      return result
    }
    guard failure == 0 else {
      for pipe in pipes { pipe.closeBoth() }
      throw SpawnFailure(command: command[0], number: failure)
    }
    for end in theirs { close(end) }
    child.pid = started.process
    if started.guard.descriptor >= 0 { child.networkGuard = started.guard }
    child.guardError = started.guardError
    return child
  }

  /// Waits for a child's end, kills what is left of its process group, and reaps it.
  func reap(_ pid: pid_t) -> TerminationStatus {
    Platform.waitWithoutReaping(pid)
    kill(-pid, SIGKILL)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) == -1, errno == EINTR {}
    living.withLock { _ = $0.remove(pid) }
    return Platform.termination(ofStatus: status)
  }

  /// Kills every living child with its process group, without waiting.
  func killAll() {
    killed.withLock { $0 = true }
    living.withLock { for pid in $0 { kill(-pid, SIGKILL) } }
  }

  /// Whether all children were killed, which is how a signal ends a build step.
  var wereKilled: Bool { killed.withLock { $0 } }

  /// A child that was started. Streams that are not pipes are -1. The pipes' ends do not block.
  struct Child {
    var pid: pid_t = 0
    var input: Int32 = -1
    var output: Int32 = -1
    var errors: Int32 = -1
    /// The writing end of its descriptor 3; -1 if it has none.
    var body: Int32 = -1
    var networkGuard: ContractRunGuard?
    /// Why it has no guard, although one was asked for; 0 if nothing went wrong.
    var guardError: Int32 = 0
  }
}
