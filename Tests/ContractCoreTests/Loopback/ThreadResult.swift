import ContractCore
import Foundation
import Synchronization

/// What another thread found.
final class ThreadResult<Value: Sendable>: Sendable {
  private let state = Mutex<Value?>(nil)

  var value: Value? { state.withLock { $0 } }

  func set(_ value: Value) { state.withLock { $0 = value } }
}

/// Lets other threads go on for a time; what is waited for is looked at again after it.
func pause(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }
