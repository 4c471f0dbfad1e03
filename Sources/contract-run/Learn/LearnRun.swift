import ContractAuthoring
import ContractCore
import ContractReporting
import Foundation
import Synchronization

/// The calls that show what clients do with scenarios.
struct LearnRun {
  let context: RunContext
  private(set) var built: Set<String> = []

  struct Calls {
    var client: Plan.Client
    /// The calls of each scenario, in the order of the plan.
    var all: [(job: Job, observations: [Observation])] = []
    /// What the calls show about strength.
    var strength = StrengthReport()
  }

  /// Returns what plays the scenarios of a client. Each client is built once, however often this is called.
  private mutating func clientRun(_ client: Plan.Client, keepsRecords: Bool) -> ClientRun {
    var client = client
    if !built.insert(client.name).inserted { client.configured.build = nil }
    var run = ClientRun(client, in: context, keepsRecords: keepsRecords)
    run.reversesRounds = true
    run.makesOnlyCalls = true
    return run
  }

  /// Plays the scenarios of a plan.
  ///
  /// - Parameter rounds: How often each scenario is played, each time in new drivers. The second time, the order is the
  ///   reverse one, so that a result that needs an earlier call is a different one.
  mutating func play(_ plan: Plan, rounds: Int) -> [Calls] {
    context.console.begin(plan.parts)
    return plan.clients.map { client in
      var run = clientRun(client, keepsRecords: true)
      // Parts of requests are changed in the calls of the last round.
      let addresses = Mutex<[Job: Addresses]>([:])
      run.onEvidence = { job, _, call in addresses.withLock { $0[job] = call.addresses } }
      var calls = Calls(client: client)
      for round in 1...rounds {
        if rounds > 1 { context.console.beginRound(round, of: rounds) }
        run.play(round: round)
        if calls.all.isEmpty { calls.all = client.jobs.map { ($0, []) } }
        for (index, call) in run.calls.enumerated() {
          calls.all[index].observations.append(Observation(call.verdict, on: call.transport))
        }
      }
      let known = addresses.withLock(\.self)
      for call in run.calls where call.verdict.status == .passed {
        let result = client.result(call.job, on: call.transport, call.verdict)
        if let place = known[call.job], let mutants = Mutants(call.verdict, of: result, at: place) {
          calls.strength.add(mutants, of: result)
        }
      }
      return calls
    }
  }

  /// Plays the variations of a plan once.
  ///
  /// - Returns: The calls, in no order.
  mutating func playRules(_ plan: Plan) -> [ProposedRules.Call] {
    context.console.begin(plan.parts)
    let calls = Mutex<[ProposedRules.Call]>([])
    for client in plan.clients {
      var run = clientRun(client, keepsRecords: false)
      run.onCall = { job, script, verdict in
        if job.variation == nil || !verdict.tookPlace { return }
        let call = ProposedRules.Call(job: job, verdict: script.verdict())
        calls.withLock { $0.append(call) }
      }
      run.play()
      _ = run.finish()
    }
    return calls.withLock(\.self)
  }

  /// Plays the variations of a plan. Each round has new drivers, and every second one the reverse order.
  ///
  /// - Returns: What became of the variations of each client in each round.
  mutating func playVariations(_ plan: Plan, rounds: Int) -> [VariationCalls] {
    context.console.begin(plan.parts)
    return plan.clients.map { client in
      let all = (1...rounds).map { round in
        var run = clientRun(client, keepsRecords: false)
        context.console.beginRound(round, of: rounds)
        run.play(round: round)
        return run.finish().variations
      }
      return (client, all)
    }
  }
}
