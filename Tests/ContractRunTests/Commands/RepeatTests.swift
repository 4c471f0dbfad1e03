import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("Scenarios that run again and again", .slow, .enabled(if: Python.isThere, Python.absence))
struct RepeatTests {
  private func flaky(
    _ words: [String], _ mistake: FlakySample.Mistake = .outcome, calls: Int = 0,
    _ check: (BuiltCommand.Ended, URL) throws -> Void
  ) async throws {
    try await TestFolder.temporary { folder in
      try FlakySample.write(to: folder, mistake)
      if calls > 0 { try folder.write(String(repeating: "x", count: calls), to: "calls") }
      try check(try await contractRun(["--timeout", "600", "--jobs", "1"] + words, in: folder), folder)
    }
  }

  /// Returns how many times the scenario with the mistake ran.
  private func calls(_ folder: URL) -> Int? { folder.text("calls")?.utf8.count }

  @Test("a scenario that passes in some runs and not in others fails, and the report shows two runs that differ")
  func outcome() async throws {
    try await flaky(["--repeat", "10"]) { ended, folder in
      #expect(ended.status == 1)
      #expect(calls(folder) == 10)
      #expect(folder.text("built") == "\n", "the build step must run once")
      let json = try JSONResult(folder.appendingPathComponent("out.json"))
      #expect(json.results.map(\.id) == ["thing/thing/steady", "thing/thing/bad", "thing/thing/later"])
      #expect(json.results.map(\.status) == ["passed", "failed", "skipped"])
      #expect(json.results.map(\.runs?.total) == [10, 10, 0])
      #expect(json.results.map(\.runs?.passed) == [10, 7, 0])
      #expect(json.codes("bad") == ["flaky", "mismatch"])
      let cases = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml"))).cases
      #expect(cases.map(\.id) == json.results.map(\.id))
      #expect(cases.map(\.code) == [nil, "flaky", nil])
      expectText(ended.output, has: "✗ 3 scenarios, 10 runs each: 1 passed, 1 failed, 1 skipped")
      // Alone, it must run as often to fail again.
      #expect(ended.output.contains(#" --repeat 10 --filter "thing/thing/bad""#))
      let reasons = try #require(cases[1].text.components(separatedBy: "\n\n").first)
      let fence = try #require(try Page("docs/reports.md").fences.first { $0.text.hasPrefix("flaky: ") })
      expectText(reasons + "\n", is: fence)
    }
  }

  @Test("two runs with different requests are compared line by line")
  func request() async throws {
    try await flaky(["--repeat", "3"], .request) { ended, folder in
      #expect(ended.status == 1)
      let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")))
      expectText(
        result["bad"]?.text.components(separatedBy: "\n\n").first,
        is: """
          flaky: 1 of 3 runs did not pass
            compared  run 1, which passed, and run 3, which failed
            lines     - passed, + failed
                      1   - request 1: GET http://api.invalid/v1/thing
                        1 + request 1: GET http://api.invalid/v1/thing?retry=3
                      2 2   Accept: application/json
                      3 3   answered 200
                      4 4   outcome: success {"n":1}
            next      look for state that one call leaves to the next, for a race, or for a wait that is sometimes too short
          """)
    }
  }

  @Test("a run that errored beside runs that passed makes the scenario errored")
  func errored() async throws {
    try await flaky(["--repeat", "3"], .unsupported) { ended, folder in
      #expect(ended.status == 3)
      let json = try JSONResult(folder.appendingPathComponent("out.json"))
      #expect(json.results.map(\.status) == ["passed", "errored", "skipped"])
      #expect(json.codes("bad") == ["flaky", "unsupported"])
      #expect(json.results[1].runs?.passed == 2)
    }
  }

  @Test("a scenario that never passes has the reasons of its first run, and is not flaky")
  func never() async throws {
    try await flaky(["--repeat", "3"], .always) { ended, folder in
      #expect(ended.status == 1)
      let json = try JSONResult(folder.appendingPathComponent("out.json"))
      #expect(json.codes("bad") == ["mismatch"])
      #expect(json.results[1].runs?.total == 3 && json.results[1].runs?.passed == 0)
      let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")))
      expectText(result["bad"]?.text, has: "actual    -1")
    }
  }

