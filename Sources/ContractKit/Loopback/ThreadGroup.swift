import ContractCore
import Foundation
import Synchronization

/// A group of threads. A caller can wait until none is left, and the system has released all of them.
///
/// A thread that has finished waits for the next body, so that no new thread is needed.
package final class ThreadGroup: Sendable {
  package typealias Body = @Sendable () -> Void

  private struct State {
    var living: [ObjectIdentifier: SystemThread] = [:]
    /// The living threads that wait for a body.
    var idle: [Worker] = []
    /// The thread that ended last. The next thread that ends joins it.
    var ended: SystemThread?
  }

  /// Also locked while a thread is created.
  private let state = Mutex(State())

  /// How many threads may wait for a body. Other threads end.
  static let idleLimit = 16

  /// What a thread does before each of its bodies.
  private let before: Body

  /// Creates an empty group. Its threads can first do something else, as those of a busy machine do.
  package init(before: @escaping Body = {}) { self.before = before }

  deinit {
    // No body runs, because each body holds the group. So the living threads are idle, and none ends before it is woken.
    let state = state.withLock(\.self)
    for thread in state.living.values { thread.detach() }
    for worker in state.idle { worker.wake(nil) }
    guard let ended = state.ended else { return }
    if ended.isCurrent { ended.detach() } else { ended.join() }
  }

  var count: Int { state.withLock(\.living.count) }

  /// How many of the threads wait for a body.
  var idleCount: Int { state.withLock(\.idle.count) }

  /// Runs a body on an idle thread, or on a new one.
  package func start(_ body: @escaping Body) throws(SocketError) {
    // It holds the group, which lives at least as long as the body runs.
    let work: Work = { [self] worker in
      SystemThread.perform {
        before()
        body()
      }
      return retains(worker)
    }
    if let worker = state.withLock({ $0.idle.popLast() }) { return worker.wake(work) }
    let worker = Worker()
    worker.wake(work)
    // The lock is held while the thread is created, so that a thread that ends at once finds itself in `living`.
    try state.withLock { state throws(SocketError) in
      do throws(SystemThread.Failure) {
        state.living[ObjectIdentifier(worker)] = try SystemThread { while worker.works() {} }
      } catch {
        throw SocketError("pthread_create", error.number)
      }
    }
  }

  /// Waits until every thread has ended, including those that are started in the meantime. The group's own threads must
  /// not call it.
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

  /// Keeps a thread that has finished its work if there is room. Returns whether it must wait for more work, or end.
  ///
  /// A thread that `wait()` has taken ends, and `wait()` joins it.
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

  /// Runs a body on a thread. Returns whether the thread may get more work.
  private typealias Work = @Sendable (Worker) -> Bool

  /// The state of one thread that waits for work. It does not hold the group.
  private final class Worker: Sendable {
    private let work = Mutex<Work?>(nil)
    private let hasCome = DispatchSemaphore(value: 0)

    /// Gives the thread its next work. With nil, it ends.
    func wake(_ work: Work?) {
      self.work.withLock { $0 = work }
      hasCome.signal()
    }

    /// Waits for work and does it. Returns whether there may be more.
    func works() -> Bool {
      hasCome.wait()
      return work.withLock { $0.take() }?(self) ?? false
    }
  }
}
