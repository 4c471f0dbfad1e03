import Foundation

/// A driver's connection, moved away from standard input and output so that no other code reads or writes it.
struct StandardStreams {
  /// The descriptor that the runner writes to.
  let input: Int32
  /// The descriptor that the runner reads from.
  let output: Int32

  /// Moves the connection to descriptors of its own, which child processes do not inherit.
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

/// The lines of a descriptor, read with blocking calls.
struct LineReader {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// Where the next line begins in the buffer.
  private var start = 0
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Returns the next line without its line feed, or nil at the end of input. An unfinished last line is dropped.
  mutating func next() -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer.firstIndex(of: 0x0A, from: searched) {
        let line = Array(buffer[start..<end])
        start = end + 1
        return line
      }
      buffer.removeSubrange(..<start)
      start = 0
      searched = buffer.count
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        buffer.append(contentsOf: chunk[..<count])
      } else if count == 0 || errno != EINTR {
        return nil
      }
    }
  }
}
