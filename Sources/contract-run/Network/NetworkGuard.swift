import CContractRun
import ContractCore
import Dispatch
import Foundation
import Synchronization

/// What judges the connections of a driver and of everything that it starts, on Linux.
///
/// The kernel stops each attempt until it is judged. So the runner knows an attempt before the client can notice its
/// refusal. It finds mistakes. It is not a sandbox: a malicious driver could change an address after it was judged.
final class NetworkGuard: Sendable {
  private struct State {
    /// The addresses of the driver's calls and of its proxy. They are kept when a call is over, because its client may
    /// still use them.
    var own: Set<NetworkAddress> = []
    /// The local ports from which the driver connected to its calls and to its proxy.
    var locals: Set<UInt16> = []
    /// Whether all of these local ports are known.
    var knowsLocals = false
    /// What the thread watches; nil before the process has started, and after the last process has ended.
    var watched: ContractRunGuard?
  }

  private let state = Mutex(State())
  /// Signaled when the thread has something to watch, or has nothing to watch for ever.
  private let hasStarted = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)
  private let allowed: AllowedAddresses
  let visits: NetworkVisits

  init(_ allowed: AllowedAddresses, _ visits: NetworkVisits) { (self.allowed, self.visits) = (allowed, visits) }

  /// Starts the thread that judges what a process does. The thread waits for `watch(_:)`.
  ///
  /// A process that is started under a guard without this thread could never connect: nobody would answer the kernel.
  func startThread() throws(SystemThread.Failure) {
    try SystemThread.start { [self] in
      hasStarted.wait()
      defer { hasEnded.signal() }
      guard let watched = state.withLock(\.watched) else { return }
      var actions = ContractRunGuardActions(
        judge: { NetworkGuard.from($0).judge($1) }, connected: { NetworkGuard.from($0).connected(from: $1) },
        missed: { NetworkGuard.from($0).missed($1, $2) })
      contractRunWatch(watched, &actions, Unmanaged.passUnretained(self).toOpaque())
      state.withLock { $0.watched = nil }
    }
  }

  /// Judges what a process does that was just started. The thread ends with the last process under the guard. Such a
  /// process may outlive its driver; what it tries is still refused.
  ///
  /// - Parameter started: The guard of the process; nil if there is none. Then the thread ends.
  func watch(_ started: ContractRunGuard?) {
    state.withLock { ($0.watched, $0.knowsLocals) = (started, started != nil) }
    hasStarted.signal()
  }

  /// Whether a process is still under the guard, as far as is known.
  var isWatching: Bool { state.withLock { $0.watched != nil } }

  /// Waits until no process is under the guard any more, but not longer than until a time. Returns whether none is.
  func hasEnded(by time: DispatchTime) -> Bool {
    guard isWatching else { return true }
    let isOver = hasEnded.wait(timeout: time) == .success
    if isOver { hasEnded.signal() }
    return isOver
  }

  /// Allows the driver to connect to hosts and ports of this machine: those of its calls and of its proxy.
  func open(_ origins: [(host: String, port: Int)]) {
    state.withLock { state in
      for (host, port) in origins {
        state.own.insert(NetworkAddress(host: host == "localhost" ? "127.0.0.1" : host, port: port))
      }
    }
  }

  /// Returns whether the driver may have connected from a local port. If it has not, another process has.
  func mayHaveConnected(from port: Int) -> Bool {
    state.withLock { !$0.knowsLocals || $0.locals.contains(UInt16(truncatingIfNeeded: port)) }
  }

  /// Returns whether an address is that of one of the driver's calls, or of its proxy.
  func isOwn(_ host: String, _ port: Int) -> Bool {
    let host = host == "localhost" ? "127.0.0.1" : host
    return state.withLock { $0.own.contains(NetworkAddress(host: host, port: port)) }
  }

  /// Takes a connection from a local port for the driver's.
  func admit(_ port: Int) { connected(from: UInt16(truncatingIfNeeded: port)) }

  // MARK: The thread of the guard

  private static func from(_ context: UnsafeMutableRawPointer) -> NetworkGuard {
    Unmanaged.fromOpaque(context).takeUnretainedValue()
  }

  private func judge(_ destination: ContractRunDestination) -> Int32 {
    let address = NetworkAddress(destination)
    let own = destination.isLoopback ? NetworkAddress(host: "127.0.0.1", port: address.port) : address
    if state.withLock({ $0.own.contains(own) }) { return Int32(contractRunOwn) }
    // Nothing listens there. It is where clients connect that take a URL without a host for one with a host.
    if destination.isLoopback, address.port == 0, !destination.isDatagram { return ECONNREFUSED }
    if allowed.contains(address) { return 0 }
    if address.port == NameServers.port, NameServers.addresses.contains(address.host) {
      visits.append(.question)
      return 0
    }
    // A lookup connects UDP sockets, and fails no scenario. Nobody knows whether this is one.
    if destination.isUnclear { return Int32(contractRunUnclear) }
    if destination.isLoopback, destination.isDatagram, !destination.sends {
      guard let isOwn = UDPSocket.isOpen(at: address.port, in: destination.thread) else {
        visits.append(.missed(.sockets, ENOENT))
        return 0
      }
      if isOwn { return 0 }
    }
    if !destination.isDatagram {
      visits.append(.escape(.connection(address: address.text)))
    } else if destination.sends {
      visits.append(.escape(.datagram(address: address.text)))
    } else {
      visits.append(.lookup(address: address.text))
    }
    return ECONNREFUSED
  }

  private func connected(from port: UInt16) {
    state.withLock { state in
      if port == 0 { state.knowsLocals = false } else { state.locals.insert(port) }
    }
  }

  private func missed(_ what: Int32, _ error: Int32) {
    // The attempt may have been a connection to a call, whose local port is not known now.
    state.withLock { $0.knowsLocals = false }
    visits.append(.missed(what == contractRunMemory ? .memory : .socket, error))
  }
}

