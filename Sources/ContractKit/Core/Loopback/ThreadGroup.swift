import Foundation
import Synchronization

/// Threads that can be waited for until none is left, not even in the system's accounts.
///
/// A thread that has come to its end waits for the next body, in place of a new thread.
package final class ThreadGroup: Sendable {
  /// What a thread is to do.
  typealias Body = @Sendable () -> Void

  private struct State {
    var living: [ObjectIdentifier: SystemThread] = [:]
    /// Those of the living that wait for a body.
    var idle: [Worker] = []
    /// The one that ended last; whoever ends after it joins it.
    var ended: SystemThread?
  }

  /// Also held while a thread is made.
  private let state = Mutex(State())

  /// How many threads may wait for a body; the others end.
  static let idleLimit = 16

  /// Makes an empty group.
  package init() {}

  deinit {
    // No body runs: each has the group.
    state.withLock { state in
      for worker in state.idle { worker.wake(nil) }
      for thread in state.living.values { thread.detach() }
      state.ended?.detach()
    }
  }

  /// How many threads there are.
  var count: Int { state.withLock(\.living.count) }

  /// How many of them wait for a body.
  var idleCount: Int { state.withLock(\.idle.count) }

  /// Runs a body on a thread that has nothing to do, or on a new one.
  func start(_ body: @escaping Body) throws(SocketError) {
    let work = Work(group: self, body: body)
    if let worker = state.withLock({ $0.idle.popLast() }) { return worker.wake(work) }
    let worker = Worker()
    worker.wake(work)
    // The lock is held while the thread is made, so that one that ends at once finds itself among the living.
    try state.withLock { state throws(SocketError) in
      do throws(SystemThread.Failure) {
        state.living[ObjectIdentifier(worker)] = try SystemThread { while worker.works() {} }
      } catch {
        throw SocketError("pthread_create", error.number)
      }
    }
  }

  /// Waits until every thread has ended, those that are started meanwhile too; not to be called by one of them.
  package func wait() {
    while true {
      let (threads, idle) = state.withLock { state in
        defer { state = State() }
        return (Array(state.living.values) + (state.ended.map { [$0] } ?? []), state.idle)
      }
      for worker in idle { worker.wake(nil) }
      if threads.isEmpty { return }
      for thread in threads { thread.join() }
    }
  }

  /// Called by a thread that has done its work; returns whether it is to wait for more, or to end.
  ///
  /// One that `wait()` has taken ends, and is joined there.
  private func retains(_ worker: Worker) -> Bool {
    let (isIdle, before) = state.withLock { state -> (Bool, SystemThread?) in
      let key = ObjectIdentifier(worker)
      if state.idle.count < Self.idleLimit, state.living[key] != nil {
        state.idle.append(worker)
        return (true, nil)
      }
      guard let thread = state.living.removeValue(forKey: key) else { return (false, nil) }
      defer { state.ended = thread }
      return (false, state.ended)
    }
    before?.join()
    return isIdle
  }

  /// A body, and the group that lives at least as long as it runs.
  private struct Work {
    let group: ThreadGroup
    let body: Body
  }

  /// One thread's wait for work, in which nothing holds the group.
  private final class Worker: Sendable {
    private let work = Mutex<Work?>(nil)
    private let hasCome = DispatchSemaphore(value: 0)

    /// Hands the thread its next work; with nil it ends.
    func wake(_ work: Work?) {
      self.work.withLock { $0 = work }
      hasCome.signal()
    }

    /// Waits for work and does it; returns whether there may be more.
    func works() -> Bool {
      hasCome.wait()
      guard let work = work.withLock({ $0.take() }) else { return false }
      SystemThread.perform(work.body)
      return work.group.retains(self)
    }
  }
}
