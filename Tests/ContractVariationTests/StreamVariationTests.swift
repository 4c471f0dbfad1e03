import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Variations of streams")
struct StreamVariationTests {
  private static let events = "data: {\"n\":1}\n\ndata: {\"n\":2}\n\ndata: {\"n\":3}\n\ndata: [DONE]\n\n"
  private static let jsonLines = "{\"n\":1}\n{\"n\":2}\n"

  private func fixture(
    _ body: String, _ type: String = "text/event-stream; charset=utf-8", declaring: String = #"{"failure": "network"}"#
  ) throws -> VariationFixture {
    try VariationFixture(
      #"{"kind": "valid", "headers": {"Content-Type": "\#(type)"}, "body": {"text": \#(JSON.string(body).text)}}"#,
      expect: #"{"success": [1]}"#,
      declaring: #""variations": {"equivalent": true, "stream": \#(declaring), "empty": {"failure": "decoding"}}"#)
  }

  /// Returns the bodies of the variations of a family that are only for streams, by their names.
  private func bodies(_ fixture: VariationFixture, _ family: Variation.Family) throws -> [String: String] {
    var bodies: [String: String] = [:]
    for variation in fixture.list(on: .memory).played where variation.family == family {
      if let equivalence = variation.change as? Variation.Equivalence, equivalence.format == nil { continue }
      let response = try #require(try fixture.varied(variation).exchanges.last).response
      bodies[variation.name] = String(decoding: response.body?.bytes ?? [], as: UTF8.self)
    }
    return bodies
  }

  @Test("events that mean the same")
  func events() throws {
    #expect(
      try bodies(fixture("data: {\"n\":1}\n\ndata:  x\n\n"), .equivalent) == [
        "CRLF in events": "data: {\"n\":1}\r\n\r\ndata:  x\r\n\r\n",
        "CR in events": "data: {\"n\":1}\r\rdata:  x\r\r",
        "comments in events": ":\n\n: a comment\ndata: {\"n\":1}\n\n: a comment\ndata:  x\n\n",
        "no spaces in events": "data:{\"n\":1}\n\ndata:  x\n\n",
        "id and retry in events": "id:\nretry: 3000\ndata: {\"n\":1}\n\nid:\nretry: 3000\ndata:  x\n\n",
      ])
  }

