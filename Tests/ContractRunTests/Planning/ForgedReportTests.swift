import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("Reports of shards that somebody forged")
struct ForgedReportTests {
  @Test("a report that names a file as a report does not replace it")
  func namesReport() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder, withFailure: false)
      try folder.write(Sample.configuration(transport: .memory), to: "contract-run.json")
      _ = try await contractRun(["--shard", "1/1", "--report", "json=one.json"], in: folder)
      let file = folder.appendingPathComponent("one.json")
      let report = try String(contentsOf: file, encoding: .utf8)
      let forged = report.replacing(
        #/"arguments": *\[[^\]]*\]/#, with: #""arguments": ["--report", "problems=kept.txt"]"#)
      #expect(forged != report)
      try folder.write(forged, to: "one.json")
      try folder.write("kept", to: "kept.txt")
      try folder.write("{", to: "contract-run.json")
      #expect(try await contractRun(["merge", "one.json"], in: folder).status == 2)
      #expect(try String(contentsOf: folder.appendingPathComponent("kept.txt"), encoding: .utf8) == "kept")
    }
  }
}
