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
}
