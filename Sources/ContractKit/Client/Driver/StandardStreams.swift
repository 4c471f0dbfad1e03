import Foundation

/// A driver's wire, taken away from standard input and output so that nothing else reads or writes it.
struct StandardStreams {
  /// What the runner writes.
  let input: Int32
  /// What the runner reads.
  let output: Int32

  /// Moves the wire to descriptors of its own, which child processes do not inherit; what is printed from now on goes
  /// to standard error, a line at a time, so that the last lines before a trap are not lost.
  init() {
    input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    let null = open("/dev/null", O_RDONLY)
    dup2(null, STDIN_FILENO)
    close(null)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    bufferStandardOutput(_IOLBF)
    // A runner that has gone is noticed by write's error; a client's broken pipe is its own affair.
    signal(SIGPIPE, SIG_IGN)
  }
}
