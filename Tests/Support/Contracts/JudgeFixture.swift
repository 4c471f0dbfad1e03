import Foundation
import Testing

@testable import ContractCore

/// A judge for requests, with shapes from a contract's reader.
enum JudgeFixture {
  /// Returns the shape of a request.
  ///
  /// - Parameter members: The members of the request, without its method, which is POST. The path is "/" if the members
  ///   do not have one.
  static func shape(_ members: String) throws -> (shape: RequestShape, addresses: Addresses) {
    let path = members.contains("\"path\"") ? "" : #""path": "/", "#
    let text = """
      {
        "contract": 1, "endpoint": "e", "baseURL": "http://localhost/v1",
        "request": { "method": "POST", \(path)
          \(members) },
        "scenarios": [{ "name": "a", "response": { "kind": "valid" }, "expect": { "success": { "$any": true } } }]
      }
      """
    let found = try Contract.read(text)
    return (found.scenarios[0].exchanges[0].shape, found.addresses)
  }

  /// Judges a request. An argument that is left out matches its description.
  static func judge(
    _ members: String, path: String = "/", headers: [(String, String)] = [], body: [UInt8]? = nil,
    unobserved: [String] = [], transport: Transport = .memory
  ) throws -> RequestJudge {
    let (shape, addresses) = try shape(members)
    var judge = RequestJudge(shape, addresses: addresses, transport: transport, number: 1)
    judge.judge(
      CapturedRequest(
        method: "POST", url: "http://localhost/v1\(path)", headers: Headers(headers.map { .init($0.0, $0.1) }),
        body: body, unobserved: unobserved))
    return judge
  }

  /// Returns the mismatches, one on each line, without `request 1: `.
  static func summaries(
    _ members: String, path: String = "/", headers: [(String, String)] = [], body: String? = nil,
    unobserved: [String] = [], transport: Transport = .memory
  ) throws -> [String] {
    try judge(
      members, path: path, headers: headers, body: body.map { Array($0.utf8) }, unobserved: unobserved,
      transport: transport
    ).reasons.flatMap { reason in
      // Each difference alone. A reason combines all differences of one part.
      if case .mismatch(let mismatch) = reason { mismatch.parts.map(\.summary) } else { [reason.summary] }
    }.map { $0.replacingOccurrences(of: "request 1: ", with: "") }
  }
}

extension Reason {
  /// A mismatch's note. Nil for any other reason.
  var note: String? { if case .mismatch(let mismatch) = self { mismatch.note } else { nil } }
}

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
