import ContractCore
import ContractKit
import ContractReporting
import Foundation

extension Row {
  /// Each scenario has two reasons: its request is missing, and its outcome differs. The causes are those of an
  /// operation that always fails, one for each contract.
  static let causes = Row(
    name: "causes",
    lines: [
      Line(
        work: "10,000 failed scenarios of 100 contracts: time to group their reasons by cause",
        wanted: .atMost(100, "ms"))
    ]
  ) { scale in
    let results = try results(contracts: scale.count(100, small: 10), scenarios: 100, failing: 1)
    let rounds = try await scale.measure(7) {
      let cost = try await Cost.of {
        let causes = Causes(of: results)
        if causes.all.count != results.count / 100 { throw Wrong("\(causes.all.count) causes") }
      }
      return cost.wall
    }
    return [Figure(value: rounds.median * 1000)]
  }

  /// Returns the results of scenarios, with texts and places of real contracts.
  ///
  /// - Parameter failing: The distance between scenarios that fail; with 1, all of them fail.
  static func results(contracts: Int, scenarios: Int, failing: Int) throws -> [ScenarioResult] {
    let folder = try Scratch.folder("specs-results")
    for contract in 0..<contracts {
      let list = (0..<scenarios).map { scenario in
        """
        { "name": "error \(scenario)", "response": { "kind": "statusError", "status": \(400 + scenario % 100) },
          "expect": { "failure": { "type": "APIError", "case": "statusCode", "payload": \(400 + scenario % 100) } } }
        """
      }
      let text = """
        {
          "contract": 1, "endpoint": "order \(contract)", "request": { "method": "GET", "path": "/orders/\(contract)" },
          "scenarios": [\(list.joined(separator: ",\n"))]
        }
        """
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/order-\(contract).contract.json"))
    }
    let set = ContractSet.load([folder])
    if set.diagnostics.hasErrors { throw Wrong(set.diagnostics.map(\.message).joined(separator: "; ")) }
    return set.contracts.flatMap { contract in
      contract.scenarios.enumerated().map { index, scenario in
        if index % failing > 0 {
          let passed = Verdict(
            recorded: [], unobserved: [], watched: [], call: Verdict.Call(), output: "", duration: 0)
          return ScenarioResult(of: scenario, in: contract, client: "orders", on: .memory, passed)
        }
        let script = Script(scenario, of: contract, transport: .memory)
        script.finish(.failure(["category": "network", "type": "URLError"], values: nil))
        return ScenarioResult(of: scenario, in: contract, client: "orders", on: .memory, script.verdict())
      }
    }
  }
}

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
      let cost = await Cost.of { ReportFormat.html.write(report) { size = $0.count } }
      return cost.wall
    }
    if size > 3_000_000 { throw Wrong("\(size) bytes") }
    let time = rounds.median * 1000
    return [Figure(value: time, text: "\(time.short) ms (\(size / 1000) kB)")]
  }
}
