import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("How long a driver may take until its hello")
struct StartTimeoutTests {
  @Test("the configuration sets the limit", arguments: [["check", "--drivers"], []])
  func configured(command: [String]) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(DriverStartTests.contract, to: "specs/thing.contract.json")
      try folder.write(
        """
        {"specs": ["specs"], "clients": [{"name": "slow", "driver": ["sleep", "600"], "startTimeout": 0.2}]}
        """, to: "contract-run.json")
      let ended = try await contractRun(command, in: folder, waits: true)
      #expect(ended.status == 3)
      expectText(ended.output, has: "no hello within 0.2 s")
    }
  }

  @Test("a limit that is not a time is an error")
  func wrong() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(
        #"{"specs": ["specs"], "clients": [{"name": "a", "driver": ["true"], "startTimeout": 0}]}"#,
        to: "contract-run.json")
      let ended = try await contractRun([], in: folder)
      #expect(ended.status == 2)
      expectText(ended.errors, has: #""startTimeout""#)
    }
  }
}
