import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("contract-run --watch", .slow)
struct WatchTests {
  /// Calls a test with a folder whose build step writes `begin` and `end` to `.builds`, and waits while `.hold` is
  /// there. Hidden files are not watched. The output of `watch` is kept beside the folder.
  private static func with(_ body: (URL) async throws -> Void) async throws {
    try await TestFolder.temporary { outer in
      let folder = outer.appendingPathComponent("project")
      try Sample.write(to: folder, withFailure: false)
      try folder.write(
        """
        echo begin >> .builds
        while [ -e .hold ]; do sleep 0.1; done
        echo end >> .builds
        test ! -e broken
        """, to: "build.sh")
      try folder.write(
        #"""
        { "specs": ["specs"],
          "clients": [{ "name": "thing", "build": ["sh", "build.sh"], "driver": ["\#(Sample.driver)"] }] }
        """#, to: "contract-run.json")
      try await body(folder)
    }
  }

  /// Starts `watch` without keys, and ends it after the test.
  private static func watch(
    _ options: [String] = [], in folder: URL, _ body: (BuiltCommand) async throws -> Void
  ) async throws {
    let command = try BuiltCommand(
      ["run", "--watch", "--color", "never"] + options, in: folder, files: folder.deletingLastPathComponent())
    do {
      try await body(command)
    } catch {
      command.send(SIGTERM)
      throw error
    }
    command.send(SIGTERM)
    let ended = await command.end()
    #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    #expect(command.left.isEmpty)
  }

  /// Waits until it waits for the Nth time.
  private static func idle(_ command: BuiltCommand, _ count: Int) async throws {
    let isIdle = await condition { command.output.components(separatedBy: "watching ").count > count }
    try #require(isIdle, "\(command.output)\(command.errors)")
  }

  @Test("a hundred changes during a run are one more run, and never two at a time")
  func burst() async throws {
    try await Self.with { folder in
      try folder.write("", to: ".hold")
      try await Self.watch(in: folder) { command in
        let isBuilding = await condition { folder.text(".builds") == "begin\n" }
        try #require(isBuilding)
        for number in 1...100 { try folder.write("\(number)", to: "Sources/\(number).swift") }
        try FileManager.default.removeItem(at: folder.appendingPathComponent(".hold"))
        try await Self.idle(command, 1)
        #expect(folder.text(".builds") == "begin\nend\nbegin\nend\n")
        #expect(command.output.components(separatedBy: "6 passed").count >= 3)
      }
    }
  }

  @Test("a contract runs alone without a build; a broken one and a failed build are shown, and watch goes on")
  func contract() async throws {
    try await Self.with { folder in
      try await Self.watch(in: folder) { command in
        try await Self.idle(command, 1)
        #expect(folder.text(".builds") == "begin\nend\n")
        let path = "specs/a/things.contract.json"
        let contract = try #require(folder.text(path))
        try folder.write(contract + "\n", to: path)
        try await Self.idle(command, 2)
        let second = command.output.components(separatedBy: "watching ")[1]
        #expect(second.contains("changed: \(path)\n"))
        #expect(second.contains("✓ things") && !second.contains("others"), "\(second)")
        try folder.write("{", to: path)
        try await Self.idle(command, 3)
        #expect(command.errors.contains("\(path):1:"))
        try folder.write(contract, to: path)
        try await Self.idle(command, 4)
        // The status of the run before could be that of a failed build.
        #expect(folder.text(".builds") == "begin\nend\n")
        try folder.write("", to: "broken")
        try await Self.idle(command, 5)
        #expect(command.errors.contains("build.sh"))
        try FileManager.default.removeItem(at: folder.appendingPathComponent("broken"))
        try await Self.idle(command, 6)
        #expect(folder.text(".builds") == "begin\nend\nbegin\nend\nbegin\nend\n")
      }
    }
  }

  @Test("a file that every run changes ends the loop, and a note names it")
  func log() async throws {
    try await Self.with { folder in
      let build = try #require(folder.text("build.sh"))
      try folder.write("echo line >> driver.log\n" + build, to: "build.sh")
      try await Self.watch(in: folder) { command in
        try await Self.idle(command, 1)
        #expect(folder.text("driver.log") == String(repeating: "line\n", count: 5))
        expectText(
          command.output.split(separator: "\n").first { $0.hasPrefix("note: every run") },
          is: "note: every run changes driver.log, so --watch does not run again because of it; add it to .gitignore")
        // A source is still a reason, and the log is none.
        try folder.write("", to: "Sources/a.swift")
        try await Self.idle(command, 2)
        #expect(folder.text("driver.log") == String(repeating: "line\n", count: 6))
      }
    }
  }

  @Test(
    "keys run everything, what failed and a filter; q gives the terminal back",
    .enabled(if: Terminal.isThere, Terminal.absence))
  func keys() async throws {
    try await Self.with { folder in
      try Sample.write(to: folder, withFailure: true)
      let idle = Terminal.Step.see("watching .* a all  f failed")
      let line =
        #"cd project; "$0" --watch --color never; echo "status $?"; stty -a | grep -q " icanon" && stty -a | grep -q " echo " && echo restored"#
      let ended = try await Terminal.run(
        ["-c", line, TestFolder.products.appendingPathComponent("contract-run").path],
        [
          .see("8 scenarios"), idle, .type("f"), .see("1 scenario: 1 failed"), idle, .type("tno"),
          .see("filter: no▏"), .type("t found\n"), .see("1 scenario passed"),
          .see("filter \"not found\""), .type("t\n"), .see("8 scenarios"), idle,
          .type("h"), .see("what did not pass"), idle, .type("q"), .see("status 0\r\n"), .see("restored"),
        ], program: "/bin/sh", in: folder.deletingLastPathComponent())
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    }
  }

  @Test(
    "q during a run ends the run, and leaves nothing running", .enabled(if: Terminal.isThere, Terminal.absence))
  func quit() async throws {
    try await Self.with { folder in
      try folder.write("", to: ".hold")
      let ended = try await Terminal.run(
        ["-c", #"cd project; exec "$0" --watch"#, TestFolder.products.appendingPathComponent("contract-run").path],
        [.see("building thing"), .type("q")], program: "/bin/sh", in: folder.deletingLastPathComponent())
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      #expect(folder.text(".builds")?.contains("end") != true)
    }
  }

  @Test("with --last-failed, only the first run has a part", .enabled(if: Terminal.isThere, Terminal.absence))
  func lastFailed() async throws {
    try await Self.with { folder in
      try Sample.write(to: folder, withFailure: true)
      try await _ = contractRun([], in: folder)
      let idle = Terminal.Step.see("watching .* a all")
      let ended = try await Terminal.run(
        [
          "-c", #"cd project; exec "$0" --watch --last-failed"#,
          TestFolder.products.appendingPathComponent("contract-run").path,
        ],
        [.see("1 scenario: 1 failed"), idle, .type("a"), .see("8 scenarios"), idle, .type("q")],
        program: "/bin/sh", in: folder.deletingLastPathComponent())
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    }
  }

  @Test("a broken contract at the start is fixed, and then everything runs")
  func brokenAtStart() async throws {
    try await Self.with { folder in
      let path = "specs/a/things.contract.json"
      let contract = try #require(folder.text(path))
      try folder.write("{", to: path)
      try await Self.watch(in: folder) { command in
        try await Self.idle(command, 1)
        try folder.write(contract, to: path)
        try await Self.idle(command, 2)
        #expect(command.output.contains("✓ things") && command.output.contains("✓ others"), "\(command.output)")
      }
    }
  }

  @Test("a client whose build failed is built again, even if another client failed in the same run")
  func failedBuild() async throws {
    try await Self.with { folder in
      try Sample.write(to: folder, withFailure: true)
      try folder.write(
        #"""
        { "clients": [
          { "name": "x", "specs": ["specs/b"], "driver": ["\#(Sample.driver)"] },
          { "name": "y", "specs": ["specs/a"], "build": ["sh", "build.sh"], "driver": ["\#(Sample.driver)"] }] }
        """#, to: "contract-run.json")
      try folder.write("", to: "broken")
      try await Self.watch(in: folder) { command in
        try await Self.idle(command, 1)
        let path = "specs/a/things.contract.json"
        try folder.write(try #require(folder.text(path)) + "\n", to: path)
        try await Self.idle(command, 2)
        #expect(folder.text(".builds") == "begin\nend\nbegin\nend\n")
        #expect(!command.output.contains("✓ things"), "\(command.output)")
      }
    }
  }

  @Test(
    "in the background it goes on, and leaves the keys to the shell", .enabled(if: Terminal.isThere, Terminal.absence))
  func background() async throws {
    try await Self.with { folder in
      let line =
        #"cd project; set -m; "$0" --watch --color never & while [ ! -e ../go ]; do sleep 0.1; done; kill -TERM $!; wait $!; echo "status $?""#
      let ended = try await Terminal.run(
        ["-c", line, TestFolder.products.appendingPathComponent("contract-run").path],
        [
          .see("watching .* a all"), .type("a\n"), .create("project/new.swift"), .see("changed: new.swift"),
          .see("watching"), .create("go"), .see("status 0"),
        ], program: "/bin/sh", in: folder.deletingLastPathComponent())
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    }
  }

  @Test("a change ends a run of --until-fail, and the next run begins")
  func untilFail() async throws {
    try await Self.with { folder in
      try await Self.watch(["--until-fail"], in: folder) { command in
        let isBuilt = await condition { folder.text(".builds") == "begin\nend\n" }
        try #require(isBuilt)
        try folder.write("", to: "new.swift")
        let isBuiltAgain = await condition { folder.text(".builds") == "begin\nend\nbegin\nend\n" }
        try #require(isBuiltAgain, "\(command.output)\(command.errors)")
        #expect(command.output.contains("changed: new.swift\n"))
        try Sample.write(to: folder, withFailure: true)
        try await Self.idle(command, 1)
        #expect(command.output.contains("1 failed"), "\(command.output)")
      }
    }
  }

  #if os(Linux)
    @Test("kill -9 of watch ends its run, with the build that goes on")
    func killed() async throws {
      try await Self.with { folder in
        try folder.write("", to: ".hold")
        let command = try BuiltCommand(["run", "--watch"], in: folder, files: folder.deletingLastPathComponent())
        let isBuilding = await condition { folder.text(".builds") == "begin\n" }
        command.send(SIGKILL)
        try #require(isBuilding)
        let isNothingLeft = await condition { command.left.isEmpty }
        #expect(isNothingLeft, "left behind: \(command.left)")
        #expect(folder.text(".builds") == "begin\n")
      }
    }
  #endif

  @Test("a report on standard output, and a mistake in an option, are refused before anything runs")
  func refused() async throws {
    try await Self.with { folder in
      for (words, text) in [
        (["--report", "json=-"], "'--watch' cannot write a report to standard output"),
        (["--timeout", "soon"], "'--timeout' needs a number"),
        (["--list"], "'--watch' and '--list' cannot be combined"),
      ] {
        let ended = try await contractRun(["run", "--watch"] + words, in: folder)
        #expect(ended.status == 2)
        #expect(ended.errors.contains(text), "\(ended.errors)")
      }
      #expect(folder.text(".builds") == nil)
    }
  }
}
