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

  /// The descriptor to poll for reading.
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
