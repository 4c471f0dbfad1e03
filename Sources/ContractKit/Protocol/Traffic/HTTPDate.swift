package import Foundation

/// The placeholder `{{httpDate}}` in a header of a response: the time at which it is sent, with some seconds more or less
/// as in `{{httpDate +2}}`.
///
/// Records and reports keep the placeholder, so that they are the same in each run.
package struct HTTPDate {
  /// The bytes of the text that the placeholder takes.
  let bytes: Range<Int>
  /// The seconds after the time of the response; nil if the text between the braces is not valid.
  let offset: Int?

  private static let opening = Array("{{httpDate".utf8)

  /// Returns every placeholder in a text, in order.
  static func placeholders(in text: String) -> [HTTPDate] {
    if !text.contains("{{") { return [] }
    let text = Array(text.utf8)
    var placeholders: [HTTPDate] = []
    var index = 0
    while index < text.count {
      guard text[index...].starts(with: opening),
        let end = text[index...].firstIndex(of: UInt8(ascii: "}")), end + 1 < text.count, text[end + 1] == text[end]
      else {
        index += 1
        continue
      }
      let inner = String(decoding: text[(index + opening.count)..<end], as: UTF8.self)
      placeholders.append(HTTPDate(bytes: index..<(end + 2), offset: offset(inner)))
      index = end + 2
    }
    return placeholders
  }

  /// Returns whether a text has something that was meant as a placeholder and is not one.
  package static func hasMistake(in text: String) -> Bool {
    // This is asked for each header, and hardly any has a brace.
    if !text.utf8.contains(UInt8(ascii: "{")) { return false }
    let meant = text.lowercased().matches(of: #/\{\{ ?httpdate/#).count
    return meant > placeholders(in: text).count { $0.offset != nil }
  }

  /// The longest offset, in seconds: a day.
  private static let longestOffset = 86400

  private static func offset(_ text: String) -> Int? {
    if text.isEmpty { return 0 }
    guard text.first == " ", let sign = text.dropFirst().first, sign == "+" || sign == "-",
      let seconds = Int(digits: text.dropFirst(2).utf8), seconds <= longestOffset
    else { return nil }
    return sign == "-" ? -seconds : seconds
  }

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Returns a time as HTTP writes it (RFC 9110, section 5.6.7), rounded up to whole seconds.
  static func text(_ time: Date) -> String {
    var seconds = time_t(time.timeIntervalSince1970.rounded(.up))
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { "\(number < 10 ? "0" : "")\(number)" }
    let date = "\(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(1900 + parts.tm_year)"
    return "\(days[Int(parts.tm_wday)]), \(date) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
  }

  /// Returns a text with `{{httpDate}}` in place of each time of this hour or the last one. The Date of a response is
  /// another one in each call.
  ///
  /// - Parameter now: The time of the call, by default the current one.
  package static func naming(_ text: String, at now: Date = Date()) -> String {
    guard text.contains(" GMT") else { return text }
    // `Sun, 06 Nov 1994 08:`
    let hours = [now, now - 3600].map { Self.text($0).prefix(20) }
    return text.replacing(#/[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/#) { match in
      hours.contains { match.output.hasPrefix($0) } ? "{{httpDate}}" : String(match.output)
    }
  }
}

extension Headers {
  /// Whether a value may have `{{httpDate}}`. This is asked for each response, and hardly any header has a brace.
  package var hasDates: Bool { lines.contains { $0.value.utf8.contains(UInt8(ascii: "{")) } }

  /// Returns the headers with times in place of `{{httpDate}}`.
  ///
  /// - Parameter now: The time of the response; by default the current one.
  package func dated(_ now: @autoclosure () -> Date = Date()) -> Headers {
    if !hasDates { return self }
    let now = now()
    return Headers(
      lines.map { line in
        var bytes = Array(line.value.utf8)
        for date in HTTPDate.placeholders(in: line.value).reversed() {
          guard let offset = date.offset else { continue }
          bytes.replaceSubrange(date.bytes, with: HTTPDate.text(now + Double(offset)).utf8)
        }
        return Line(line.name, String(decoding: bytes, as: UTF8.self))
      })
  }

  /// Returns the headers with Date, as servers send it (RFC 9110, section 6.6.1), unless they have one.
  ///
  /// - Parameter now: The time of the response; by default the current one. A server's Date is never in the future.
  package func withDate(_ now: @autoclosure () -> Date = Date()) -> Headers {
    if lines.contains(where: { $0.name.isSameName("Date") }) { return self }
    let time = Date(timeIntervalSince1970: now().timeIntervalSince1970.rounded(.down))
    return Headers(lines + [Line("Date", HTTPDate.text(time))])
  }
}
