import ContractCore
import ContractReporting
import Foundation
import Synchronization

/// Plays all scenarios of a plan with one release of a client, and keeps what it did.
struct ReleaseRun {
  let client: Plan.Client
  let context: RunContext

  /// Plays everything once, and adds it to a release.
  func play(_ release: inout Release) {
    let calls = Mutex<[String: ReleaseCall]>([:])
    var run = ClientRun(client, in: context, keepsRecords: false)
    run.onCall = { [client] job, script, verdict in
      // What variations are compared with is the scenario again.
      if job.variation == nil, job.isVariations { return }
      let scenario = Job(job.scenario, of: job.contract, on: job.transport)
      let call = ReleaseCall(
        client.withoutClient(client.id(of: job)), of: client.subject(job),
        scenario: job.variation.map { _ in client.withoutClient(client.id(of: scenario)) },
        operation: job.contract.operation.value, transport: script.transport,
        isAnyOrder: script.scenario.order == .any, script.call, secrets: client.secrets.knowing(verdict.secrets))
      calls.withLock { $0[call.id] = call }
    }
    let began = Date.now
    run.play()
    let summary = run.finish()
    let time = began...max(began, .now)
    let all = calls.withLock(\.self)
    var played = Release.Run(time: time, calls: [:])
    release.ids = []
    func end(
      _ id: String, _ subject: AcceptedEntry.Subject, of scenario: String?, _ operation: String,
      _ transport: Transport, _ verdict: Masked<Verdict>?, _ status: Status
    ) {
      let id = client.withoutClient(id)
      release.ids.append(id)
      var call = all[id] ?? ReleaseCall(id, of: subject, scenario: scenario, operation: operation, transport: transport)
      call.take(verdict, status)
      played.calls[id] = call
    }
    for (job, result) in zip(client.jobs, summary.results) {
      end(
        result.id, client.subject(job), of: nil, result.contract.operation.value, result.transport, result.verdict,
        result.verdict.status)
    }
    for varied in summary.variations {
      let broken = Dictionary(varied.broken.map { ($0.scenario.variation, $0.verdict) }) { first, _ in first }
      let scenario = client.withoutClient(varied.id)
      func endVariation(_ variation: Variation, _ verdict: Masked<Verdict>?, _ status: Status) {
        end(
          varied.id(of: variation), varied.subject(variation), of: scenario, varied.contract.operation.value,
          varied.transport, verdict, status)
      }
      release.variations[scenario] = varied.played.count + varied.notRun.count
      for played in varied.played { endVariation(played.variation, broken[played.variation], played.status) }
      let notRun = client.secrets.applied(to: Verdict(noResult: .notRun("its turn did not come")))
      for variation in varied.notRun { endVariation(variation, notRun, .errored) }
      for (obstacle, variations) in varied.skipped {
        let verdict = client.secrets.applied(to: Verdict(noResult: .skipped(obstacle.text)))
        for variation in variations { endVariation(variation, verdict, .skipped) }
      }
    }
    release.runs.append(played)
  }
}
