import Foundation

extension Row {
  /// The largest messages that a driver may write. One with too many values to compare is refused. The others are
  /// judged, and differ from what is expected.
  static let large = Row(
    name: "large",
    lines: LargeDriver.Message.allCases.flatMap { message in
      [
        Line(work: "\(message.text), with a JUnit report: the runner's peak of memory", wanted: .atMost(500, "MB")),
        Line(work: "the same: time of the whole process", wanted: .atMost(5, "s")),
      ]
    }
  ) { scale in
    let runner = try Built.product("contract-run")
    let bytes = scale.count(60 << 20, small: 4 << 20)
    var figures: [Figure] = []
    for message in LargeDriver.Message.allCases {
      let specs = try Scratch.folder("specs-large")
      try Data(message.contract.utf8).write(to: URL(fileURLWithPath: "\(specs)/large.contract.json"))
      let command =
        [runner, specs, "--report", "junit=\(Scratch.file("junit.xml"))", "--timeout", "60", "--"]
        + [Built.benchmarks, "--as", "large-driver", message.rawValue, "\(bytes)"]
      let runs = try await scale.measure(3) {
        try Child.run(command, status: message.status, watchesPeak: true)
      }
      let peak = runs.compactMap(\.peak).max().map { Double($0) / 1e6 }
      figures.append(peak.map { Figure(value: $0) } ?? Figure(value: .nan, text: "not shown by this system"))
      figures.append(Figure(value: runs.map(\.wall).median))
    }
    return figures
  }
}
