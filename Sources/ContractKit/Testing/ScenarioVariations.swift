import ContractCore
import Synchronization

/// The variations of one scenario in this process.
final class ScenarioVariations: Sendable {
  private let calls: VariedCalls
  private let addresses: CallAddresses
  private let runner: InProcessRunner
  private let state = Mutex(State())

  private struct State: Sendable {
    /// The calls of the scenario itself; nil if no variation has needed them yet.
    var written: Task<[Verdict], Never>?
    /// The variations that found nothing in these calls to be compared with.
    var notCompared: Set<Variation> = []
  }

  init(_ calls: VariedCalls, at addresses: CallAddresses, runner: InProcessRunner) {
    (self.calls, self.addresses, self.runner) = (calls, addresses, runner)
  }

  /// Plays a variation. The first one whose outcome is compared also plays the scenario itself, which takes no part in
  /// the time of the variation.
  func play(_ job: Job) async -> Verdict {
    guard job.judge != nil, let variation = job.variation else { return await runner.play(job, at: addresses) }
    let written = await playWritten(for: variation)
    let verdict = await runner.play(job, at: addresses)
    return calls.judge.finish(verdict, of: variation, on: .memory, after: written) ?? Verdict(noResult: .unplayed)
  }

  /// Plays the scenario itself, once for all variations. Returns an empty list if this task is canceled before the end.
  ///
  /// If these calls gave nothing to compare with, a variation that comes again makes new ones: in a repetition of the
  /// test, the client may do better.
  private func playWritten(for variation: Variation) async -> [Verdict] {
    let task = state.withLock { state in
      if let written = state.written, calls.judge.canCompare(variation) || !state.notCompared.contains(variation) {
        return written
      }
      // The task belongs to all variations that wait. So it inherits nothing from the first one, and goes on if the test
      // of one is canceled.
      let task = Task.detached { [calls, addresses, runner] in
        var verdicts: [Verdict] = []
        for job in calls.written { verdicts.append(await runner.play(job, at: addresses)) }
        return verdicts
      }
      state = State(written: task)
      return task
    }
    // The value of a task cannot be waited for only until the current task is canceled. A stream can.
    let (ends, continuation) = AsyncStream.makeStream(of: [Verdict].self)
    Task.detached { continuation.yield(await task.value) }
    for await verdicts in ends {
      if !calls.judge.canCompare(variation) { state.withLock { _ = $0.notCompared.insert(variation) } }
      return verdicts
    }
    return []
  }
}
