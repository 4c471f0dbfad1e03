import Testing

@testable import ContractCore

/// What the matcher says of a pattern and a value, both written as JSON.
enum MatcherFixture {
  /// Each difference as one line: pointer, expected, actual, note. Nothing may be left unknown.
  static func differences(
    _ pattern: String, _ value: String, as reading: Matcher.Reading = .value
  ) throws -> [String] {
    let (pattern, value) = (try ContractFixture.pattern(pattern), try ContractFixture.json(value))
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

  /// Whether a value matches; nil where that is not known.
  static func matches(_ pattern: Pattern, _ value: JSON) -> Bool? {
    var quiet = Matcher(isQuiet: true)
    quiet.match(pattern, value)
    return quiet.count > 0 ? false : quiet.doubts.isEmpty ? true : nil
  }
}
