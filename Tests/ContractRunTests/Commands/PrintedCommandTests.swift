import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

/// Runs what contract-run proposes, as a person would who pastes it.
@Suite("Commands that texts propose", .slow)
struct PrintedCommandTests {
  /// How contract-run is started.
  enum Start: CaseIterable {
    /// `contract-run`, in a folder with a configuration.
    case configuration
    /// `contract-run --config ci.json`.
    case namedConfiguration
    /// `contract-run specs -- DRIVER`, without a configuration.
    case driver
    /// `swift run contract-run`, in a Swift package with a configuration.
    case swiftRun

    /// The words that start it.
    var program: String { self == .swiftRun ? "swift run contract-run" : "contract-run" }
  }

  private static let unlearned = """
    { "contract": 1, "endpoint": "new", "operation": "get", "baseURL": "http://api.invalid/v1",
      "scenarios": [{ "name": "it's new", "response": { "kind": "valid", "body": { "json": { "n": 1 } } } }] }
    """

  /// Makes the folder of a project, and calls a function that runs a line of a shell in it.
  ///
  /// - Parameter driver: The driver's command.
  private static func with(
    _ start: Start, driver: [String],
    _ body: (URL, _ run: (String) async throws -> BuiltCommand.Ended) async throws -> Void
  ) async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      try folder.write(unlearned, to: "specs/c/new.contract.json")
      // Leaves a part of each request unchecked.
      let things = try #require(folder.text("specs/a/things.contract.json"))
      try folder.write(
        things.replacing(#", "headers": { "Accept": "application/json" }"#, with: ""),
        to: "specs/a/things.contract.json")
      if start != .driver {
        let words = driver.map { JSON.string($0).text }.joined(separator: ", ")
        try folder.write(
          #"{ "clients": [{ "name": "thing", "specs": ["specs"], "transport": "memory", "driver": [\#(words)] }] }"#,
          to: start == .namedConfiguration ? "ci.json" : "contract-run.json")
      }
      let built = TestFolder.products.appendingPathComponent("contract-run")
      if start == .swiftRun {
        // A package whose program is the one that these tests have built.
        try folder.write(
          #"""
          // swift-tools-version: 6.1
          import PackageDescription
          let package = Package(name: "things", targets: [.executableTarget(name: "contract-run")])
          """#, to: "Package.swift")
        try folder.write(
          "#include <unistd.h>\nint main(int count, char **words) { return execv(\(JSON.string(built.path).text), words); }\n",
          to: "Sources/contract-run/main.c")
      } else {
        let program = folder.appendingPathComponent("bin/contract-run")
        try FileManager.default.createDirectory(
          at: program.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: program, withDestinationURL: built)
      }
      let path = "\(folder.appendingPathComponent("bin").path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
      try await body(folder) { line in
        try await Gate.processes.pass {
          try await BuiltCommand(["-c", line], program: "/bin/sh", in: folder, environment: ["PATH": path]).end()
        }
      }
    }
  }

  /// Returns the command after a text on the first line that contains it.
  private static func command(after text: String, until end: String = "", in output: String) throws -> String {
    let line = try #require(output.split(separator: "\n").first { $0.contains(text) }, "\(text) in \(output)")
    let rest = line[(try #require(line.range(of: text))).upperBound...]
    let command = end.isEmpty ? rest : rest[..<(try #require(rest.range(of: end), "\(line)")).lowerBound]
    return command.trimmingCharacters(in: .whitespaces)
  }

  private static func words(_ start: Start, _ command: String = "") -> String {
    let driver = start == .driver ? " specs --client thing -- \(Sample.driver.shellWord)" : ""
    let config = start == .namedConfiguration ? " --config ci.json" : ""
    return start.program + (command.isEmpty ? "" : " \(command)") + config + driver
  }

  @Test("run it alone, learn, and prove", arguments: Start.allCases)
  func run(_ start: Start) async throws {
    try await Self.with(start, driver: [Sample.driver]) { folder, run in
      let first = try await run(Self.words(start, "--verbose"))
      #expect(first.status == 1, "\(first.output)\(first.errors)")

      let alone = try Self.command(after: "run it alone:", in: first.output)
      #expect(alone.hasPrefix(start.program) && alone.contains("thing/b/others/wrong"), "\(alone)")
      let single = try await run(alone)
      #expect(
        single.status == 1 && single.output.contains("✗ 1 scenario: 1 failed"),
        "\(alone)\n\(single.output)\(single.errors)")

      let learn = try Self.command(after: "  next  ", in: first.output.replacing(#/next +fix[^\n]*/#, with: ""))
      #expect(learn.hasPrefix(start.program + " learn --write") && learn.contains("it's new"), "\(learn)")
      let learned = try await run(learn)
      #expect(learned.status == 0, "\(learn)\n\(learned.output)\(learned.errors)")
      #expect(folder.text("specs/c/new.contract.json")?.contains(#""expect""#) == true)

      let prove = try Self.command(after: " without any failure; ", until: " lists them", in: first.output)
      let proof = try await run(prove)
      #expect(proof.output.contains("survived"), "\(prove)\n\(proof.output)\(proof.errors)")
    }
  }

  @Test("check the driver alone", arguments: Start.allCases)
  func smoke(_ start: Start) async throws {
    // It is the driver of the configuration, or the one on the command line.
    try await Self.with(start, driver: ["./no driver"]) { _, run in
      let words = Self.words(start).replacing(Sample.driver.shellWord, with: "'./no driver'")
      let ended = try await run(words)
      #expect(ended.status == 3, "\(ended.output)\(ended.errors)")
      let smoke = try Self.command(after: "run `", until: "` to check the driver alone", in: ended.output)
      #expect(smoke.hasPrefix(start.program + " check"), "\(smoke)")
      let checked = try await run(smoke)
      #expect(
        checked.status == 3 && checked.output.contains("./no driver"), "\(smoke)\n\(checked.output)\(checked.errors)")
    }
  }

  @Test("what check proposes", arguments: [Start.configuration, .namedConfiguration, .swiftRun])
  func check(_ start: Start) async throws {
    try await Self.with(start, driver: [Sample.driver]) { _, run in
      let checked = try await run(Self.words(start, "check"))
      #expect(checked.status == 0, "\(checked.output)\(checked.errors)")
      let learn = try Self.command(after: "not learned yet:", in: checked.output)
      let learned = try await run(learn)
      // The contract that fails is not learned again.
      #expect(learned.output.contains("learned 1 scenario"), "\(learn)\n\(learned.output)\(learned.errors)")
      // The last line says what comes next.
      let next = try Self.command(after: "next: run the contracts:", in: learned.output)
      #expect(learned.output.hasSuffix("\(next)\n"))
      let ran = try await run(next)
      #expect(ran.output.contains("scenario"), "\(next)\n\(ran.output)\(ran.errors)")
    }
  }

  // `import` has no option for another configuration.
  @Test("what import proposes", arguments: [Start.configuration, .swiftRun])
  func importing(_ start: Start) async throws {
    try await Self.with(start, driver: [Sample.driver]) { folder, run in
      try folder.write(
        #"""
        { "openapi": "3.1.0", "info": { "title": "x", "version": "1" }, "servers": [{ "url": "http://api.invalid/v1" }],
          "paths": { "/thing": { "get": { "operationId": "get", "responses": { "200": { "description": "y",
            "content": { "application/json": { "example": { "n": 1 } } } } } } } } }
        """#, to: "an api.json")
      let other = try await run("\(start.program) import --out 'specs/an api' har 'an api.json'")
      let again = try Self.command(after: "import it:", in: other.errors)
      let imported = try await run(again)
      #expect(imported.status == 0, "\(again)\n\(imported.output)\(imported.errors)")
      #expect(folder.text("specs/an api/get.contract.json") != nil, "\(again)\n\(imported.output)")
      let next = try Self.command(after: "next:", in: imported.output)
      let final = try await run(next)
      #expect(final.output.contains("learned 1 scenario"), "\(next)\n\(final.output)\(final.errors)")
    }
  }

  @Test("the help after a wrong command line", arguments: [Start.configuration, .swiftRun])
  func help(_ start: Start) async throws {
    try await Self.with(start, driver: [Sample.driver]) { _, run in
      let ended = try await run("\(start.program) check --frob")
      let help = try Self.command(after: "run '", until: "' for usage", in: ended.errors)
      let shown = try await run(help)
      #expect(
        shown.status == 0 && shown.output.contains("contract-run check"), "\(help)\n\(shown.output)\(shown.errors)")
    }
  }

  @Test("a program that swift run started is shown as people start it")
  func typed() {
    func words(_ program: String, in folder: String = "/home/me/shop") -> String {
      TypedProgram.words(program, in: folder) { $0 == "/home/me/kit" }.joined(separator: " ")
    }
    let built = "/home/me/kit/.build/x86_64-unknown-linux-gnu/debug/contract-run"
    #expect(words(built) == "swift run --package-path ../kit contract-run")
    #expect(
      words("../kit/.build/x86_64-unknown-linux-gnu/debug/contract-run")
        == "swift run --package-path ../kit contract-run")
    #expect(words(built, in: "/home/me/kit") == "swift run contract-run")
    #expect(words(built, in: "/home/me/kit/Examples/a") == "swift run contract-run")
    #expect(words(built, in: "/var/lib/a/b/c") == "swift run --package-path /home/me/kit contract-run")
    #expect(
      words(built.replacing("debug", with: "release")) == "swift run -c release --package-path ../kit contract-run")
    for other in [
      "../kit/.build/debug/contract-run", "/home/me/kit/.build/debug/contract-run",
      "/home/me/other/.build/x86_64-unknown-linux-gnu/debug/contract-run",
    ] {
      #expect(words(other) == other)
    }
    #expect(words("contract-run") == "contract-run" && words("/usr/bin/contract-run") == "contract-run")
  }

  @Test("no line has a secret of the command line, with its name in the same word or in the one before")
  func secrets() throws {
    let driver = [
      "drv", "--api-key=one", "--token", "two", "--tenant", "three", "ghp_abcdefghijklmnop", "--key", "--x",
    ]
    let commands = CommandLines(
      try Arguments(["specs", "--"] + driver), hasConfiguration: false, hiding: Secrets(["tenant"]), [:])
    let shown = " -- drv '--api-key=…' --token '…' --tenant '…' '…' --key --x"
    #expect(commands.alone.end == shown)
    for line in [commands.again, commands.learn.end, commands.prove, commands.all, commands.smoke] {
      #expect(line.hasSuffix(shown), "\(line)")
    }
  }

  @Test("in a test of Bazel, Bazel runs it again")
  func bazel() throws {
    let environment = ["TEST_SRCDIR": "/x", "TEST_TARGET": "//api:contracts"]
    let commands = CommandLines(try Arguments(["specs"]), hasConfiguration: true, hiding: .standard, environment)
    #expect(commands.run(alone: "a/b c") == #"bazel test //api:contracts --test_filter="a/b c""#)
    #expect(commands.again == "bazel test //api:contracts" && commands.lastFailed == nil)
  }
}
