import Testing

@testable import ContractCore

/// The matcher's results for a pattern and a value, both written as JSON.
enum MatcherFixture {
  /// Returns each difference as one line: pointer, expected, actual, note. No comparison may stay undecided.
  static func differences(
    _ pattern: String, _ value: String, as reading: Matcher.Reading = .value
  ) throws -> [String] {
    try differences(Pattern.read(pattern), value, as: reading)
  }

  static func differences(_ pattern: Pattern, _ value: String, as reading: Matcher.Reading = .value) throws -> [String]
  {
    let value = try JSON.read(value)
    var matcher = Matcher()
    matcher.match(pattern, value, as: reading)
    #expect(matcher.doubts.isEmpty)
    var quiet = Matcher(isQuiet: true)
    quiet.match(pattern, value, as: reading)
    #expect((quiet.count == 0) == (matcher.count == 0), "asked quietly, the answer is another")
    return matcher.differences.map {
      "\($0.pointer): \($0.expected) | \($0.actual ?? "nothing")" + ($0.note.map { " | \($0)" } ?? "")
    }
  }

  /// Returns whether a value matches, or nil if that is unknown.
  static func matches(_ pattern: Pattern, _ value: JSON) -> Bool? {
    var quiet = Matcher(isQuiet: true)
    quiet.match(pattern, value)
    return quiet.count > 0 ? false : quiet.doubts.isEmpty ? true : nil
  }
}
