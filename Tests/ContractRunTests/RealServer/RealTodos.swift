import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

/// The server of Tests/Fixtures/RealServer, and the client that is tested with it.
struct RealTodos {
  private static let folder = TestFolder.package.appendingPathComponent("Tests/Fixtures/RealServer")
  static let specs = folder.appendingPathComponent("specs").path
  static let token = "real-token-0123456789"
  /// The words that run the client's driver.
  static let driver = [Python.path ?? "python3", "-S", folder.appendingPathComponent("driver.py").path]

  let url: String
  private let server: BuiltCommand

  /// The requests that came: method, target, Authorization and body of each.
  var requests: [String] { server.errors.split(separator: "\n").map(String.init) }

  /// Calls a test with a folder and the server.
  ///
  /// - Parameters:
  ///   - fault: What is wrong with the server; "" for nothing.
  ///   - answers: Its answers, for the fault `answers`.
  static func with(
    _ fault: String = "", answers: JSON? = nil, _ body: (URL, RealTodos) async throws -> Void
  ) async throws {
    try await TestFolder.temporary { folder in
      let script = Self.folder.appendingPathComponent("server.py").path
      if let answers { try folder.write(answers.text, to: "answers.json") }
      let server = try BuiltCommand(
        ["-S", script, fault, "answers.json"], program: Python.path ?? "/usr/bin/python3", in: folder)
      defer { server.send(SIGKILL) }
      #expect(await condition { server.output.hasSuffix("\n") })
      let port = server.output.trimmingCharacters(in: .whitespacesAndNewlines)
      try await body(folder, RealTodos(url: "http://127.0.0.1:\(port)/v1", server: server))
    }
  }

  /// Verifies contracts.
  func verify(
    _ words: [String] = [], specs: String = specs, token: String? = token, in folder: URL
  ) async throws -> BuiltCommand.Ended {
    try await contractRun(
      ["verify", "--against", url, "--rate", "1000", specs] + words + ["--"] + Self.driver, in: folder,
      environment: ["TODO_TOKEN": token])
  }
}
