import ContractCore
import ContractTesting
import Foundation

extension Row {
  /// Every run compares the outcomes of scenarios that differ only in their answers. The outcomes here are those of the
  /// same client in process. So only the comparisons are measured, and then the whole run.
  static let strength = Row(
    name: "strength",
    lines: [
      Line(
        work: "10,000 scenarios in 2,000 contracts, as in `scenarios`: CPU to judge their strength, in percent of the"
          + " whole run's",
        wanted: .atMost(5, "%"))
    ]
  ) { scale in
    let run = try ScenariosRun(scenarios: scale.count(10_000, small: 200))
    let calls = try await calls(run)
    let rounds = try await scale.measure(7) {
      let judging = try await Cost.of {
        let tally = DependenceCollector(calls.map(\.job), keeps: false)
        for call in calls { tally.add(call.answered, of: call.job, on: .memory) }
        let judged = tally.finish()
        if judged.count != run.scenarios { throw Wrong("\(judged.count) of \(run.scenarios) scenarios were judged") }
      }
      return (judging: judging.cpu, run: try run.run().usage.cpu)
    }
    let share = rounds.map { $0.judging / $0.run * 100 }.median
    let each = rounds.map(\.judging).median / Double(run.scenarios) * 1e6
    return [Figure(value: share, text: "\(share.text(1)) % (\(each.text(1)) µs for each scenario)")]
  }

  /// Runs all scenarios in process, and returns what the client made of their answers.
  private static func calls(_ run: ScenariosRun) async throws -> [(job: Job, answered: CallEvidence)] {
    let tests = try ContractSuite(client: "todo", specs: run.specs, driver: TodoDriver.self)
    var calls: [(job: Job, answered: CallEvidence)] = []
    for test in tests.scenarios {
      let result = await test.play()
      guard result.verdict.status == .passed, let outcome = result.verdict.outcome else {
        throw Wrong("\(test) failed")
      }
      calls.append(
        (
          Job(result.scenario, of: result.contract, on: .memory),
          CallEvidence(outcome, addresses: result.contract.addresses)
        ))
    }
    return calls
  }
}