  @Test("if every run of every scenario passes, the exit status is 0")
  func green() async throws {
    try await flaky(["--repeat", "2"]) { ended, folder in
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      let json = try JSONResult(folder.appendingPathComponent("out.json"))
      #expect(json.results.map(\.runs?.passed) == [2, 2, 0])
      expectText(ended.output, has: "✓ 3 scenarios, 2 runs each: 2 passed, 1 skipped")
    }
  }

  @Test("--until-fail ends after the round in which a scenario did not pass")
  func untilFail() async throws {
    try await flaky(["--until-fail"]) { ended, folder in
      #expect(ended.status == 1)
      #expect(calls(folder) == 3)
      let json = try JSONResult(folder.appendingPathComponent("out.json"))
      #expect(json.results.map(\.runs?.total) == [3, 3, 0])
      #expect(json.results.map(\.runs?.passed) == [3, 2, 0])
    }
    try await flaky(["--until-fail", "--repeat", "2"]) { ended, folder in
      #expect(ended.status == 0)
      #expect(calls(folder) == 2)
    }
    // The round that fails is the first one.
    try await flaky(["--until-fail", "--repeat", "9"], calls: 2) { ended, folder in
      #expect(ended.status == 1)
      #expect(calls(folder) == 3)
      let json = try JSONResult(folder.appendingPathComponent("out.json"))
      #expect(json.codes("bad") == ["mismatch"])
    }
  }

  @Test("--until-fail ends if there is nothing to run", arguments: ["later", "no such scenario"])
  func nothing(_ filter: String) async throws {
    try await flaky(["--until-fail", "--filter", filter]) { ended, _ in #expect(ended.status == 3) }
  }

  @Test("--fail-fast ends the round, and scenarios that ran before count")
  func failFast() async throws {
    try await flaky(["--repeat", "9", "--fail-fast"]) { ended, folder in
      #expect(ended.status == 1)
      #expect(calls(folder) == 3)
      let json = try JSONResult(folder.appendingPathComponent("out.json"))
      #expect(json.results.map(\.status) == ["passed", "failed", "skipped"])
      #expect(json.results[1].runs?.total == 3)
    }
  }

  @Test("a signal ends the run, and the complete runs count")
  func interrupted() async throws {
    try await TestFolder.temporary { folder in
      try FlakySample.write(to: folder, .hang)
      let process = try BuiltCommand(["--timeout", "3600", "--jobs", "1", "--until-fail"], in: folder)
      // The third call never ends, so the signal comes during the call.
      let begun = await condition { calls(folder).map { $0 >= 3 } ?? false }
      #expect(begun, "\(process.output)\(process.errors)")
      process.send(SIGINT)
      let ended = await process.end()
      #expect(ended.status == 130)
      let json = try JSONResult(folder.appendingPathComponent("out.json"))
      #expect(json.results.map(\.status) == ["passed", "passed", "skipped"])
      #expect(json.results.map(\.runs?.total) == [3, 2, 0])
      #expect(json.results.map(\.runs?.passed) == [3, 2, 0])
      let nothingLeft = await condition { process.left.isEmpty }
      #expect(nothingLeft, "left behind: \(process.left)")
    }
  }

  @Test("--shuffle has another order in each round: that of a single run with the next seed")
  func shuffled() async throws {
    try await TestFolder.temporary { folder in
      try NotingSample.write(to: folder)
      func order(_ options: [String], _ file: String) async throws -> [Substring] {
        _ = try await contractRun(NotingSample.arguments(options, file: file), in: folder)
        return NotingSample.calls(folder, file: file)
      }
      let first = try await order(["--shuffle=42"], "first")
      let second = try await order(["--shuffle=43"], "second")
      let both = try await order(["--shuffle=42", "--repeat", "2"], "both")
      #expect(first.count == 12 && first != second)
      #expect(both == first + second)
    }
  }
}
