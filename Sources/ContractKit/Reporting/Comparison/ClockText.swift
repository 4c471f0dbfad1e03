import ContractCore
import Foundation

/// The times near the clocks of two runs, in the texts that they sent: a header with the time of a request differs between
/// a run of today and one that was saved last week, and means the same.
final class ClockText {
  /// How far from a run a time may be, in seconds: a link may be valid for a day.
  private static let margin = 86_400.0

  private typealias Form = Regex<(Substring, Substring, Substring)>

  private let old: ClosedRange<Double>
  private let new: ClosedRange<Double>
  // The regular expressions of Swift cannot look behind, so each match has what is before the time. To make one takes
  // longer than to use it.
  private let iso: Form =
    #/(^|[^0-9])([0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?)(?![0-9])/#
  private let http: Form =
    #/(^|[^A-Za-z])([A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT)/#
  private let compact: Form = #/(^|[^0-9])(20[0-9]{6}(?:T[0-9]{6}Z?)?)(?![0-9])/#
  private let epoch: Form = #/(^|[^0-9.])([0-9]{10}(?:[0-9]{3}){0,3}(?:\.[0-9]+)?)(?![0-9])/#
  /// The results for texts of each side. Many requests have the same time.
  private var known: [Bool: [String: String?]] = [:]

  init(_ old: ClosedRange<Date>, _ new: ClosedRange<Date>) {
    func seconds(_ time: ClosedRange<Date>) -> ClosedRange<Double> {
      let (start, end) = (time.lowerBound.timeIntervalSince1970, time.upperBound.timeIntervalSince1970)
      return (start - Self.margin)...(end + Self.margin)
    }
    (self.old, self.new) = (seconds(old), seconds(new))
  }

  /// Returns whether two texts are the same but for times, each near the clock of its run and written in the same form.
  func isSame(_ text: String, _ other: String) -> Bool {
    guard let one = withoutTimes(text, isNew: false), let two = withoutTimes(other, isNew: true) else { return false }
    return one.isExactly(two)
  }

  private func withoutTimes(_ text: String, isNew: Bool) -> String? {
    if let result = known[isNew]?[text] { return result }
    let result = withoutTimes(text, near: isNew ? new : old)
    known[isNew, default: [:]][text] = .some(result)
    return result
  }

  /// Returns a text with the form of each time in place of it; nil if it has no time near the clock.
  private func withoutTimes(_ text: String, near clock: ClosedRange<Double>) -> String? {
    guard text.utf8.count < 1 << 16 else { return nil }
    let longest = text.utf8.split(omittingEmptySubsequences: true) { !$0.isDigit }.map(\.count).max() ?? 0
    if longest < 4 { return nil }
    var found = false
    func replaced(_ text: String, _ form: Form, _ seconds: (Substring) -> Double?) -> String {
      text.replacing(form) { match in
        guard let time = seconds(match.output.2), clock.contains(time) else { return String(match.output.0) }
        found = true
        return match.output.1 + Self.form(of: match.output.2)
      }
    }
    var result = text
    // Each form has its own marks, and most texts have those of one.
    if text.contains("-") { result = replaced(result, iso) { Self.dateSeconds($0.utf8.filter(\.isDigit)) } }
    if text.contains("GMT") { result = replaced(result, http, Self.httpSeconds) }
    if longest >= 8 { result = replaced(result, compact) { Self.dateSeconds($0.utf8.filter(\.isDigit)) } }
    if longest >= 10 { result = replaced(result, epoch, Self.epochSeconds) }
    return found ? result : nil
  }

  /// Returns a time with `0` for its digits and `A` for the names of days and months. Fractions may have any length.
  private static func form(of time: Substring) -> String {
    let isNamed = time.utf8.first?.isLetter == true
    let whole = time.replacing(/[.,][0-9]+/, with: ".0")
    let digits = String(whole.replacing(/[0-9]/, with: "0"))
    return isNamed ? digits.replacing(/[A-Z][a-z]{2}/, with: "A") : digits
  }

  // MARK: Forms of times

  /// Returns the time of digits that begin with a year, a month and a day, and perhaps a time of day. The zone does not
  /// matter, because half a day does not.
  private static func dateSeconds(_ digits: [UInt8]) -> Double? {
    func number(_ range: Range<Int>) -> Int {
      range.upperBound > digits.count ? 0 : digits[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    guard digits.count >= 8, (1...12).contains(number(4..<6)), (1...31).contains(number(6..<8)) else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon) = (Int32(number(0..<4) - 1900), Int32(number(4..<6) - 1))
    (time.tm_mday, time.tm_hour, time.tm_min) = (Int32(number(6..<8)), Int32(number(8..<10)), Int32(number(10..<12)))
    return Double(timegm(&time))
  }

  /// Returns the time of a date as HTTP writes it (RFC 9110, section 5.6.7).
  private static func httpSeconds(_ text: Substring) -> Double? {
    let parts = text.split { $0 == " " || $0 == ":" }
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard parts.count == 8, let month = months.firstIndex(of: String(parts[2])) else { return nil }
    let digits = "\(parts[3])\(month < 9 ? "0" : "")\(month + 1)\(parts[1])\(parts[4])\(parts[5])"
    return dateSeconds(Array(digits.utf8))
  }

  /// Returns the time of a number of seconds since 1970, or of as many thousandths, millionths or billionths.
  private static func epochSeconds(_ text: Substring) -> Double? {
    let whole = text.prefix { $0 != "." }
    return Double(text).map { $0 / [10: 1, 13: 1e3, 16: 1e6, 19: 1e9][whole.count, default: 1] }
  }
}
