public import Foundation
import Synchronization

/// A test double with the methods of URLSession, connected to the runner. It is for clients that accept a protocol of
/// their own instead of a session.
///
/// If URLSession conforms to the protocol by an empty extension, so does this class:
/// `extension MockSession: HTTPSession {}`. If the protocol wraps URLSession's types, the conformance takes the same
/// few lines as for URLSession. Tasks are real subclasses of Foundation's tasks.
///
/// Delegates are never called. If a client needs one, give it `Call.session` or `Call.configuration`.
public final class MockSession: Sendable {
  /// The queue on which completion handlers run.
  public struct CallbackQueue: Sendable {
    enum Kind {
      case ownQueue
      case queue(DispatchQueue)
      case inline
    }

    let kind: Kind

    /// The session's own serial queue, as for the handlers of URLSession.
    public static let ownQueue = CallbackQueue(kind: .ownQueue)

    /// Returns the given queue, for handlers that must run on it.
    public static func queue(_ queue: DispatchQueue) -> CallbackQueue { CallbackQueue(kind: .queue(queue)) }

    /// The thread that calls `resume()`, before `resume()` returns, as in many handwritten mocks. The thread waits
    /// there for the answer.
    public static let inline = CallbackQueue(kind: .inline)
  }

  let carrier: RequestSender
  private let callbackQueue: CallbackQueue
  let unresumed: UnresumedTasks
  private let tasks = Atomic(0)
  private let state = Mutex(State())

  private struct State {
    /// The session's own queue. It is created when the first handler needs it.
    var queue: DispatchQueue?
    /// The files of async downloads. Nobody knows when the client has finished with them.
    var files: [URL] = []
  }

  init(carrier: RequestSender, callbackQueue: CallbackQueue, unresumed: UnresumedTasks) {
    self.carrier = carrier
    self.callbackQueue = callbackQueue
    self.unresumed = unresumed
  }

  deinit {
    for file in state.withLock({ $0.files }) { try? FileManager.default.removeItem(at: file) }
  }

  /// The queue on which handlers run, or nil if `resume()` calls them.
  var handlerQueue: DispatchQueue? {
    switch callbackQueue.kind {
    case .inline: return nil
    case .queue(let queue): return queue
    case .ownQueue:
      return state.withLock { state in
        let queue = state.queue ?? DispatchQueue(label: "ContractKit.MockSession")
        state.queue = queue
        return queue
      }
    }
  }

  /// Returns a number for a task that is unique in the session.
  func nextTask() -> Int { tasks.add(1, ordering: .relaxed).newValue }

  /// Keeps a file until the session is released.
  func keep(_ file: URL) { state.withLock { $0.files.append(file) } }
}

/// Whether the last event of a call's mocks was the release of a task that was never resumed. If so, that is why a
/// completion is never called. After a handler was called, the handler itself is the cause.
final class UnresumedTasks: Sendable {
  private let state = Mutex(false)

  var isLast: Bool { state.withLock { $0 } }
  func taskWasForgotten() { state.withLock { $0 = true } }
  func handlerIsCalled() { state.withLock { $0 = false } }
}
