package import ContractCore
import Foundation
import Synchronization

/// One connection. Its own thread reads, writes and closes it. Any thread may shut it down.
package final class Connection: Sendable {
  private let descriptor: Descriptor
  private let state = Mutex(State())
  /// What encrypts it, if it has TLS, and whether its end is said to the client before it closes.
  private let tls = Mutex<(session: any TLSSession, saysEnd: Bool)?>(nil)

  private struct State {
    var isShutDown = false
    /// Whether this side cut a request off although the client might have sent more.
    var isCutOff = false
    var isWaiting = false
    var endsWaits = false
    /// Whether the end of the client's data was read.
    var isAtEnd = false
    var part: MalformedRequest?
    var activity = Activity.reading
    /// Since when the thread has been doing that.
    var since = ContinuousClock.now
    /// Whether the thread has waited for bytes for as long as `idleLimit` allows.
    var isSilent = false
    /// How many bytes were written, as they travel.
    var transmitted: UInt64 = 0
  }

  enum Activity {
    case reading
    /// It reads bytes, or has read some that were not reported yet.
    case taken
    /// The request that it read was reported.
    case answering
  }

  package enum WaitEnd: Sendable {
    case elapsed
    /// The client has closed the connection, or has ended sending and the system does not show whether it still reads.
    case hungUp
    /// `endWaits()` or `shutDown()` was called.
    case ended
  }

  /// For how many seconds the client may send nothing while a request of it is awaited; nil for any time.
  private let idleLimit: Double?

  package init(_ socket: Int32, idleLimit: Double? = nil) {
    descriptor = Descriptor(socket)
    self.idleLimit = idleLimit
    Sockets.prepare(socket)
  }

  /// Connects to a port of this machine. Returns nil if nothing listens there.
  package convenience init?(to host: String, port: Int) {
    guard let address = try? BoundSocket.address(host), let socket = Sockets.connect(to: address, port: port) else {
      return nil
    }
    self.init(socket)
  }

  deinit { close(draining: false) }

  package var ownPort: Int { ends.map { Int($0.port) } ?? 0 }
  package var peerPort: Int { ends.map { Int($0.peerPort) } ?? 0 }
  private var ends: Sockets.Ends? { descriptor.use(Sockets.ends) ?? nil }

  /// Whether it was shut down from this side while it was open.
  package var isShutDown: Bool { state.withLock(\.isShutDown) }

  var isInWait: Bool { state.withLock(\.isWaiting) }

  /// Takes the incomplete request that has come so far, so that the caller reports it. Returns nil if there is none.
  /// Nobody else reports it after that.
  func takePart() -> MalformedRequest? {
    state.withLock { state in
      defer { state.part = nil }
      if state.part != nil { state.isCutOff = true }
      return state.part
    }
  }

  /// Returns whether the reader must report the error of a request: it was not cut off, and nobody took it before.
  func claimError() -> Bool {
    state.withLock { state in
      state.part = nil
      return !state.isCutOff
    }
  }

  /// Records an incomplete request, or nil when the request is complete.
  func sawPart(_ part: MalformedRequest?) { state.withLock { $0.part = part } }

  /// Speaks TLS from now on. Nothing may have been read or written before.
  func begin(_ session: any TLSSession) { tls.withLock { $0 = (session, true) } }

  var isSecure: Bool { tls.withLock { $0 != nil } }

  /// Makes the end a cut: the client of TLS gets no close_notify before it.
  func cutsOff() { tls.withLock { $0?.saysEnd = false } }

  /// Reads what has come, or waits for it. Returns 0 at the end, and a negative number if the connection is lost.
  package func read(into bytes: UnsafeMutableRawBufferPointer) -> Int {
    if bytes.isEmpty { return 0 }
    guard let session = tls.withLock({ $0?.session }) else { return receive(into: bytes) }
    // A record has at most 16 KiB and 261 bytes (RFC 8446, section 5.2).
    return withUnsafeTemporaryAllocation(byteCount: 17 << 10, alignment: 1) { buffer in
      while true {
        let count = session.read(into: bytes)
        _ = transmit(session.takeAnswers())
        if let count {
          if count <= 0 { sawEnd() }
          return count
        }
        let received = receive(into: buffer)
        if received <= 0 { return received }
        descriptor.use(Sockets.acknowledge)
        session.receive(UnsafeRawBufferPointer(rebasing: buffer[..<received]))
      }
    }
  }

  private func receive(into bytes: UnsafeMutableRawBufferPointer) -> Int {
    state.withLock { ($0.activity, $0.since) = (.reading, .now) }
    let happened = wait(for: Int16(POLLIN), milliseconds: idleLimit.map { Int32(clamping: Int($0 * 1000)) } ?? -1)
    if happened == 0, idleLimit != nil {
      state.withLock { $0.isSilent = true }
      sawEnd()
      return 0
    }
    // Set before the bytes are read, so that at any time bytes are either on the socket or known to be taken.
    state.withLock { $0.activity = .taken }
    let count = descriptor.use { Sockets.receive($0, into: bytes) } ?? -1
    if count <= 0 { sawEnd() }
    return count
  }

  /// Waits for events, as `Sockets.wait` does. A connection that was closed has only the event that it was.
  private func wait(for events: Int16, milliseconds: Int32 = -1) -> Int16 {
    descriptor.use { Sockets.wait($0, for: events, milliseconds: milliseconds) } ?? Int16(POLLNVAL)
  }

  /// The next byte to read, which stays there; nil if there is none.
  private var nextByte: UInt8? {
    var byte: UInt8 = 0
    let count = withUnsafeMutableBytes(of: &byte) { byte in descriptor.use { Sockets.peek($0, into: byte) } }
    return count == 1 ? byte : nil
  }

  private var hasBytes: Bool { nextByte != nil }

  /// Records the end of the client's data. The end itself is reported only if it cuts a request off.
  private func sawEnd() {
    state.withLock { state in
      state.isAtEnd = true
      if state.part == nil { state.activity = .answering }
    }
  }

  /// For how many seconds the client has sent nothing, if that is why reading has ended; otherwise nil.
  var silence: Double? { state.withLock(\.isSilent) ? idleLimit : nil }

  /// Returns whether a request has been awaited for some time, and nothing of it has come meanwhile.
  func isIdle(for time: Duration) -> Bool {
    state.withLock { state in
      !descriptor.isClosed && state.activity == .reading && .now - state.since >= time && !hasBytes
    }
  }

  /// Records that the request that was read has been reported.
  package func answers() { state.withLock { $0.activity = .answering } }

  /// Records that a request is awaited, although something was read and answered.
  package func awaits() { state.withLock { ($0.activity, $0.since) = (.reading, .now) } }

  /// Whether something has come that will be read or reported at once.
  var hasNews: Bool {
    state.withLock { state in
      switch state.activity {
      case .reading: !state.isShutDown && hasBytes
      case .taken: !state.isShutDown && !descriptor.isClosed
      case .answering: false
      }
    }
  }

  /// Waits until something comes, and leaves it to be read. Returns its first byte, or nil at the end.
  func waitForByte() -> UInt8? {
    _ = wait(for: Int16(POLLIN))
    return nextByte
  }

  /// Waits until a line has come, and leaves it to be read.
  ///
  /// - Parameter limit: How many bytes the line may have.
  /// - Returns: What has come of the line, with whether it is whole. It is not if the client ends it, sends more than the
  ///   limit, or nothing more for five seconds.
  package func peekLine(limit: Int) -> (bytes: [UInt8], isWhole: Bool) {
    withUnsafeTemporaryAllocation(byteCount: limit, alignment: 1) { buffer in
      var (count, hasEnded) = (0, false)
      var end = ContinuousClock.now + .seconds(5)
      while wait(for: Int16(POLLIN)) != 0 {
        let seen = descriptor.use { Sockets.peek($0, into: buffer) } ?? -1
        let line = buffer[..<max(0, seen)]
        if let lineEnd = line.firstIndex(of: UInt8(ascii: "\n")) {
          awaits()
          return (Array(line[..<lineEnd]), true)
        }
        if seen > count { (count, end) = (seen, .now + .seconds(5)) }
        if seen <= 0 || seen == limit || hasEnded || ContinuousClock.now > end { return (Array(line), false) }
        // Nobody waits for the rest. The part that has come would end each poll at once.
        answers()
        hasEnded = wait(for: Sockets.hangUp, milliseconds: 1) != 0
      }
      return ([], false)
    }
  }

  /// Writes all bytes. Returns whether all were written, which does not mean that they arrive.
  ///
  /// It ends early if the connection is lost, or if it is shut down from this side while the client reads nothing.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    guard let session = tls.withLock({ $0?.session }) else { return transmit(bytes) }
    let isAlive = bytes.withUnsafeBytes(session.write)
    return transmit(session.takeAnswers()) && isAlive
  }

  private func transmit(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let result = descriptor.use { (count: Sockets.send($0, UnsafeRawBufferPointer(rebasing: rest)), error: errno) }
        guard let result else { return false }
        if result.count > 0 {
          rest = rest.dropFirst(result.count)
          state.withLock { $0.transmitted += UInt64(result.count) }
        } else if result.error != EAGAIN || !waitForRoom() {
          return false
        }
      }
      return true
    }
  }

  /// Passes on what comes, until one of both connections ends.
  ///
  /// - Returns: Whether this connection was lost, and not ended.
  @discardableResult
  package func pass(to other: Connection) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { buffer in
      while true {
        let count = read(into: buffer)
        if count <= 0 { return count < 0 }
        guard other.send(Array(buffer[..<count])) else { return false }
        answers()
      }
    }
  }

  /// How many bytes were written, as they travel. TLS adds some.
  var transmitted: UInt64 { state.withLock(\.transmitted) }

  /// Begins to count what the client has not read; nil if the system does not show it.
  func countUnread() -> UnreadBytes? { UnreadBytes(of: descriptor) }

  /// Waits until the client can receive more. Returns whether that is possible.
  private func waitForRoom() -> Bool {
    let happened = wait(for: Int16(POLLOUT) | Sockets.hangUp)
    if isShutDown { return false }
    // A client may have finished sending and may still read.
    if happened & Int16(POLLOUT) == 0 { _ = wait(for: Int16(POLLOUT), milliseconds: 100) }
    return true
  }

  /// How often a wait for a client that has ended sending checks whether it goes on, in milliseconds: nothing wakes it.
  private static let halfClosedPause: Int32 = 10

  /// Waits for a time, or without limit, unless the client hangs up before. What it sends in the meantime stays to be
  /// read. A client that has ended sending may still read.
  package func wait(seconds: Double? = nil) -> WaitEnd {
    let end = seconds.map { ContinuousClock.now + .seconds($0) }
    let begins = state.withLock { state in
      state.isWaiting = !state.endsWaits && !state.isShutDown
      return state.isWaiting
    }
    if !begins { return .ended }
    defer { state.withLock { $0.isWaiting = false } }
    var events = Int16(POLLIN) | Sockets.hangUp
    // What shows whether a client that has ended sending is still there; nil if it has not.
    var client: UnreadBytes?
    while true {
      var milliseconds: Int32 = client == nil ? -1 : Self.halfClosedPause
      if let end {
        let left = (end - .now) / .milliseconds(1)
        if left <= 0 { return .elapsed }
        let whole = Int32(min(left.rounded(.up), 1e9))
        milliseconds = client == nil ? whole : min(whole, Self.halfClosedPause)
      }
      let happened = wait(for: events, milliseconds: milliseconds)
      if state.withLock({ $0.endsWaits || $0.isShutDown }) { return .ended }
      if happened == 0, client == nil { continue }
      if happened & ~(Int16(POLLIN) | Sockets.hangUp) != 0 { return .hungUp }
      if client != nil || happened & Sockets.hangUp != 0 || !hasBytes {
        client = client ?? countUnread()
        guard client?.isClientThere == true else { return .hungUp }
        events = 0
      } else {
        // A request that was sent ahead would end each poll at once.
        events = Sockets.hangUp
      }
    }
  }

  /// Ends sending. The client reads the end after everything that was sent, and can still send.
  package func endSending() {
    let ending = tls.withLock { tls -> (any TLSSession)? in
      defer { tls?.saysEnd = false }
      return tls?.saysEnd == true ? tls?.session : nil
    }
    if let ending {
      ending.close()
      _ = transmit(ending.takeAnswers())
    }
    descriptor.use { Sockets.shutDown($0, SHUT_WR) }
  }

  /// Closes in an orderly way: the client reads everything that was sent, and then the end.
  ///
  /// - Parameter draining: Whether the close waits for the rest of an incomplete request, for at most one second and 8
  ///   MiB. A connection that is closed with unread bytes is reset, and the client loses the reply.
  package func close(draining: Bool = false) {
    let (isShutDown, isAtEnd) = state.withLock { ($0.isShutDown, $0.isAtEnd) }
    if !isShutDown {
      // A client of TLS that has ended sending still waits for the end of the answer.
      endSending()
      // At the end, nothing is left to be read.
      if !isAtEnd { discard(limit: draining ? 8 << 20 : 1 << 20, until: draining ? .now + .seconds(1) : nil) }
    }
    descriptor.close()
  }

  /// Reads and discards what has come, until the end of the data or until a time, if one is given.
  private func discard(limit: Int, until end: ContinuousClock.Instant?) {
    var left = limit
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { buffer in
      while left > 0 {
        let result = descriptor.use { (count: Sockets.receive($0, into: buffer, waits: false), error: errno) }
        guard let result else { return }
        if result.count > 0 {
          left -= result.count
        } else if result.count == 0 || result.error != EAGAIN {
          return
        } else {
          guard let end, case let time = (end - .now) / .milliseconds(1), time > 0,
            wait(for: Int16(POLLIN), milliseconds: Int32(time.rounded(.up))) != 0
          else { return }
        }
      }
    }
  }

  /// Closes with a reset, after the client has received what was sent before, or after one second.
  package func reset() {
    let end = ContinuousClock.now + .seconds(1)
    while let unsent = descriptor.use(Sockets.unsent), unsent > 0, ContinuousClock.now < end,
      wait(seconds: 0.001) == .elapsed
    {}
    descriptor.use(Sockets.resetOnClose)
    descriptor.close()
  }

  /// Makes the connection's thread read the end of the data, also during a wait. Any thread may call it.
  ///
  /// The client does not notice the shutdown itself. The thread decides what the client notices, and may reset the
  /// connection. A close in the middle of a head ends the process of a Foundation client (swift-corelibs-foundation,
  /// #5285).
  package func shutDown() {
    state.withLock { state in
      if descriptor.isClosed { return }
      state.isShutDown = true
      if Sockets.hangUp == 0 || wait(for: Sockets.hangUp, milliseconds: 0) == 0 { state.isCutOff = true }
      endReading()
    }
  }

  /// Ends the current wait, if there is one, and every later one. A connection that waits is shut down. Any thread may
  /// call it.
  package func endWaits() {
    state.withLock { state in
      state.endsWaits = true
      if descriptor.isClosed || !state.isWaiting { return }
      state.isShutDown = true
      endReading()
    }
  }

  private func endReading() { descriptor.use { Sockets.shutDown($0, SHUT_RD) } }

  /// Sends a reply to a request, or causes the fault that the reply describes.
  ///
  /// - Returns: Whether another request may come on the connection.
  package func answer(_ request: HTTPRequest, with reply: Reply) -> Bool {
    ReplyWriter(request: request, reply: reply, connection: self).write()
  }

  /// Answers requests until one of them is the last, and refuses bytes that are not a request.
  ///
  /// - Parameters:
  ///   - answer: Answers a request. Returns whether another may come.
  ///   - refused: Called before the refusal.
  package func serve(_ answer: (HTTPRequest) -> Bool, refused: (MalformedRequest) -> Void = { _ in }) {
    var reader = HTTPReader(self)
    do throws(MalformedRequest) {
      while let request = try reader.next(), answer(request) {}
    } catch {
      refused(error)
      refuse(error)
    }
  }

  /// Answers bytes that are not a request, and closes the connection.
  package func refuse(_ malformed: MalformedRequest) {
    if let status = malformed.status {
      send(HTTPResponse(status, text: "contract-run: \(malformed.why)\n").bytes(for: nil))
    }
    close(draining: true)
  }
}
