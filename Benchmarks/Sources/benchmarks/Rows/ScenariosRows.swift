import Foundation

extension Row {
  /// The driver measures both rates, from the beginning of its first call to the end of its last one.
  static let scenarios = Row(
    name: "scenarios",
    lines: [
      Line(
        work:
          "10,000 scenarios in 2,000 contracts, a client on `MockSession`, one driver, one call at a time, JUnit"
          + " report: CPU for each scenario beyond that of the same client in a loop",
        wanted: .atMost(75, "µs")),
      Line(
        work: "the same: rate relative to the same driver with a bare pipe loop that sends the same lines",
        wanted: .atLeast(1.5)),
    ]
  ) { scale in
    let run = try ScenariosRun(scenarios: scale.count(10_000, small: 200))
    let recording = try run.record()
    let rounds = try await scale.measure(7) {
      let client = try Child.run([Built.benchmarks, "--as", "client", "\(run.scenarios)"])
      let runner = try run.run()
      let bare = try recording.replay(to: run.driver)
      return (
        above: (runner.usage.cpu - client.cpu) / Double(run.scenarios) * 1e6, client: client.cpu, runner: runner.usage,
        seconds: runner.seconds, bare: bare, bareSeconds: try run.seconds()
      )
    }
    let above = rounds.map(\.above).median
    let whole = rounds.map(\.runner.cpu).median / Double(run.scenarios) * 1e6
    let client = rounds.map(\.client).median / Double(run.scenarios) * 1e6
    let bare = rounds.map(\.bare.cpu).median / Double(run.scenarios) * 1e6
    let ratio = rounds.map { $0.bareSeconds / $0.seconds }.median
    let rate = Double(run.scenarios) / rounds.map(\.seconds).median
    let bareRate = Double(run.scenarios) / rounds.map(\.bareSeconds).median
    return [
      Figure(
        value: above,
        text: "\(above.short) µs (total \(whole.short), client \(client.short), driver in the bare loop"
          + " \(bare.short))"),
      Figure(value: ratio, text: "\(ratio.text(2)) (\(rate.text(0))/s against \(bareRate.text(0))/s)"),
    ]
  }

  /// The same as `scenarios`, with a tenth and with ten times the number of scenarios, and with all reports.
  static let sizes = Row(
    name: "sizes",
    lines: [
      Line(
        work: "the rate of 1,000 such scenarios, with all five reports, relative to that of 10,000",
        wanted: .between(0.85, 1.15)),
      Line(work: "the rate of 100,000 such scenarios relative to that of 10,000", wanted: .between(0.85, 1.15)),
      Line(work: "the runner's peak of memory with 100,000 scenarios", wanted: .atMost(300, "MB")),
    ]
  ) { scale in
    let few = try ScenariosRun(scenarios: scale.count(1_000, small: 50))
    let middle = try ScenariosRun(scenarios: scale.count(10_000, small: 200))
    let many = try ScenariosRun(scenarios: scale.count(100_000, small: 2_000))
    let rounds = try await scale.measure(3) {
      (
        few: try few.run(hasAllReports: true), middle: try middle.run(hasAllReports: true),
        many: try many.run(hasAllReports: true, watchesPeak: true)
      )
    }
    let (rateOfFew, rateOfMany) = (
      rounds.map { $0.few.rate / $0.middle.rate }, rounds.map { $0.many.rate / $0.middle.rate }
    )
    let peak = rounds.compactMap(\.many.usage.peak).max().map { Double($0) / 1e6 }
    return [
      Figure(value: rateOfFew.median, text: "\(rateOfFew.median.text(2)) (\(rounds.map(\.few.rate).median.text(0))/s)"),
      Figure(
        value: rateOfMany.median, text: "\(rateOfMany.median.text(2)) (\(rounds.map(\.many.rate).median.text(0))/s)"),
      peak.map { Figure(value: $0) } ?? Figure(value: .nan, text: "not shown by this system"),
    ]
  }
}

/// A run of generated contracts by the built runner, with this program as its driver.
struct ScenariosRun {
  let scenarios: Int
  /// The driver's command.
  let driver: [String]
  let specs: String
  private let times: String
  let runner: String

  /// The measurements of a run.
  struct Run {
    var usage: Child.Usage
    /// Seconds from the beginning of the driver's first call to the end of its last one.
    var seconds: Double
    /// Scenarios in a second.
    var rate: Double
  }

  /// - Parameter scenarios: The number of scenarios. Each contract has five.
  init(scenarios: Int) throws {
    self.scenarios = scenarios
    runner = try Built.product("contract-run")
    specs = try GeneratedContracts.createTodo(scenarios / 5, in: "specs-\(scenarios)")
    times = Scratch.file("times-\(scenarios)")
    driver = [Built.benchmarks, "--as", "todo-driver", "--times", times, "\(scenarios)"]
  }

  /// Runs all scenarios, as in CI: only with the options that the row names, and with the output in a file.
  ///
  /// - Parameter hasAllReports: Whether the run writes a report in each format, and not only one for JUnit.
  func run(hasAllReports: Bool = false, watchesPeak: Bool = false) throws -> Run {
    let reports = ["junit", "json", "html", "gitlab"].flatMap {
      ["--report", "\($0)=\(Scratch.file("report.\($0)"))"]
    }
    let usage = try Child.run(command(driver, hasAllReports ? reports : []), watchesPeak: watchesPeak)
    let seconds = try seconds()
    return Run(usage: usage, seconds: seconds, rate: Double(scenarios) / seconds)
  }

  /// Runs all scenarios with a recorder between the runner and the driver.
  func record() throws -> Recording {
    let file = Scratch.file("recording-\(scenarios)")
    try Child.run(command([Built.benchmarks, "--as", "recorder", file] + driver))
    return try Recording(file: file)
  }

  /// Returns the time of its calls that the driver wrote to a file.
  func seconds() throws -> Double {
    guard let text = try? String(contentsOfFile: times, encoding: .utf8), let seconds = Double(text) else {
      throw Wrong("the driver did not come to its call \(scenarios)")
    }
    try FileManager.default.removeItem(atPath: times)
    return seconds
  }

  private func command(_ driver: [String], _ options: [String] = []) -> [String] {
    [runner, specs, "--jobs", "1", "--report", "junit=\(Scratch.file("junit.xml"))"] + options + ["--"] + driver
  }
}