/// The name servers that this machine's programs ask (resolv.conf(5)).
///
/// A driver may ask them: a lookup sends nothing of a request, and a client must get the same answer as without a guard.
enum NameServers {
  static let port = 53

  static let addresses: Set<String> = {
    let text = FileManager.default.contents(atPath: "/etc/resolv.conf").map { String(decoding: $0, as: UTF8.self) }
    return Set(addresses(in: text ?? ""))
  }()

  /// Returns the name servers of a configuration; this machine, if it has none.
  static func addresses(in text: String) -> [String] {
    let found = text.split(whereSeparator: \.isNewline).compactMap { line -> String? in
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count > 1, words[0] == "nameserver" else { return nil }
      // An address may name its interface: fe80::1%eth0.
      return words[1].split(separator: "%").first.flatMap { NetworkAddress.host(String($0)) }
    }
    return found.isEmpty ? ["127.0.0.1", "::1"] : found
  }
}

/// A UDP socket of a guarded process.
///
/// Foundation wakes its run loops with two sockets of this machine that are connected to each other. So a process may
/// connect a socket to another one of its own.
enum UDPSocket {
  /// Returns whether a process has a UDP socket at a port of this machine (proc_pid_net(5)); nil if the system does not
  /// show that.
  static func isOpen(at port: Int, in thread: pid_t) -> Bool? {
    let tables = ["udp", "udp6"].compactMap { FileManager.default.contents(atPath: "/proc/\(thread)/net/\($0)") }
    if tables.isEmpty { return nil }
    let found = tables.flatMap { inodes(at: port, in: $0) }
    if found.isEmpty { return false }
    let folder = "/proc/\(thread)/fd"
    guard let open = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return nil }
    return open.contains { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      return found.contains { target == "socket:[\($0)]" }
    }
  }

  /// Returns the numbers of the sockets at a port, from a table such as /proc/net/udp.
  static func inodes(at port: Int, in table: Data) -> [Substring] {
    let text = String(decoding: table, as: UTF8.self)
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 9, let local = words[1].split(separator: ":").last, Int(local, radix: 16) == port else {
        return nil
      }
      return words[9]
    }
  }
}
