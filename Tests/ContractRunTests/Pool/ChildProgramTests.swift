import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

/// A command that starts a program, and what becomes of it if the program is missing or never ends.
struct ChildProgram: Sendable, CustomTestStringConvertible {
  var name: String
  /// The words of the command.
  var command: [String]
  /// The files of the folder.
  var files: [String: String] = [:]
  /// How the command ends if SIGTERM comes while the program hangs.
  var ended: Int32 = 128 + SIGTERM
  /// How the command ends if the program is missing, and what it prints; nil if that is the same as with it.
  var missing: (status: Int32, text: String)?

  var testDescription: String { "\(command[0]) with \(name)" }

  private static let plain = #"""
    {"contract": 1, "endpoint": "certificates", "baseURL": "https://api.example.com",
      "request": {"method": "GET", "path": "/me"},
      "scenarios": [{"name": "read", "response": {"kind": "valid", "body": {"json": {"ok": true}}},
        "expect": {"success": {"ok": true}}}]}
    """#
  private static func run(_ driver: [String]) -> [String] {
    ["run", "a.contract.json", "--transport", "loopback", "--timeout", "3600", "--jobs", "1", "--"] + driver
  }
  private static let security = [
    Python.path ?? "python3", "-S", TestFolder.package.appendingPathComponent("Tests/Fixtures/Security/driver.py").path,
    "careful",
  ]
  private static let configuration =
    #"{ "specs": ["a.contract.json"], "clients": [{ "name": "c", "driver": ["./d"] }] }"#

  static let all = [
    ChildProgram(
      name: "driver", command: run(["driver"]), files: ["a.contract.json": plain],
      missing: (3, "the driver could not be started (1 attempt): driver: No such file or directory")),
    ChildProgram(
      name: "make", command: ["run"],
      files: [
        "a.contract.json": plain,
        "contract-run.json": configuration.replacing(#""driver""#, with: #""build": ["make"], "driver""#),
      ],
      missing: (3, "its build step cannot be started: make: No such file or directory")),
    ChildProgram(
      name: "curl", command: ["verify", "--against", "http://127.0.0.1:9", "a.contract.json", "--"] + security,
      files: ["a.contract.json": plain],
      missing: (3, "curl cannot be started: No such file or directory")),
    ChildProgram(
      name: "git", command: ["run", "--watch", "--color", "never"],
      files: ["a.contract.json": plain, "contract-run.json": configuration], ended: 0),
    ChildProgram(name: "python3", command: ["init", "--language", "python"], missing: (0, "contract_driver.py")),
    ChildProgram(
      name: "swift", command: ["init", "--language", "swift"], files: ["Package.swift": "// not read"],
      missing: (0, "swift was not found")),
  ]
}

@Suite("Other programs that hang, or are missing", .slow, .enabled(if: Python.isThere, Python.absence))
struct ChildProgramTests {
  /// Calls a test with the folder of a command, and a folder for PATH in which a program hangs, or is missing.
  private static func with(
    _ child: ChildProgram, hangs: Bool, _ body: (URL, [String: String?]) async throws -> Void
  ) async throws {
    try await TestFolder.temporary { folder in
      let (project, programs) = (folder.appendingPathComponent("project"), folder.appendingPathComponent("bin"))
      for one in [project, programs] {
        try FileManager.default.createDirectory(at: one, withIntermediateDirectories: true)
      }
      for (path, text) in child.files { try project.write(text, to: path) }
      for name in ["sh", "sleep", "uname", "python3"] where name != child.name {
        guard let tool = CommandLineTool(name) else { continue }
        try FileManager.default.createSymbolicLink(
          atPath: programs.appendingPathComponent(name).path, withDestinationPath: tool.path)
      }
      if hangs {
        let path = programs.appendingPathComponent(child.name).path
        try programs.write("#!/bin/sh\nkill -TERM $PPID\nexec sleep 3600\n", to: child.name)
        try #require(chmod(path, 0o755) == 0)
      }
      try await body(project, ["PATH": programs.path])
    }
  }

  @Test("the first signal ends the command and a program that hangs", arguments: ChildProgram.all)
  func hangs(_ child: ChildProgram) async throws {
    try await Self.with(child, hangs: true) { folder, environment in
      let files = folder.deletingLastPathComponent()
      let process = try BuiltCommand(child.command, in: folder, environment: environment, files: files)
      // The program itself sends the signal as soon as it runs.
      let ended = await process.end()
      #expect(ended.status == child.ended, "\(ended.output)\(ended.errors)")
      #expect(!(ended.output + ended.errors).contains("was killed"), "its limit has ended it, and not the signal")
      let nothingLeft = await condition { process.left.isEmpty }
      #expect(nothingLeft, "left behind: \(process.left)")
    }
  }

  @Test("a program that is missing is named", arguments: ChildProgram.all.filter { $0.missing != nil })
  func missing(_ child: ChildProgram) async throws {
    let expected = try #require(child.missing)
    try await Self.with(child, hangs: false) { folder, environment in
      let ended = try await contractRun(
        child.command, in: folder, environment: environment, output: folder.deletingLastPathComponent())
      #expect(ended.status == expected.status, "\(ended.output)\(ended.errors)")
      expectText(ended.output + ended.errors, has: expected.text)
    }
  }
}
