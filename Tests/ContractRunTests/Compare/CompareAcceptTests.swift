import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("Differences that multiple runs accept at once", .slow, .enabled(if: Python.isThere, Python.absence))
struct CompareAcceptTests {
  @Test("runs side by side accept a difference once")
  func sideBySide() async throws {
    try await TestFolder.temporary { folder in
      try FileManager.default.copyItem(atPath: ReleaseSide.specs, toPath: folder.appendingPathComponent("specs").path)
      for release in ["base", "user-agent"] {
        let saved = try await contractRun(
          ["run", "specs", "--report", "json=\(release).json", "--"]
            + ShellWords.words(of: ReleaseSide.driver(release)), in: folder)
        #expect(saved.status == 0, "\(saved.output)\(saved.errors)")
      }
      let accepts = [
        "compare", "base.json", "user-agent.json", "--accepted", "made/accepted.json", "--accept", "version 2",
      ]
      let outputs = try (0..<24).map { number -> URL in
        let own = folder.appendingPathComponent("\(number)")
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        return own
      }
      let statuses = try await withThrowingTaskGroup(of: Int32?.self) { group in
        for output in outputs {
          group.addTask { try await contractRun(accepts, in: folder, waits: true, output: output).status }
        }
        return try await group.reduce(into: [Int32?]()) { $0.append($1) }
      }
      #expect(statuses == Array(repeating: 0, count: 24))
      let entries = folder.text("made/accepted.json").flatMap { JSON.parse($0) }
      #expect(
        entries == [
          [
            "contract": "*",
            "difference": ["part": "header", "name": "User-Agent", "old": "orders/1", "new": "orders/2"],
            "because": "version 2",
          ]
        ])
    }
  }
}
