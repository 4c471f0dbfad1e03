import ContractCore
import Foundation
import TestSupport
import Testing

@testable import ContractLoopback
@testable import contract_run

@Suite("The drivers that contract-run init writes", .slow, .timeLimit(.minutes(60)))
struct InitDriverTests {
  /// Checks the driver, and then the contract, which describes all five kinds of responses.
  private func tryOut(
    _ folder: InitFolder, environment: [String: String?] = [:], _ failures: [String: String]
  ) async throws {
    let smoke = try await folder.run("check", "--drivers", environment: environment)
    #expect(smoke.status == 0, "\(smoke.output)\(smoke.errors)")
    try folder.complete(failures)
    let check = try await folder.run("check", "--strict")
    #expect(check.status == 0, "\(check.errors)")
    let run = try await folder.run("--report", "json=\(folder.parent.path)/run.json", environment: environment)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let report = try #require(JSON.parse(Array(Data((folder.parent.text("run.json") ?? "").utf8))))
    #expect(report["results"]?.array?.compactMap { $0["status"]?.string } == Array(repeating: "passed", count: 5))
    #expect(report["uncalledOperations"] == [])
  }

  @Test("a driver in Python runs", .enabled(if: Python.isThere, Python.absence), arguments: [false, true])
  func python(_ hasSources: Bool) async throws {
    let module = hasSources ? "src/shop.py" : "shop.py"
    try await InitFolder.with([module: "", "requirements.txt": ""]) { folder in
      #expect(try await folder.run("init").status == 0)
      // The client's module can be imported.
      let driver = "contracts/driver.py"
      let text = try #require(folder.client.text(driver)).replacing("driver = ", with: "import shop\n\ndriver = ")
      try folder.client.write(text, to: driver)
      try await tryOut(
        folder,
        [
          "not HTTP": #""network""#, "not found": #"{ "category": "status", "type": "HTTPError" }"#,
          "garbled": #""decoding""#, "server down": #"{ "category": "network", "code": -1004 }"#,
        ])
    }
  }

  @Test("if Python has the kit as a package, the driver imports it", .enabled(if: Python.isThere, Python.absence))
  func installedKit() async throws {
    let kit = TestFolder.package.appendingPathComponent("Kits/python").path
    let environment: [String: String?] = ["PYTHONPATH": kit]
    try await InitFolder.with(["requirements.txt": ""]) { folder in
      let started = try await folder.run("init", environment: environment)
      #expect(started.status == 0, "\(started.errors)")
      #expect(folder.client.text("contracts/contract_driver.py") == nil)
      expectText(folder.client.text("contracts/driver.py") ?? "", has: "from contract_run import Driver\n")
      let smoke = try await folder.run("check", "--drivers", environment: environment)
      #expect(smoke.status == 0, "\(smoke.output)\(smoke.errors)")
    }
  }

