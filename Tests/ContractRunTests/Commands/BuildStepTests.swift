import ContractCore
import Foundation
import TestSupport
import Testing

@testable import ContractReporting
@testable import contract_run

@Suite("The build step", .timeLimit(.minutes(60)))
struct BuildStepTests {
  /// Calls a test with a folder whose configuration has a build step.
  private func building(
    _ script: String, _ check: (URL) async throws -> Void
  ) async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder, withFailure: false)
      try folder.write(script, to: "build.sh")
      try folder.write(
        #"""
        { "specs": ["specs"],
          "clients": [{ "name": "thing", "build": ["sh", "build.sh"], "driver": ["\#(Sample.driver)"] }] }
        """#, to: "contract-run.json")
      try await check(folder)
    }
  }

  @Test("the output of a build that succeeds is not printed", arguments: [["run"], ["check", "--drivers"]])
  func success(_ words: [String]) async throws {
    try await building("echo out; echo error >&2") { folder in
      let ended = try await contractRun(words, in: folder)
      #expect(ended.status == 0, "\(ended.output)")
      expectText(ended.errors, ends: "contract-run: building thing: sh build.sh\n")
      #expect(!ended.output.contains("out\n"))
    }
  }

  @Test("the output of a build that fails is printed", arguments: [["run"], ["check", "--drivers"], ["--quiet"]])
  func failure(_ words: [String]) async throws {
    try await building("echo out; printf error >&2; exit 4") { folder in
      let ended = try await contractRun(words, in: folder)
      #expect(ended.status == 3)
      expectText(ended.errors, ends: "contract-run: building thing: sh build.sh\nout\nerror\n")
      if words == ["check", "--drivers"] { return }
      // Reports have the scenarios. On the console, they would hide the build's error.
      expectText(
        ended.output.replacing(#/  \S+ s\n/#, with: "  1 s\n"), is: "! build failed; nothing ran  1 s\n")
    }
  }

  @Test("if the build of one client fails, the others run, and one line names it")
  func oneOfTwo() async throws {
    try await building("exit 4") { folder in
      try folder.write(
        #"""
        { "specs": ["specs"],
          "clients": [{ "name": "broken", "build": ["sh", "build.sh"], "driver": ["\#(Sample.driver)"] },
                      { "name": "thing", "driver": ["\#(Sample.driver)"] }] }
        """#, to: "contract-run.json")
      let ended = try await contractRun(["--report", "json=r.json"], in: folder)
      #expect(ended.status == 3)
      let report = try JSONResult(folder.appendingPathComponent("r.json"))
      #expect(report.results.filter { $0.status == "errored" }.count == 6)
      #expect(ended.output.contains("not built"), "\(ended.output)")
      #expect(!ended.output.contains("broken/"), "\(ended.output)")
    }
  }

  @Test(
    "if a signal ends the run during a build, the output of the build is not printed",
    arguments: [(["run"], true), (["check", "--drivers"], true), (["--quiet"], false)])
  func interrupted(_ words: [String], _ isNamed: Bool) async throws {
    try await building("echo out; touch begun; while [ -e begun ]; do sleep 0.1; done") { folder in
      let process = try BuiltCommand(words, in: folder)
      let begun = await condition { folder.text("begun") != nil }
      #expect(begun, "\(process.output)\(process.errors)")
      process.send(SIGINT)
      let ended = await process.end()
      #expect(ended.status == 130, "\(ended.output)\(ended.errors)")
      #expect(!ended.errors.contains("out\n"))
      #expect(ended.errors.contains("sh build.sh") == isNamed)
    }
  }

  @Test("--quiet prints nothing about a build that succeeds")
  func quiet() async throws {
    try await building("echo out") { folder in
      let ended = try await contractRun(["-q"], in: folder)
      #expect(ended.status == 0)
      #expect(ended.errors == "")
    }
  }

  @Test("--verbose prints the output at once")
  func verbose() async throws {
    try await building("echo out; until [ -e seen ]; do sleep 0.1; done") { folder in
      let process = try BuiltCommand(["--verbose"], in: folder)
      let isPrinted = await condition { process.errors.hasSuffix("out\n") }
      #expect(isPrinted)
      try folder.write("", to: "seen")
      let ended = await process.end()
      #expect(ended.status == 0)
      expectText(ended.errors, is: "contract-run: building thing: sh build.sh\nout\n")
    }
  }

  @Test("of a long output, the beginning and the end are kept")
  func long() async throws {
    try await building("echo first; head -c 3000000 /dev/zero | tr '\\0' x; echo; echo last; exit 1") { folder in
      let errors = try await contractRun([], in: folder).errors
      expectText(errors.prefix(60), begins: "contract-run: building thing: sh build.sh\nfirst\nxxx")
      expectText(errors.suffix(60), ends: "xxx\nlast\n")
      #expect(errors.utf8.count < 600_000)
      #expect(errors.contains("bytes omitted"))
    }
  }

  @Test("a process that the build leaves behind does not delay the run")
  func leftBehind() async throws {
    // With job control, the process is in a process group of its own. It holds the pipe open until the test ends.
    let left = "bash -c 'set -m; (while [ -e build.sh ]; do sleep 0.1; done) &'"
    try await building("\(left); echo out; exit 1") { folder in
      let ended = try await contractRun([], in: folder)
      #expect(ended.status == 3)
      expectText(ended.errors, is: "contract-run: building thing: sh build.sh\nout\n")
    }
  }

  @Test(
    "on a terminal, the line has the time that the build has taken so far", .slow,
    .enabled(if: Terminal.isThere, Terminal.absence))
  func live() async throws {
    try await building("until [ -e seen ]; do sleep 0.1; done") { folder in
      let line = "\r\u{1B}[2Kcontract-run: building thing: sh build.sh"
      let ended = try await Terminal.run(
        [], [.see(Terminal.goesOn("\(line)  ")), .create("seen"), .see(" s\r\n")], in: folder)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      // Without the texts that were erased again, the line is there once.
      let shown = ended.output.replacing(#/[^\n]*\r\u{1B}\[2K/#.matchingSemantics(.unicodeScalar), with: "")
      #expect(shown.components(separatedBy: "building").count == 2, "\(shown)")
      #expect(shown.contains(#/contract-run: building thing: sh build.sh  [0-9]+ s\r\n/#), "\(shown)")
    }
  }

  @Test("the line is cut to the terminal's width, and keeps the time")
  func line() {
    let step = BuildStep(
      client: "todo", command: ["swift", "build", "--product", "todo-driver"], folder: nil, settings: ConsoleSettings())
    expectTexts(
      [step.line(), step.line(after: 0.9), step.line(after: 75), step.line(after: 12, in: 40)].map(\.string),
      are: [
        "contract-run: building todo: swift build --product todo-driver",
        "contract-run: building todo: swift build --product todo-driver",
        "contract-run: building todo: swift build --product todo-driver  1 min 15 s",
        "contract-run: building todo: swi…  12 s",
      ])
  }
}
