import ContractCore
import Synchronization

/// The child processes of the run. It starts them and keeps track of them, so that none outlives the run.
///
/// Foundation's `Process` starts 20 processes a second and `posix_spawn` starts 2,400. `Process` also gives a child the
/// runner's signal mask.
final class Processes: Sendable {
  /// The children that have not been reaped. The lock also keeps a child from inheriting another child's pipe before
  /// the pipe is marked close-on-exec.
  private let living = Mutex<Set<pid_t>>([])
  private let killed = Mutex(false)

  /// The targets of a child's standard streams.
  enum Streams {
    /// Three pipes, for a driver.
    case pipes
    /// Empty input, and both outputs to one pipe, for a build step.
    case onePipe
    /// Empty input, and both outputs to the runner's standard error.
    case toStandardError
  }

  /// Why a child could not be started.
  struct SpawnFailure: Error {
    var command: String
    var number: Int32
  }

  /// Starts a command in a process group of its own, with an empty signal mask and default signal handling.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments. A program without a slash is looked up in PATH.
  ///   - folder: The folder in which it runs; nil for the runner's own folder.
  ///   - environment: Its whole environment.
  func spawn(
    _ command: [String], in folder: String?, environment: [String: String], streams: Streams
  ) throws(SpawnFailure) -> Child {
    // The C library's module does not have addchdir_np. A shell that replaces itself with the command has the same
    // effect.
    let arguments = folder.map { ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, $0] + command } ?? command
    var actions = Platform.noFileActions
    posix_spawn_file_actions_init(&actions)
    var attributes = Self.attributes()
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }

    var pid: pid_t = 0
    var pipes: [Pipe] = []
    let failure: Int32 = living.withLock { living in
      switch streams {
      case .pipes:
        for target in 0...2 as ClosedRange<Int32> {
          guard let pipe = Pipe() else { return errno }
          pipes.append(pipe)
          posix_spawn_file_actions_adddup2(&actions, target == 0 ? pipe.reading : pipe.writing, target)
        }
      case .onePipe:
        guard let pipe = Pipe() else { return errno }
        pipes.append(pipe)
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        for target in 1...2 as ClosedRange<Int32> {
          posix_spawn_file_actions_adddup2(&actions, pipe.writing, target)
        }
      case .toStandardError:
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, 2, 1)
        posix_spawn_file_actions_adddup2(&actions, 2, 2)
      }
      let result = posix_spawnp(&pid, arguments[0], &actions, &attributes, &words, &variables)
      if result == 0 { living.insert(pid) }
      return result
    }
    guard failure == 0 else {
      for pipe in pipes { pipe.closeBoth() }
      throw SpawnFailure(command: command[0], number: failure)
    }
    switch streams {
    case .pipes:
      close(pipes[0].reading)
      close(pipes[1].writing)
      close(pipes[2].writing)
      return Child(pid: pid, input: pipes[0].writing, output: pipes[1].reading, errors: pipes[2].reading)
    case .onePipe:
      close(pipes[0].writing)
      return Child(pid: pid, input: -1, output: pipes[0].reading, errors: -1)
    case .toStandardError: return Child(pid: pid, input: -1, output: -1, errors: -1)
    }
  }

  /// Calls a body while no child can be started, so that the body can mark what it opens as close-on-exec before any
  /// child inherits it.
  func withoutSpawning<Result>(_ body: () -> Result) -> Result { living.withLock { _ in body() } }

  /// Waits for a child's end, kills what is left of its process group, and reaps it.
  func reap(_ pid: pid_t) -> Death {
    Platform.waitWithoutReaping(pid)
    kill(-pid, SIGKILL)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) == -1, errno == EINTR {}
    living.withLock { _ = $0.remove(pid) }
    return Platform.death(ofStatus: status)
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
    var pid: pid_t
    var input: Int32
    var output: Int32
    var errors: Int32
  }

  /// Returns the attributes of every child: no signal blocked, none ignored, and a process group of its own.
  private static func attributes() -> Platform.SpawnAttributes {
    var attributes = Platform.noSpawnAttributes
    posix_spawnattr_init(&attributes)
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETPGROUP))
    return attributes
  }
}
