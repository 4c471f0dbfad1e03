import Foundation

extension Row {
  static let merge = Row(
    name: "merge",
    lines: [
      Line(
        work: "`contract-run merge` of 8 shards with 100,000 scenarios in all, with a JSON and a JUnit report: time of"
          + " the whole process", wanted: .atMost(10, "s")),
      Line(work: "its peak of memory", wanted: .atMost(500, "MB")),
    ]
  ) { scale in
    let run = try ScenariosRun(scenarios: scale.count(100_000, small: 200))
    let shards = 8
    let files = try (1...shards).map { index in
      let file = Scratch.file("shard-\(index).json")
      try Child.run(
        [run.runner, run.specs, "--jobs", "1", "--transport", "memory", "--shard", "\(index)/\(shards)"]
          + ["--report", "json=\(file)", "--", Built.benchmarks, "--as", "todo-driver"])
      return file
    }
    let merged = Scratch.file("merged.json")
    let reports = ["json=\(merged)", "junit=\(Scratch.file("merged.xml"))"].flatMap { ["--report", $0] }
    let command = [run.runner, "merge"] + reports + files
    let rounds = try await scale.measure(3) { try Child.run(command, watchesPeak: true) }
    return rounds.timeAndPeak
  }
}
