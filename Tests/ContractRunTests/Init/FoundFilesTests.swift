import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("What a folder has to start from", .slow)
struct FoundFilesTests {
  private static let description = #"""
    { "openapi": "3.1.0", "info": {}, "paths": { "/a": { "get": { "responses": { "200": {} } } } } }
    """#

  @Test("without a configuration, a run says in five lines what it sees and what to do")
  func run() async throws {
    let files = ["requirements.txt": "requests\n", "api/openapi.json": Self.description, "tests/test_a.py": ""]
    try await InitFolder.with(files) { folder in
      let ended = try await folder.run()
      #expect(ended.status == 2)
      expectText(
        ended.errors,
        is: """
          contract-run: error: no contract-run.json in this folder or a folder above it, and no driver on the command line
          contract-run: this folder has a client in Python, api/openapi.json (OpenAPI) and tests in tests
          contract-run: run 'contract-run init --from api/openapi.json' to write a contract for each of its endpoints, a driver and the configuration
          contract-run: or name contracts and a driver: PATH… -- DRIVER ARG…
          contract-run: run 'contract-run --help' for usage

          """)
      let started = try await folder.run("init", "--from", "api/openapi.json")
      #expect(started.status == 0, "\(started.output)\(started.errors)")
    }
  }

  @Test("init offers the documents and the tests that it finds, and the command that it prints works")
  func initialize() async throws {
    let har = #"""
      { "log": { "entries": [
        { "request": { "method": "GET", "url": "https://api.example.com/a", "headers": [] },
          "response": { "status": 200, "headers": [], "content": { "mimeType": "application/json", "text": "{}" } } } ] } }
      """#
    let files = [
      "pyproject.toml": "", "docs/session.har": har, "swagger.yaml": "openapi: 3.1.0\n", "tests/test_a.py": "",
    ]
    try await InitFolder.with(files) { folder in
      let ended = try await folder.run("init")
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      for line in [
        "note: swagger.yaml is YAML; to make contracts from it, convert it to JSON first\n",
        "note: to run the contracts with your tests in tests: pytest --contracts: ",
        "or make contracts from docs/session.har (HAR), and add their operations to the driver:\n",
      ] { #expect(ended.output.contains(line), "\(line)\(ended.output)") }
      let command = try #require(ended.output.firstMatch(of: #/contract-run (import har .*)/#)?.1)
      let imported = try await folder.run(command.split(separator: " ").map(String.init))
      #expect(imported.status == 0, "\(imported.output)\(imported.errors)")
      #expect(folder.contents.keys.count { $0.hasPrefix("contracts/specs/") && $0.hasSuffix(".contract.json") } == 2)
    }
  }

  @Test("what others wrote, what is too deep, and other JSON are not documents")
  func others() async throws {
    let files = [
      "node_modules/x/openapi.json": Self.description, ".hidden/openapi.json": Self.description,
      "a/b/c/d/openapi.json": Self.description, "api.json": #"{ "a": 1 }"#, "openapi.json": "{",
    ]
    try await InitFolder.with(files) { folder in
      let found = FoundFiles(in: folder.client.path)
      #expect(found.documents.isEmpty && found.tests == nil && found.first == nil && found.texts.isEmpty)
    }
    try await InitFolder.with(["openapi.yaml": "", "a/openapi.yml": ""]) { folder in
      #expect(FoundFiles(in: folder.client.path).documents.map(\.path) == ["openapi.yaml"])
    }
    try await InitFolder.with(["b/openapi.json": Self.description, "a/swagger.json": Self.description]) { folder in
      #expect(FoundFiles(in: folder.client.path).documents.map(\.path) == ["a/swagger.json"])
    }
  }
}
