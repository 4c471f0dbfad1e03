import ContractCore

/// The runner's ends of a driver's three pipes: messages go out as fast as the driver reads, and what it wrote comes in
/// without anybody waiting for it.
struct DriverPipes {
  private let child: Processes.Child
  /// What is to be written to the driver as soon as it reads, and how much of it is.
  private var outbox: [UInt8] = []
  private var written = 0
  /// What is read goes through here.
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  private var splitter = LineSplitter()
  /// When the driver closed its standard output; nil while it is open.
  private(set) var outputClosed: Moment?
  /// When a message could not be written, because the driver closed its standard input; nil while it is open.
  private(set) var inputClosed: Moment?
  private(set) var errorsClosed = false

  init(_ driver: DriverProcess) { child = driver.child }

  /// Adds what `poll` is to wait for.
  ///
  /// - Parameter errors: Whether it is to wait for the standard error, too.
  func addPolls(to polls: inout [pollfd], errors: Bool = true) {
    if outputClosed == nil { polls.append(pollfd(fd: child.output, events: Int16(POLLIN), revents: 0)) }
    if errors, !errorsClosed { polls.append(pollfd(fd: child.errors, events: Int16(POLLIN), revents: 0)) }
    if hasOutput { polls.append(pollfd(fd: child.input, events: Int16(POLLOUT), revents: 0)) }
  }

  // MARK: Writing

  /// Whether something is on its way to the driver.
  var hasOutput: Bool { !outbox.isEmpty }

  /// Has a message go out with the next `flush`: several go out at once.
  mutating func send(_ message: RunnerMessage) {
    outbox += message.utf8
    outbox.append(UInt8(ascii: "\n"))
  }

  /// Sends a line that may have members of the future.
  mutating func send(_ line: JSON) {
    outbox += line.utf8
    outbox.append(UInt8(ascii: "\n"))
    flush()
  }

  /// Writes what the driver takes; a driver that is gone is noticed by its end, not here.
  mutating func flush() {
    while written < outbox.count {
      let count = outbox[written...].withUnsafeBytes { write(child.input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      if count < 0, errno == EPIPE { inputClosed = inputClosed ?? .now }
      written = count <= 0 ? outbox.count : written + count
    }
    outbox.removeAll(keepingCapacity: outbox.count < 65_536)
    written = 0
  }

  /// Ends the driver's input, as the end of the runner would.
  mutating func endInput() {
    outbox = []
    written = 0
    // The descriptor's number stays taken, because the process's end closes it: it only leads nowhere.
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    dup2(nowhere, child.input)
    _ = fcntl(child.input, F_SETFD, FD_CLOEXEC)
    close(nowhere)
  }

  // MARK: Reading

  /// What came on the driver's standard error.
  mutating func readErrors() -> ArraySlice<UInt8> {
    var all: ArraySlice<UInt8> = []
    if read(child.errors, { all += $1[..<$2] }) { errorsClosed = true }
    return all
  }

  /// What came on the driver's standard output, cut into lines.
  mutating func readOutput() -> [LineSplitter.Piece] {
    var pieces: [LineSplitter.Piece] = []
    if read(child.output, { $0.append($1, upTo: $2) { pieces.append($0) } }) { outputClosed = outputClosed ?? .now }
    return pieces
  }

  /// The bytes of a message that has begun and has no end: what a driver that died left behind.
  mutating func takePartial() -> [UInt8] { splitter.takePartial() }

  /// Reads what is there, at most 4 MiB at a time so that a flood cannot keep a driver from its deadlines; returns
  /// whether that was the end of it.
  private mutating func read(
    _ descriptor: Int32, _ handle: (inout LineSplitter, _ buffer: [UInt8], _ count: Int) -> Void
  ) -> Bool {
    for _ in 0..<64 {
      let count = Platform.read(descriptor, &buffer, buffer.count)
      if count > 0 {
        handle(&splitter, buffer, count)
        if count < buffer.count { return false }
      } else if count == 0 {
        return true
      } else if errno != EINTR {
        return false
      }
    }
    return false
  }
}
