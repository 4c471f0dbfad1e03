import ContractCore

/// A pipe whose ends do not block and are closed in child processes.
struct Pipe {
  var reading: Int32
  var writing: Int32

  /// Makes a pipe; nil, with `errno`, where the system has no more.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Only the runner's own end may not block, but O_NONBLOCK belongs to the end's open file: a driver that was handed
    // a pipe's other end keeps a blocking one, because a pipe's two ends are two open files.
  }

  func closeBoth() {
    close(reading)
    close(writing)
  }

  /// Makes a descriptor return at once where it would block.
  static func stopBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }
}

/// Wakes a thread that sleeps in `poll`, from any other thread.
final class WakePipe: Sendable {
  private let pipe: Pipe

  init?() {
    guard let pipe = Pipe() else { return nil }
    self.pipe = pipe
    Pipe.stopBlocking(pipe.reading)
    Pipe.stopBlocking(pipe.writing)
  }

  deinit { pipe.closeBoth() }

  /// The descriptor to poll for reading.
  var descriptor: Int32 { pipe.reading }

  func wake() {
    var byte: UInt8 = 1
    _ = write(pipe.writing, &byte, 1)  // a full pipe wakes as well
  }

  /// Takes what was written, so that the next `poll` sleeps again.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(pipe.reading, &bytes, bytes.count) > 0 {}
  }
}
