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
      let call = ReleaseCall(
        client.idWithoutClient(of: job), of: client.subject(job),
        scenario: job.variation.map { _ in
          client.idWithoutClient(of: job.scenario, nil, in: job.contract, on: job.transport)
        },
        operation: job.contract.operation.value, transport: script.transport,
        isAnyOrder: script.scenario.order == .any, script.call, secrets: client.secrets.knowing(verdict.secrets))
      calls.withLock { $0[call.id] = call }
    }
    let began = Date.now
    run.play()
    let summary = run.finish()
    let time = began...max(began, .now)
    var all = calls.withLock(\.self)
    var ids: [String] = []
    func end(
      _ id: String, _ subject: AcceptedEntry.Subject, of scenario: String?, _ operation: String,
      _ transport: Transport, _ verdict: Masked<Verdict>?, _ status: Status
    ) {
      ids.append(id)
      var call =
        all[id] ?? ReleaseCall(id, of: subject, scenario: scenario, operation: operation, transport: transport)
      call.take(verdict, status)
      all[id] = call
    }
    for (job, result) in zip(client.jobs, summary.results) {
      end(
        client.idWithoutClient(of: job), client.subject(job), of: nil, result.contract.operation.value,
        result.transport,
        result.verdict,
        result.verdict.status)
    }
    for varied in summary.variations {
      let broken = Dictionary(varied.broken.map { ($0.scenario.variation, $0.verdict) }) { first, _ in first }
      func id(_ variation: Variation) -> String {
        client.idWithoutClient(of: varied.scenario, variation, in: varied.contract, on: varied.transport)
      }
      func subject(_ variation: Variation) -> AcceptedEntry.Subject {
        AcceptedEntry.Subject(
          client: client.name, contract: varied.contract.name, scenario: varied.scenario.name(of: variation),
          transport: varied.transport)
      }
      let operation = varied.contract.operation.value
      let scenario = client.idWithoutClient(of: varied.scenario, nil, in: varied.contract, on: varied.transport)
      release.variations[scenario] = varied.played.count + varied.notRun.count
      for played in varied.played {
        end(
          id(played.variation), subject(played.variation), of: scenario, operation, varied.transport,
          broken[played.variation], played.status)
      }
      for variation in varied.notRun {
        end(
          id(variation), subject(variation), of: scenario, operation, varied.transport,
          client.secrets.applied(to: Verdict(noResult: .notRun("its turn did not come"))), .errored)
      }
      for (obstacle, variations) in varied.skipped {
        let verdict = client.secrets.applied(to: Verdict(noResult: .skipped(obstacle.text)))
        for variation in variations {
          end(id(variation), subject(variation), of: scenario, operation, varied.transport, verdict, .skipped)
        }
      }
    }
    let chosen = Set(ids)
    release.ids = ids
    release.runs.append(Release.Run(time: time, calls: all.filter { chosen.contains($0.key) }))
  }
}

extension Plan.Client {
  /// Returns the id of a call without the client: the same for two releases.
  fileprivate func idWithoutClient(of job: Job) -> String {
    idWithoutClient(of: job.scenario, job.variation, in: job.contract, on: job.transport)
  }

  fileprivate func idWithoutClient(
    of scenario: Scenario, _ variation: Variation?, in contract: Contract, on transport: Transport?
  ) -> String {
    "\(contract.name)/\(scenario.shortName(variation, on: namesTransports ? transport : nil))"
  }
}
