import Foundation

extension Row {
  /// Responses that are written differently, and streams that break, cost what written scenarios cost. Only pieces need
  /// time, because each waits until the client has read the one before.
  static let streams = Row(
    name: "streams",
    lines: [
      Line(
        work:
          "`equivalent` on loopback without `one-byte pieces`, one driver with URLSession, one call at a time: time for each"
          + " variation relative to a written scenario",
        wanted: .atMost(1.3, "times")),
      Line(
        work: "`\"variations\": true` of a stream of events, the same without sockets",
        wanted: .atMost(1.3, "times")),
      Line(work: "`one-byte pieces`: the time for each piece", wanted: .atMost(2, "ms")),
    ]
  ) { scale in
    let contracts = scale.count(200, small: 5)
    let equivalent = #"{ "equivalent": true }"#
    let body = #""body": { "json": { "n": 1, "number": 12345678, "another": 87654321 } }"#
    let written = try CallsRun.streams(contracts, "thing", body, on: "loopback", scenarios: 13)
    let equivalents = try CallsRun.streams(
      contracts, "thing", body, equivalent, on: "loopback", ["--skip", "[one-byte pieces]"])
    let stream = #""headers": { "Content-Type": "text/event-stream" }, "body": { "text": "\#(events)" }"#
    let writtenStreams = try CallsRun.streams(contracts, "events", stream, on: "memory", scenarios: 50)
    let streams = try CallsRun.streams(contracts, "events", stream, "true", on: "memory")
    let chosen = [#"[one-byte pieces]"#, "[chunked]"]
    let divided = try chosen.map {
      try CallsRun.streams(contracts, "thing", body, equivalent, on: "loopback", ["--filter", $0])
    }
    let rounds = try await scale.measure(5) {
      (
        equivalent: try equivalents.secondsForEach() / written.secondsForEach(),
        stream: try streams.secondsForEach() / writtenStreams.secondsForEach(),
        piece: try (divided[0].seconds() - divided[1].seconds()) / Double(contracts * 31)
      )
    }
    return [
      Figure(value: rounds.map(\.equivalent).median), Figure(value: rounds.map(\.stream).median),
      Figure(value: rounds.map(\.piece).median * 1000),
    ]
  }

  private static let events = (1...10).map { #"data: {\"text\":\"word \#($0)\"}\n\n"# }.joined() + #"data: [DONE]\n\n"#
}

extension CallsRun {
  /// Makes a run of generated contracts of one response.
  ///
  /// - Parameters:
  ///   - response: The members of the response.
  ///   - variations: The value of `variations`.
  ///   - scenarios: How many scenarios each contract has.
  fileprivate static func streams(
    _ contracts: Int, _ operation: String, _ response: String, _ variations: String = "false", on transport: String,
    scenarios: Int = 1, _ options: [String] = []
  ) throws -> CallsRun {
    let name = "specs-streams-\(operation)-\(transport)-\(scenarios)"
    let list = (0..<scenarios).map { number in
      #"{ "name": "\#(number)", "response": { "kind": "valid", \#(response) }, "expect": { "success": { "$any": true } } }"#
    }
    let specs = try GeneratedContracts.write(contracts, in: name) { number in
      #"""
      {
        "contract": 1, "endpoint": "thing \#(number)", "operation": "\#(operation)",
        "request": { "method": "GET", "path": "/thing" }, "variations": \#(variations),
        "scenarios": [\#(list.joined(separator: ","))]
      }
      """#
    }
    return try CallsRun(specs, on: transport, options)
  }
}
