import Foundation

extension Row {
  /// Variations are derived one at a time. So they may cost a little more time than scenarios that somebody wrote, and
  /// no memory.
  static let variations = Row(
    name: "variations",
    lines: [
      Line(
        work:
          "variations of 200 contracts, about 74 for each, a client on `MockSession`, one driver: time for each"
          + " relative to that of as many scenarios that were written",
        wanted: .atMost(1.3, "times")),
      Line(
        work: "the runner's peak of memory with four times as many variations, relative to that with these",
        wanted: .atMost(1.3, "times")),
    ]
  ) { scale in
    let contracts = scale.count(200, small: 10)
    let varied = try VariationsRun(contracts: contracts)
    let written = try ScenariosRun(scenarios: contracts * 74 / 5 * 5)
    let rounds = try await scale.measure(5) {
      (varied: try varied.run(), written: try written.run(watchesPeak: true).usage.wall)
    }
    let ratios = rounds.map { round in
      round.varied.wall / Double(varied.calls) / (round.written / Double(written.scenarios))
    }
    let text = "\(ratios.median.text(2)) (\((rounds.map(\.varied.wall).median * 1000).text(0)) ms for \(varied.calls))"
    // Once is enough, because memory does not depend on what else the machine does.
    let many = try VariationsRun(contracts: contracts, varied: 4).run().peak
    let growth = many.flatMap { many in rounds.first?.varied.peak.map { Double(many) / Double($0) } }
    return [
      Figure(value: ratios.median, text: text),
      growth.map { Figure(value: $0) } ?? Figure(value: .nan, text: "not shown by this system"),
    ]
  }
}

/// A run of generated contracts with variations.
private struct VariationsRun {
  private let specs: String
  private let runner: String
  /// How many scenarios and variations there are.
  let calls: Int

  /// - Parameter varied: How many scenarios of each contract have variations.
  init(contracts: Int, varied: Int = 1) throws {
    runner = try Built.product("contract-run")
    specs = try GeneratedContracts.variedTodo(contracts, varied: varied, in: "specs-varied-\(varied)")
    // Each id is printed on its own line.
    let list = try Child.output(of: [runner, specs, "--list", "--transport", "memory", "--"] + Self.driver)
    calls = list.split(separator: "\n").count
  }

  private static let driver = [Built.benchmarks, "--as", "todo-driver"]

  func run() throws -> Child.Usage {
    try Child.run([runner, specs, "--transport", "memory", "--jobs", "1", "--"] + Self.driver, watchesPeak: true)
  }
}
