import Foundation
import TestSupport
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import contract_run

@Suite("Variations whose outcome is compared")
struct VariationBatchTests {
  @Test(
    "a variation is not run if the call that it is compared with was not, or if a signal ended that",
    arguments: [Reason.notRun("SIGINT"), .interrupted("SIGINT", after: 1)])
  func ended(_ reason: Reason) async throws {
    try TestFolder.temporary { folder in
      try folder.write(
        """
        { "contract": 1, "endpoint": "e", "request": { "method": "GET", "path": "/" },
          "variations": { "equivalent": true, "statusError": { "failure": { "$any": true } } },
          "scenarios": [
            { "name": "s", "response": { "kind": "valid", "body": { "json": 1 } }, "expect": { "success": 1 } }
          ] }
        """, to: "specs/e.contract.json")
      let specs = [folder.appendingPathComponent("specs").path]
      let clients = [
        Configuration.Client(name: "c", specs: specs, roots: specs, build: nil, driver: ["d"], folder: nil)
      ]
      let plan = Plan.make(
        clients, selection: RunSettings.Selection(), transports: .memory, isFull: true, variations: .declared)
      let client = try #require(plan.clients.first)
      let batch = VariationBatch(client.varied[...], accepted: nil)
      let compared = batch.jobs.filter { $0.judge != nil && $0.variation != nil }
      #expect(!compared.isEmpty && batch.jobs.prefix(2).allSatisfy { $0.variation == nil })
      var verdicts = Verdicts([batch.jobs[1]], Verdict(noResult: reason))
      for job in batch.jobs where job != batch.jobs[1] {
        let script = Script(job.shown, of: job.contract, transport: .memory)
        let verdict = Verdict(reasons: [], outcome: .success(1))
        verdicts[job] = job.judge?.judge(verdict, of: job.variation, in: script) ?? verdict
      }
      let result = try #require(batch.results(verdicts, of: client, nil).first)
      #expect(result.notRun == compared.map(\.variation))
      #expect(result.broken.isEmpty)
      // Those that need no comparison have passed.
      #expect(result.played.count == batch.jobs.count - 2 - compared.count)
    }
  }

  /// A family whose variation cannot be made, although it is in the plan.
  private struct Broken: VariationFamily {
    struct Change: VariationChange {
      static let family = Variation.Family(Broken.self)
      let name = "broken"
    }

    static let name = "broken"
    static let traits = Variation.Family.Traits(isAlwaysPossible: true)

    static func read(_ member: FamilyMember) -> Self? { nil }

    func candidates(_ scenario: Scenario, _ rules: VariationRules) -> VariationCandidates {
      VariationCandidates(variations: [Variation(Change())])
    }

    func varied(
      _ scenario: Scenario, by change: Change, _ rules: VariationRules
    ) throws(Variation.Obstacle) -> Scenario {
      throw .noJSON
    }
  }

  @Test("a variation that cannot be made, although the plan has it, is errored under its own name")
  func unmade() async throws {
    try TestFolder.temporary { folder in
      try folder.write(
        """
        { "contract": 1, "endpoint": "e", "request": { "method": "GET", "path": "/" },
          "scenarios": [{ "name": "s", "response": { "kind": "valid" }, "expect": { "success": 1 } }] }
        """, to: "specs/e.contract.json")
      let specs = [folder.appendingPathComponent("specs").path]
      let clients = [
        Configuration.Client(name: "c", specs: specs, roots: specs, build: nil, driver: ["d"], folder: nil)
      ]
      let plan = Plan.make(clients, selection: RunSettings.Selection(), transports: .memory, isFull: true)
      let client = try #require(plan.clients.first)
      let rules = VariationRules(declared: [Broken()], range: client.jobs[0].scenario.range)
      let batch = VariationBatch([VariedScenario(client.jobs[0], rules: rules)], accepted: nil)
      let job = try #require(batch.jobs.first)
      #expect(throws: Variation.Obstacle.noJSON) { try job.play() }
      let verdicts = Verdicts([job], Verdict(noResult: Job.unmade(.noJSON)))
      let result = try #require(batch.results(verdicts, of: client, nil).first)
      #expect(result.notRun.isEmpty && result.hasFailed && result.played.map(\.status) == [.errored])
      #expect(result.broken.map(\.id) == ["c/e/s [broken]"])
      expectTexts(
        result.broken.flatMap { $0.texts() },
        are: [
          """
          not run: the variation cannot be made, although the plan has it, because the response has no JSON body; please report this mistake of contract-run
          """
        ])
    }
  }
}
