import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("contract-run merge of a whole run", .slow)
struct WholeRunTests {
  @Test("the report of a whole run makes the reports that the run has made")
  func whole() async throws {
    try await TestFolder.temporary { folder in
      try MergeTests.write(to: folder)
      let formats = ["json", "html", "markdown"]
      func reports(_ name: String) -> [String] { formats.flatMap { ["--report", "\($0)=\(name).\($0)"] } }
      #expect(try await contractRun(reports("run") + ["--coverage"], in: folder).status == 1)
      let merged = try await contractRun(["merge", "run.json"] + reports("merged"), in: folder)
      #expect(merged.status == 1, "\(merged.errors)")
      let text = try #require(folder.text("run.json"))
      #expect(text.contains(#""strength""#) && text.contains(#""chosen""#))
      for format in formats { #expect(folder.text("merged.\(format)") == folder.text("run.\(format)"), "\(format)") }
      try PublishedSchema.report.expectValid(Data(text.utf8))
    }
  }

  @Test("a complete merge writes the reports of the configuration, and a shard cannot be strict")
  func configured() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder, withFailure: false)
      try folder.write(
        Sample.configuration(#", "reports": { "junit": "all.xml" }"#, transport: .memory), to: "contract-run.json")
      let strict = try await contractRun(["--shard", "1/2", "--strict"], in: folder)
      #expect(strict.status == 2)
      #expect(strict.errors.contains("'--strict' cannot be combined with the shard 1/2"))
      for index in 1...2 {
        #expect(
          try await contractRun(["--shard", "\(index)/2", "--report", "json=\(index).json"], in: folder).status == 0)
      }
      func count() throws -> Int? { RunResult(junit: folder.appendingPathComponent("all.xml"))?.cases.count }
      let partial = try await contractRun(["merge", "1.json"], in: folder)
      #expect(partial.status == 3 && partial.output.contains("because the command line changed what ran"))
      let ofShard = try count()
      #expect(ofShard != 7)
      let merged = try await contractRun(["merge", "1.json", "2.json"], in: folder)
      #expect(merged.status == 0, "\(merged.errors)")
      #expect(try count() == 7)
    }
  }
}
