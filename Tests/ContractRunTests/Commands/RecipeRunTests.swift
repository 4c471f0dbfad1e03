import ContractCore
import Foundation
import TestSupport
import Testing

@Suite(
  "docs/recipes.md: the recipes with commands", .slow,
  .enabled(
    if: CommandLineTool.canRun(["node", "-e", "process.exit(typeof fetch == 'function' ? 0 : 1)"]),
    "node 18 or later is not on PATH"))
struct RecipeRunTests {
  private static let path =
    TestFolder.products.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")

  /// Calls a test with a new folder that has the files that the page names, and with the page.
  private static func withFiles(_ body: (URL, Page) async throws -> Void) async throws {
    let page = try Page("docs/recipes.md")
    let sections = ["A driver in 15 lines", "Two releases of a client"]
    try await TestFolder.temporary { folder in
      for fence in page.fences where sections.contains(fence.section) {
        guard let name = fence.info.split(separator: " ").dropFirst().last else { continue }
        try folder.write(fence.text, to: String(name))
      }
      try await body(folder, page)
    }
  }

  /// Runs a script, in which `contract-run` is the built one.
  private static func run(_ script: String, in folder: URL) async throws -> BuiltCommand.Ended {
    try await Gate.processes.pass {
      try await BuiltCommand(["-ec", script], program: "/bin/sh", in: folder, environment: ["PATH": path]).end()
    }
  }

  /// Returns the commands of a section.
  private static func commands(_ section: String, _ page: Page) -> [String] {
    page.fences.filter { $0.section == section && $0.info == "sh" }.map(\.text)
  }

  /// Makes the release 1.0, and breaks the client after it.
  private static func release(in folder: URL) async throws {
    let commit = "git -c user.name=Ada -c user.email=ada@example.com commit --quiet --message 1.0"
    let ended = try await run("git init --quiet; git add shop.mjs; \(commit); git tag 1.0", in: folder)
    try #require(ended.status == 0, "\(ended.output)\(ended.errors)")
    try breakClient(in: folder)
  }

  /// Removes the check of the status.
  private static func breakClient(in folder: URL) throws {
    let client = try #require(folder.text("shop.mjs"))
    let broken = client.replacing(#/.*!response.ok.*\n/#, with: "")
    try #require(broken != client)
    try folder.write(broken, to: "shop.mjs")
  }

  @Test("the driver has 15 lines at most, follows the protocol, and passes the contract")
  func driver() async throws {
    try await Self.withFiles { folder, page in
      #expect(folder.text("driver.mjs")?.split(separator: "\n").count ?? 99 <= 15)
      let ended = try await Self.run(try #require(Self.commands("A driver in 15 lines", page).first), in: folder)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      expectText(ended.output, has: "✓ the driver follows the protocol")
      expectText(ended.output, has: "✓ 4 scenarios passed")
    }
  }

  @Test("two releases run under the same contracts", .enabled(if: CommandLineTool("git") != nil, "git is not on PATH"))
  func releases() async throws {
    try await Self.withFiles { folder, page in
      try await Self.release(in: folder)
      let ended = try await Self.run(try #require(Self.commands("Two releases of a client", page).first), in: folder)
      #expect(ended.status == 1, "\(ended.output)\(ended.errors)")
      let shown = try #require(page.fences.first { $0.section == "Two releases of a client" && $0.info == "text" })
      expectText(ended.output.replacing(#/\d[\d.]* s\n/#, with: "0.02 s\n"), has: shown.text)
      expectText(folder.text("results.html"), has: #""client":"1.0","name":"price""#)
    }
  }

  @Test(
    "a recording of a native client is imported",
    .enabled(if: CommandLineTool.canRun(["mitmdump", "--version"]), "mitmdump is not on PATH"))
  func recording() async throws {
    try await Self.withFiles { folder, page in
      let commands = Self.commands("Recording a native client", page)
      try #require(commands.count == 2)
      // A folder of its own, because the import writes into the folder of contracts that a configuration names.
      try await TestFolder.temporary { home in try await Self.record(commands, for: folder, in: home) }
    }
  }

  /// Records the client of a folder, which calls a server with its contracts, and imports what it sent.
  private static func record(_ commands: [String], for folder: URL, in home: URL) async throws {
    try await ServeProcess.run(in: folder) { server in
      let record = commands[0].replacing("https://api.example.com", with: server.origin)
        .replacing("--listen-port 8080", with: "--listen-port 0")
      let recorder = try BuiltCommand(
        ["-c", "exec \(record)"], program: "/bin/sh", in: home, environment: ["HOME": home.path])
      @Sendable func port() -> Substring? { recorder.output.firstMatch(of: #/listening at 127.0.0.1:(\d+)/#)?.1 }
      _ = await condition { port() != nil || !recorder.isRunning }
      let call = #"import("./shop.mjs").then((shop) => shop.price(process.argv[1], "tea")).then(console.log)"#
      let called = try await run(
        "node -e '\(call)' http://127.0.0.1:\(try #require(port(), "\(recorder.errors)"))", in: folder)
      expectText(called.output, is: "450\n")
      recorder.send(SIGINT)
      #expect(await recorder.end().status == 0)
      let imported = try await run(commands[1], in: home)
      #expect(imported.status == 0, "\(imported.output)\(imported.errors)")
      let contract = JSON.parse(home.text("specs/getPricesTea.contract.json") ?? "")
      #expect(contract?["baseURL"]?.string == server.origin)
      #expect(contract?["request"]?["path"]?.string == "/prices/tea")
    }
  }
}
