package import ContractCore

/// What became of the variations of one scenario on one transport.
///
/// Only the variations that did not pass keep a result of their own, because a run can have very many that pass.
package struct VariedResult: Sendable {
  package struct Played: Sendable {
    package let variation: Variation
    package var status: Status
    /// The seconds from the call to its result.
    package var duration: Float
    /// How often it was played, and how often it passed.
    var runs: RepeatedVerdict.Runs
    /// How the call ended after a fault of `steps`; nil for all others.
    package var end: StepEnd?

    package init(_ variation: Variation, _ status: Status, duration: Double, end: StepEnd? = nil) {
      (self.variation, self.status, self.duration, self.end) = (variation, status, Float(duration), end)
      runs = RepeatedVerdict.Runs(total: 1, passed: status == .passed ? 1 : 0)
    }
  }

  package let client: String
  package let contract: Contract
  /// The scenario as the contract has it.
  package let scenario: Scenario
  package let transport: Transport
  /// Whether the scenario runs on both transports, so that ids must name the transport.
  let namesTransport: Bool
  /// The variations that were played, in order.
  package var played: [Played]
  /// The results of those that failed, errored, or are known issues, in the same order.
  package var broken: [ScenarioResult]
  /// The variations that were not played because the run ended before their turn.
  package var notRun: [Variation]
  /// How many variations do not exist, for each reason.
  package private(set) var leftOut: [Variation.Obstacle: Int]
  /// Of those, the variations that were played as far as that was possible.
  package private(set) var skipped: [Variation.Obstacle: [Variation]] = [:]

  /// What the client sent in variations that watch all of it; nil if none was played.
  package var tally: SecurityTally?

  package init(
    of scenario: Scenario, in contract: Contract, client: String, on transport: Transport, namesTransport: Bool = false,
    played: [Played] = [], broken: [ScenarioResult] = [], notRun: [Variation] = [],
    leftOut: [Variation.Obstacle: Int] = [:]
  ) {
    (self.client, self.contract, self.scenario, self.transport) = (client, contract, scenario, transport)
    (self.namesTransport, self.played, self.broken) = (namesTransport, played, broken)
    (self.notRun, self.leftOut) = (notRun, leftOut)
  }

  /// Leaves out a variation that turned out to be impossible during the run.
  package mutating func skip(_ variation: Variation, _ obstacle: Variation.Obstacle) {
    played.removeAll { $0.variation == variation }
    if skipped[obstacle]?.contains(variation) == true { return }
    leftOut[obstacle, default: 0] += 1
    skipped[obstacle, default: []].append(variation)
  }

  package var id: String { id(of: nil) }

  /// Returns the id of the scenario, or of one of its variations.
  package func id(of variation: Variation?) -> String {
    contract.id(of: scenario, variation, client: client, on: namesTransport ? transport : nil)
  }

  /// Returns a variation as accepted entries name it.
  package func subject(_ variation: Variation) -> AcceptedEntry.Subject {
    AcceptedEntry.Subject(
      client: client, contract: contract.name, scenario: scenario.name(of: variation), transport: transport)
  }

  /// Returns the id of the scenario, or of one of its variations, without client and contract.
  func shortName(of variation: Variation? = nil) -> String {
    scenario.shortName(variation, on: namesTransport ? transport : nil)
  }

  /// The families of the variations, in order.
  var families: [Variation.Family] {
    let all = Set((played.map(\.variation) + notRun).map(\.family))
    return Variation.Family.allCases.filter(all.contains)
  }

  /// Whether a variation failed or errored, and is not a known issue.
  package var hasFailed: Bool { played.contains { $0.status.isBroken } }

  func count(_ status: Status) -> Int { played.count { $0.status == status } }

  /// Adds the variations that passed, and those that had no turn, to the count of what entries of known issues cover.
  package func addRest(to tally: inout AcceptedCollector) {
    for played in played where played.status == .passed {
      tally.add(subject(played.variation), id: "", .passed, known: [])
    }
    for variation in notRun + skipped.values.joined() { tally.leaveOut(subject(variation)) }
  }

  /// Adds another round of the same variations. A variation that did not pass in one of the rounds did not pass. A call
  /// that a signal ended does not count if an earlier round has the variation.
  package mutating func add(_ round: VariedResult) {
    let known = Set(broken.map(\.id))
    let places = Dictionary(played.enumerated().map { ($1.variation, $0) }) { first, _ in first }
    let ended = round.broken.filter(\.verdict.isInterrupted).compactMap(\.scenario.variation)
    let interrupted = Set(ended).intersection(places.keys)
    broken += round.broken.filter { result in
      !known.contains(result.id) && result.scenario.variation.map(interrupted.contains) != true
    }
    for one in round.played where !interrupted.contains(one.variation) {
      guard let place = places[one.variation] else {
        played.append(one)
        continue
      }
      played[place].runs.total += 1
      played[place].runs.passed += one.runs.passed
      // The first round in which it did not pass counts.
      if played[place].status == .passed { (played[place].status, played[place].duration) = (one.status, one.duration) }
    }
    let all = Set(played.map(\.variation))
    notRun = notRun.filter { !all.contains($0) }
  }

  /// Returns the results with a reason for each variation that passed in some rounds and not in others. Known issues that
  /// pass are flaky, too.
  package func withFlakiness(_ accepted: Accepted) -> VariedResult {
    var varied = self
    let runs = Dictionary(played.map { ($0.variation, $0.runs) }) { first, _ in first }
    varied.broken = broken.map { result in
      guard let runs = result.scenario.variation.flatMap({ runs[$0] }) else { return result }
      var repeated = result.with(verdict: result.verdict.value.repeated(in: runs))
      repeated.runs = runs
      return repeated
    }
    return varied.judged(by: accepted)
  }

  /// Returns the same results with those as known issues of which entries cover everything that failed.
  package func judged(by accepted: Accepted) -> VariedResult {
    var varied = self
    varied.broken = broken.map { $0.judged(by: accepted) }
    let statuses = Dictionary(varied.broken.map { ($0.scenario.variation, $0.verdict.status) }) { first, _ in first }
    for index in played.indices {
      varied.played[index].status = statuses[played[index].variation] ?? played[index].status
    }
    return varied
  }
}

extension Collection<VariedResult> {
  func count(_ status: Status) -> Int { reduce(0) { $0 + $1.count(status) } }

  var playedCount: Int { reduce(0) { $0 + $1.played.count } }
}
