import Synchronization
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Streams that are lost and resumed")
struct ReconnectFamilyTests {
  private static func streaming(_ body: String) throws -> VariationFixture {
    try VariationFixture(
      """
      {"kind": "valid", "headers": {"Content-Type": "text/event-stream"}, "body": {"text": \(JSON.string(body).text)}}
      """, expect: #"{"success": ["a", "b", "c"]}"#, declaring: #""variations": {"reconnect": true}"#)
  }

  /// The bodies of the responses, and the header that each request must have.
  private func parts(_ fixture: VariationFixture) throws -> [String] {
    let variation = try #require(fixture.list(on: .loopback).played.first)
    return try fixture.varied(variation).exchanges.map { exchange in
      let header = exchange.request?.headers.last { $0.name == "Last-Event-ID" }?.patterns.first?.json.text ?? "none"
      let body =
        exchange.response.body.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "\(exchange.response.status ?? 0)"
      return "\(header): \(body)"
    }
  }

  @Test("events without ids get some, and each request says which event was the last one")
  func numbered() throws {
    #expect(
      try parts(try Self.streaming("data: a\n\ndata: b\n\n: hi\n\ndata: c\n\ndata: [DONE]\n\n")) == [
        "none: retry: 250\nid: 1\ndata: a\n\n", "\"1\": id: 2\ndata: b\n\n",
        "\"2\": : hi\n\nid: 3\ndata: c\n\nid: 4\ndata: [DONE]\n\n", "\"4\": 204",
      ])
  }

  @Test("a mark of the end needs no id, and the time of the stream itself is left out")
  func unmarked() throws {
    #expect(
      try parts(
        try Self.streaming("retry: 9000\nid: x\ndata: {}\n\nid: y\ndata: {}\n\nid: z\ndata: {}\n\ndata: [DONE]\n\n"))
        == [
          "none: retry: 250\nid: x\ndata: {}\n\n", "\"x\": id: y\ndata: {}\n\n",
          "\"y\": id: z\ndata: {}\n\ndata: [DONE]\n\n", "\"z\": 204",
        ])
  }

  @Test("events that have ids keep them")
  func named() throws {
    #expect(
      try parts(try Self.streaming("id: x\ndata: a\n\nid: y\ndata: b\n\nid: z\ndata: c\n\n")) == [
        "none: retry: 250\nid: x\ndata: a\n\n", "\"x\": id: y\ndata: b\n\n", "\"y\": id: z\ndata: c\n\n", "\"z\": 204",
      ])
  }

  @Test("a stream of two events, and a body that is not a stream of events, have none")
  func none() throws {
    #expect(try Self.streaming("data: a\n\ndata: b\n\n").list(on: .loopback).leftOut == [.noEvents: 1])
    #expect(
      try VariationFixture(declaring: #""variations": {"reconnect": true}"#).list(on: .loopback).leftOut == [
        .noEvents: 1
      ])
  }

  @Test("a client may end without the last request, and not without those before it")
  func last() throws {
    let fixture = try Self.streaming("data: a\n\ndata: b\n\ndata: c\n\n")
    let variation = try #require(fixture.list(on: .loopback).played.first)
    func codes(_ ids: [String?]) throws -> [String] {
      let time = Mutex(ContinuousClock.now)
      let script = Script(
        try fixture.varied(variation), of: fixture.contract, transport: .memory, seesOtherHosts: true,
        now: { time.withLock { $0 } })
      for id in ids {
        time.withLock { $0 += .milliseconds(300) }
        let lines = id.map { [Headers.Line("Last-Event-ID", $0)] } ?? []
        _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/a", headers: Headers(lines)))
      }
      script.finish(.success(["a", "b", "c"]))
      return script.verdict().reasons.map(\.code)
    }
    #expect(try codes([nil, "1", "2"]) == [])
    #expect(try codes([nil, "1", "2", "3"]) == [])
    #expect(try codes([nil, "1"]) == ["mismatch", "mismatch"])
    #expect(try codes([nil, "1", "1"]) == ["mismatch"])
  }
}
