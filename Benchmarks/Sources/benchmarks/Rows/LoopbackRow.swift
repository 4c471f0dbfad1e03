import Foundation

extension Row {
  /// The built runner with this program as its driver: one client on URLSession, one call at a time.
  static let loopback = Row(
    name: "loopback",
    lines: [
      Line(
        work: "200 scenarios on loopback, one driver with URLSession, one call at a time: time of the whole process",
        wanted: .atMost(300, "ms")),
      Line(
        work: "the rate of 5,000 such scenarios relative to that of 50, without the client's first call",
        wanted: .between(0.85, 1.15)),
    ]
  ) { scale in
    let runner = try Built.product("contract-run")
    let sizes = try [200, 50, scale.count(5000, small: 100)].map { try LoopbackRun(scenarios: $0, runner: runner) }
    let rounds = try await scale.measure(7) { try sizes.map { try $0.run() } }
    let whole = rounds.map { $0[0].whole }.median * 1000
    return [Figure(value: whole), Figure(value: rounds.map { $0[2].rate / $0[1].rate }.median)]
  }
}

/// A run of one contract on loopback.
private struct LoopbackRun {
  let scenarios: Int
  private let command: [String]
  private let report: String

  init(scenarios: Int, runner: String) throws {
    self.scenarios = scenarios
    let list = (0..<scenarios).map {
      #"{ "name": "\#($0)", "response": { "kind": "valid", "body": { "json": { "n": \#($0) } } }, "#
        + #""expect": { "success": { "n": \#($0) } } }"#
    }
    let contract = #"""
      {
        "contract": 1, "endpoint": "thing", "request": { "method": "GET", "path": "/thing" },
        "scenarios": [\#(list.joined(separator: ","))]
      }
      """#
    let specs = try Scratch.folder("specs-loopback-\(scenarios)") + "/thing.contract.json"
    try Data(contract.utf8).write(to: URL(fileURLWithPath: specs))
    report = Scratch.file("report.json")
    command = [
      runner, specs, "--jobs", "1", "--transport", "loopback", "--report", "json=\(report)", "--",
      Built.benchmarks, "--as", "thing-driver",
    ]
  }

  /// Returns the seconds of the whole process, with drivers and reports, and the scenarios in a second. The rate starts
  /// when the second call is written and ends when the last result is read, because the first call includes about 10 ms
  /// for the client's first URLSession.
  func run() throws -> (whole: Double, rate: Double) {
    let whole = try Child.run(command).wall
    // With one call at a time, a call begins when the result before it has been read.
    let data = try Data(contentsOf: URL(fileURLWithPath: report))
    let seconds = try JSONDecoder().decode(Report.self, from: data).results.map(\.duration)
    if seconds.count != scenarios { throw Wrong("\(seconds.count) of \(scenarios) scenarios in the report") }
    return (whole, Double(scenarios - 1) / seconds.dropFirst().reduce(0, +))
  }

  private struct Report: Decodable {
    struct Result: Decodable { var duration: Double }

    var results: [Result]
  }
}
