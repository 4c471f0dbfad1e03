import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite(
  "Real servers from PyPI, with real clients of theirs", .exhaustive,
  .enabled(if: PyPI.isThere, "pip is missing, or https://pypi.org cannot be reached"))
struct RealProviderTests {
  private static let fixtures = TestFolder.package.appendingPathComponent("Tests/Fixtures/RealServer/pypi")
  /// Debian's docker-registry is only there if somebody installed it.
  private static let providers =
    ["httpbin", "moto", "todo", "jupyter"] + (CommandLineTool("docker-registry") == nil ? [] : ["registry"])

  /// A drift that a proxy plants, and what the client alone makes of it.
  private struct Expected {
    var provider: String
    var drift: JSON
    /// The scenarios in which the client fails.
    var red: [String]
    /// A text that the output has.
    var text: String

    static func all() throws -> [Expected] {
      let text = try String(contentsOf: fixtures.appendingPathComponent("expected.json"), encoding: .utf8)
      return try #require(JSON.parse(text)).elements.map { json in
        Expected(
          provider: json["provider"]?.string ?? "", drift: json["drift"] ?? .null,
          red: json["red"]?.elements.compactMap(\.string) ?? [], text: json["text"]?.string ?? "")
      }
    }
  }

  /// The folder of a test, with the packages.
  private struct Bench {
    let folder: URL

    init(in folder: URL) throws {
      self.folder = folder
      let requirements = fixtures.appendingPathComponent("requirements.txt").path
      let arguments = [
        "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", "--target",
        folder.appendingPathComponent("packages").path, "-r", requirements,
      ]
      let ended = try #require(CommandLineTool("python3")).run(arguments)
      try #require(ended.status == 0, "\(ended.output)")
    }

    var environment: [String: String?] {
      let kit = TestFolder.package.appendingPathComponent("Kits/python").path
      return [
        "PYTHONPATH": "\(folder.appendingPathComponent("packages").path):\(kit)", "TODO_TOKEN": "todo-token-0123456789",
        "JUPYTER_TOKEN": "jupyter-token-0123456789",
      ]
    }

    func script(_ name: String) -> String { RealProviderTests.fixtures.appendingPathComponent(name).path }

    func driver(of provider: String) -> [String] { ["python3", script("driver.py"), provider] }

    func specs(of provider: String) -> String { script("specs/\(provider)") }

    /// Starts a script that prints its port, and calls a function with its URL.
    func with(
      _ words: [String], _ body: (String) async throws -> Void
    ) async throws {
      let python = try #require(Python.path)
      let server = try BuiltCommand(words, program: python, in: folder, environment: environment)
      defer { server.send(SIGTERM) }
      #expect(await condition { server.output.hasSuffix("\n") || !server.isRunning })
      let port = server.output.trimmingCharacters(in: .whitespacesAndNewlines)
      try #require(Int(port) != nil, "\(words): \(server.output)\(server.errors)")
      try await body("http://127.0.0.1:\(port)")
    }

    func verify(_ provider: String, _ url: String, _ words: [String]) async throws -> BuiltCommand.Ended {
      try await contractRun(
        ["verify", "--against", url, "--rate", "1000", specs(of: provider)] + words + ["--"] + driver(of: provider),
        in: folder, environment: environment)
    }
  }

  @Test("unchanged servers are verified, and a planted drift is red if, and only if, the client alone fails with it")
  func drift() async throws {
    try await TestFolder.temporary { folder in
      let bench = try Bench(in: folder)
      let expected = try Expected.all()
      #expect(Set(expected.map(\.provider)).isSuperset(of: Self.providers))
      for provider in Self.providers {
        try await bench.with([bench.script("serve.py"), provider]) { url in
          let right = try await bench.verify(provider, url, ["--strict"])
          #expect(right.status == 0, "\(provider): \(right.output)\(right.errors)")
          for one in expected where one.provider == provider {
            try await bench.with([bench.script("drift.py"), url, one.drift.text]) { drifting in
              let ended = try await bench.verify(provider, drifting, ["--report", "json=report.json"])
              let report = try #require(folder.text("report.json").flatMap { JSON.parse($0) })
              let failed = (report["results"]?.elements ?? []).filter { $0["status"] == "failed" }
              let red = failed.compactMap { result in
                result["contract"]?.string.map { "\($0)/\(result["scenario"]?.string ?? "")" }
              }
              #expect(red.sorted() == one.red.sorted(), "\(provider) \(one.drift.text)\n\(ended.output)")
              #expect(ended.output.contains(one.text), "\(provider) \(one.drift.text)\n\(ended.output)")
              #expect(failed.allSatisfy { $0["reasons"]?.elements.first?["code"] == "drift" })
            }
          }
        }
      }
    }
  }
}