  @Test(
    "a driver in Node runs, with a copy of the kit or with its package",
    .enabled(if: CommandLineTool.canRun(["node", "--version"])), arguments: [false, true])
  func node(_ hasKit: Bool) async throws {
    try await InitFolder.with(["package.json": #"{ "name": "@shops/shop", "type": "commonjs" }"#]) { folder in
      if hasKit {
        let modules = folder.parent.appendingPathComponent("node_modules")
        try FileManager.default.createDirectory(at: modules, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
          at: modules.appendingPathComponent("contract-run"),
          withDestinationURL: TestFolder.package.appendingPathComponent("Kits/node"))
      }
      #expect(try await folder.run("init").status == 0)
      #expect((folder.client.text("contracts/contract-driver.mjs") == nil) == hasKit)
      try await tryOut(
        folder,
        [
          "not HTTP": #""network""#, "not found": #"{ "category": "status", "type": "StatusError", "payload": 404 }"#,
          "garbled": #""decoding""#, "server down": #"{ "category": "network", "code": -1004 }"#,
        ])
    }
  }

  @Test(
    "a driver in Go runs, with a copy of the kit or with its module", .exhaustive,
    .enabled(if: CommandLineTool.canRun(["go", "version"])), arguments: [false, true])
  func go(_ hasKit: Bool) async throws {
    let kit = "github.com/contractkit/ContractKit/Kits/go"
    let path = TestFolder.package.appendingPathComponent("Kits/go").path
    let module = "module example.com/shop/v2\n\ngo 1.19\n"
    let files = hasKit ? ["go.mod": "\(module)\nrequire \(kit) v0.1.0\n\nreplace \(kit) => \(path)\n"] : [:]
    try await InitFolder.with(files) { folder in
      #expect(try await folder.run("init", "--language", "go").status == 0)
      #expect((folder.client.text("contracts/contractdriver/call.go") == nil) == hasKit)
      #expect(folder.client.text("go.mod") == files["go.mod"] ?? "module example.com/shop\n\ngo 1.19\n")
      try await tryOut(
        folder, environment: ["GOTOOLCHAIN": "local", "GOPROXY": "off"],
        [
          "not HTTP": #""network""#, "not found": #"{ "category": "status", "payload": 404 }"#,
          "garbled": #""decoding""#, "server down": #"{ "category": "network", "code": -1004 }"#,
        ])
    }
  }

  @Test("a driver in shell runs", arguments: ["sh", "bash"])
  func shell(_ program: String) async throws {
    try await InitFolder.with { folder in
      #expect(try await folder.run("init", "--language", "shell").status == 0)
      let configuration = try #require(folder.client.text("contract-run.json"))
      try folder.client.write(
        configuration.replacing(#""driver": ["sh""#, with: #""driver": ["\#(program)""#), to: "contract-run.json")
      try await tryOut(
        folder,
        [
          "not HTTP": #""network""#, "not found": #"{ "category": "status", "payload": 404 }"#,
          "garbled": #""decoding""#, "server down": #"{ "category": "network", "code": -1004 }"#,
        ])
    }
  }

  @Test("a driver in Swift is built without a warning, imports the client, and runs", .exhaustive)
  func swift() async throws {
    try await InitFolder.with(InitFolder.package) { folder in
      let kit = TestFolder.package.path
      #expect(try await folder.run("init", "--package", kit).status == 0)
      #expect(
        folder.client.text("contracts/Sources/contract-driver/ContractDriver.swift")?
          .hasPrefix("import ContractKit\nimport Foundation\nimport shop_client\n") == true)
      let package = folder.client.appendingPathComponent("contracts")
      // contract-run runs the same build step, but does not print its output.
      try await SharedBuild.with(package, product: "contract-driver", files: folder.parent) { built in
        #expect(built.status == 0, "\(built.output)\(built.errors)")
        #expect(!(built.output + built.errors).contains("warning:"), "\(built.output)\(built.errors)")
        try await tryOut(
          folder, environment: SharedBuild.environment,
          [
            "not HTTP": #"{ "type": "Failure", "case": "notHTTP" }"#,
            "not found": #"{ "type": "Failure", "case": "status", "payload": 404 }"#,
            "garbled": #""decoding""#, "server down": #"{ "category": "network", "code": -1004 }"#,
          ])
        try await runInTests(folder, package)
      }
    }
  }

  /// Adds the test target of docs/in-tests.md to the driver's package, and runs its tests.
  private func runInTests(_ folder: InitFolder, _ package: URL) async throws {
    let fences = try Page("docs/in-tests.md").fences
    let target = try #require(fences.first { $0.text.contains("ContractDriverTests\",") }).text
    let code = try #require(fences.first { $0.text.contains("import contract_driver") }).text
    let manifest = try #require(package.text("Package.swift"))
    let end = "  ],\n  swiftLanguageModes"
    let added = manifest.replacing("      ]),\n\(end)", with: "      ]),\n\(target)\(end)")
    #expect(added != manifest)
    try package.write(added, to: "Package.swift")
    try package.write(code, to: "Tests/ContractDriverTests/ContractDriverTests.swift")
    let tests = try BuiltCommand(
      ["swift", "test"], program: "/usr/bin/env", in: package, environment: SharedBuild.environment,
      files: folder.parent)
    let ended = await tests.end(within: 3600)
    #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    #expect((ended.output + ended.errors).contains("keeps its contracts"))
  }

  @Test("the contract without expectations is valid")
  func contract() async throws {
    try await InitFolder.with { folder in
      #expect(try await folder.run("init").status == 0)
      let ended = try await folder.run("check")
      #expect(ended.status == 0, "\(ended.errors)")
    }
  }
}
