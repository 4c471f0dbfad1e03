import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("contract-run run, as a user types it", .slow)
struct RunTests {
  func sample(
    _ words: [String], failing: Bool = true, configuration: String = Sample.configuration(),
    environment: [String: String?] = [:], _ check: (BuiltCommand.Ended, URL) throws -> Void
  ) async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder, withFailure: failing)
      try folder.write(configuration, to: "contract-run.json")
      try check(try await contractRun(words, in: folder, environment: environment), folder)
    }
  }

  @Test("contract-run without arguments reads the configuration, runs everything and writes its reports")
  func bare() async throws {
    let configuration = Sample.configuration(#", "reports": { "junit": "out/rich.xml" }"#)
    try await sample([], failing: false, configuration: configuration) { ended, folder in
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      let result = try #require(RunResult(junit: folder.appendingPathComponent("out/rich.xml")))
      #expect(result.cases.map(\.id) == Sample.ids.filter { !$0.hasSuffix("/wrong") })
      #expect(result["later"]?.status == .skipped)
      expectText(result["later"]?.summary, has: "the server cannot do it yet")
      expectText(ended.output, has: "7 scenarios: 6 passed, 1 skipped")
      #expect(!ended.output.contains("\u{1B}"))
    }
  }

  /// Other tests also validate their reports if they can. This test is skipped, and so visible, on a machine that cannot.
  @Test(
    "a report is valid under the JUnit schemas of other projects",
    .enabled(if: JUnitSchemas.areThere, JUnitSchemas.absence))
  func strict() async throws {
    try await sample(["--report", "junit=rich.xml"]) { _, folder in
      try JUnitSchemas.validate(folder.appendingPathComponent("rich.xml"))
    }
  }

  @Test("two reports to the same file are refused before anything runs")
  func sameReport() async throws {
    try await sample(["--report", "junit=out/a.xml", "--report", "json=out/../out/a.xml"]) { ended, _ in
      #expect(ended.status == 2)
      expectText(ended.errors, has: "two reports have the path 'out/../out/a.xml'")
      #expect(ended.output.isEmpty)
    }
  }

  @Test("a scenario that fails gives exit status 1, and the screen shows where it failed and how to run it alone")
  func failing() async throws {
    try await sample([]) { ended, _ in
      #expect(ended.status == 1)
      expectText(ended.output, has: "✗ thing/b/others/wrong\n  specs/b/others.contract.json:")
      expectText(ended.output, has: "unexpected outcome at /n")
      expectText(ended.output, has: "\n    expected  7\n    actual    1\n")
    }
  }

  @Test("a shell accepts the printed command, which runs the failed scenario alone")
  func alone() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      let ended = try await contractRun(["specs", "--client", "thing", "--", Sample.driver], in: folder)
      let line = try #require(ended.output.split(separator: "\n").first { $0.contains(" --filter ") })
      let command = try #require(line.firstRange(of: "contract-run")).lowerBound
      let path = "\(TestFolder.products.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
      let alone = try await Gate.processes.pass {
        try await BuiltCommand(
          ["-c", String(line[command...])], program: "/bin/sh", in: folder, environment: ["PATH": path]
        ).end()
      }
      #expect(alone.status == 1, "\(line)\n\(alone.output)\(alone.errors)")
      expectText(alone.output, has: "1 scenario: 1 failed")
    }
  }

  @Test(
    "scenarios are selected by text, tag and kind",
    arguments: [
      (["--filter", "OTHERS/"], [4, 5, 6, 7]), (["--filter", "one", "--filter=two"], [0, 1]),
      (["--tag", "smoke"], [0, 6]), (["--tag", "other"], [4, 5, 6, 7]),
      (["--tag", "smoke", "--tag", "read"], [0, 1, 2, 3, 6]),
      (["--kind", "statusError"], [2]), (["--kind", "corruptJSON", "--kind", "networkError"], [5, 6]),
      (["--kind", "valid", "--tag", "other"], [4, 7]), (["specs/b"], [4, 5, 6, 7]),
      (["specs/a/things.contract.json", "--kind=valid"], [0, 1, 3]), (["--client", "thing"], Array(0...7)),
      (["run", "specs"], Array(0...7)), ([], Array(0...7)), (["--skip", "OTHERS/"], [0, 1, 2, 3]),
      (["--skip", "thing/a/things/one"], Array(1...7)), (["--skip", "things/o", "--skip=wrong"], [1, 2, 3, 5, 6, 7]),
      (["--filter", "things/", "--skip", "not found"], [0, 1, 3]), (["--skip", "no such scenario"], Array(0...7)),
    ] as [([String], [Int])])
  func chosen(_ words: [String], _ expected: [Int]) async throws {
    try await sample(words + ["--list"]) { ended, _ in
      #expect(ended.status == 0)
      #expect(ended.output.split(separator: "\n").map(String.init) == expected.map { Sample.ids[$0] })
      #expect(ended.errors == "")
    }
  }

  @Test("--list=json prints the same ids, each with what it is and where, and why it is skipped")
  func json() async throws {
    try await sample(["--list=json"], configuration: Sample.configuration(transport: .memory)) { ended, _ in
      #expect(ended.status == 0 && ended.errors == "")
      let list = try #require(JSON.parse(ended.output))
      try PublishedSchema.list.expectValid(Data(ended.output.utf8))
      #expect(list.array?.compactMap { $0["id"]?.string } == Sample.ids)
      let skipped: JSON = [
        "id": "thing/a/things/later", "client": "thing", "contract": "a/things", "scenario": "later",
        "variation": .null,
        "kind": "valid", "transport": "memory", "skip": "the server cannot do it yet",
        "file": "specs/a/things.contract.json", "line": 9, "column": 15,
      ]
      #expect(list.array?[3] == skipped)
      #expect(list.array?.count { $0["skip"] == nil || $0["skip"] == .null } == 7)
    }
    try await sample(["--list=json", "--filter", "none of them"]) { ended, _ in
      #expect(ended.status == 0 && ended.output == "[]\n")
    }
  }

  @Test("in --list=json, a variation has the scenario's place and its own id, on each transport")
  func jsonOfVariations() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(
        #"""
        { "contract": 1, "endpoint": "x", "operation": "get", "baseURL": "http://api.invalid/v1", "variations": { "statusError": { "failure": "any" } },
          "request": { "method": "GET", "path": "/thing" },
          "scenarios": [{ "name": "a", "response": { "kind": "valid", "body": { "json": 1 } }, "expect": { "success": 1 } }] }
        """#, to: "x.contract.json")
      let words = ["x.contract.json", "--transport", "both", "--", "true"]
      let ended = try await contractRun(["--list=json"] + words, in: folder)
      #expect(ended.status == 0, "\(ended.errors)")
      let list = try #require(JSON.parse(ended.output)?.array)
      let ids = list.compactMap { $0["id"]?.string }
      #expect(try await contractRun(["--list"] + words, in: folder).output == ids.map { "\($0)\n" }.joined())
      #expect(Set(ids).count == list.count)
      let varied = try #require(list.first { $0["variation"] == "status 404" })
      #expect(varied["id"] == "true/x/a [status 404]@memory" && varied["kind"] == "statusError")
      #expect(varied["line"] == 3 && varied["column"] == 27 && varied["scenario"] == "a")
    }
  }

  @Test("--list prints the scenarios that would run")
  func listed() async throws {
    try await sample(["--tag", "smoke", "--report", "junit=rich.xml"]) { ended, folder in
      #expect(ended.status == 0)
      let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")))
      #expect(result.cases.map(\.id) == [Sample.ids[0], Sample.ids[6]])
    }
  }

  @Test("exit status 3 means that nothing was tested: nothing was selected, or every selected scenario was skipped")
  func nothing() async throws {
    try await sample(["--filter", "no such scenario"]) { ended, _ in #expect(ended.status == 3) }
    try await sample(["--filter", "later"]) { ended, _ in #expect(ended.status == 3) }
    try await TestFolder.temporary { folder in
      try folder.write("", to: "specs/readme.txt")
      let ended = try await contractRun(["specs", "--", Sample.driver], in: folder)
      #expect(ended.status == 3)
      #expect(ended.status != 0)
    }
  }

  @Test("if no scenario matches a filter, a note has the number of scenarios and the nearest id")
  func noMatch() async throws {
    try await sample(["--filter", "things/oen", "--list"]) { ended, _ in
      expectText(
        ended.errors,
        is: """
          contract-run: note: no scenario matches --filter 'things/oen' (8 in total); the nearest id is 'thing/a/things/one'

          """)
      #expect(ended.output == "")
    }
    try await sample(["--filter", "things/oen", "--filter", "zzz", "--tag", "smoke"]) { ended, _ in
      expectText(
        ended.output,
        has: """
            note          no scenario matches --filter 'things/oen' --filter 'zzz' --tag 'smoke' (8 in total); the nearest id is 'thing/a/things/one'
          """)
    }
    try await sample(["--filter", "things/one", "--skip", "thing/", "--list"]) { ended, _ in
      expectText(
        ended.errors,
        is: """
          contract-run: note: no scenario matches --filter 'things/one' --skip 'thing/' (8 in total)

          """)
    }
  }

  @Test("--skip with the whole id of a scenario leaves out only that scenario, on both transports")
  func skipped() async throws {
    try await TestFolder.temporary { folder in
      let names = ["created", "created twice", "gone"]
      let scenarios = names.map {
        #"{ "name": "\#($0)", "input": "\#($0)", "response": { "kind": "valid" }, "expect": { "success": 1 } }"#
      }
      try folder.write(
        #"""
        { "contract": 1, "endpoint": "t", "operation": "get", "request": { "method": "GET", "path": "/" },
          "scenarios": [\#(scenarios.joined(separator: ","))] }
        """#, to: "t.contract.json")
      for (skip, left) in [
        ("c/t/created", ["created twice@memory", "created twice@loopback", "gone@memory", "gone@loopback"]),
        (
          "c/t/created@memory",
          [
            "created@loopback", "created twice@memory", "created twice@loopback", "gone@memory", "gone@loopback",
          ]
        ), ("CREATED", ["gone@memory", "gone@loopback"]),
      ] {
        let ended = try await contractRun(
          ["t.contract.json", "--client", "c", "--transport", "both", "--skip", skip, "--list", "--", "driver"],
          in: folder)
        #expect(ended.output == left.map { "c/t/\($0)\n" }.joined(), "\(skip)")
      }
    }
  }

  @Test("--fail-fast stops at the first scenario that does not pass, and reports the rest as not run")
  func failFast() async throws {
    try await sample(["--fail-fast", "--jobs", "1", "--report", "junit=rich.xml"]) { ended, folder in
      #expect(ended.status == 1)
      let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")))
      #expect(result.cases.count == 8)
      #expect(result["wrong"]?.status == .failed)
      #expect(result["one"]?.status == .passed)
      #expect(result["list"]?.code == "notRun")
      expectText(result["list"]?.text, has: "--fail-fast")
    }
  }

  @Test("the same seed gives the same order, and another seed another order; reports keep the contract's order")
  func shuffled() async throws {
    try await TestFolder.temporary { folder in
      try NotingSample.write(to: folder)
      func order(_ options: [String], _ file: String) async throws -> (calls: [Substring], screen: String) {
        let options = ["--report", "junit=rich.xml"] + options
        let ended = try await contractRun(NotingSample.arguments(options, file: file), in: folder)
        // The client sends no request, so every scenario fails.
        #expect(ended.status == 1)
        let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")))
        #expect(result.cases.map(\.id) == (0..<12).map { "sh/thing/s\($0)" })
        return (NotingSample.calls(folder, file: file), ended.output)
      }
      let plain = try await order([], "plain")
      let first = try await order(["--shuffle=42"], "first")
      let again = try await order(["--shuffle=42"], "again")
      let other = try await order(["--shuffle=43"], "other")
      #expect(plain.calls.count == 12)
      #expect(first.calls == again.calls)
      #expect(first.calls != plain.calls)
      #expect(first.calls != other.calls)
      expectText(first.screen, has: "--shuffle=42")
      let drawn = try await order(["--shuffle"], "drawn")
      let seed = try #require(drawn.screen.firstMatch(of: /--shuffle=([0-9]+)/)?.1)
      let repeated = try await order(["--shuffle=\(seed)"], "repeated")
      #expect(drawn.calls == repeated.calls)
    }
  }

  @Test("an option takes its value after a space or after =, and the last value counts")
  func forms() async throws {
    try await sample([
      "--filter", "one", "--timeout=9", "--timeout", "3", "--jobs=2", "--color=never", "-v", "--report=junit=a.xml",
    ]) {
      ended, folder in
      #expect(ended.status == 0, "\(ended.errors)")
      #expect(folder.text("a.xml") != nil)
      #expect(ended.output.contains("one"))
    }
  }

  @Test("--timeout limits a call whose contract sets no limit")
  func timeout() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      let text = try #require(folder.text("specs/a/things.contract.json"))
      try folder.write(
        text.replacingOccurrences(of: #""name": "two","#, with: #""name": "two", "input": { "bad": true },"#),
        to: "specs/a/things.contract.json")
      let ended = try await contractRun(
        ["specs/a", "--timeout", "5", "--report", "junit=rich.xml", "--", Sample.driver, "blocks"], in: folder,
        waits: true)
      #expect(ended.status == 1)
      let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")))
      #expect(result["two"]?.code == "timedOut")
      expectText(result["two"]?.text, has: "no result within 5 s")
      #expect(result["not found"]?.status == .passed)
    }
  }

  @Test(
    "output has color only if it is requested, or if it goes to a terminal",
    arguments: [
      (["--color", "always"], [:], true), (["--color", "always"], ["NO_COLOR": "1"], true),
      (["--color=never"], ["CLICOLOR_FORCE": "1"], false), ([], [:], false), ([], ["CLICOLOR_FORCE": "1"], true),
      ([], ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
    ] as [([String], [String: String], Bool)])
  func color(_ words: [String], _ environment: [String: String], _ isColored: Bool) async throws {
    try await sample(words, environment: environment.mapValues { $0 }) { ended, _ in
      #expect(ended.output.contains("\u{1B}[") == isColored)
      #expect(ended.status == 1)
    }
  }

  @Test("a build step that fails makes every scenario errored with its output, and the driver does not start")
  func buildFails() async throws {
    let configuration = #"""
      { "specs": ["specs"], "reports": { "junit": "rich.xml" },
        "clients": [{ "name": "thing", "build": ["/bin/sh", "-c", "echo cannot compile; exit 4"], "driver": ["touch", "started"] }] }
      """#
    try await sample([], configuration: configuration) { ended, folder in
      #expect(ended.status == 3)
      expectText(ended.errors, has: "cannot compile")
      let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")))
      #expect(result.cases.filter { $0.code == "givenUp" }.count == 7)
      expectText(result["one"]?.text, has: "its build step")
      expectText(result["one"]?.text, has: "exit status 4")
      #expect(result["later"]?.status == .skipped)
      #expect(folder.text("started") == nil)
    }
  }

  @Test("the duration of a run does not include the build step")
  func buildTime() async throws {
    let configuration = #"""
      { "specs": ["specs"], "reports": { "json": "out.json" },
        "clients": [{ "name": "thing", "build": ["sleep", "2"], "driver": ["\#(Sample.driver)"] }] }
      """#
    try await sample([], configuration: configuration) { ended, folder in
      let result = try JSONResult(folder.appendingPathComponent("out.json"))
      #expect(result.duration > 0)
      #expect(ended.duration - result.duration >= 2)
    }
  }

  @Test("the paths in a configuration are relative to its folder, and driver and build step run there")
  func otherFolder() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder.appendingPathComponent("project"), withFailure: false)
      try folder.write(
        #"""
        { "specs": ["specs"], "reports": { "junit": "out/rich.xml" },
          "clients": [{ "name": "thing", "build": ["/bin/sh", "-c", "touch built"], "driver": ["./drive.sh"] }] }
        """#, to: "project/contract-run.json")
      try folder.write("#!/bin/sh\ntouch driven\nexec '\(Sample.driver)'\n", to: "project/drive.sh")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.appendingPathComponent("project/drive.sh").path)
      let ended = try await contractRun(["--config", "project/contract-run.json"], in: folder)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      let result = try #require(RunResult(junit: folder.appendingPathComponent("project/out/rich.xml")))
      #expect(result.cases.map(\.id) == Sample.ids.filter { !$0.hasSuffix("/wrong") })
      #expect(folder.text("project/built") != nil)
      #expect(folder.text("project/driven") != nil)
    }
  }
}