  @Test("a byte order mark, and data in two lines, come only if a contract names them")
  func optional() throws {
    let response = """
      {"kind": "valid", "headers": {"Content-Type": "text/event-stream"}, "body": {"text": "data: {}\\n\\ndata: x\\n\\n"}}
      """
    let fixture = try VariationFixture(
      response, expect: #"{"success": [1]}"#,
      declaring: #""variations": {"equivalent": {"also": ["byte order mark in events", "data in two lines"]}}"#)
    let written = try bodies(fixture, .equivalent)
    #expect(written["byte order mark in events"] == "\u{FEFF}data: {}\n\ndata: x\n\n")
    #expect(written["data in two lines"] == "data: {\ndata: }\n\ndata: x\n\n")
  }

  @Test("an id stays, and so do a mark, other line ends, and what a client drops")
  func kept() throws {
    let written = try bodies(fixture("\u{FEFF}id: 7\r\ndata:1\r\n\r\n: c\r\n\r\ndata: 2"), .equivalent)
    #expect(written["id and retry in events"] == "\u{FEFF}retry: 3000\r\nid: 7\r\ndata:1\r\n\r\n: c\r\n\r\ndata: 2")
    #expect(written["CR in events"] == "\u{FEFF}id: 7\rdata:1\r\r: c\r\rdata: 2")
    #expect(written["CRLF in events"] == nil)
    #expect(written["no spaces in events"] == "\u{FEFF}id:7\r\ndata:1\r\n\r\n: c\r\n\r\ndata:2")
  }

  @Test("JSON lines that mean the same; some only if a contract names them")
  func jsonLines() throws {
    #expect(
      try bodies(fixture(Self.jsonLines, "application/x-ndjson"), .equivalent) == [
        "CRLF in JSON lines": "{\"n\":1}\r\n{\"n\":2}\r\n"
      ])
    let also = try VariationFixture(
      #"{"kind": "valid", "headers": {"Content-Type": "application/jsonl"}, "body": {"text": "1\n2\n"}}"#,
      expect: #"{"success": [1]}"#,
      declaring: #""variations": {"equivalent": {"also": ["no last line feed", "empty lines"]}}"#)
    #expect(try bodies(also, .equivalent)["empty lines"] == "1\n\n2\n\n")
    #expect(try bodies(also, .equivalent)["no last line feed"] == "1\n2")
  }

  @Test("an event with the name of `end` must be the last one, by its own name or the type of its data")
  func namedEnd() throws {
    let first = "data: {\"n\":1}\n\n"
    for last in ["event: completed\ndata: {}\n\n", "data: {\"type\":\"completed\"}\n\n"] {
      let declaring = #"{"failure": "network", "end": "completed", "also": ["unknown event"]}"#
      let fixture = try fixture(first + last, declaring: declaring)
      let written = try bodies(fixture, .stream)
      #expect(written["no end mark"] == first)
      #expect(written["ends in an event"] == "data: {\"n")
      // Without the end, a success is wrong, and with it, only an unknown event may be one.
      let mayBeSame = fixture.list(on: .memory).played.filter { variation in
        (try? fixture.varied(variation))?.expect?.outcomes.contains {
          if case .failureOrSame = $0 { true } else { false }
        }
          == true
      }
      #expect(mayBeSame.map(\.name) == ["unknown event"])
    }
    // What follows the end belongs to it, and without the end, only what is about it is left out.
    let marked = first + "event: completed\ndata: {}\n\ndata: [DONE]\n\n"
    for end in ["completed", "[DONE]"] {
      let fixture = try fixture(marked, declaring: #"{"failure": "network", "end": "\#(end)"}"#)
      #expect(try bodies(fixture, .stream)["no end mark"]?.hasPrefix(first) == true)
      #expect(try bodies(fixture, .stream)["no end mark"]?.contains("[DONE]") == false)
    }
    let other = try fixture(first + first, declaring: #"{"failure": "network", "end": "completed"}"#)
    #expect(other.list(on: .memory).leftOut[.noEnd] == 3)
    #expect(try bodies(other, .stream).keys.contains("reset after the first event"))
  }

  @Test("a body that is not a stream has none of them, and nothing is counted as left out")
  func noStream() throws {
    let fixture = try fixture(Self.events, "text/plain")
    #expect(try bodies(fixture, .equivalent) == [:])
    #expect(try bodies(fixture, .stream) == [:])
    #expect(fixture.list(on: .memory).leftOut == [.noJSON: 4])
  }

  @Test("broken streams of events")
  func brokenEvents() throws {
    let all = #"{"failure": "network", "also": ["unknown event", "empty data"]}"#
    let (one, two, three) = ("data: {\"n\":1}\n\n", "data: {\"n\":2}\n\n", "data: {\"n\":3}\n\n")
    #expect(
      try bodies(fixture(Self.events, declaring: all), .stream) == [
        "ends in an event": one + two + "data: {\"n",
        "no end mark": one + two + three,
        "reset after the first event": one,
        "reset after half of the events": one + two,
        "reset after the last event": one + two + three,
        "unknown event": one + "event: contract-run-unknown\ndata: {}\n\n" + two + three + "data: [DONE]\n\n",
        "empty data": one + "data:\n\n" + two + three + "data: [DONE]\n\n",
      ])
  }

  @Test("broken streams of one event, of text, of text that is cut within a character, and of JSON lines")
  func otherStreams() throws {
    #expect(
      try bodies(fixture("data: 10\n\n"), .stream) == [
        "ends in an event": "data: 1", "reset after the last event": "data: 10\n\n",
      ])
    #expect(try bodies(fixture("data: a\n\ndata: b\n\n"), .stream)["no end mark"] == nil)
    #expect(try bodies(fixture("data: é\n\n"), .stream)["ends in an event"] == "data: ")
    #expect(
      try bodies(fixture(Self.jsonLines, "application/x-ndjson"), .stream) == [
        "ends in an event": "{\"n\":1}\n{\"n", "reset after the first event": "{\"n\":1}\n",
        "reset after the last event": Self.jsonLines,
      ])
    // What is left of a number is a number.
    #expect(try bodies(fixture("10\n20\n", "application/x-ndjson"), .stream)["ends in an event"] == nil)
    // Without a complete event, there is nothing to break.
    #expect(try bodies(fixture(": comment\n\n"), .stream) == [:])
  }

