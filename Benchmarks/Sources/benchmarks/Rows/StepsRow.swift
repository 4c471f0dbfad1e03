import Foundation

extension Row {
  /// Faults at the exchanges of a flow are judged by rules, and what answers a request is chosen by comparing it.
  static let steps = Row(
    name: "steps",
    lines: [
      Line(
        work:
          "100 flows of three exchanges with `steps`, a client on `MockSession`, one driver: time for each variation relative"
          + " to a scenario of the same flow",
        wanted: .atMost(1.3, "times"))
    ]
  ) { scale in
    let contracts = scale.count(100, small: 5)
    let varied = try StepsRun(
      contracts, scenarios: 1,
      #""variations": { "statusError": { "failure": "any" }, "attempts": 2, "steps": true },"#)
    let written = try StepsRun(contracts, scenarios: 50, "")
    let rounds = try await scale.measure(5) { (varied: try varied.run(), written: try written.run()) }
    return [Figure(value: rounds.map { $0.varied / $0.written }.median)]
  }
}

/// A run of generated flows in memory.
private struct StepsRun {
  private let command: [String]
  private let calls: Int

  init(_ contracts: Int, scenarios: Int, _ members: String) throws {
    let specs = try GeneratedContracts.flows(
      contracts, scenarios: scenarios, members, in: "specs-steps-\(scenarios)")
    let runner = try Built.product("contract-run")
    let driver = [Built.benchmarks, "--as", "todo-driver"]
    // Of the variations, only those of steps: the name of their exchange stands before the fault.
    let options = ["--transport", "memory", "--jobs", "1"] + (scenarios == 1 ? ["--filter", "[exchange "] : [])
    let ids = try Child.output(of: [runner, specs, "--list"] + options + ["--"] + driver)
    calls = ids.split(separator: "\n").count
    command = [runner, specs] + options + ["--"] + driver
  }

  /// Returns the seconds for each call.
  func run() throws -> Double { try Child.run(command).wall / Double(calls) }
}
