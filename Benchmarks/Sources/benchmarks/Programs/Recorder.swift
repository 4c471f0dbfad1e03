import Foundation

/// A program between the runner and a driver. It forwards what they write, and records each line in the order of
/// arrival, so that a bare loop can later send the same lines to the same driver.
///
/// It conceals that the driver takes calls and answers ahead, so that each line waits for the one before it.
struct Recorder {
  private let file: FileHandle
  private let driver: [String]

  init(file: String, driver: [String]) throws {
    _ = FileManager.default.createFile(atPath: file, contents: nil)
    self.file = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
    self.driver = driver
  }

  /// Runs until the driver ends, and returns its status.
  func run() throws -> Int32 {
    let (input, output) = (try Pipe(), try Pipe())
    let child = try Child(driver, streams: [input.reading, output.writing, STDERR_FILENO])
    close(input.reading)
    close(output.writing)
    var directions = [
      Direction(mark: Recording.toDriver, from: STDIN_FILENO, to: input.writing),
      Direction(mark: Recording.fromDriver, from: output.reading, to: STDOUT_FILENO),
    ]
    var written: [UInt8] = []
    // It reads to the end of the driver's output, because the runner sends bye and keeps its end open until the driver
    // has ended.
    while directions.last?.from == output.reading {
      // One thread watches both directions, so that a line is recorded before the other side can answer it.
      var polls = directions.map { pollfd(fd: $0.from, events: Int16(POLLIN), revents: 0) }
      poll(&polls, nfds_t(polls.count), -1)
      for index in polls.indices.reversed() where polls[index].revents != 0 {
        if !directions[index].handOn(&written) { directions.remove(at: index) }
      }
      if written.count > 1 << 20 {
        file.write(Data(written))
        written = []
      }
    }
    file.write(Data(written))
    return child.wait().status
  }

  private struct Direction {
    var mark: UInt8
    var from: Int32
    var to: Int32
    private var line: [UInt8] = []
    private var hasBegun = false

    init(mark: UInt8, from: Int32, to: Int32) {
      self.mark = mark
      self.from = from
      self.to = to
    }

    /// Forwards the available bytes. Returns false at the end.
    mutating func handOn(_ written: inout [UInt8]) -> Bool {
      var bytes = Pipe.read(from)
      if !hasBegun {
        hasBegun = true
        bytes = Array(
          String(decoding: bytes, as: UTF8.self).replacing(/"ahead":\d+,"answers":true/, with: #""ahead":1"#).utf8)
      }
      if bytes.isEmpty {
        close(to)
        return false
      }
      for byte in bytes {
        line.append(byte)
        if byte != UInt8(ascii: "\n") { continue }
        written.append(mark)
        written += line
        line = []
      }
      Pipe.write(bytes, to: to)
      return true
    }
  }
}

/// A pipe whose ends a child inherits only if they are passed to it.
struct Pipe {
  var reading: Int32
  var writing: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    if pipe(&ends) != 0 { throw Wrong("no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }

  /// Returns the available bytes. Empty at the end, or if nothing is available and the descriptor does not block.
  static func read(_ descriptor: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
      count = max(0, Foundation.read(descriptor, buffer.baseAddress, buffer.count))
    }
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }
}
