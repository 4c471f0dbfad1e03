// For `.ci/thread-sanitizer` only, which puts it into each module of a copy of the package.
import Foundation

/// Stands in for Synchronization's Mutex, which takes a lock that another thread holds by a system call that the thread
/// sanitizer does not know: what it guards would be reported as raced for. A lock of Foundation's is one that it knows.
struct Mutex<Value: ~Copyable>: ~Copyable, Sendable {
  private final class Storage: @unchecked Sendable {
    // Guards the value.
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
