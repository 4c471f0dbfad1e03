import ContractCore
import Foundation
import Synchronization

/// A socket with a port that nobody listens on. Connections to it are refused, and no other process can use the port.
struct BoundSocket: Sendable {
  let descriptor: Descriptor
  let port: Int
  let host: in_addr

  /// Returns the IP address of a host of this machine, which is an IPv4 address or `localhost`.
  static func address(_ host: String) throws(SocketError) -> in_addr {
    var address = in_addr()
    guard inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host, &address) == 1 else {
      throw SocketError("host", EADDRNOTAVAIL)
    }
    return address
  }

  /// Returns whether the system lets sockets have an IP address.
  static func isPossible(on host: String) -> Bool { (try? BoundSocket(address(host), 0)) != nil }

  /// How often binding is tried again if a port is not suitable.
  private static let attempts = 20

  /// Binds a socket.
  ///
  /// - Parameter port: The port; 0 for a free one.
  init(_ host: in_addr, _ port: Int, reusesAddress: Bool = false) throws(SocketError) {
    let socket = Sockets.stream()
    guard socket >= 0 else { throw SocketError("socket") }
    descriptor = Descriptor(socket)
    if reusesAddress { Sockets.set(SO_REUSEADDR, true, on: socket) }
    guard let bound = Sockets.bind(socket, to: host, port: port) else { throw SocketError("bind") }
    self.port = bound
    self.host = host
  }

  /// Binds a socket to a free port that is not among the recent ones.
  ///
  /// - Parameters:
  ///   - host: The IP address.
  ///   - ports: The recent ports. The new port is added to them.
  init(_ host: in_addr, unlike ports: RecentPorts) throws(SocketError) {
    // Kept open, so that each attempt gets another port.
    var refused: [BoundSocket] = []
    while true {
      let socket = try BoundSocket(host, 0)
      if ports.reserve(socket.port) || refused.count == Self.attempts {
        self = socket
        return
      }
      refused.append(socket)
    }
  }

  /// Releases the port and binds it again by its number. If another process took it first, binds another port.
  func boundByNumber() throws(SocketError) -> BoundSocket {
    var free = self
    var attempt = 1
    while true {
      free.close()
      do throws(SocketError) {
        return try BoundSocket(host, free.port)
      } catch {
        guard error.number == EADDRINUSE, attempt < Self.attempts else { throw error }
      }
      attempt += 1
      free = try BoundSocket(host, 0)
    }
  }

  func close() { descriptor.close() }
}

/// The ports that were used recently. The system chooses free ports at random, so it may choose one that an earlier
/// call had.
final class RecentPorts: Sendable {
  private struct State {
    var all: Set<Int> = []
    /// The ports, the oldest first.
    var order: [Int] = []
  }

  private let state = Mutex(State())
  /// A few thousand of the 28,000 or more ports that systems offer.
  private let limit: Int

  init(limit: Int = 4096) { self.limit = limit }

  /// Records a port. Returns whether it was not among the recent ones.
  func reserve(_ port: Int) -> Bool {
    state.withLock { state in
      guard state.all.insert(port).inserted else { return false }
      state.order.append(port)
      if state.order.count > limit { state.all.remove(state.order.removeFirst()) }
      return true
    }
  }
}

/// An operation that the system refused to a server, with its error number.
package struct SocketError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The system call, or what else was not possible.
  package var call: String
  /// The system's `errno`; 0 if the reason is not the system's.
  package var number: Int32

  /// Creates an error; by default with the error number of the last call.
  package init(_ call: String, _ number: Int32 = errno) {
    self.call = call
    self.number = number
  }

  /// The system's message: `bind: Address already in use`.
  package var description: String { number == 0 ? call : "\(call): \(String(cString: strerror(number)))" }

  /// The message, with the limit to raise if there is one.
  package var advised: String {
    switch number {
    case EMFILE: "\(self); allow the process more open files (ulimit -n)"
    case ENFILE: "\(self); end other programs, or allow the system more open files"
    case EAGAIN, ENOMEM, ENOBUFS:
      "\(self); end other programs, or raise the limits of processes (ulimit -u) and of memory (ulimit -v)"
    default: description
    }
  }

  /// Whether the process or the system has no descriptors or threads left, or no memory for one.
  package var isExhaustion: Bool {
    [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(number) || number == EAGAIN && call == "pthread_create"
  }
}
