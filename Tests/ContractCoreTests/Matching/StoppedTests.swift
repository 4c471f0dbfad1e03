import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("An expression that would run for hours", .slow)
struct StoppedTests {
  private static let slow = #"{"$regex": "^(a+)+$"}"#
  private static let text = "\"" + String(repeating: "a", count: 40) + "b\""

  @Test(
    "is stopped, wherever it is, and the result is neither a match nor a mismatch",
    arguments: [
      (slow, text), (#"{"$not": \#(slow)}"#, text), (#"{"$not": {"$not": \#(slow)}}"#, text),
      (#"{"$anyOf": [1, \#(slow)]}"#, text), (#"{"$anyOf": [\#(slow), 1]}"#, text),
      (#"{"$allOf": [{"$type": "string"}, \#(slow)]}"#, text), (#"{"$each": \#(slow)}"#, "[\(text), \(text)]"),
      (#"{"$contains": \#(slow)}"#, "[1, \(text)]"), (#"{"$unordered": [1, \#(slow)]}"#, "[\(text), 1]"),
      // After it is stopped, it is not tried again on a value that may match.
      (#"{"$contains": \#(slow)}"#, "[\(text), \"a\"]"),
      (#"{"$unordered": [{"$not": \#(slow)}, {"$any": true}]}"#, "[\(text), \(text)]"),
      (#"{"a": {"$optional": \#(slow)}}"#, "{\"a\": \(text)}"), (#"{"$partial": {"a": \#(slow)}}"#, "{\"a\": \(text)}"),
    ])
  func unknown(pattern: String, value: String) throws {
    for isQuiet in [true, false] {
      var matcher = Matcher(isQuiet: isQuiet)
      matcher.match(try Pattern.read(pattern), try JSON.read(value))
      #expect(matcher.count == 0)
      #expect(matcher.stopped.map(\.cause) == [.expression("^(a+)+$")])
      #expect(matcher.findings(.body).map { Reason($0).code } == ["regexStopped"])
    }
  }

  @Test(
    "does not matter if the rest decides",
    arguments: [
      (#"{"$anyOf": [\#(slow), {"$type": "string"}]}"#, text, true),
      (#"{"$contains": \#(slow)}"#, "[\"a\", \(text)]", true),
      (#"{"$unordered": [\#(slow), {"$any": true}]}"#, "[\"a\", \(text)]", true),
      (#"{"$not": {"a": \#(slow), "b": 1}}"#, "{\"a\": \(text), \"b\": 2}", true),
      (#"{"$not": {"b": 1, "a": \#(slow)}}"#, "{\"a\": \(text), \"b\": 2}", true),
      (#"{"$not": {"$anyOf": [\#(slow), {"$type": "string"}]}}"#, text, false),
      (#"{"$unordered": [\#(slow), 1]}"#, "[\(text), 2]", false),
      (#"{"$unordered": [\#(slow)]}"#, "[\(text), 2]", false),
    ])
  func known(pattern: String, value: String, matches: Bool) throws {
    let value = try JSON.read(value)
    #expect(MatcherFixture.matches(try Pattern.read(pattern), value) == matches)
  }

  @Test("is not tried again on the next of a hundred thousand elements, and is reported once", .exhaustive)
  func once() throws {
    let value = JSON.array(Array(repeating: try JSON.read(Self.text), count: 100_000))
    for pattern in [
      #"{"$each": \#(Self.slow)}"#, #"{"$contains": \#(Self.slow)}"#, #"{"$not": {"$contains": \#(Self.slow)}}"#,
    ] {
      var matcher = Matcher()
      matcher.match(try Pattern.read(pattern), value)
      #expect(matcher.count == 0)
      #expect(matcher.findings(.body).map { Reason($0).code } == ["regexStopped"])
    }
  }

  @Test("shares one time limit with many others")
  func together() throws {
    let text = try JSON.read(Self.text)
    let patterns = (0..<2000).map { #"{"$regex": "^(a+)+$|x\#($0)"}"# }
    var matcher = Matcher(
      isQuiet: false, bindings: Bindings(), countsAll: false, isNegated: false,
      searches: Pattern.Regex.Searches(limit: .milliseconds(200)))
    let start = Pattern.Regex.Stopwatch.threadTime
    matcher.match(
      try Pattern.read("[" + patterns.joined(separator: ",") + "]"),
      .array(Array(repeating: text, count: 2000)))
    // Each expression alone takes 50 ms, so all of them would take 100 s.
    #expect(Pattern.Regex.Stopwatch.threadTime - start < .seconds(50))
    #expect(matcher.stopped.count == 2000)
  }

  @Test("makes a scenario errored, both in a request and in an outcome")
  func errored() throws {
    let text = """
      {"contract": 1, "endpoint": "e", "operation": "o", "request": {"method": "GET", "path": "/", "headers": \
      {"X": {"$not": \(Self.slow)}}}, "scenarios": [{"name": "s", "response": {"kind": "valid"}, \
      "expect": {"success": {"$each": \(Self.slow)}}}]}
      """
    let contract = try Contract.read(text)
    let value = try JSON.read(Self.text)
    let script = Script(contract.scenarios[0], of: contract, transport: .memory)
    var headers = Headers()
    headers.lines.append(.init("X", value.string ?? ""))
    _ = script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/", headers: headers))
    script.finish(.success([value]))
    let verdict = script.verdict()
    #expect(verdict.reasons.map(\.code) == ["regexStopped", "regexStopped"])
    #expect(verdict.status == .errored)
  }
}

@Suite("The time for which a search keeps its thread busy")
struct StopwatchTests {
  @Test("only the thread's own work counts, and not that of other threads")
  func busy() {
    var stopwatch = Pattern.Regex.Stopwatch(limit: .milliseconds(50))
    #expect(stopwatch.time == .zero)
    var isOver = false
    // This takes longer than the limit, but the thread does almost nothing.
    for _ in 0..<100 {
      pause(0.001)
      isOver = stopwatch.isOver() || isOver
    }
    #expect(!isOver)
    #expect(stopwatch.time < .milliseconds(50))
    while !stopwatch.isOver() {}
    #expect(stopwatch.time >= .milliseconds(50))
  }
}
