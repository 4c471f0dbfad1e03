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

  /// What people should look at before they accept the proposals.
  var notes: [String] {
    let byContract = Dictionary(grouping: proposals.filter(\.isAccepted)) { $0.contract.name }
    let notes = byContract.sorted { $0.key < $1.key }.flatMap { name, proposals -> [String] in
      let parts = Self.versions(proposals) + Self.secrets(proposals) + proposals.flatMap(\.unclearLists).uniqued()
      let first = [Self.sameErrors(proposals), Self.failures(proposals)].compactMap(\.self)
      return (first + parts + [Self.unsent(proposals)].compactMap(\.self)).map { "\(name): \($0)" }
    }
    return notes
      + Dictionary(grouping: proposals) { $0.skip }.compactMap { why, proposals in
        let names = proposals.map { "\($0.contract.name)/\($0.scenario.name)" }
        return why.map { "not played, so not learned: \(English.listed(names)): \($0)" }
      }.sorted()
  }

  /// The number of scenarios that were played.
  var count: Int { proposals.count { $0.skip == nil } }

  /// Returns a note if the client does not distinguish error statuses.
  private static func sameErrors(_ proposals: [ScenarioProposal]) -> String? {
    let errors = proposals.filter { $0.scenario.exchanges.last?.response.kind == .statusError }
    let statuses = Set(errors.compactMap { $0.scenario.exchanges.last?.response.status })
    guard statuses.count > 1, let outcome = errors[0].expect, errors.allSatisfy({ $0.expect == outcome }) else {
      return nil
    }
    return "all \(statuses.count) status errors give the same outcome, \(outcome.text.asLine)"
  }

  /// Returns a note for each header in which the client names itself, with its version.
  private static func versions(_ proposals: [ScenarioProposal]) -> [String] {
    let headers = proposals.flatMap { $0.headersWithVersions }
    return Set(headers).sorted().map { "header \($0) accepts every version" }
  }

  /// Returns a note for each secret that the contract does not contain.
  private static func secrets(_ proposals: [ScenarioProposal]) -> [String] {
    let unsent = ScenarioProposal.neverSent(in: proposals)
    return Dictionary(grouping: proposals.flatMap(\.unknownSecrets), by: \.part).sorted { $0.key < $1.key }.map {
      part, same in
      let inputs = same.reduce(unsent) { $0.intersection($1.inputs) }
      return inputs.isEmpty
        ? "\(part) accepts every value, because the contract does not contain the client's"
        : "\(part) is not input \(English.listed(inputs.sorted())), so it accepts every value"
    }
  }

  /// Returns a note about the texts of the input that are in no request.
  private static func unsent(_ proposals: [ScenarioProposal]) -> String? {
    let byScenarios = Dictionary(grouping: ScenarioProposal.unsentInputs(in: proposals), by: \.scenarios)
    let parts = byScenarios.sorted {
      $0.key.count == $1.key.count ? $0.key.lexicographicallyPrecedes($1.key) : $0.key.count < $1.key.count
    }.map { scenarios, inputs in
      let pointers = inputs.map(\.pointer)
      let names =
        pointers == [""]
        ? "the input is" : pointers.count == 1 ? "input \(pointers[0]) is" : "inputs \(listed(pointers)) are"
      return "\(names) in no request" + (scenarios.isEmpty ? "" : " of \(listed(scenarios.map { "\"\($0)\"" }))")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Returns the first names of a list as text.
  private static func listed(_ names: [String]) -> String {
    let rest = names.count - maximum
    return English.listed(rest > 1 ? names.prefix(maximum) + ["\(rest) more"] : names)
  }

  /// The largest number of names in a note about the input.
  private static let maximum = 5

  /// Returns a note if the client fails with valid responses.
  private static func failures(_ proposals: [ScenarioProposal]) -> String? {
    let names = proposals.filter(\.failsWithValid).map { "\"\($0.scenario.name)\"" }
    return names.isEmpty ? nil : "the client fails with the valid response of \(English.listed(names))"
  }
}
