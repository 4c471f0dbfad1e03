import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Variations of line ends and of escapes")
struct LineEndVariationTests {
  private func fixture(
    _ body: String, _ type: String?, also: String = "", framing: String = ""
  ) throws -> VariationFixture {
    let header = type.map { #""headers": {"Content-Type": "\#($0)"\#(framing)}, "# } ?? ""
    return try VariationFixture(
      #"{"kind": "valid", \#(header)"body": {"text": \#(JSON.string(body).text)}}"#, expect: #"{"success": [1]}"#,
      declaring: #""variations": {"equivalent": \#(also.isEmpty ? "true" : #"{"also": ["\#(also)"]}"#)}"#)
  }

  private func response(_ fixture: VariationFixture, _ equivalence: Variation.Equivalence) throws -> Response {
    try #require(try fixture.varied(.equivalent(equivalence)).exchanges.last).response
  }

  private func pieces(_ body: String, _ type: String, _ equivalence: Variation.Equivalence) throws -> [String] {
    let response = try response(fixture(body, type), equivalence)
    #expect(response.wire == .separatePieces && response.body?.isChunked == true)
    return (response.body?.pieces ?? []).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test("streams with CR and LF come in pieces that end between the two, also if the contract has both")
  func inPieces() throws {
    for end in ["\n", "\r\n", "\r"] {
      #expect(
        try pieces("event: e\(end)data: ü\(end)\(end)", "text/event-stream", .eventsWithCRLFInPieces) == [
          "event: e\r", "\ndata: ü\r", "\n\r", "\n",
        ])
    }
    #expect(try pieces("1\n{}\n", "application/jsonl", .linesWithCRLFInPieces) == ["1\r", "\n{}\r", "\n"])
    let long = String(repeating: "1\n", count: 100)
    let many = try pieces(long, "application/jsonl", .linesWithCRLFInPieces)
    #expect(many.count == BodyPieces.limit && many.joined() == long.replacing("\n", with: "\r\n"))
  }

  @Test("only sockets show them, and only streams that end lines have them")
  func places() throws {
    func names(_ fixture: VariationFixture, _ transport: Transport) -> [String] {
      fixture.list(on: transport).played.map(\.name).filter { $0.hasSuffix(", in pieces") }
    }
    let events = try fixture("data: 1\n\n", "text/event-stream")
    #expect(names(events, .loopback) == ["CRLF in events, in pieces"])
    #expect(names(events, .memory) == [])
    #expect(try names(fixture("1\n", "application/jsonl"), .loopback) == ["CRLF in JSON lines, in pieces"])
    #expect(try names(fixture("1\n", "text/plain"), .loopback) == [])
    for (body, framing) in [("1", ""), ("1\n", #", "Content-Length": "2""#)] {
      let none = try fixture(body, "application/jsonl", framing: framing)
      #expect(names(none, .loopback) == [])
    }
  }

  @Test("line separators are in comments, and in place of escapes in JSON, if a contract names them")
  func separators() throws {
    func written(_ body: String, _ type: String, _ equivalence: Variation.Equivalence) throws -> String {
      let fixture = try fixture(body, type, also: equivalence.rawValue)
      return String(decoding: try response(fixture, equivalence).body?.bytes ?? [], as: UTF8.self)
    }
    let comment = ": a comment\u{2028}data: {}\u{2029}data: {}\u{85}data: {}\n"
    #expect(
      try written(
        "data: \"a\\u2028\\u2029\\u0085\"\n\ndata: \\u2028\n\n: c\n\n", "text/event-stream", .eventsWithSeparators)
        == "\(comment)data: \"a\u{2028}\u{2029}\u{85}\"\n\n\(comment)data: \\u2028\n\n: c\n\n")
    #expect(
      try written(#"{"\u2028": "\\u2028\u0085\u00e9\n"}"# + "\n1\n", "application/jsonl", .linesWithSeparators)
        == "{\"\u{2028}\": \"\\\\u2028\u{85}\\u00e9\\n\"}\n1\n")
    #expect(throws: Variation.Obstacle.nothingToChange) {
      try written("1\n", "application/jsonl", .linesWithSeparators)
    }
    let usual = try fixture("data: \"\\u2028\"\n\n", "text/event-stream").list(on: .memory).played.map(\.name)
    #expect(!usual.contains { $0.hasPrefix("line separators") })
  }

  @Test("a character that has an escape loses it, as far as JSON allows that, and all others get one")
  func escapes() throws {
    func written(_ body: String, _ type: String?) throws -> String {
      String(decoding: try response(fixture(body, type), .escapes).body?.bytes ?? [], as: UTF8.self)
    }
    let body = #"{ "a": "\u00e9é\/\ud83d\ude00😀\u2028", "n\n": "\"\\\u0022\u0001\u005c\b" }"#
    let other =
      #"{ "\u0061": "é\u00e9/😀\ud83d\ude00\#u{2028}", "\u006e\n": "\"\\\u0022\u0001\u005c\b" }"#
    for type in ["application/json", "application/json; charset=UTF-8", "text/json; charset=\\\"utf-8\\\"", nil] {
      #expect(try written(body, type) == other, "\(type ?? "no type")")
    }
    #expect(JSON.parse(Array(other.utf8)) == JSON.parse(Array(body.utf8)))
    // Another encoding would make other characters of the bytes.
    for type in ["application/json; charset=iso-8859-1", "text/json"] {
      #expect(try written(#"["\u00e9\u0061\/"]"#, type) == #"["\u00e9a/"]"#)
    }
    #expect(throws: Variation.Obstacle.nothingToChange) { try written(#"[1, "\n"]"#, nil) }
  }
}
