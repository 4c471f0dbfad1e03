/// Room for what recurses: reading, judging and describing values that nest as deep as the limits allow.
///
/// The limits are the same on every thread: 512 levels of JSON, 2,000 schemas within one another.
package enum DeepStack {
  /// How many bytes of stack the deepest input may take.
  ///
  /// Measured on x86-64: 2,000 schemas within `oneOf` take 4.8 MiB optimized and 18.6 MiB not optimized, 490 patterns within
  /// `$contains` 1.7 MiB and 5.2 MiB; both may stand within one another. Linux gives threads 8 MiB.
  static let needed = _isDebugAssertConfiguration() ? 40 << 20 : 15 << 19

  /// How many bytes of stack the threads have that read and judge. It is address space: memory is taken as it is used.
  package static let size = _isDebugAssertConfiguration() ? 64 << 20 : 16 << 20

  /// Runs a body on the current thread, or on one with a stack of `size` if the current one has less than `needed` left.
  ///
  /// A caller's thread may be small: Darwin gives 512 KiB to all but the main thread.
  package static func run<Result>(_ body: () -> Result) -> Result {
    if SystemThread.stackLeft >= needed { return body() }
    return withoutActuallyEscaping(body) { body in
      let work = Work(body)
      do throws(SystemThread.Failure) {
        try SystemThread { SystemThread.perform(work.run) }.join()
      } catch {
        // There is no memory for a thread. What is not deep needs none.
        return body()
      }
      return work.result ?? body()
    }
  }

  // The thread that made it waits until the other one has ended, so that only one of them uses it at a time.
  private final class Work<Result>: @unchecked Sendable {
    private let body: () -> Result
    private(set) var result: Result?

    init(_ body: @escaping () -> Result) { self.body = body }

    func run() { result = body() }
  }
}
