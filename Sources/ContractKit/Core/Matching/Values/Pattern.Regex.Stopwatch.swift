import Foundation

extension Pattern.Regex {
  /// How long a search keeps its thread busy. What others do in the meantime does not count, so that a search that would
  /// soon be over is not stopped because the machine is busy. Belongs to one thread.
  struct Stopwatch {
    /// What takes less by the clock is not worth measuring.
    private static let quick: Duration = .milliseconds(2)

    private let limit: Duration
    /// When to look at the thread's time, which takes longer than to look at the clock.
    private var look = ContinuousClock.now + quick
    /// The thread's time when it was first looked at.
    private var began: Duration?

    init(limit: Duration) { self.limit = limit }

    /// How long it is since the search was worth measuring; zero where it is not.
    var time: Duration { began.map { Self.threadTime - $0 } ?? .zero }

    /// Whether the search has had its time.
    mutating func isOver() -> Bool {
      let now = ContinuousClock.now
      if now < look { return false }
      if began == nil { began = Self.threadTime }
      let rest = limit - time
      // The thread's time does not go faster than the clock.
      look = now + rest
      return rest <= .zero
    }

    /// For how long the calling thread has been busy since it began.
    static var threadTime: Duration {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
  }
}