  @Test("a lost connection sends all complete events, and no end of the body")
  func reset() throws {
    let response = try #require(
      try fixture(Self.events).varied(.stream(.resetAfterFirst)).exchanges.last?.response)
    let reply = Reply(response, to: CapturedRequest(method: "GET", url: "http://localhost/"))
    #expect(reply.body == Array("data: {\"n\":1}\n\n".utf8))
    #expect(reply.kind == .networkError(NetworkError(domain: NetworkError.urlErrorDomain, code: -1005)))
    #expect(response.body?.isChunked == true && reply.wholeLength != nil)
  }

  @Test("after the first event, nothing comes, or only comments until after the deadline; the client must fail")
  func stalls() throws {
    let body = JSON.string(Self.events).text
    let declared = #"{"failure": "network", "also": ["only comments after the first event"]}"#
    func limited(_ timeout: Double?) throws -> VariationFixture {
      try VariationFixture(
        #"{"kind": "valid", "headers": {"Content-Type": "text/event-stream"}, "body": {"text": \#(body)}}"#,
        request: #"{"method": "GET", "path": "/" \#(timeout.map { ", \"timeout\": \($0)" } ?? "")}"#,
        expect: #"{"success": [1]}"#, declaring: #""variations": {"stream": \#(declared)}"#)
    }
    let fixture = try limited(1)
    let silence = try fixture.varied(.stream(.silenceAfterFirst))
    #expect(silence.expected == #"failure {category: "network"}"#)
    // HTTP stacks may send a GET four times.
    #expect(silence.deadline(on: .loopback, default: 600) == 6)
    let response = try #require(silence.exchanges.last?.response)
    #expect(response.socketFault == .silence)
    #expect(response.body?.bytes == Array("data: {\"n\":1}\n\n".utf8))
    let comments = try fixture.varied(.stream(.commentsAfterFirst))
    #expect(comments.expected == #"failure {category: "network"}"#)
    let pieces = try #require(comments.exchanges.last?.response.body?.pieces)
    #expect(pieces.first?.bytes == Array("data: {\"n\":1}\n\n".utf8))
    #expect(pieces.dropFirst().allSatisfy { $0.bytes.first == UInt8(ascii: ":") && $0.delay < 1 })
    #expect(pieces.reduce(0) { $0 + $1.delay } >= comments.deadline(on: .loopback, default: 600))
    let lines = try VariationFixture(
      #"{"kind": "valid", "headers": {"Content-Type": "application/x-ndjson"}, "body": {"text": "1\n2\n"}}"#,
      request: #"{"method": "GET", "path": "/", "timeout": 1}"#, expect: #"{"success": [1]}"#,
      declaring: #""variations": {"stream": \#(declared)}"#)
    #expect(stalls(lines, .loopback) == [.stream(.silenceAfterFirst)])
    for (timeout, transport) in [(nil, Transport.loopback), (3.0, .loopback), (1, .memory)] {
      #expect(stalls(try limited(timeout), transport) == [])
    }
    #expect(stalls(fixture, .loopback) == [.stream(.silenceAfterFirst), .stream(.commentsAfterFirst)])
  }

  private func stalls(_ fixture: VariationFixture, _ transport: Transport) -> Set<Variation> {
    Set(fixture.list(on: transport).played).intersection([.stream(.silenceAfterFirst), .stream(.commentsAfterFirst)])
  }

  @Test("a client may succeed with the complete events, but not if it lost the connection before; an exception decides")
  func expectations() throws {
    let fixture = try fixture(
      Self.events, declaring: #"{"failure": "network", "except": {"no end mark": {"failure": "decoding"}}}"#)
    func expected(_ change: Variation.StreamChange) throws -> String { try fixture.varied(.stream(change)).expected }
    let failure = #"failure {category: "network"}"#
    #expect(try expected(.resetAfterFirst) == failure)
    #expect(try expected(.resetInTheMiddle) == failure)
    for change in [Variation.StreamChange.endsInEvent, .resetAfterLast] {
      #expect(try expected(change) == failure + ", or the same success")
    }
    #expect(try expected(.noEndMark) == #"failure {category: "decoding"}"#)
    #expect(try expected(.withoutLast) == "anything")
  }

  @Test("an empty body is played as the contract says, and not as corrupt JSON, too")
  func empty() throws {
    let response = #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#
    let fixture = try VariationFixture(
      response, expect: #"{"success": 1}"#,
      declaring: #""variations": {"corruptJSON": {"failure": "any"}, "empty": {"success": null}}"#)
    #expect(
      try fixture.lines(.empty, on: .memory) == [
        "status 204 = valid 204", "status 200, empty body = valid 200 | Content-Type: application/json",
      ])
    #expect(fixture.list().leftOut[.excepted] == 1)
    #expect(!fixture.list().played.contains(.corruptJSON(.empty)))
    let one = try VariationFixture(
      #"{"kind": "valid", "status": 204}"#, expect: #"{"success": null}"#,
      declaring: #""variations": {"empty": {"success": null, "except": {"status 200, empty body": false}}}"#)
    #expect(one.list().played.isEmpty)
  }
}
