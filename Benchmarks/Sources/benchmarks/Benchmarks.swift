import ContractKit

/// Measures, and prints a table: `swift run -c release --package-path Benchmarks`; with `--small` each once, to see that
/// all of it still runs.
@main struct Benchmarks {
  static func main() async throws {
    let isSmall = CommandLine.arguments.contains("--small")
    let rounds = isSmall ? 1 : 21
    let requests = isSmall ? 80 : 4000
    print("\(ProcessInfo.processInfo.activeProcessorCount) cores, \(rounds) rounds, medians\n")
    var rows: [Row] = []
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
    for row in rows { print(row.text) }
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
