import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("The search for a configuration")
struct ConfigurationSearchTests {
  @Test("the nearest file counts, up to a folder that has .git")
  func nearest() async throws {
    try TestFolder.temporary { folder in
      func search(_ path: String) -> Configuration.Search {
        Configuration.search(from: folder.appendingPathComponent(path).path)
      }
      try folder.write("", to: "contract-run.json")
      try folder.write("", to: "near/contract-run.json")
      for path in ["near/deep/er/x", "root/deep/x", "worktree/deep/x", "own/.git/x"] { try folder.write("", to: path) }
      try folder.write("", to: "root/.git/HEAD")
      try folder.write("", to: "worktree/.git")
      try folder.write("", to: "own/contract-run.json")
      try folder.write("", to: "own/deep/x")
      #expect(search("") == .found("contract-run.json"))
      #expect(search("near") == .found("contract-run.json"))
      #expect(search("near/deep") == .found("../contract-run.json"))
      #expect(search("near/deep/er") == .found("../../contract-run.json"))
      #expect(search("root/deep") == .none)
      #expect(search("worktree/deep") == .none)
      #expect(search("own/deep") == .found("../contract-run.json"))
    }
  }

  @Test("a file of another user counts only in the folder itself")
  func foreign() async throws {
    try TestFolder.temporary { folder in
      // Root can give a file to another user. Any other user can be another user than the file's.
      let isRoot = geteuid() == 0
      let user = isRoot ? 0 : geteuid() + 1
      func give(_ path: String) { if isRoot { lchown(folder.appendingPathComponent(path).path, 12_345, 12_345) } }
      func search(_ path: String) -> Configuration.Search {
        Configuration.search(from: folder.appendingPathComponent(path).path, user: user)
      }
      try folder.write("", to: "a/contract-run.json")
      try folder.write("", to: "a/b/x")
      give("a/contract-run.json")
      #expect(search("a") == .found("contract-run.json"))
      #expect(search("a/b") == .foreign("../contract-run.json"))
      // A link of another user, to a file that everybody trusts.
      try folder.write("", to: "c/d/x")
      let link = folder.appendingPathComponent("c/contract-run.json").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/etc/passwd")
      give("c/contract-run.json")
      #expect(search("c/d") == .foreign("../contract-run.json"))
    }
  }

