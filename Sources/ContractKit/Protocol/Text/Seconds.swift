/// Texts of durations for people and reports, independent of the locale.
package enum Seconds {
  /// Returns a time with the precision of reports, a microsecond, so that what reads one shows the same as the run.
  package static func recorded(_ seconds: Double) -> Double { (seconds * 1_000_000).rounded() / 1_000_000 }

  /// Returns seconds with a fixed number of decimals; 0 for a value that is not a duration.
  package static func fixed(_ seconds: Double, decimals: Int) -> String {
    let scale = (0..<decimals).reduce(Int64(1)) { scale, _ in scale * 10 }
    let isDuration = seconds.isFinite && seconds > 0 && seconds < 1e12
    let units = isDuration ? Int64((seconds * Double(scale)).rounded()) : 0
    if decimals == 0 { return String(units) }
    // The sum begins with a 1, so the zeros after the point are not lost.
    return "\(units / scale).\(String(scale + units % scale).dropFirst())"
  }

  /// Returns a duration for people: `0.02 s`, `12.3 s`, `2 min 5 s`.
  package static func text(_ seconds: Double) -> String {
    if seconds >= 59.95 {
      let whole = Int64(min(seconds, 1e12).rounded())
      return "\(whole / 60) min \(whole % 60) s"
    }
    return fixed(seconds, decimals: seconds < 9.995 ? 2 : 1) + " s"
  }

  /// Returns the time that something has taken so far: `12 s`, `2 min 5 s`; nil for less than a second.
  package static func elapsed(_ seconds: Double) -> String? {
    guard seconds >= 1 else { return nil }
    let whole = Int64(min(seconds, 1e12))
    return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
  }

  /// Returns a configured time in as few digits as possible: `5 s`, `0.25 s`.
  package static func limit(_ seconds: Double) -> String {
    // People do not need more precision than milliseconds.
    let rounded = (seconds * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e9 ? "\(Int(rounded)) s" : "\(rounded) s"
  }
}
