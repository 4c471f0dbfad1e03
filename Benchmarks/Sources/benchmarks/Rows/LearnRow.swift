import ContractCore
import ContractKit
import Foundation

extension Row {
  /// Each scenario is called twice to learn it. With `--write`, it is called once more, to see whether what was written
  /// is right.
  static let learn = Row(
    name: "learn",
    lines: [
      Line(
        work:
          "1,000 scenarios in 200 contracts, a client on `MockSession`, one driver: time of `learn` relative to that"
          + " of `run`",
        wanted: .atMost(3, "times")),
      Line(work: "the same with `learn --write`", wanted: .noted("writes 200 files, and runs the scenarios once more")),
    ]
  ) { scale in
    let run = try ScenariosRun(scenarios: scale.count(1_000, small: 50))
    let rounds = try await scale.measure(7) {
      let folder = try run.unlearned()
      let learn = try run.learn(folder, writes: false).wall
      return (learn: learn, write: try run.learn(folder, writes: true).wall, run: try run.run().usage.wall)
    }
    let plain = rounds.map(\.run).median
    return [rounds.map(\.learn), rounds.map(\.write)].map { times in
      let ratio = zip(times, rounds).map { $0 / $1.run }.median
      let text = "\(ratio.text(2)) (\((times.median * 1000).text(0)) ms against \((plain * 1000).text(0)) ms)"
      return Figure(value: ratio, text: text)
    }
  }
}

extension ScenariosRun {
  /// Writes the same contracts without their expectations and requests.
  ///
  /// - Returns: The folder.
  fileprivate func unlearned() throws -> String {
    let folder = try Scratch.folder("specs-unlearned")
    for contract in ContractSet.load([specs]).contracts {
      guard var json = JSON.parse(contract.source.bytes)?.object else {
        throw Wrong("a generated contract is not JSON")
      }
      json.members.removeAll { $0.name == "request" }
      for index in json.members.indices where json.members[index].name == "scenarios" {
        let scenarios = json.members[index].value.array ?? []
        json.members[index].value = .array(
          scenarios.map { scenario in
            .object((scenario.object?.members ?? []).filter { $0.name != "expect" }.map { ($0.name, $0.value) })
          })
      }
      let file = URL(fileURLWithPath: "\(folder)/\(contract.name).contract.json")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(JSON(.object(json)).prettyText.utf8).write(to: file)
    }
    return folder
  }

  /// Learns contracts. Fails if any scenario is not learned.
  fileprivate func learn(_ folder: String, writes: Bool) throws -> Child.Usage {
    try Child.run([runner, "learn", folder] + (writes ? ["--write"] : []) + ["--jobs", "1", "--"] + driver)
  }
}
