import Synchronization

/// The variations of one scenario in this process.
final class ScenarioVariations: Sendable {
  private let calls: VariedCalls
  private let addresses: CallAddresses
  private let runner: InProcessRunner
  /// The verdicts of the calls of the scenario itself; nil if no variation has needed them yet.
  private let written = Mutex<Task<[Verdict], Never>?>(nil)

  init(_ calls: VariedCalls, at addresses: CallAddresses, runner: InProcessRunner) {
    (self.calls, self.addresses, self.runner) = (calls, addresses, runner)
  }

  /// Plays a variation. The first one whose outcome is compared also plays the scenario itself, which takes no part in
  /// the time of the variation.
  func play(_ job: Job) async -> Verdict {
    guard job.judge != nil, let variation = job.variation else { return await runner.play(job, at: addresses) }
    let written = await playWritten()
    let verdict = await runner.play(job, at: addresses)
    return calls.judge.finish(verdict, of: variation, on: .memory, after: written) ?? verdict
  }

  /// Plays the scenario itself, once for all variations.
  private func playWritten() async -> [Verdict] {
    let task = written.withLock { written in
      let task =
        written
        ?? Task { [calls, addresses, runner] in
          var verdicts: [Verdict] = []
          for job in calls.written { verdicts.append(await runner.play(job, at: addresses)) }
          return verdicts
        }
      written = task
      return task
    }
    return await task.value
  }
}
