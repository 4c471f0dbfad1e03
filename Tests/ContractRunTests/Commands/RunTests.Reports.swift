import ContractCore
import Foundation
import TestSupport
import Testing

extension RunTests {
  @Test("an invalid contract prints its diagnostics, gives exit status 2, and nothing runs")
  func invalidContract() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      try folder.write("{\n  \"contract\": 1,\n  \"endpoit\": \"x\"\n}", to: "specs/c.contract.json")
      try folder.write("{ \"contract\": 2 }", to: "specs/d.contract.json")
      try folder.write(Sample.configuration(#", "reports": { "junit": "out.xml" }"#), to: "contract-run.json")
      for words in [[], ["check"], ["--list"]] as [[String]] {
        let ended = try await contractRun(words, in: folder)
        #expect(ended.status == 2)
        expectText(ended.errors, has: "specs/c.contract.json:3:3: error:")
        expectText(ended.errors, has: "specs/d.contract.json:1:15: error:")
        #expect(ended.output == "")
      }
      #expect(folder.text("out.xml") == nil)
    }
  }

  @Test("a report that cannot be written gives exit status 3")
  func unwritable() async throws {
    try await sample(["--report", "junit=specs/a/things.contract.json/x.xml"], failing: false) { ended, _ in
      #expect(ended.status == 3)
      expectText(ended.errors, has: "specs/a/things.contract.json/x.xml")
    }
  }

  @Test("ids do not depend on the path on the command line or on the order of clients")
  func stableIDs() async throws {
    for path in ["specs", "specs/b", "specs/b/others.contract.json", "./specs/b/", "specs/../specs/b"] {
      try await sample([path, "--filter", "others/list", "--list"]) { ended, _ in
        #expect(ended.output == "thing/b/others/list\n", "\(path): \(ended.output)\(ended.errors)")
      }
    }
  }

  @Test("--quiet prints failures and the summary; --verbose prints a line for each scenario and its requests")
  func verbosity() async throws {
    try await sample(["--quiet"]) { ended, _ in
      #expect(ended.status == 1)
      expectText(ended.output, begins: "✗ thing/b/others/wrong\n")
      expectText(ended.output, has: "8 scenarios: 6 passed, 1 failed, 1 skipped")
    }
    try await sample(["-q"], failing: false) { ended, _ in
      expectText(ended.output, begins: "✓ 7 scenarios: 6 passed, 1 skipped")
    }
    try await sample(["-v"]) { ended, _ in
      for name in ["one", "two", "not found", "later", "wrong", "garbled", "refused", "list"] {
        #expect(ended.output.contains(name))
      }
      expectText(ended.output, has: "GET http://api.invalid/v1/thing")
    }
  }

  @Test("multiple clients run under their own names with their own specs, and --client selects one")
  func clients() async throws {
    let configuration = #"""
      { "specs": ["specs"], "clients": [
        { "name": "all", "driver": ["\#(Sample.driver)"] },
        { "name": "half", "specs": ["specs/a"], "driver": ["\#(Sample.driver)"] } ] }
      """#
    try await sample(["--report", "junit=rich.xml"], failing: false, configuration: configuration) {
      ended, folder in
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")))
      #expect(result.cases.count == 11)
      #expect(result.cases.prefix(7).allSatisfy { $0.id.hasPrefix("all/") })
      #expect(result.cases.suffix(4).map(\.id).first == "half/things/one")
      #expect(Set(result.cases.map(\.id)).count == 11)
    }
    try await sample(["--client", "half", "--list"], configuration: configuration) { ended, _ in
      #expect(ended.output == ["one", "two", "not found", "later"].map { "half/things/\($0)\n" }.joined())
    }
  }

  @Test(
    "the summary names the driver's operations that no contract calls", .enabled(if: Python.isThere, Python.absence))
  func uncalled() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      let ended = try await contractRun(
        ["specs/b", "--verbose", "--"] + Python.driver(["starts", "operations", "get", "spare", "unused"]), in: folder)
      #expect(ended.output.contains("spare") && ended.output.contains("unused"), "\(ended.output)")
      // If only some of the configured contracts or scenarios run, the run cannot know which operations the others call.
      let driver = Python.driver(["starts", "operations", "get", "spare"]).map { "\"\($0)\"" }.joined(separator: ", ")
      try folder.write(
        #"{ "specs": ["specs"], "clients": [{ "name": "thing", "driver": [\#(driver)] }] }"#, to: "contract-run.json")
      for (words, isTold) in [([], true), (["specs/b"], false), (["--filter", "refused"], false)] {
        let ended = try await contractRun(words + ["--verbose"], in: folder)
        if isTold {
          expectText(ended.output, has: "not called    operations of thing that no contract calls: spare\n")
        } else {
          #expect(!ended.output.contains("spare"), "\(ended.output)")
        }
      }
    }
  }

  @Test(
    "on a terminal, the progress line names a scenario that has run for more than a second",
    .enabled(if: Terminal.isThere, Terminal.absence))
  func hanging() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      let text = try #require(folder.text("specs/a/things.contract.json"))
      try folder.write(
        text.replacingOccurrences(
          of: #""name": "two","#, with: #""name": "two", "input": { "bad": true }, "within": 3600,"#),
        to: "specs/a/things.contract.json")
      let ended = try await Terminal.run(
        ["specs/a", "--", Sample.driver, "blocks"],
        [.see(Terminal.goesOn(" s  misbehaving-driver/things/two  running for ")), .signal(SIGINT)], in: folder,
        environment: ["COLUMNS": "120"])
      #expect(ended.status == 130, "\(ended.output)\(ended.errors)")
    }
  }

  @Test(
    "output on a terminal has color unless NO_COLOR is set", .enabled(if: Python.isThere, Python.absence),
    arguments: [true, false])
  func terminal(_ isColored: Bool) async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      let python = try #require(Python.path)
      let program = TestFolder.products.appendingPathComponent("contract-run").path
      let ended = try await Gate.processes.pass {
        try await BuiltCommand(
          ["-c", "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))", program, "specs"]
            + ["--", Sample.driver],
          program: python, in: folder, environment: ["NO_COLOR": isColored ? nil : "1", "TERM": "xterm"]
        ).end()
      }
      #expect(ended.status == 1, "\(ended.output)\(ended.errors)")
      expectText(ended.output, has: "8 scenarios")
      #expect((ended.output.firstMatch(of: #/\e\[[0-9;]*m/#) != nil) == isColored)
    }
  }
}
