import Foundation
import Synchronization
import Testing

@testable import ContractKit

/// Plays the network for a test.
struct ClosureResponder: Responder {
  private let reply: @Sendable (CapturedRequest) async -> Reply
  private let executor = QueueExecutor()

  init(reply: @escaping @Sendable (CapturedRequest) async -> Reply) { self.reply = reply }

  func respond(to request: CapturedRequest, _ answer: @escaping @Sendable (Reply) -> Void) {
    Task(executorPreference: executor) { answer(await reply(request)) }
  }
}

extension Responder {
  /// Returns the answer to a request.
  func reply(to request: CapturedRequest) async -> Reply {
    await withCheckedContinuation { continuation in respond(to: request) { continuation.resume(returning: $0) } }
  }
}

extension Call {
  /// Returns a call on `memory` whose requests a closure answers. The default answer is 200 with `{}`.
  static func memory(
    _ operation: String = "test", input: JSON = .null,
    answer: @escaping @Sendable (CapturedRequest) async -> Reply = { _ in .ok("{}") }
  ) -> Call {
    // swift-format-ignore: NeverForceUnwrap
    Call(
      operation: operation, baseURL: URL(string: "http://localhost:8080")!, input: input,
      responder: ClosureResponder(reply: answer))
  }
}

extension Operations {
  /// Runs a call and waits for its result.
  func run(_ call: Call, completedAgain: @escaping @Sendable () -> Void = {}) async -> CallResult {
    await withCheckedContinuation { continuation in
      start(call, completedAgain: completedAgain) { continuation.resume(returning: $0) }
    }
  }
}

extension Reply {
  static func ok(_ text: String, delay: Double = 0) -> Reply {
    Reply(
      .status(200), headers: Headers([Headers.Line("Content-Type", "application/json")]), body: Array(text.utf8),
      delay: delay)
  }

  static func network(_ code: Int, domain: String = NSURLErrorDomain, body: String? = nil) -> Reply {
    Reply(.networkError(NetworkError(domain: domain, code: code)), body: body.map { Array($0.utf8) })
  }
}

extension TimeLimitTrait.Duration {
  /// The time after which a test counts as hanging. It includes the time in which a test waits for its turn, so it is
  /// longer than the whole suite takes on a busy machine.
  static var hang: Self { .minutes(60) }
}

/// A list of values that closures in tests add to.
final class Notes<Value: Sendable>: Sendable {
  private let values = Mutex([Value]())

  func add(_ value: Value) { values.withLock { $0.append(value) } }
  var all: [Value] { values.withLock { $0 } }
}

/// An event that tasks can wait for.
final class Gate: Sendable {
  private let state = Mutex((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}
