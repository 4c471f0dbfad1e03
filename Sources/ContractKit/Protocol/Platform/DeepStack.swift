/// Stack space for recursive code, which reads, judges and describes values that nest as deep as the limits allow.
///
/// The limits are the same on every thread: 512 levels of JSON, and 2,000 nested schemas.
package enum DeepStack {
  /// How many bytes of stack the deepest input may use.
  ///
  /// Measured on x86-64: 2,000 schemas nested in `oneOf` use 4.8 MiB optimized and 18.6 MiB not optimized. 490 patterns
  /// nested in `$contains` use 1.7 MiB and 5.2 MiB. Both may be nested in each other. Linux gives threads 8 MiB.
  package static let needed = _isDebugAssertConfiguration() ? 40 << 20 : 15 << 19

  /// How many bytes of stack the threads have that read and judge. This is address space: memory is only used when
  /// needed.
  package static let size = _isDebugAssertConfiguration() ? 64 << 20 : 16 << 20

  /// Runs a body on the current thread, or on a thread with a stack of `size` if the current one has less than `needed`
  /// left.
  ///
  /// A caller's thread may have a small stack: Darwin gives 512 KiB to all threads but the main thread.
  package static func run<Result>(_ body: () -> Result) -> Result {
    SystemThread.stackLeft >= needed ? body() : onDeepStack(body)
  }

  private static func onDeepStack<Result>(_ body: () -> Result) -> Result {
    withoutActuallyEscaping(body) { body in
      let work = Work(body)
      do throws(SystemThread.Failure) {
        try SystemThread { SystemThread.perform(work.run) }.join()
      } catch {
        // There is no memory for a thread. A body that is not deep does not need one.
        return body()
      }
      return work.result ?? body()
    }
  }

  // The thread that created it waits until the other one has ended, so only one of them uses it at a time.
  private final class Work<Result>: @unchecked Sendable {
    private let body: () -> Result
    private(set) var result: Result?

    init(_ body: @escaping () -> Result) { self.body = body }

    func run() { result = body() }
  }
}
