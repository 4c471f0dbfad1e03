import Foundation

extension Pattern.Regex {
  /// A measurement of how long a search keeps its thread busy. The time of other threads and processes does not count,
  /// so a short search is not stopped only because the machine is busy. An instance belongs to one thread.
  struct Stopwatch {
    /// A search that takes less wall-clock time than this is not worth measuring.
    private static let quick: Duration = .milliseconds(2)

    private let limit: Duration
    /// When to check the thread's time next. This check takes longer than reading the clock.
    private var look = ContinuousClock.now + quick
    /// The thread's time at the first check.
    private var began: Duration?

    init(limit: Duration) { self.limit = limit }

    /// The time since the first check; zero if the search was not worth measuring.
    var time: Duration { began.map { Self.threadTime - $0 } ?? .zero }

    /// Returns whether the search has used up its time.
    mutating func isOver() -> Bool {
      let now = ContinuousClock.now
      if now < look { return false }
      if began == nil { began = Self.threadTime }
      let rest = limit - time
      // The thread's time never runs faster than the clock.
      look = now + rest
      return rest <= .zero
    }

    /// How long the calling thread has been busy since it started.
    static var threadTime: Duration {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
  }
}
