// Only for `.ci/thread-sanitizer`, which adds this file to each module of a copy of the package.
import Foundation

/// A replacement for Synchronization's Mutex.
///
/// If another thread holds the lock, Synchronization's Mutex waits through a system call that the thread sanitizer does
/// not know. The sanitizer would report data races on the guarded values. It knows the locks of Foundation.
struct Mutex<Value: ~Copyable>: ~Copyable, Sendable {
  private final class Storage: @unchecked Sendable {
    // The lock guards the value.
    let lock = NSLock()
    var value: Value

    init(_ value: consuming sending Value) { self.value = value }
  }

  private let storage: Storage

  init(_ value: consuming sending Value) { storage = Storage(value) }

  func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    storage.lock.lock()
    defer { storage.lock.unlock() }
    return try body(&storage.value)
  }
}
