/// What became of the variations of one scenario on one transport.
///
/// Only the variations that did not pass keep a result of their own, because a run can have very many that pass.
package struct VariedResult: Sendable {
  /// A variation that was played.
  package struct Played: Sendable {
    /// The variation.
    package let variation: Variation
    /// How it ended.
    package let status: Status
    /// The seconds from the call to its result.
    package let duration: Float

    /// Makes a variation that was played.
    package init(_ variation: Variation, _ status: Status, duration: Double) {
      (self.variation, self.status, self.duration) = (variation, status, Float(duration))
    }
  }

  /// The client's name.
  package let client: String
  /// The contract that the scenario belongs to.
  package let contract: Contract
  /// The scenario as the contract has it.
  package let scenario: Scenario
  /// How its requests traveled.
  package let transport: Transport
  /// Whether the scenario runs on both transports, so that ids must name the transport.
  let namesTransport: Bool
  /// The variations that were played, in order.
  package var played: [Played]
  /// The results of those that failed, errored, or are known issues, in the same order.
  package var broken: [ScenarioResult]
  /// How many variations were not played because the run ended before their turn.
  package var notRun: Int
  /// How many variations do not exist, for each reason.
  package let leftOut: [Variation.Obstacle: Int]

  /// Makes the results of a scenario's variations.
  package init(
    of scenario: Scenario, in contract: Contract, client: String, on transport: Transport, namesTransport: Bool = false,
    played: [Played] = [], broken: [ScenarioResult] = [], notRun: Int = 0, leftOut: [Variation.Obstacle: Int] = [:]
  ) {
    (self.client, self.contract, self.scenario, self.transport) = (client, contract, scenario, transport)
    (self.namesTransport, self.played, self.broken) = (namesTransport, played, broken)
    (self.notRun, self.leftOut) = (notRun, leftOut)
  }

  /// The id of the scenario.
  package var id: String { contract.id(of: scenario, client: client, on: namesTransport ? transport : nil) }

  /// Returns the id of the scenario, or of one of its variations, without client and contract.
  func shortName(of variation: Variation? = nil) -> String {
    scenario.shortName(variation, on: namesTransport ? transport : nil)
  }

  /// Returns the name of all variations of a family: `created [statusError]@memory`.
  func shortName(of family: Variation.Family) -> String {
    let name = "\(scenario.name) [\(family.rawValue)]"
    return namesTransport ? "\(name)@\(transport.rawValue)" : name
  }

  /// The families of which variations were played, in order.
  var families: [Variation.Family] {
    let all = Set(played.map(\.variation.family))
    return Variation.Family.allCases.filter(all.contains)
  }

  /// Whether a variation failed or errored, and is not a known issue.
  package var hasFailed: Bool { played.contains { $0.status.isBroken } }

  /// Returns how many variations ended with a status.
  func count(_ status: Status) -> Int { played.count { $0.status == status } }

  /// Adds the variations that passed to the count of what entries of known issues cover.
  package func addPassed(to tally: inout KnownIssueTally) {
    for played in played where played.status == .passed {
      let subject = KnownIssue.Subject(
        client: client, contract: contract.name, scenario: scenario.name(of: played.variation), transport: transport)
      tally.add(subject, id: "", .passed, known: [])
    }
  }

  /// Adds another round of the same variations. A variation that did not pass in one of the rounds did not pass.
  package mutating func add(_ round: VariedResult) {
    let known = Set(broken.map(\.id))
    broken += round.broken.filter { !known.contains($0.id) }
    played = zip(played, round.played).map { $0.status.isBroken ? $0 : $1 }
    notRun += round.notRun
  }
}

extension Collection<VariedResult> {
  /// Returns how many variations ended with a status.
  func count(_ status: Status) -> Int { reduce(0) { $0 + $1.count(status) } }

  /// How many variations were played.
  var playedCount: Int { reduce(0) { $0 + $1.played.count } }
}
