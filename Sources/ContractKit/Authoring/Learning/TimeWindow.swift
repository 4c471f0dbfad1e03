package import ContractCore
package import Foundation

/// What is known about a run before its values are described: the days around it, and what is a secret. A value that
/// names one of the days was probably made from a clock.
package struct TimeWindow: Sendable {
  /// How far a time may be from now.
  private static let distance = 2

  let secrets: Secrets
  private let now: Date
  /// The days as people and formats write them: `2026-11-23`, `20261123`, `23 Nov 2026`, `23.11.2026`, `11/23/2026`.
  private let days: [String]
  /// The years of these days. Few texts have one of them, so that few are searched for each day.
  private let years: [String]

  /// - Parameters:
  ///   - now: The time of the run.
  ///   - secrets: What is a secret; by default what its name or form says.
  package init(_ now: Date, secrets: Secrets = .standard) {
    self.secrets = secrets
    self.now = now
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let dates = (-Self.distance...Self.distance).map { offset in
      calendar.dateComponents([.year, .month, .day], from: now.addingTimeInterval(Double(offset) * 86_400))
    }
    years = Set(dates.compactMap(\.year)).map { String($0) }
    days = dates.flatMap { date -> [String] in
      guard let year = date.year, let number = date.month, let dayNumber = date.day else { return [] }
      func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
      let (name, month, day) = (months[number - 1], two(number), two(dayNumber))
      return [
        "\(year)-\(month)-\(day)", "\(year)/\(month)/\(day)", "\(year)\(month)\(day)", "\(day) \(name) \(year)",
        "\(day).\(month).\(year)", "\(day)/\(month)/\(year)", "\(month)/\(day)/\(year)",
      ]
    }
  }

  /// Returns whether a text contains a day near now, or is a number of seconds or milliseconds since 1970 near now.
  func isNear(_ text: String) -> Bool {
    // Most texts have no digit, so that they need not be searched.
    guard text.utf8.contains(where: \.isDigit) else { return false }
    if let number = JSON.Number(literal: text), isNear(number) { return true }
    return years.contains { text.contains($0) } && days.contains { text.contains($0) }
  }

  /// Returns whether a number is a time near now, in seconds or milliseconds since 1970.
  func isNear(_ number: JSON.Number) -> Bool {
    let (time, value) = (now.timeIntervalSince1970, number.double)
    return [value, value / 1000].contains { abs($0 - time) <= Double(Self.distance) * 86_400 }
  }
}
