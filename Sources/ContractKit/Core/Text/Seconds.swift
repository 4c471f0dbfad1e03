/// Durations as people and reports read them, without a locale.
enum Seconds {
  /// Seconds with a fixed number of decimals; what is no duration is 0.
  static func fixed(_ seconds: Double, decimals: Int) -> String {
    guard seconds.isFinite, seconds > 0, seconds < 1e12 else { return fixed(units: 0, decimals: decimals) }
    return fixed(units: Int64((seconds * Double(scale(decimals))).rounded()), decimals: decimals)
  }

  private static func fixed(units: Int64, decimals: Int) -> String {
    if decimals == 0 { return String(units) }
    // Digit by digit from the end: reports write a time for each scenario.
    var digits: [UInt8] = []
    digits.reserveCapacity(20)
    var rest = units
    while rest > 0 || digits.count <= decimals + 1 {
      if digits.count == decimals { digits.append(UInt8(ascii: ".")) }
      digits.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    }
    digits.reverse()
    return String(decoding: digits, as: UTF8.self)
  }

  private static func scale(_ decimals: Int) -> Int64 { (0..<decimals).reduce(1) { scale, _ in scale * 10 } }

  /// A duration for people: `0.02 s`, `12.3 s`, `2 min 5 s`.
  static func text(_ seconds: Double) -> String {
    if seconds >= 59.95 {
      let whole = Int64(min(seconds, 1e12).rounded())
      return "\(whole / 60) min \(whole % 60) s"
    }
    return fixed(seconds, decimals: seconds < 9.995 ? 2 : 1) + " s"
  }

  /// A time that somebody set, in no more digits than it needs: `5 s`, `0.25 s`.
  static func limit(_ seconds: Double) -> String {
    // Milliseconds are as fine as a person reads.
    let rounded = (seconds * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e9 ? "\(Int(rounded)) s" : "\(rounded) s"
  }
}
