import Foundation
import Synchronization

/// One connection of a listener's: its own thread reads, writes and closes it; any thread may shut it down.
package final class Connection: Sendable {
  private let descriptor: Int32
  /// The descriptor is closed under it: its number may be another file's right after that.
  private let state = Mutex(State())

  private struct State {
    var isOpen = true
    var isShutDown = false
    /// Whether the client might have sent more.
    var isCutOff = false
    var isWaiting = false
    var endsWaits = false
    /// Whether the client's end was read.
    var isAtEnd = false
    var part: MalformedRequest?
    var activity = Activity.reading
  }

  /// What its thread is at.
  enum Activity {
    /// It waits for bytes.
    case reading
    /// It takes bytes, or has some that nobody was told of.
    case taken
    /// What it has read is told.
    case answering
  }

  /// What a wait ended with.
  package enum WaitEnd: Sendable {
    /// The time is over.
    case elapsed
    /// The client is gone.
    case hungUp
    /// `endWaits()` was called, or `shutDown()`.
    case ended
  }

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    Sockets.prepare(descriptor)
  }

  deinit { close(draining: false) }

  /// The port at the other end.
  package var peerPort: Int { Sockets.peerPort(descriptor) }

  /// Whether it was shut down from this side while it was open.
  package var isShutDown: Bool { state.withLock(\.isShutDown) }

  /// Whether its thread is within `wait`.
  var isInWait: Bool { state.withLock(\.isWaiting) }

  /// Takes the request that has begun to come and is not whole, to be told; nil where there is none. Nobody else tells of it then.
  func takePart() -> MalformedRequest? {
    state.withLock { state in
      defer { state.part = nil }
      if state.part != nil { state.isCutOff = true }
      return state.part
    }
  }

  /// Whether the reader is to tell what is wrong with a request: it was not cut off, and nobody took it before.
  func claimError() -> Bool {
    state.withLock { state in
      state.part = nil
      return !state.isCutOff
    }
  }

  /// Takes note of a request that is not whole, or, with nil, that it is.
  func sawPart(_ part: MalformedRequest?) { state.withLock { $0.part = part } }

  /// Reads what has come, or waits for it; 0 at the end, negative where the connection is lost.
  package func read(into bytes: UnsafeMutableRawBufferPointer) -> Int {
    if bytes.isEmpty { return 0 }
    state.withLock { $0.activity = .reading }
    _ = Sockets.wait(descriptor, for: Int16(POLLIN))
    // Said before it is done: bytes that are neither on the socket nor said to be taken would be nowhere.
    state.withLock { $0.activity = .taken }
    let count = Sockets.receive(descriptor, into: bytes)
    if count <= 0 { sawEnd() }
    return count
  }

  /// Takes note of the client's end. It is going to be told only where it cuts a request off.
  private func sawEnd() {
    state.withLock { state in
      state.isAtEnd = true
      if state.part == nil { state.activity = .answering }
    }
  }

  /// Takes note that the request that was read is told.
  func answers() { state.withLock { $0.activity = .answering } }

  /// Whether something has come that is going to be read, or told, at once.
  var hasNews: Bool {
    state.withLock { state in
      switch state.activity {
      case .reading: state.isOpen && !state.isShutDown && Sockets.peek(descriptor) > 0
      case .taken: state.isOpen && !state.isShutDown
      case .answering: false
      }
    }
  }

  /// Waits until something comes, which stays to be read; returns its first byte, or nil at the end.
  func waitForByte() -> UInt8? {
    _ = Sockets.wait(descriptor, for: Int16(POLLIN))
    var byte: UInt8 = 0
    return Sockets.peek(descriptor, &byte) > 0 ? byte : nil
  }

  /// Writes all bytes; returns whether that was done, which says nothing of whether they arrive.
  ///
  /// It ends early where the connection is lost, or shut down from this side while the client takes nothing.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Sockets.send(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if errno != EAGAIN || !waitForRoom() {
          return false
        }
      }
      return true
    }
  }

  /// Waits until the client takes more; returns whether it may.
  private func waitForRoom() -> Bool {
    let happened = Sockets.wait(descriptor, for: Int16(POLLOUT) | Sockets.hangUp)
    if isShutDown { return false }
    // A client may have ended what it sends and still read.
    if happened & Int16(POLLOUT) == 0 { _ = Sockets.wait(descriptor, for: Int16(POLLOUT), milliseconds: 100) }
    return true
  }

  /// Waits for a time, or without end, unless the client hangs up before. What it sends meanwhile stays to be read.
  package func wait(seconds: Double? = nil) -> WaitEnd {
    let end = seconds.map { ContinuousClock.now + .seconds($0) }
    guard begins() else { return .ended }
    defer { state.withLock { $0.isWaiting = false } }
    var events = Int16(POLLIN) | Sockets.hangUp
    while true {
      var milliseconds: Int32 = -1
      if let end {
        let left = (end - .now) / .milliseconds(1)
        if left <= 0 { return .elapsed }
        milliseconds = Int32(min(left.rounded(.up), 1e9))
      }
      let happened = Sockets.wait(descriptor, for: events, milliseconds: milliseconds)
      if state.withLock({ $0.endsWaits || $0.isShutDown }) { return .ended }
      if happened == 0 { continue }
      if happened & ~Int16(POLLIN) != 0 || Sockets.peek(descriptor) <= 0 { return .hungUp }
      // A request sent ahead would end each poll at once.
      events = Sockets.hangUp
    }
  }

  private func begins() -> Bool {
    state.withLock { state in
      if state.endsWaits || state.isShutDown { return false }
      state.isWaiting = true
      return true
    }
  }

  /// Closes in an orderly way: the client reads everything that was sent, and then the end.
  ///
  /// - Parameter draining: Whether the rest of a request that was not read whole is waited for, for a second and 8 MiB at
  ///   most: a connection that is closed with unread bytes is reset, and the client loses what it was told.
  package func close(draining: Bool = false) {
    // At the end nothing is left to be read.
    guard state.withLock({ $0.isOpen && !$0.isShutDown && !$0.isAtEnd }) else { return closeNow() }
    Sockets.shutDown(descriptor, SHUT_WR)
    discard(limit: draining ? 8 << 20 : 1 << 20, until: draining ? .now + .seconds(1) : nil)
    closeNow()
  }

  /// Reads what has come and forgets it; until the end or a time, where one is given.
  private func discard(limit: Int, until end: ContinuousClock.Instant?) {
    var left = limit
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { buffer in
      while left > 0 {
        let count = Sockets.receive(descriptor, into: buffer, waits: false)
        if count > 0 {
          left -= count
        } else if count == 0 || errno != EAGAIN {
          return
        } else {
          guard let end, case let wait = (end - .now) / .milliseconds(1), wait > 0,
            Sockets.wait(descriptor, for: Int16(POLLIN), milliseconds: Int32(wait.rounded(.up))) != 0
          else { return }
        }
      }
    }
  }

  /// Closes with a reset, once the client has taken what was sent before, or after a second.
  package func reset() {
    let end = ContinuousClock.now + .seconds(1)
    while Sockets.unsent(descriptor) > 0, ContinuousClock.now < end, wait(seconds: 0.001) == .elapsed {}
    state.withLock { state in
      if state.isOpen { Sockets.resetOnClose(descriptor) }
    }
    closeNow()
  }

  private func closeNow() {
    // Under the lock, so that no other thread shuts down what has got this descriptor's number since.
    state.withLock { state in
      if state.isOpen { Foundation.close(descriptor) }
      state.isOpen = false
    }
  }

  /// Makes the connection's thread read the end, in a wait too. For any thread.
  ///
  /// The client sees nothing of that: what it sees is the thread's, which may reset the connection. A close in the middle
  /// of a head ends the process of a Foundation client (swift-corelibs-foundation, #5285).
  package func shutDown() {
    state.withLock { state in
      if !state.isOpen { return }
      state.isShutDown = true
      if Sockets.hangUp == 0 || Sockets.wait(descriptor, for: Sockets.hangUp, milliseconds: 0) == 0 {
        state.isCutOff = true
      }
      Sockets.shutDown(descriptor, SHUT_RD)
    }
  }

  /// Ends the wait that goes on, if one does, and each to come; a connection that waits is shut down. For any thread.
  package func endWaits() {
    state.withLock { state in
      state.endsWaits = true
      if !state.isOpen || !state.isWaiting { return }
      state.isShutDown = true
      Sockets.shutDown(descriptor, SHUT_RD)
    }
  }
}

extension Connection {
  /// Does what a reply to a request says: an answer, or the fault that it is.
  ///
  /// - Returns: Whether another request may come on the connection.
  package func answer(_ request: HTTPRequest, with reply: Reply) -> Bool {
    ReplyWriter(request, reply, on: self).write()
  }

  /// Answers what is not a request, and closes the connection.
  package func refuse(_ malformed: MalformedRequest) {
    if let status = malformed.status {
      send(HTTPResponse(status, text: "contract-run: \(malformed.why)\n").bytes(for: nil))
    }
    close(draining: true)
  }
}
