import ContractCore

/// A pipe whose ends do not block and are closed in child processes.
struct Pipe {
  var reading: Int32
  var writing: Int32

  /// Creates a pipe. Returns nil, and sets `errno`, if the system has no more.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Only the runner's own end must not block. A pipe's two ends are two open files, and O_NONBLOCK belongs to one of
    // them. So a driver that receives the other end keeps a blocking one.
  }

  func closeBoth() {
    close(reading)
    close(writing)
  }

  /// Makes a descriptor return immediately if it would block.
  static func stopBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }
}

/// A pipe that wakes a thread that sleeps in `poll`. Any thread can use it.
final class WakePipe: Sendable {
  private let pipe: Pipe

  init?() {
    guard let pipe = Pipe() else { return nil }
    self.pipe = pipe
    Pipe.stopBlocking(pipe.reading)
    Pipe.stopBlocking(pipe.writing)
  }

  deinit { pipe.closeBoth() }

  var descriptor: Int32 { pipe.reading }

  func wake() {
    var byte: UInt8 = 1
    _ = write(pipe.writing, &byte, 1)  // a full pipe wakes as well
  }

  /// Reads what was written, so that the next `poll` sleeps again.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(pipe.reading, &bytes, bytes.count) > 0 {}
  }
}
