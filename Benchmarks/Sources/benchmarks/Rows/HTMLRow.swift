import ContractKit
import ContractReporting
import Foundation

extension Row {
  /// One scenario in ten fails, each contract for its own reason.
  static let html = Row(
    name: "html",
    lines: [
      Line(
        work: "10,000 scenarios of 100 contracts, 1,000 of them failed: time to write the HTML report",
        wanted: .atMost(500, "ms"))
    ]
  ) { scale in
    let results = try results(contracts: scale.count(100, small: 10), scenarios: 100, failing: 10)
    let report = RunReport(results: results, started: Date(), duration: 1)
    var size = 0
    let rounds = await scale.measure(7) {
      let cost = await Cost.of { size = ReportFormat.html.utf8(of: report).count }
      return cost.wall
    }
    if size > 3_000_000 { throw Wrong("\(size) bytes") }
    let time = rounds.median * 1000
    return [Figure(value: time, text: "\(time.short) ms (\(size / 1000) kB)")]
  }
}
