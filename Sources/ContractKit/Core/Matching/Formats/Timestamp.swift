import Foundation

/// A date, or a date with a time, as RFC 3339 writes it. It can be written in other ways.
struct Timestamp {
  private let text: String
  let time: Date
  /// The year, the month and the day, as they are written.
  var day: Substring { text.prefix(10) }
  /// The digits after the point, with the point; "" if there are none.
  private let fraction: String
  private let isDate: Bool

  /// Reads a text; nil if it is neither a `full-date` nor a `date-time`.
  init?(_ text: String) {
    isDate = Format.date.includes(text)
    guard isDate || Format.dateTime.includes(text) else { return nil }
    let written = (isDate ? text + "T00:00:00Z" : text).uppercased()
    fraction = written.firstIndex(of: ".").map { "." + written[$0...].dropFirst().prefix(while: \.isNumber) } ?? ""
    // A leap second is not a time of Foundation.
    guard let time = try? Date(written.without(fraction), strategy: .iso8601) else { return nil }
    (self.text, self.time) = (text, time)
  }

  /// The same text for the same instant, however it is written: seconds of UNIX time, and a fraction if there is one.
  var instant: String {
    let digits = fraction.reversed().drop { $0 == "0" || $0 == "." }.reversed()
    return "\(Int(time.timeIntervalSince1970))\(String(digits))"
  }

  /// Returns the date in another way; nil if it cannot be written so.
  func json(as kind: FieldChange.Kind) -> JSON? {
    switch kind {
    case .epoch: .number(Int(time.timeIntervalSince1970.rounded(.down)))
    case .noSuchDay: .string(text.prefix(5) + "02-30" + text.dropFirst(10))
    case .dateTime: isDate ? .string(text + "T00:00:00Z") : nil
    case .fraction where !isDate:
      // `2026-11-23T10:00:00` has 19 characters, and the offset follows.
      .string(fraction.isEmpty ? text.prefix(19) + ".000" + text.dropFirst(19) : text.without(fraction))
    case .offset where !isDate: .string(text.last == "Z" || text.last == "z" ? inTheEast : inUTC)
    case .noOffset where !isDate:
      .string(String(text.prefix(text.last == "Z" || text.last == "z" ? text.count - 1 : text.count - 6)))
    default: nil
    }
  }

  /// The same time two hours east of UTC.
  private var inTheEast: String { time.addingTimeInterval(7_200).formatted(.iso8601).dropLast() + fraction + "+02:00" }
  private var inUTC: String { time.formatted(.iso8601).dropLast() + fraction + "Z" }
}

extension String {
  fileprivate func without(_ part: String) -> String {
    part.isEmpty ? self : replacing(part, with: "", maxReplacements: 1)
  }
}
