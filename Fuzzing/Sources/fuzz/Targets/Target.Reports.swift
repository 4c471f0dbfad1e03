import Foundation

@testable import ContractCore

extension Target {
  /// The JSON report of a shard is read, or refused with a description. Each of its reasons has a text.
  static func checkReport(_ bytes: [UInt8]) -> Bool {
    let file = temporaryFolder + "/report.json"
    try? Data(bytes).write(to: URL(fileURLWithPath: file))
    let places = RecordedPlaces([], naming: [])
    func check(_ result: RecordedReport.Result) {
      for reason in result.verdict.reasons {
        _ = (reason.text, reason.summary)
      }
      require(
        (result.verdict.status == .passed) == result.verdict.reasons.isEmpty,
        "\(result.id) is \(result.verdict.status) with \(result.verdict.reasons.count) reasons")
      _ = result.verdict.record.map { ($0.request.text, $0.reply) }
    }
    do throws(RecordedReport.Failure) {
      let report = try RecordedReport(file, runner: "contract-run 0.1.0")
      require(
        report.part.indexes.allSatisfy { (1...report.part.count).contains($0) },
        "the shards are \(report.part.indexes) of \(report.part.count)")
      let contents = try report.contents()
      try contents.forEachResult(places, in: nil, check)
      for variations in try contents.variations(places) {
        variations.results.forEach(check)
      }
    } catch {
      for text in [error.message, error.help] {
        require(!text.isEmpty && !text.contains("\n"), "the failure is not one line: \(text.debugDescription)")
      }
    }
    return true
  }
}
