/// One scenario's verdict with everything a report says about it.
package struct ScenarioResult: Sendable {
  /// The client's name.
  package let client: String
  /// The contract that the scenario belongs to.
  package let contract: Contract
  /// What was run.
  package let scenario: Scenario
  /// How its requests travelled.
  package let transport: Transport
  /// Whether the scenario runs on both transports, so that its id says on which.
  let namesTransport: Bool
  /// How it ended, and why.
  package var verdict: Verdict
  /// How the scenario ended on the other transport, where it broke on this one and did not there; nil elsewhere.
  package var difference: String?

  /// Makes a result.
  ///
  /// - Parameter namesTransport: Whether the scenario runs on both transports, so that its id says on which.
  package init(
    of scenario: Scenario, in contract: Contract, client: String, on transport: Transport, namesTransport: Bool = false,
    _ verdict: Verdict
  ) {
    (self.client, self.contract, self.scenario, self.transport) = (client, contract, scenario, transport)
    (self.namesTransport, self.verdict) = (namesTransport, verdict)
  }

  /// The verdict id, `CLIENT/CONTRACT/SCENARIO`: unique and stable.
  package var id: String { contract.id(of: scenario, client: client, on: namesTransport ? transport : nil) }

  /// The id without its client and contract: the scenario, and its transport where the id names it.
  var shortName: String { scenario.name(on: namesTransport ? transport : nil) }

  /// The line of the scenario's name, or of what names the file that has it.
  package var line: Int { scenario.place.line }

  /// The kinds of its responses in order; none where the client must send nothing.
  var kinds: [Response.Kind] { scenario.exchanges.map(\.response.kind) }
}

extension Contract {
  /// The verdict id of one of its scenarios.
  ///
  /// - Parameter transport: The transport that the id names; nil for none.
  package func id(of scenario: Scenario, client: String, on transport: Transport?) -> String {
    "\(client)/\(name)/\(scenario.name(on: transport))"
  }
}

extension Scenario {
  /// What verdict ids end with.
  fileprivate func name(on transport: Transport?) -> String {
    transport.map { "\(name)@\($0.rawValue)" } ?? name
  }
}

extension ScenarioResult {
  /// Every reason in full, and what the other transport has to say to it.
  var texts: [String] { verdict.reasons.map(\.text) + (difference.map { [$0] } ?? []) }

  /// What the command tells of a scenario that broke, without colour and without how to run it alone; nil where it passed.
  package var failure: String? {
    verdict.status == .passed ? nil : ConsoleText(ConsoleSettings()).account(of: self).joined(separator: "\n")
  }
}
