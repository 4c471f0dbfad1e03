import Foundation

/// A driver's wire, moved away from standard input and output so that no other code reads or writes it.
struct StandardStreams {
  /// The descriptor that the runner writes to.
  let input: Int32
  /// The descriptor that the runner reads from.
  let output: Int32

  /// Moves the wire to descriptors of its own, which child processes do not inherit.
  ///
  /// From now on, printed output goes to standard error, one line at a time, so that the last lines before a trap are
  /// not lost.
  init() {
    input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    let null = open("/dev/null", O_RDONLY)
    dup2(null, STDIN_FILENO)
    close(null)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    bufferStandardOutput(_IOLBF)
    // The driver notices from the error of `write` that the runner has ended. A client's broken pipe is not the
    // driver's concern.
    signal(SIGPIPE, SIG_IGN)
  }
}
