import Foundation
import Synchronization

/// The result of another thread.
final class ThreadResult<Value: Sendable>: Sendable {
  private let state = Mutex<Value?>(nil)

  var value: Value? { state.withLock { $0 } }

  func set(_ value: Value) { state.withLock { $0 = value } }
}

/// Gives other threads time. The caller checks its condition again afterwards.
func pause(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }
