package import ContractCore
package import Foundation

/// A whole run, as the input of the report formats.
package struct RunReport: Sendable {
  /// The results in contract order, client by client.
  package var results: [ScenarioResult]
  /// What became of the variations, in contract order, client by client.
  package var variations: [VariedResult] = []
  package var started: Date
  /// The duration in seconds of wall clock time.
  package var duration: Double
  /// Operations that a client's driver offers and no contract calls, by client. Clients without such operations are
  /// left out.
  package var uncalledOperations: [(client: String, operations: [String])]
  /// What the run found out about the entries of known issues.
  package var accepted: [AcceptedResult] = []
  /// What the contracts cover, and what of it is required and missing.
  package var coverage = Coverage([])
  /// What is known about the strength of the scenarios that passed; nil if nobody asked.
  package var strength: StrengthReport?
  /// Notices that do not belong to a scenario.
  package var notices: [Notice]
  /// The command lines that its texts propose.
  package var commands = CommandLines()
  /// Which shards of a run it is, if machines divide it and it is not all of them; otherwise nil.
  package var part: Part?
  /// What was played, so that another command can make the plan again; nil if no report asks.
  package var plan: Plan?
  /// The clients whose build failed, so that nothing of them ran.
  package var unbuilt: Set<String> = []
  /// The shards whose results are not there, or not complete. If there are some, neither is the run.
  package var lostShards: [LostShard] = []
  /// The signal that ended the run early, or nil.
  package var interruptedBy: String?

  /// One or more of the shards into which machines divide a run.
  package struct Part: Sendable {
    /// Which shards, from 1, in order.
    package var indexes: [Int]
    /// The number of shards of the run, at most `limit`.
    package var count: Int
    /// The number of scenarios of all shards.
    package var scenarios: Int
    /// Whether other shards have scenarios that run.
    package var hasOthers = false

    /// The largest number of shards.
    package static let limit = 10_000

    package init(indexes: [Int], count: Int, scenarios: Int) {
      (self.indexes, self.count, self.scenarios) = (indexes, count, scenarios)
    }
  }

  /// What was played. All shards of a run have the same.
  package struct Plan: Maskable {
    /// The command that played it: `run`, `prove` or `verify`. What `merge` writes is a report of `run`.
    package var command: String
    /// The arguments of contract-run that choose what runs, without the shard.
    package var arguments: [String]
    /// The number of scenarios of all shards.
    package var scenarios: Int
    /// The ids of the chosen scenarios, their transports, and the number of shards.
    package var chosen: Fingerprint
    /// The text of each client's contracts, by their names.
    package var contracts: [String: [String: Fingerprint]]
    /// The files that contracts name, by their paths. Those that are missing are left out.
    package var files: [String: Fingerprint]
    /// The operations that the driver of each client offers, if one of them has started.
    package var operations: [String: [String]] = [:]

    package static var secretParts: [SecretPart<Self>] { [.init(\.arguments), .init(\.operations)] }

    package init(
      command: String, arguments: [String], scenarios: Int, chosen: Fingerprint,
      contracts: [String: [String: Fingerprint]], files: [String: Fingerprint]
    ) {
      (self.command, self.arguments, self.scenarios, self.chosen) = (command, arguments, scenarios, chosen)
      (self.contracts, self.files) = (contracts, files)
    }
  }

  /// A text about a run that does not belong to a scenario.
  package struct Notice: Maskable, Hashable {
    package var text: String
    /// The client that it is about; nil if it is about the run.
    package var client: String?
    /// Whether it says that required coverage is not compared, because the run is partial.
    package var isAboutPart = false

    package init(_ text: String) { self.text = text }

    package init(_ text: String, of client: String) { (self.text, self.client) = ("\(client): \(text)", client) }

    package static var secretParts: [SecretPart<Self>] { [.init(\.text)] }

    var hasNoFacts: Bool { client == nil && !isAboutPart }
    /// What another command needs to know about it.
    var facts: JSON {
      JSON(members: ["client": client.map { .string($0) }, "isAboutPart": isAboutPart ? .some(true) : nil])
    }
  }

  /// A shard whose results a merge does not have, or not all of them.
  package struct LostShard: Sendable {
    /// Which shard, from 1.
    package var index: Int
    /// Why it is lost: `shard 3/6 is missing`.
    package var why: String
    /// Whether the reason is that multiple reports have it.
    package var isDouble: Bool

    package init(index: Int, why: String, isDouble: Bool = false) {
      (self.index, self.why, self.isDouble) = (index, why, isDouble)
    }
  }

  /// Creates a report. `duration` is in seconds.
  package init(
    results: [ScenarioResult], started: Date, duration: Double,
    uncalledOperations: [(client: String, operations: [String])] = [], notices: [Notice] = [],
    interruptedBy: String? = nil
  ) {
    (self.results, self.started, self.duration) = (results, started, duration)
    (self.uncalledOperations, self.notices, self.interruptedBy) = (uncalledOperations, notices, interruptedBy)
  }

  /// Whether nothing ran because no client could be built.
  var hasBuiltNothing: Bool {
    !unbuilt.isEmpty && results.allSatisfy { unbuilt.contains($0.client) }
      && variations.allSatisfy { unbuilt.contains($0.client) }
  }

  /// Whether there was no scenario to run, or all were skipped.
  var hasRunNothing: Bool { exitStatus == 3 && count(.errored) == 0 && variations.isEmpty }

  package func count(_ status: Status) -> Int { results.count(status) }

  /// The results of the scenarios, then those of the variations that did not pass.
  var judged: [ScenarioResult] { variations.isEmpty ? results : results + variations.flatMap(\.broken) }

  /// The exit status of the run, as docs/configuration.md defines it: 0 if all passed, were skipped or are known issues
  /// and at least one ran, 1 if some failed, an accepted entry has a problem, required coverage
  /// is missing, or a scenario is vacuous and the run is strict, 3 if none of that but some errored, or if nothing ran,
  /// also not in another part of the run. If a shard is lost, it is 3.
  package var exitStatus: Int32 {
    let tally = Dictionary(uniqueKeysWithValues: zip(Status.allCases, results.tally))
    func count(_ status: Status) -> Int { tally[status, default: 0] + variations.count(status) }
    if !lostShards.isEmpty { return 3 }
    if count(.failed) > 0 || accepted.contains(where: { $0.problem != nil }) { return 1 }
    if !coverage.problems.isEmpty { return 1 }
    if let strength, strength.isStrict, strength.vacuous > 0 { return 1 }
    if count(.errored) > 0 || variations.contains(where: { !$0.notRun.isEmpty }) { return 3 }
    let hasRun = count(.passed) + count(.knownIssue) > 0
    return hasRun || part?.hasOthers == true ? 0 : 3
  }

  /// One client's run of one contract.
  struct ContractResults {
    var client: String
    var contract: Contract
    var results: ArraySlice<ScenarioResult> = []
    var variations: ArraySlice<VariedResult> = []

    /// How many variations ended with each status.
    var variationCounts: [Status: Int] {
      var counts: [Status: Int] = [:]
      for varied in variations { for played in varied.played { counts[played.status, default: 0] += 1 } }
      return counts
    }
  }

  /// The results of each client's run of each contract, in order.
  var byContract: [ContractResults] {
    var parts: [ContractResults] = []
    var indexes: [ContractRun: Int] = [:]
    for results in results.chunked(by: { $0.contract === $1.contract && $0.client == $1.client }) {
      guard let first = results.first else { continue }
      indexes[ContractRun(first.client, first.contract)] = parts.count
      parts.append(ContractResults(client: first.client, contract: first.contract, results: results))
    }
    for own in variations.chunked(by: { $0.contract === $1.contract && $0.client == $1.client }) {
      guard let first = own.first else { continue }
      if let index = indexes[ContractRun(first.client, first.contract)] {
        parts[index].variations = own
      } else {
        // The options choose only variations of this contract.
        parts.append(ContractResults(client: first.client, contract: first.contract, variations: own))
      }
    }
    return parts
  }

  /// Something that fails a run and is not a scenario.
  struct Problem {
    var name: String
    var range: SourceRange
    /// What is wrong, in one line.
    var message: String
    var type: String
    /// What reports count.
    var noun: String
    /// What is wrong, and what to do.
    var text: String
  }

  /// The accepted entries that fail a run.
  var entryProblems: [Problem] {
    accepted.compactMap { result in
      result.problem.map { problem in
        let range = result.entry.range
        return Problem(
          name: result.entry.scope, range: range, message: "\(range.lineDescription): \(result.summary)",
          type: problem.rawValue, noun: result.noun, text: result.text(commands))
      }
    }
  }

  /// What fails a run although no scenario failed, by kind. Without it, a server that reads only one report would not
  /// notice.
  var problems: [(kind: String, cases: [Problem])] {
    let coverage = coverage.problems.map {
      Problem(
        name: $0.name, range: $0.range, message: $0.summary, type: $0.fact.names.code, noun: $0.fact.names.noun,
        text: $0.text)
    }
    return [("accepted", entryProblems), ("coverage", coverage)].filter { !$0.1.isEmpty }
  }
}

/// One client's run of one contract, by which its results are found.
struct ContractRun: Hashable {
  private let client: String
  private let contract: ObjectIdentifier

  init(_ client: String, _ contract: Contract) { (self.client, self.contract) = (client, ObjectIdentifier(contract)) }
}
