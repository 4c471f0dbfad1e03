import Foundation

extension Pattern.Regex {
  package enum Finding { case found, notFound, stopped }

  /// How long one search may keep its thread busy.
  static let limit: Duration = .milliseconds(50)

  /// Searches for the expression. It gives up after `limit`, because some expressions would take hours.
  ///
  /// - Returns: The result, and how long the search kept the thread busy; zero if that was not worth measuring.
  package func search(in text: String, limit: Duration = limit) -> (finding: Finding, took: Duration) {
    if let isFound = compiled.plain?.isFound(in: text) { return (isFound ? .found : .notFound, .zero) }
    return searchByICU(in: text, limit: limit)
  }

  /// Searches as `search` does for all that is not plain.
  func searchByICU(in text: String, limit: Duration = limit) -> (finding: Finding, took: Duration) {
    var finding = Finding.notFound
    var stopwatch = Stopwatch(limit: limit)
    // ICU reports progress at each place where a search begins, and every few thousand steps of the engine.
    compiled.icu.enumerateMatches(
      in: text, options: .reportProgress, range: NSRange(location: 0, length: text.utf16.count)
    ) { result, flags, stop in
      if result != nil {
        finding = .found
        stop.pointee = true
      } else if flags.contains(.internalError) {
        finding = .stopped
        stop.pointee = true
      } else if flags.contains(.progress), stopwatch.isOver() {
        finding = .stopped
        stop.pointee = true
      }
    }
    return (finding, stopwatch.time)
  }

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

  /// The results of all searches in one comparison. They limit the total time, whatever a value contains. An expression
  /// that was stopped is not tried again on the next of many elements. Once the slow searches have used up their time,
  /// no expression is tried. An instance belongs to one comparison and one thread.
  package final class Searches {
    /// How long the slow searches of one comparison may keep their thread busy in total.
    private let limit: Duration

    private var stopped: Set<ExactString> = []
    private var spent: Duration = .zero
    /// What stopped the schemas at these places.
    private var schemas: [SourceRange: ContractCore.Finding.Stopped] = [:]

    /// - Parameter limit: The limit for all slow searches together; by default far more than an ordinary body needs.
    init(limit: Duration = .seconds(10)) { self.limit = limit }

    func find(_ regex: Pattern.Regex, in text: String) -> Finding {
      if spent >= limit || !stopped.isEmpty && stopped.contains(ExactString(regex.text)) { return .stopped }
      let (finding, took) = regex.search(in: text)
      spent += took
      if finding == .stopped { stopped.insert(ExactString(regex.text)) }
      return finding
    }

    /// Returns what stopped the schema of a pattern; nil if nothing did.
    func stopped(at range: SourceRange) -> ContractCore.Finding.Stopped? {
      schemas.isEmpty ? nil : schemas[range]
    }

    func stop(at range: SourceRange, by stopped: ContractCore.Finding.Stopped) {
      schemas[range] = stopped
    }
  }
}
