import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite(
  "What becomes of a recording that is stopped, or cannot be written", .slow,
  .enabled(if: Python.isThere, Python.absence), .enabled(if: CommandLineTool("curl") != nil))
struct RecordWritingTests {
  /// Answers to two endpoints. The contract of the second one has more than 200 kB.
  private static func answers(_ text: String) -> JSON {
    .array(
      ["", String(repeating: "x", count: 300_000)].map { rest in
        ["headers": [["Content-Type", "text/plain"]], "body": .string(text + rest)]
      })
  }

  @Test("if it stops between two contracts, the next one writes none of them twice")
  func stopped() async throws {
    try await RealTodos.with("answers", answers: Self.answers("one")) { folder, server in
      let first = try await RecordSession(server.url, limit: "-f 400", in: folder)
      try first.send([[first.url + "/a"], [first.url + "/b"]])
      #expect(await first.end().status == 3)
      #expect(Set(first.contracts.keys) == [".contract-import.json", "getV1A.contract.json"])
      let second = try await RecordSession(server.url, in: folder)
      try second.send([[second.url + "/a"], [second.url + "/b"]])
      #expect(await second.end().status == 0)
      #expect(
        Set(second.contracts.keys) == [".contract-import.json", "getV1A.contract.json", "getV1B.contract.json"])
    }
  }

  @Test("what a killed process left in the folder is removed")
  func leftovers() async throws {
    try await RealTodos.with { folder, server in
      let name = ".contract-run-0123456789abc.tmp"
      try folder.write("{", to: "specs/\(name)")
      let session = try await RecordSession(server.url, in: folder)
      try session.send([[session.url + "/a"]])
      #expect(await session.end().status == 0)
      #expect(folder.text("specs/\(name)") == nil)
    }
  }
}
