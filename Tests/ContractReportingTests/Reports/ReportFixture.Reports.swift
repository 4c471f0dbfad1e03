import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

extension ReportFixture {
  /// One scenario of each status in one contract, and two passed scenarios in another.
  static var mixed: RunReport {
    RunReport(
      results: [
        result(
          "created", unobserved: [.part("Content-Length", request: 1), .part("Content-Length", request: 2)],
          record: [exchanged]),
        result(
          "token expired", [different], line: 31, kinds: [.statusError], record: [exchanged],
          outcome: .failure(["category": "status", "type": "APIError", "payload": 500], values: nil),
          output: "sending\nretrying\n"),
        result("server down", [fault], line: 40, kinds: [.networkError]),
        result("not HTTP", [skip], line: 50, kinds: [.nonHTTP], duration: 0),
        result(
          "listed", contract: "todo/todos", endpoint: "todos",
          unobserved: [.call("exactlyOnce"), .part("Content-Length", request: 1)]
        ),
        result("empty list", contract: "todo/todos", endpoint: "todos"),
      ],
      started: started, duration: 0.314,
      uncalledOperations: [("todo", ["deleteAll", "ping"])],
      notices: [RunReport.Notice("the driver todo was started 2 times")])
  }
}

extension RunReport {
  /// Returns the same report with only the scenarios of some names.
  func only(_ names: String...) -> RunReport {
    var report = self
    report.results = names.flatMap { name in results.filter { $0.scenario.name == name } }
    return report
  }
}

extension JSONReport {
  var utf8: [UInt8] {
    var utf8: [UInt8] = []
    write { utf8 += $0 }
    return utf8
  }

  var json: JSON {
    let json = JSON.parse(utf8)
    if json == nil { Issue.record("the report is not JSON") }
    return json ?? .null
  }
}

extension JUnitReport {
  var utf8: [UInt8] {
    var utf8: [UInt8] = []
    write { utf8 += $0 }
    return utf8
  }

  var text: String { String(decoding: utf8, as: UTF8.self) }
}

extension ReportFormat {
  func utf8(of report: RunReport, runner: String? = nil, checkout: Checkout = Checkout(environment: [:])) -> [UInt8] {
    var utf8: [UInt8] = []
    write(report, runner: runner, checkout: checkout) { utf8 += $0 }
    return utf8
  }
}
