import ContractCore

/// The runner's ends of a driver's three pipes. Neither writing messages nor reading output blocks.
struct DriverPipes {
  enum Event {
    case wrote(LineSplitter.Piece)
    case visited(NetworkVisit)
  }

  private let child: Processes.Child
  private let output: DriverOutput
  /// The bytes for the driver, and how many of them were written.
  private var outbox: [UInt8] = []
  private var written = 0
  /// How many bytes the driver was sent in all, and how many of them its pipe has taken.
  private(set) var (sent, taken) = (0, 0)
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  private var splitter = LineSplitter()
  /// How many bytes of standard output were read.
  private var readCount = 0
  /// When the driver closed its standard output; nil while it is open.
  private(set) var outputClosed: MonotonicTime?
  /// When a message could not be written because the driver closed its standard input; nil while it is open.
  private(set) var inputClosed: MonotonicTime?
  private(set) var errorsClosed = false

  init(_ driver: DriverProcess) { (child, output) = (driver.child, driver.output) }

  /// Adds the descriptors that `poll` must wait for.
  func addPolls(to polls: inout [pollfd], errors: Bool = true) {
    if outputClosed == nil { polls.append(pollfd(fd: child.output, events: Int16(POLLIN), revents: 0)) }
    if errors, !errorsClosed { polls.append(pollfd(fd: child.errors, events: Int16(POLLIN), revents: 0)) }
    if hasOutput { polls.append(pollfd(fd: child.input, events: Int16(POLLOUT), revents: 0)) }
  }

  // MARK: Writing

  /// How many bytes for the driver are in memory, and how many of them have not been written yet.
  var kept: Int { outbox.count }
  var unwritten: Int { outbox.count - written }
  var hasOutput: Bool { !outbox.isEmpty }

  /// Adds a message to the next `flush`, so that multiple messages go out together.
  mutating func send(_ message: RunnerMessage) { add(message.utf8) }

  /// Sends a line that may have members of future versions.
  mutating func send(_ line: JSON) {
    add(line.utf8)
    flush()
  }

  private mutating func add(_ line: [UInt8]) {
    outbox += line
    outbox.append(UInt8(ascii: "\n"))
    sent += line.count + 1
  }

  /// Writes as much as the driver accepts. If the driver has ended, that is noticed by its end, not here.
  mutating func flush() {
    while written < outbox.count {
      let count = outbox[written...].withUnsafeBytes { write(child.input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return forgetWritten() }
      if count < 0, errno == EPIPE { inputClosed = inputClosed ?? .now }
      taken += max(0, count)
      written = count <= 0 ? outbox.count : written + count
    }
    outbox.removeAll(keepingCapacity: outbox.count < 65_536)
    written = 0
  }

  /// Releases what was written, if it is much. A driver that is slower than the runner may never have read everything.
  private mutating func forgetWritten() {
    guard written >= 65_536 else { return }
    outbox.removeFirst(written)
    written = 0
  }

  /// Ends the driver's input, like the end of the runner would.
  mutating func endInput() {
    outbox = []
    written = 0
    // The descriptor must keep its number, because the end of the process closes that number. So it is only redirected.
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    dup2(nowhere, child.input)
    _ = fcntl(child.input, F_SETFD, FD_CLOEXEC)
    close(nowhere)
  }

  // MARK: Reading

  /// Returns the new bytes of the driver's standard error.
  mutating func readErrors() -> ArraySlice<UInt8> {
    var all: ArraySlice<UInt8> = []
    for _ in 0..<Self.longestReading {
      let count = Platform.read(child.errors, &buffer, buffer.count)
      if count > 0 { all += buffer[..<count] }
      if count == 0 { errorsClosed = true }
      if isEmpty(after: count) { break }
    }
    return all
  }

  /// Returns what the driver wrote to its standard output since the last call, split into lines, and what it tried on
  /// the network, in the order in which it did that.
  mutating func readOutput(_ network: DriverNetwork) -> [Event] {
    var events: [Event] = []
    for _ in 0..<Self.longestReading {
      let count = output.read(into: &buffer)
      if count == 0 { outputClosed = outputClosed ?? .now }
      let isEmpty = isEmpty(after: count)
      let start = readCount
      readCount += max(0, count)
      var index = 0
      for visit in network.networkGuard.visits.removeVisits(before: readCount) {
        // A visit may be from before the last reading: then nothing of this one was written before it.
        let end = max(index, visit.written - start)
        splitter.append(buffer, index..<end) { events.append(.wrote($0)) }
        events.append(.visited(visit.visit))
        index = end
      }
      splitter.append(buffer, index..<(readCount - start)) { events.append(.wrote($0)) }
      if isEmpty { break }
    }
    return events
  }

  /// Returns the bytes of an unfinished message, which a driver that ended left behind.
  mutating func takePartial() -> [UInt8] { splitter.takePartial() }

  /// How many times a stream is read in turn, 4 MiB in all, so that deadlines work even if a driver writes without
  /// pause.
  private static let longestReading = 64

  /// Returns whether the result of `read` shows that nothing is left to read now.
  private func isEmpty(after count: Int) -> Bool { count < buffer.count && !(count < 0 && errno == EINTR) }
}
