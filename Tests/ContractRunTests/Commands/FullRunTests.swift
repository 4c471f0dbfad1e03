import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("Full and partial runs, and reports on standard output", .slow)
struct FullRunTests {
  /// Runs the command in a folder whose configuration names a report. The earlier report is `old`.
  private func run(
    _ words: [String], reports: String = #"{ "junit": "out.xml", "json": "out.json" }"#,
    environment: [String: String?] = [:], _ check: (BuiltCommand.Ended, URL) throws -> Void
  ) async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder, withFailure: false)
      try folder.write(
        Sample.configuration(#", "reports": \#(reports)"#, transport: .memory), to: "contract-run.json")
      for name in ["out.xml", "out.json"] { try folder.write("old", to: name) }
      try check(try await contractRun(words, in: folder, environment: environment), folder)
    }
  }

  @Test(
    "a full run writes the reports of the configuration",
    arguments: [
      [], ["--repeat", "2"], ["--transport", "memory"], ["--shuffle"], ["--quiet", "--jobs", "1"],
      ["--last-failed"],
    ])
  func full(_ words: [String]) async throws {
    try await run(words) { ended, folder in
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      #expect(folder.text("out.xml") != "old")
      let json = try JSONResult(folder.appendingPathComponent("out.json"))
      #expect(json.results.map(\.id) == Sample.ids.filter { !$0.hasSuffix("/wrong") })
      #expect(!ended.output.contains("not written"))
    }
  }

  @Test(
    "a partial run leaves the reports of the configuration alone",
    arguments: [
      ["specs"], ["specs/a"], ["--client", "thing"], ["--filter", "thing/"], ["--skip", "one"], ["--tag", "smoke"],
      ["--kind", "valid"], ["--transport", "loopback"], ["--transport", "both"], ["--", Sample.driver],
    ])
  func partial(_ words: [String]) async throws {
    try await run(words) { ended, folder in
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      #expect(folder.text("out.xml") == "old" && folder.text("out.json") == "old")
      expectText(
        ended.output,
        has: """

            reports       out.xml, out.json not written, because the command line changed what ran: add --report junit=PATH

          """)
    }
  }

  @Test("a report that the command line names is always written")
  func named() async throws {
    try await run(["--filter", "one", "--report", "junit=out.xml"]) { ended, folder in
      #expect(folder.text("out.xml") != "old")
      #expect(folder.text("out.json") == "old")
      expectText(
        ended.output,
        has: """

            reports       junit out.xml; out.json not written, because the command line changed what ran: add --report json=PATH

          """)
    }
    try await run(["--filter", "one", "--report", "junit=own.xml", "--report", "json=own.json"]) { ended, folder in
      let own = try JSONResult(folder.appendingPathComponent("own.json"))
      #expect(own.results.count == 1)
      #expect(folder.text("own.xml") != nil)
      #expect(folder.text("out.xml") == "old" && folder.text("out.json") == "old")
      // Both are replaced, so nothing was left alone.
      #expect(!ended.output.contains("not written"))
    }
  }

  @Test("--last-failed is a partial run if it leaves something out")
  func lastFailed() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      try folder.write(Sample.configuration(#", "reports": { "json": "out.json" }"#), to: "contract-run.json")
      let all = try await contractRun([], in: folder)
      #expect(all.status == 1)
      #expect(try JSONResult(folder.appendingPathComponent("out.json")).results.count == 8)
      try folder.write("old", to: "out.json")
      let one = try await contractRun(["--last-failed"], in: folder)
      #expect(one.status == 1)
      expectText(one.output, has: "1 scenario: 1 failed")
      #expect(folder.text("out.json") == "old")
    }
  }

  @Test(
    "only a full run knows which operations no contract calls", .enabled(if: Python.isThere, Python.absence),
    arguments: [
      ([], true), (["--client", "thing"], false), (["--skip", "refused"], false), (["--repeat", "2"], true),
    ])
  func uncalled(_ words: [String], _ isFull: Bool) async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder, withFailure: false)
      let driver = Python.driver(["starts", "operations", "get", "spare"]).map { "\"\($0)\"" }.joined(separator: ", ")
      try folder.write(
        #"{ "specs": ["specs"], "clients": [{ "name": "thing", "driver": [\#(driver)] }] }"#, to: "contract-run.json")
      let ended = try await contractRun(words + ["--verbose"], in: folder)
      #expect(ended.output.contains("spare") == isFull, "\(ended.output)")
    }
  }

  @Test(
    "a report to - is the whole of standard output, and the console is on standard error",
    arguments: [
      (["--report", "json=-"], #"{ "junit": "out.xml" }"#), ([], #"{ "json": "-" }"#),
      (["--report=json=-", "--quiet"], #"{ "json": "out.json" }"#),
    ])
  func output(_ words: [String], _ reports: String) async throws {
    try await run(words, reports: reports) { ended, folder in
      #expect(ended.status == 0)
      let json = try JSONDecoder().decode(JSONResult.self, from: Data(ended.output.utf8))
      #expect(json.results.count == 7)
      expectText(ended.errors, has: "✓ 7 scenarios: 6 passed, 1 skipped")
      expectText(
        ended.errors, has: "  reports       json standard output\(reports.contains("junit") ? ", junit out.xml" : "")\n"
      )
      #expect(folder.text("-") == nil)
    }
  }

  @Test("in a configuration of another folder, - is standard output too")
  func otherFolder() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder.appendingPathComponent("project"))
      try folder.write(Sample.configuration(#", "reports": { "json": "-" }"#), to: "project/contract-run.json")
      let ended = try await contractRun(["--config", "project/contract-run.json"], in: folder)
      #expect(ended.status == 1)
      #expect(try JSONDecoder().decode(JSONResult.self, from: Data(ended.output.utf8)).results.count == 8)
    }
  }

  @Test("a partial run does not write the configuration's report to standard output, so the console stays there")
  func partialOutput() async throws {
    try await run(["--filter", "one"], reports: #"{ "json": "-" }"#) { ended, _ in
      #expect(ended.errors == "")
      expectText(ended.output, has: "✓ 1 scenario passed")
      expectText(
        ended.output,
        has: """

            reports       standard output not written, because the command line changed what ran: add --report json=PATH

          """)
    }
    // Only one of these reports is written.
    try await run(["--filter", "one", "--report", "junit=-"], reports: #"{ "json": "-" }"#) { ended, _ in
      #expect(ended.status == 0)
      #expect(RunResult(junit: Data(ended.output.utf8))?.cases.count == 1)
    }
  }

  @Test(
    "two reports to standard output are refused, also if the configuration names one of them",
    arguments: [("-", "-"), ("/dev/stdout", "-"), ("-", "/dev/stdout"), ("/dev/stdout", "/dev/stdout")])
  func twice(_ junit: String, _ json: String) async throws {
    try await run(["--report", "junit=\(junit)"], reports: "{ \"json\": \"\(json)\" }") { ended, _ in
      #expect(ended.status == 2)
      expectText(
        ended.errors,
        is: """
          contract-run: error: two reports go to standard output
          contract-run: write at most one report to '-'
          contract-run: run 'contract-run --help' for usage

          """)
    }
  }

  @Test("a report to - leaves --list as it is")
  func listed() async throws {
    try await run(["--report", "json=-", "--list", "--filter", "things/one"]) { ended, _ in
      #expect(ended.status == 0)
      #expect(ended.output == "thing/a/things/one\n")
      #expect(ended.errors == "")
    }
  }

  @Test(
    "a report that standard output does not take gives exit status 3",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "this system has no /dev/full"))
  func fullOutput() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder, withFailure: false)
      let full = open("/dev/full", O_WRONLY)
      try #require(full >= 0)
      defer { close(full) }
      let ended = try await Gate.processes.pass {
        try await BuiltCommand(
          ["specs", "--report", "json=-", "--", Sample.driver], in: folder, output: full
        ).end()
      }
      #expect(ended.status == 3)
      expectText(
        ended.errors,
        has: """
          contract-run: error: the report on standard output cannot be written: failed to write: No space left on device
          """)
    }
  }

  @Test(
    "if a report goes to standard output, the color of the console depends on standard error",
    .enabled(if: Python.isThere, Python.absence))
  func color() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      let python = try #require(Python.path)
      let program = TestFolder.products.appendingPathComponent("contract-run").path
      // Only standard error is a terminal. Its output is copied to standard error of the test.
      try folder.write(
        #"""
        import os, pty, subprocess, sys
        terminal, end = pty.openpty()
        process = subprocess.Popen(sys.argv[1:], stderr=end)
        os.close(end)
        while True:
            try:
                data = os.read(terminal, 4096)
            except OSError:
                break
            if not data:
                break
            os.write(2, data)
        sys.exit(process.wait())
        """#, to: "terminal.py")
      let ended = try await Gate.processes.pass {
        try await BuiltCommand(
          ["terminal.py", program, "specs", "--report", "json=-", "--", Sample.driver], program: python, in: folder,
          environment: ["TERM": "xterm"]
        ).end()
      }
      #expect(ended.status == 1, "\(ended.errors)")
      #expect(try JSONDecoder().decode(JSONResult.self, from: Data(ended.output.utf8)).results.count == 8)
      #expect(ended.errors.firstMatch(of: #/\e\[[0-9;]*m/#) != nil)
    }
  }
}
