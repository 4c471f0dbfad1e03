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
    var attempt = 1
    while true {
      do throws(SocketError) {
        let call = try LoopbackCall(scenario, of: contract, calls: calls, threads: threads, guarding: guarding)
        calls.add(call)
        return call
      } catch {
        guard error.isExhaustion, attempt < 50 else { throw error }
        calls.closeRetired()
        // Their threads close what they hold.
        Thread.sleep(forTimeInterval: 0.01)
      }
      attempt += 1
    }
  }

  /// Closes the calls that are over, so that their descriptors are free; what is sent to them from now on is not told.
  package func closeRetired() { calls.closeRetired() }

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
      oldest?.close()
    }

    func closeRetired() {
      let retired = state.withLock { state in
        defer { state.retired = [] }
        return state.retired
      }
      for call in retired { call.close() }
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
