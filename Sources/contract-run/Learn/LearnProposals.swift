import ContractAuthoring
import ContractCore
import Foundation

/// A scenario, identified by its contract's file and its name. It is the same for all clients, and after the file has
/// changed.
struct ScenarioKey: Hashable {
  /// The absolute path of the contract.
  var contract: String
  var scenario: String

  init(_ contract: Contract, _ scenario: Scenario) {
    self.contract = FileSystem.absolute(contract.source.path)
    self.scenario = scenario.name
  }

  init(_ job: Job) { self.init(job.contract, job.scenario) }
}

/// What clients did with scenarios that are not learned yet, and what that proposes for their contracts.
struct LearnProposals {
  /// The proposals, in the order of the plan.
  private(set) var proposals: [ScenarioProposal] = []
  private(set) var edits: ProposedEdits

  /// - Parameters:
  ///   - writesShared: Whether files that contracts share may be changed.
  ///   - accepts: Whether failures of a client are accepted, to be listed as known issues.
  ///   - secrets: What is a secret, which is not written.
  init(_ calls: [LearnRun.Calls], writesShared: Bool, accepts: Bool, secrets: Secrets, now: Date = .now) {
    let all = calls.flatMap { part in
      part.all.map { (client: part.client.name, job: $0.job, observations: $0.observations) }
    }
    let present = TimeWindow(now, secrets: secrets)
    proposals = all.grouped { ScenarioKey($0.job) }.inParts { part in
      part.compactMap { _, own in
        let each = own.grouped(by: \.client).map { client, calls in
          let job = calls[0].job
          let proposal = ScenarioProposal(
            of: job.scenario, in: job.contract, insteadOf: job.original, from: calls.flatMap(\.observations),
            present: present, accepts: accepts)
          return (client, proposal)
        }
        return ScenarioProposal.merged(each)
      }
    }.flatMap(\.self)
    ScenarioProposal.resolveDoubts(in: &proposals, accepts: accepts)
    edits = ProposedEdits(proposals, writesShared: writesShared)
    for (index, refusal) in edits.refusals { refuse(index, refusal) }
  }

  /// Records that a proposal is not written.
  mutating func refuse(_ index: Int, _ refusal: UnlearnableReason) { proposals[index].refusals.append(refusal) }

  /// The number of scenarios that were played.
  var count: Int { proposals.count { $0.skip == nil } }
}
