public import Foundation
import Synchronization

/// URLSession's methods on a plain object that leads to the runner: the double for clients that ask for less than a
/// session, by a protocol of their own.
///
/// A protocol that URLSession meets as it is, this meets as well: `extension MockSession: HTTPSession {}`. One that wraps
/// URLSession's types takes the few lines that it takes for URLSession. Tasks are real subclasses of Foundation's.
///
/// Delegates are not told anything: a client that needs one takes `Call.session` or `Call.configuration`.
public final class MockSession: Sendable {
  /// Where completion handlers run.
  public struct Handlers: Sendable {
    enum Kind {
      case ownQueue
      case queue(DispatchQueue)
      case inline
    }

    let kind: Kind

    /// On a serial queue of the session's own, as URLSession's do.
    public static let ownQueue = Handlers(kind: .ownQueue)

    /// On a queue of the caller's.
    public static func queue(_ queue: DispatchQueue) -> Handlers { Handlers(kind: .queue(queue)) }

    /// In `resume()`, before it returns, as many hand-made mocks do; the thread waits for the answer there.
    public static let inline = Handlers(kind: .inline)
  }

  let carrier: Carrier
  private let handlers: Handlers
  let unresumed: UnresumedTasks
  private let state = Mutex(State())

  private struct State {
    var tasks = 0
    /// The session's own queue, made when the first handler needs it.
    var queue: DispatchQueue?
    /// What async downloads have written; nobody knows when the client is done with it.
    var files: [URL] = []
  }

  init(carrier: Carrier, handlers: Handlers, unresumed: UnresumedTasks) {
    self.carrier = carrier
    self.handlers = handlers
    self.unresumed = unresumed
  }

  deinit {
    for file in state.withLock({ $0.files }) { try? FileManager.default.removeItem(at: file) }
  }

  /// Where handlers run; nil where they are called in `resume()`.
  var handlerQueue: DispatchQueue? {
    switch handlers.kind {
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

  /// A task's number, unique in the session.
  func nextTask() -> Int {
    state.withLock { state in
      state.tasks += 1
      return state.tasks
    }
  }

  /// Keeps a file for as long as the session lives.
  func keep(_ file: URL) { state.withLock { $0.files.append(file) } }
}
