package import ContractCore
import Foundation
import Synchronization

/// A server that opens the base URLs that calls run on: real sockets of this machine that do what their scenarios
/// describe.
///
/// Each call has its own ports, and none of the next several thousand calls gets them. So calls cannot see each other,
/// and a late request belongs to its own call.
package final class LoopbackServer: Sendable {
  /// How many ended calls may still receive requests.
  static let retiredLimit = 64

  /// How the requests of a client come to its calls.
  package enum Route: Sendable {
    /// To base URLs on this machine, which begin with http.
    case http
    /// To base URLs on this machine, which begin with https.
    case https
    /// To the base URLs of the contract, through a proxy with a port on this machine.
    case proxy(Listener)

    var isHTTPS: Bool { if case .https = self { true } else { false } }
    var isProxy: Bool { proxy != nil }
    var proxy: Listener? { if case .proxy(let listener) = self { listener } else { nil } }
  }

  private let threads: ThreadGroup
  private let calls = Calls()
  /// What gives calls TLS; nil if none has it.
  private let tls: (any TLSServer)?

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - threads: The group that its threads belong to; by default a group of its own.
  ///   - tls: What gives calls TLS; nil, as by default, if none has it.
  package init(threads: ThreadGroup = ThreadGroup(), tls: (any TLSServer)? = nil) {
    (self.threads, self.tls) = (threads, tls)
  }

  deinit { calls.closeAll() }

  /// Opens the base URLs of one call: the contract's base URL and those that have names.
  ///
  /// - Parameters:
  ///   - lease: The hosts of the call; by default 127.0.0.1 for all of them.
  ///   - route: How requests come to the call; by default with http.
  /// - Throws: The system's error. If the system has no more descriptors, ended calls are closed first.
  package func open(
    _ scenario: Scenario, of contract: Contract, in lease: LoopbackHosts.Lease = .common, by route: Route = .http
  ) throws(SocketError) -> LoopbackCall {
    var attempts = 1
    while true {
      do throws(SocketError) {
        let call = try LoopbackCall(
          scenario, of: contract, in: lease, by: route, calls: calls, tls: tls, threads: threads)
        calls.add(call)
        return call
      } catch {
        guard error.isExhaustion, attempts < 50 else { throw error }
        makeRoom(&attempts)
      }
    }
  }

  /// Closes the ended calls, and waits a moment. Requests to them are not reported any more.
  ///
  /// - Parameter attempts: Counts how often this was called. A call during which descriptors are still being closed
  ///   does not count, because the time that the threads of the closed calls need depends on the load of the machine.
  package func makeRoom(_ attempts: inout Int) {
    calls.closeRetired()
    if !calls.areClosing { attempts += 1 }
    Thread.sleep(forTimeInterval: 0.01)
  }

  /// Closes everything, and returns when no thread and no descriptor is left.
  package func close() {
    calls.closeAll()
    threads.wait()
  }

  /// The calls that are not closed.
  final class Calls: Sendable {
    private struct State {
      var open: [ObjectIdentifier: LoopbackCall] = [:]
      /// The ended calls, the oldest first.
      var retired: [LoopbackCall] = []
      /// The closed calls that may still hold descriptors.
      var closing: [LoopbackCall] = []
    }

    private let state = Mutex(State())
    let ports = RecentPorts()

    func add(_ call: LoopbackCall) { state.withLock { $0.open[ObjectIdentifier(call)] = call } }

    /// Keeps a call for late requests. If there are enough already, it replaces the oldest.
    func retire(_ call: LoopbackCall) {
      let oldest = state.withLock { state -> LoopbackCall? in
        guard state.open.removeValue(forKey: ObjectIdentifier(call)) != nil else { return nil }
        state.retired.append(call)
        return state.retired.count > LoopbackServer.retiredLimit ? state.retired.removeFirst() : nil
      }
      if let oldest { close([oldest]) }
    }

    func closeRetired() {
      close(
        state.withLock { state in
          defer { state.retired = [] }
          return state.retired
        })
    }

    private func close(_ calls: [LoopbackCall]) {
      state.withLock { state in
        state.closing.removeAll(where: \.isReleased)
        state.closing += calls
      }
      for call in calls { call.close() }
    }

    /// Whether a closed call still holds descriptors.
    var areClosing: Bool {
      state.withLock { state in
        state.closing.removeAll(where: \.isReleased)
        return !state.closing.isEmpty
      }
    }

    func closeAll() {
      closeRetired()
      let open = state.withLock { state in
        defer { state.open = [:] }
        return Array(state.open.values)
      }
      for call in open { call.close() }
    }
  }
}
