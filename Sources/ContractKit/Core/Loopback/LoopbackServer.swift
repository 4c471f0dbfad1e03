import Foundation
import Synchronization

/// Makes the addresses that calls run on: real sockets of 127.0.0.1 that do what their scenarios say.
///
/// Each call has ports of its own, which none of the thousands of calls after it gets. So calls cannot see each other, and a request that
/// comes late belongs to its own.
package final class LoopbackServer: Sendable {
  /// How many calls whose result is in may still be sent requests.
  static let retiredLimit = 64

  private let guarding: Listener.Guard
  private let threads = ThreadGroup()
  private let calls = Calls()

  /// Makes a server.
  ///
  /// - Parameter guarding: Called around what makes descriptors, so that no child process is started meanwhile; it only
  ///   calls its body unless given.
  package init(guarding: @escaping Listener.Guard = { $0() }) { self.guarding = guarding }

  deinit { calls.closeAll() }

  /// Opens the addresses of one call: one for its base URL and one for each that has a name.
  ///
  /// - Throws: What the system would not do. Where it has no more descriptors, calls that are over are closed first.
  package func open(_ scenario: Scenario, of contract: Contract) throws(SocketError) -> LoopbackCall {
    var attempts = 1
    while true {
      do throws(SocketError) {
        let call = try LoopbackCall(scenario, of: contract, calls: calls, threads: threads, guarding: guarding)
        calls.add(call)
        return call
      } catch {
        guard error.isExhaustion, attempts < 50 else { throw error }
        makeRoom(&attempts)
      }
    }
  }

  /// Closes the calls that are over, and waits a moment; what is sent to them from now on is not reported.
  ///
  /// - Parameter attempts: Counts how often this was called. A call in which descriptors are still being closed does not
  ///   count: how long the threads of the closed calls take depends on what else the machine does.
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
      /// The oldest first.
      var retired: [LoopbackCall] = []
      /// Those that were closed and may still hold descriptors.
      var closing: [LoopbackCall] = []
    }

    private let state = Mutex(State())
    let ports = RecentPorts()

    func add(_ call: LoopbackCall) { state.withLock { $0.open[ObjectIdentifier(call)] = call } }

    /// Keeps a call for late requests, in place of the oldest where there are enough.
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
