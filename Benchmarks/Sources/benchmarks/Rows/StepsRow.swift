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
    let varied = try CallsRun.steps(
      contracts, scenarios: 1,
      #""variations": { "statusError": { "failure": "any" }, "attempts": 2, "steps": true },"#)
    let written = try CallsRun.steps(contracts, scenarios: 50, "")
    let rounds = try await scale.measure(5) {
      (varied: try varied.secondsForEach(), written: try written.secondsForEach())
    }
    return [Figure(value: rounds.map { $0.varied / $0.written }.median)]
  }
}

extension CallsRun {
  /// Makes a run of generated flows in memory.
  fileprivate static func steps(_ contracts: Int, scenarios: Int, _ members: String) throws -> CallsRun {
    let specs = try GeneratedContracts.flows(contracts, scenarios: scenarios, members, in: "specs-steps-\(scenarios)")
    // Of the variations, only those of steps: the name of their exchange stands before the fault.
    return try CallsRun(specs, on: "memory", scenarios == 1 ? ["--filter", "[exchange "] : [], driver: "todo-driver")
  }
}
