import ContractKit

/// Measures, and prints a table: `swift run -c release --package-path Benchmarks`; with `--small` each once, to see that
/// all of it still runs; with `--server` only what is measured of the loopback server.
@main struct Benchmarks {
  static func main() async throws {
    if CommandLine.arguments.contains(RunnerBenchmark.driverArgument) { RunnerBenchmark.ThingDriver.main() }
    let isSmall = CommandLine.arguments.contains("--small")
    let rounds = isSmall ? 1 : 21
    let requests = isSmall ? 80 : 4000
    print("\(ProcessInfo.processInfo.activeProcessorCount) cores, \(rounds) rounds, medians\n")
    var rows: [Row] = []
    if CommandLine.arguments.contains("--server") {
      try await addServer(&rows, rounds: rounds, isSmall: isSmall)
      for row in rows { print(row.text) }
      return
    }
    for way in ScenarioBenchmark.Way.allCases {
      let cost = try await ScenarioBenchmark.cost(rounds: rounds, scenarios: isSmall ? 80 : 10_000, way)
      rows.append(
        Row(
          "a scenario in process on MockSession, \(way.rawValue): CPU above the same client over a mock made by hand",
          "\(cost.above.text(1)) µs (the client: \(cost.client.text(1)) µs)",
          way == .onQueue ? "two changes of threads more" : "at most 15 µs"))
    }
    for atATime in [1, 8] {
      let session = try await SessionBenchmark.compare(rounds: rounds, requests: requests, atATime: atATime)
      rows.append(
        Row(
          "URLSession over ContractKit's URLProtocol, \(atATime) at a time, rate against a bare stub's",
          "\(session.ratio.text(2)) (\(session.rate.text(0))/s; by CPU \(session.cpuRatio.text(2)))", "at least 0.90"))
    }
    try RunnerBenchmark.build()
    let whole = try (0..<rounds).map { _ in try RunnerBenchmark.run(200).whole }.median
    rows.append(
      Row(
        "200 scenarios over loopback, one URLSession driver, one at a time: the whole process",
        "\(whole.text(2)) s", "under 0.3 s"))
    let sizes = isSmall ? (few: 50, many: 100) : (few: 50, many: 5000)
    let ratios = try (0..<min(rounds, 7)).map { _ in
      let few = try RunnerBenchmark.run(sizes.few).rate
      return try RunnerBenchmark.run(sizes.many).rate / few
    }
    rows.append(
      Row(
        "the same, the rate at \(sizes.many) against that at \(sizes.few), the client's first call aside",
        ratios.median.text(2), "at least 0.85"))
    try await addServer(&rows, rounds: rounds, isSmall: isSmall)
    for row in rows { print(row.text) }
  }

  private static func addServer(_ rows: inout [Row], rounds: Int, isSmall: Bool) async throws {
    let server = try await LoopbackBenchmark.server(rounds: rounds, requests: isSmall ? 800 : 40_000, connections: 8)
    rows.append(
      Row(
        "the loopback server alone, 8 connections, rate against a bare echo server's",
        "\(server.ratio.text(2)) (\(server.rate.text(0))/s; by CPU \(server.cpuRatio.text(2)))", "at least 0.50"))
    for atATime in [1, 8] {
      let session = try await LoopbackBenchmark.session(rounds: rounds, requests: isSmall ? 80 : 4000, atATime: atATime)
      rows.append(
        Row(
          "URLSession over the loopback server, \(atATime) at a time, rate against a bare server's",
          "\(session.ratio.text(2)) (\(session.rate.text(0))/s; by CPU \(session.cpuRatio.text(2)))", "at least 0.90"))
    }
  }
}

/// A line of the table.
private struct Row {
  var text: String

  init(_ work: String, _ measured: String, _ wanted: String) { text = "| \(work) | \(measured) | \(wanted) |" }
}

extension Double {
  /// The number with so many decimals.
  func text(_ decimals: Int) -> String { formatted(.number.precision(.fractionLength(decimals)).grouping(.never)) }
}
