// Dates, times and durations (RFC 3339).
extension Format {
  /// Returns whether this is a `full-date`, of a day that exists in the calendar.
  static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count == 10, let year = number(bytes.prefix(4)), let month = number(bytes.dropFirst(5).prefix(2)),
      let day = number(bytes.dropFirst(8)), bytes[bytes.startIndex + 4] == UInt8(ascii: "-"),
      bytes[bytes.startIndex + 7] == UInt8(ascii: "-"), (1...12).contains(month)
    else { return false }
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }

  /// Returns whether this is a `full-time`, which has an offset. Second 60 is allowed only when a leap second is possible, at 23:59 UTC.
  static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= 9, let (hour, minute) = clock(bytes.prefix(5)),
      bytes[bytes.startIndex + 5] == UInt8(ascii: ":"),
      let second = number(bytes.dropFirst(6).prefix(2)), second <= 60
    else { return false }
    var rest = bytes.dropFirst(8)
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: \.isDigit)
      if fraction.isEmpty { return false }
      rest = rest[fraction.endIndex...]
    }
    var offset = 0
    switch rest.first {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"): if rest.count != 1 { return false }
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      guard rest.count == 6, let (hours, minutes) = clock(rest.dropFirst()) else { return false }
      offset = (hours * 60 + minutes) * (rest.first == UInt8(ascii: "+") ? 1 : -1)
    default: return false
    }
    return second < 60 || (hour * 60 + minute - offset + 2 * 1440) % 1440 == 1439
  }

  static func isDateTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count > 10, bytes[bytes.startIndex + 10] | 0x20 == UInt8(ascii: "t") else { return false }
    return isDate(bytes.prefix(10)) && isTime(bytes.dropFirst(11))
  }

  /// Returns whether this is a duration (appendix A): `P`, then either weeks alone, or years to days followed by `T`
  /// and hours to seconds. No unit between two others may be left out.
  static func isDuration(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "P") else { return false }
    let parts = bytes.dropFirst().split(separator: UInt8(ascii: "T"), omittingEmptySubsequences: false)
    guard let date = parts.first, parts.count <= 2 else { return false }
    if parts.count == 1 { return areUnits(date, of: "YMD") || areUnits(date, of: "W") }
    return (date.isEmpty || areUnits(date, of: "YMD")) && areUnits(parts[1], of: "HMS")
  }

  /// Returns whether these are numbers with a unit each. There must be at least one, and the units must follow each
  /// other in the order of `units` without a gap.
  private static func areUnits(_ bytes: ArraySlice<UInt8>, of units: String) -> Bool {
    let units = Array(units.utf8)
    var rest = bytes
    var next: Int?
    repeat {
      let digits = rest.prefix(while: \.isDigit)
      rest = rest[digits.endIndex...]
      guard !digits.isEmpty, let unit = rest.popFirst(), let index = units.firstIndex(of: unit),
        index == next ?? index
      else { return false }
      next = index + 1
    } while !rest.isEmpty
    return true
  }

  /// Returns the hour and the minute of `HH:MM`; nil if this is something else.
  private static func clock(_ bytes: ArraySlice<UInt8>) -> (hour: Int, minute: Int)? {
    guard bytes.count == 5, bytes[bytes.startIndex + 2] == UInt8(ascii: ":"), let hour = number(bytes.prefix(2)),
      let minute = number(bytes.suffix(2)), hour < 24, minute < 60
    else { return nil }
    return (hour, minute)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.allSatisfy(\.isDigit) ? digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } : nil
  }
}
