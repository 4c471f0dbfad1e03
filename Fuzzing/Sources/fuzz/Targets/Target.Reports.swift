import Foundation

@testable import ContractCore
@testable import ContractReporting

extension Target {
  /// The JSON report of a shard is read as it stands in the file, or refused with a description. Each of its reasons has
  /// a text.
  static func checkReport(_ bytes: [UInt8]) -> Bool {
    let file = temporaryFolder + "/report.json"
    try? Data(bytes).write(to: URL(fileURLWithPath: file))
    let places = RecordedRanges([], naming: [])
    func check(_ result: RecordedReport.Result, _ json: JSON?) {
      for reason in result.verdict.reasons {
        _ = (reason.text, reason.summary)
      }
      require(
        (result.verdict.status == .passed) == result.verdict.reasons.isEmpty,
        "\(result.id) is \(result.verdict.status) with \(result.verdict.reasons.count) reasons")
      _ = result.verdict.record.map { ($0.request.text, $0.reply) }
      let (id, status) = (json?["id"]?.string, json?["status"]?.string)
      require(id == result.id, "the result of \(id ?? "nothing") is read as the result of \"\(result.id)\"")
      require(
        status == result.verdict.status.rawValue || (status, result.verdict.status) == ("knownIssue", .failed),
        "\(result.id) is \(status ?? "nothing") in the file, and is read as \(result.verdict.status)")
    }
    do throws(RecordedReport.Failure) {
      let report = try RecordedReport(file)
      require(
        report.part.indexes.allSatisfy { (1...report.part.count).contains($0) },
        "the shards are \(report.part.indexes) of \(report.part.count)")
      var diagnostics: [Diagnostic] = []
      let json = JSON.parse(Source(path: file, bytes: bytes), limit: .max, diagnostics: &diagnostics)
      var results = (json?["results"]?.array ?? []).makeIterator()
      var recorded = (json?["variations"]?.array ?? []).makeIterator()
      try report.read(places, hiding: Secrets(), in: nil) {
        check($0, results.next())
      } variations: { variations in
        let json = recorded.next()
        require(variations.id == json?["id"]?.string, "variations of another scenario are read as \(variations.id)'s")
        let results = json?["results"]?.array ?? []
        require(variations.results.count == results.count, "\(variations.results.count) of \(results.count) are read")
        for (result, json) in zip(variations.results, results) { check(result, json) }
        // What is not listed passed.
        let counts = ["failed", "errored", "knownIssue", "notRun"].map { json?["counts"]?[$0]?.int ?? 0 }
        let listed = counts.reduce(0) { $0 &+ $1 }
        require(
          listed == variations.results.count + variations.notRun.count,
          "of \(listed) variations of \(variations.id) that did not pass, "
            + "\(variations.results.count + variations.notRun.count) are listed")
      }
      require(results.next() == nil, "a result is not read")
      require(recorded.next() == nil, "a scenario's variations are not read")
    } catch {
      for text in [error.message, error.help] {
        require(!text.isEmpty && !text.contains("\n"), "the failure is not one line: \(text.debugDescription)")
      }
    }
    return true
  }
}
