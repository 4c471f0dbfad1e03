package import ContractCore
package import Foundation

/// What a release of a client did in all scenarios, in one run or in two.
package struct Release: Sendable {
  /// One run of all scenarios.
  package struct Run: Sendable {
    /// When the run began and ended, by the clock of its machine.
    package var time: ClosedRange<Date>
    /// What the release did in each scenario, by the scenario's id without the client.
    package var calls: [String: ReleaseCall]

    package init(time: ClosedRange<Date>, calls: [String: ReleaseCall]) { (self.time, self.calls) = (time, calls) }
  }

  /// How people name the release: a client of the configuration, a command, or a file.
  package var name: String
  /// The ids of the scenarios, in the order of their contracts.
  package var ids: [String]
  /// The runs: two of an old release, so that what differs between them is known to vary by itself.
  package var runs: [Run]
  /// The fingerprint of each contract, by its name, and of each file that contracts name, by its path.
  package var contracts: [String: Fingerprint]
  /// How many variations of each scenario were to be played, by the scenario's id.
  package var variations: [String: Int] = [:]
  /// The clients whose calls it has.
  package var clients: Set<String> { Set(runs.first?.calls.values.map(\.subject.client) ?? []) }
  /// Whether it is from a report, which has no secrets, and no calls of variations that passed.
  package var isSaved: Bool

  package init(
    name: String, ids: [String], runs: [Run], contracts: [String: Fingerprint] = [:], isSaved: Bool = false
  ) {
    (self.name, self.ids, self.runs, self.contracts, self.isSaved) = (name, ids, runs, contracts, isSaved)
  }
}