  /// Calls a test with a folder below a configuration of another user.
  private func foreign(_ check: (URL) async throws -> Void) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Sample.configuration(), to: "contract-run.json")
      let below = folder.appendingPathComponent("below")
      try Sample.write(to: below, withFailure: false)
      lchown(folder.appendingPathComponent("contract-run.json").path, 12_345, 12_345)
      try await check(below)
    }
  }

  @Test(
    "an error says why a file of another user is not used",
    .enabled(if: geteuid() == 0, "only root can give a file to another user"),
    arguments: [[], ["check"], ["check", "--drivers"], ["serve"], ["specs"], ["--", Sample.driver]] as [[String]])
  func foreignError(_ words: [String]) async throws {
    try await foreign { below in
      let ended = try await contractRun(words, in: below)
      #expect(ended.status == 2)
      #expect(ended.output == "")
      expectText(
        ended.errors,
        begins: """
          contract-run: error: ../contract-run.json is not used, because it names programs to run and belongs to another user
          contract-run: if you trust it, add --config ../contract-run.json

          """)
    }
  }

  @Test(
    "if a file of another user is not needed, a note says why it is not used",
    .enabled(if: geteuid() == 0, "only root can give a file to another user"),
    arguments: [["check", "specs"], ["specs", "--", Sample.driver]])
  func foreignNote(_ words: [String]) async throws {
    try await foreign { below in
      let ended = try await contractRun(words, in: below)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      expectText(
        ended.errors,
        begins: """
          contract-run: note: ../contract-run.json is not used, because it names programs to run and belongs to another user; if you trust it, add --config ../contract-run.json

          """)
    }
  }

  /// Calls a test with a project and a folder below it.
  private func project(_ check: (_ project: URL, _ below: URL) async throws -> Void) async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      try folder.write("#!/bin/sh\ntouch driven\nexec '\(Sample.driver)'\n", to: "drive.sh")
      try folder.write(
        #"""
        { "specs": ["specs"], "reports": { "junit": "out.xml" },
          "clients": [{ "name": "thing", "build": ["touch", "built"], "driver": ["sh", "drive.sh"] }] }
        """#, to: "contract-run.json")
      try await check(folder, folder.appendingPathComponent("specs/b"))
    }
  }

  @Test("in a folder below, a run uses the project's folder for the paths of the configuration")
  func run() async throws {
    try await project { project, below in
      let ended = try await contractRun([], in: below)
      #expect(ended.status == 1)
      expectText(
        ended.errors,
        is: """
          contract-run: using ../../contract-run.json
          contract-run: building thing: touch built

          """)
      expectText(ended.output, has: "reports       junit ../../out.xml\n")
      for file in ["built", "driven", "out.xml"] { #expect(project.text(file) != nil) }
    }
  }

  @Test("in a folder below, paths and a driver on the command line are relative to that folder, and ids are the same")
  func relative() async throws {
    try await project { _, below in
      let listed = try await contractRun(["others.contract.json", "--list", "-q"], in: below)
      #expect(listed.output == Sample.ids[4...].map { $0 + "\n" }.joined())
      #expect(listed.errors == "")
      try below.write("touch here\nexec '\(Sample.driver)'\n", to: "own.sh")
      let ended = try await contractRun(["--filter", "list", ".", "--", "sh", "own.sh"], in: below)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      #expect(below.text("here") != nil)
    }
  }

  @Test("in a folder below, a shell accepts the printed command, which runs the failed scenario alone")
  func alone() async throws {
    try await project { _, below in
      let ended = try await contractRun(["."], in: below)
      let line = try #require(ended.output.split(separator: "\n").first { $0.contains(" --filter ") })
      let command = try #require(line.firstRange(of: "contract-run")).lowerBound
      let path = "\(TestFolder.products.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
      let alone = try await Gate.processes.pass {
        try await BuiltCommand(
          ["-c", String(line[command...])], program: "/bin/sh", in: below, environment: ["PATH": path]
        ).end()
      }
      #expect(alone.status == 1, "\(line)\n\(alone.output)\(alone.errors)")
      expectText(alone.output, has: "1 scenario: 1 failed")
    }
  }

  @Test("check uses the project's configuration too", arguments: [["check"], ["check", "--drivers"]])
  func others(_ words: [String]) async throws {
    try await project { _, below in
      let ended = try await contractRun(words, in: below)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      expectText(ended.errors, begins: "contract-run: using ../../contract-run.json\n")
    }
  }

  @Test("a command that starts the configuration's driver says which file names it, also for some contracts")
  func driver() async throws {
    for command in Command.all where command.has(.noBuild) && command != .check {
      try await project { _, below in
        let more =
          command == .verify ? ["--against", "http://127.0.0.1:9"] : []
        let own = command == .compare ? ["--old", "false", "--new", "false"] : []
        let ended = try await contractRun([command.name, "."] + own + more, in: below)
        let isSaid = ended.errors.hasPrefix("contract-run: using ../../contract-run.json\n")
        #expect(isSaid, "\(command.name): \(ended.errors)")
      }
    }
  }

  @Test("serve uses the project's configuration too")
  func serve() async throws {
    try await project { _, below in
      try await ServeProcess.run([], in: below) { server in
        expectText(server.command.errors, begins: "contract-run: using ../../contract-run.json\n")
      }
    }
  }

  @Test(
    "a configuration that chooses neither the driver nor the contracts is not named", .slow,
    arguments: [
      (["check", "."], false), (["check"], true), ([".", "--", Sample.driver], false), (["--", Sample.driver], true),
      (["."], true),
    ])
  func named(_ words: [String], _ isNamed: Bool) async throws {
    try await project { _, below in
      let ended = try await contractRun(words, in: below)
      #expect(ended.errors.contains("../../contract-run.json") == isNamed, "\(ended.errors)")
    }
  }
}
