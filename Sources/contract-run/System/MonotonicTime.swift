import ContractCore

/// A time of a clock that nobody can set, in nanoseconds.
///
/// `ContinuousClock.Instant` has the same meaning, but its layout is private to the library. A struct that contains
/// some of them, as each call does, is then copied and destroyed by generated functions, several times for each
/// message.
struct MonotonicTime: Comparable, Sendable {
  private var nanoseconds: Int

  var seconds: Double { Double(nanoseconds) / 1e9 }

  static var now: MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec))
  }

  static func < (a: MonotonicTime, b: MonotonicTime) -> Bool { a.nanoseconds < b.nanoseconds }

  /// - Parameter seconds: Any number. Values above thirty years are reduced to that.
  static func + (moment: MonotonicTime, seconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: moment.nanoseconds + Int(max(0, min(seconds, 1e9)) * 1e9))
  }

  /// Returns the seconds from one moment to a later one.
  static func - (a: MonotonicTime, b: MonotonicTime) -> Double { Double(a.nanoseconds - b.nanoseconds) / 1e9 }
}
