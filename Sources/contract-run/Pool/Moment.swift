import ContractCore

/// A time of the clock that nobody sets, in nanoseconds.
///
/// `ContinuousClock.Instant` says the same, but its layout is the library's secret: a struct that holds some, as each call
/// does, is then copied and destroyed by lists of functions, several times for each message.
struct Moment: Comparable, Sendable {
  private var nanoseconds: Int

  /// The time now.
  static var now: Moment {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Moment(nanoseconds: Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec))
  }

  static func < (a: Moment, b: Moment) -> Bool { a.nanoseconds < b.nanoseconds }

  static func + (moment: Moment, duration: Duration) -> Moment {
    let (seconds, attoseconds) = duration.components
    return moment + (Double(seconds) + Double(attoseconds) / 1e18)
  }

  /// - Parameter seconds: However many; beyond thirty years they are cut to that.
  static func + (moment: Moment, seconds: Double) -> Moment {
    Moment(nanoseconds: moment.nanoseconds + Int(max(0, min(seconds, 1e9)) * 1e9))
  }

  /// The seconds from one moment to a later one.
  static func - (a: Moment, b: Moment) -> Double { Double(a.nanoseconds - b.nanoseconds) / 1e9 }
}
