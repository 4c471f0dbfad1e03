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

  @Test("a secret of a driver's command line, or that somebody wrote into a report, is in no report and no output")
  func secrets() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      try folder.write(
        #"{ "specs": ["specs"], "secrets": ["tenant"], "clients": [{ "name": "c", "driver": ["d"] }] }"#,
        to: "contract-run.json")
      for index in 1...2 {
        let driver = ["sh", "-c", "exec '\(Sample.driver)'", "--token", "PLANTED\(index)", "--tenant=PLANTED"]
        let shard = try await contractRun(
          ["specs", "--shard", "\(index)/2", "--transport", "memory", "--report", "json=\(index).json", "--"] + driver,
          in: folder)
        let text = try #require(folder.text("\(index).json"))
        #expect(!(shard.output + shard.errors + text).contains("PLANTED"), "\(shard.output)\(text)")
        let forged = text.replacing(#/"(summary|text)": "/#) { "\($0.output.0)password=PLANTED tenant=PLANTED " }
          .replacing(#/"notices": \[\]/#, with: #""notices": ["tenant=PLANTED"]"#)
        try folder.write(forged, to: "\(index).json")
      }
      let reports = ["json=m.json", "html=m.html", "junit=m.xml"]
      let merged = try await contractRun(
        ["merge", "1.json", "2.json"] + reports.flatMap { ["--report", $0] }, in: folder)
      #expect(merged.status == 1, "\(merged.errors)")
      expectText(merged.output, has: "password=… tenant=… ")
      for text in [merged.output, merged.errors] + ["m.json", "m.html", "m.xml"].map({ folder.text($0) ?? "PLANTED" }) {
        #expect(!text.contains("PLANTED"), "\(text)")
      }
    }
  }
}
