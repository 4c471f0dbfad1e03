import Foundation

extension Row {
  static let compare = Row(
    name: "compare",
    lines: [
      Line(
        work: "`contract-run compare` of two JSON reports with 10,000 scenarios, all of which differ in a header:"
          + " time of the whole process", wanted: .atMost(2, "s")),
      Line(work: "its peak of memory", wanted: .atMost(300, "MB")),
    ]
  ) { scale in
    let run = try ScenariosRun(scenarios: scale.count(10_000, small: 200))
    let files = try ["1", "2"].map { release in
      let file = Scratch.file("release-\(release).json")
      try Child.run(
        [run.runner, "run", run.specs, "--jobs", "1", "--transport", "memory", "--report", "json=\(file)"]
          + ["--", Built.benchmarks, "--as", "todo-driver"], environment: ["TODO_RELEASE": release])
      return file
    }
    let command = [run.runner, "compare"] + files
    let rounds = try await scale.measure(3) { try Child.run(command, status: 1, watchesPeak: true) }
    return rounds.timeAndPeak
  }
}
