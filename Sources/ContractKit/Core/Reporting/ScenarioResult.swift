/// One scenario's verdict with everything a report says about it.
package struct ScenarioResult: Sendable {
  /// `CLIENT/CONTRACT/SCENARIO`: unique and stable.
  package var id: String
  /// The client's name.
  package var client: String
  /// The contract's name below its specs folder.
  package var contract: String
  /// What people call the endpoint.
  package var endpoint: String
  /// The contract's path as shown.
  package var file: String
  /// The line of the scenario's name, or of what names the file that has it.
  package var line: Int
  /// The scenario's name.
  package var scenario: String
  /// The kinds of its responses in order; none where the client must send nothing.
  package var kinds: [Response.Kind]
  /// How its requests travelled.
  package var transport: Transport
  /// How it ended, and why.
  package var verdict: Verdict
  /// How the scenario ended on the other transport, where it broke on this one and did not there; nil elsewhere.
  package var difference: String?

  /// Makes a result.
  package init(
    id: String, client: String, contract: String, endpoint: String, file: String, line: Int, scenario: String,
    kinds: [Response.Kind], transport: Transport, verdict: Verdict
  ) {
    self.id = id
    self.client = client
    self.contract = contract
    self.endpoint = endpoint
    self.file = file
    self.line = line
    self.scenario = scenario
    self.kinds = kinds
    self.transport = transport
    self.verdict = verdict
  }
}

extension [Contract] {
  /// What a report says of a scenario of a contract; made here and by index, because both are much to copy.
  package func result(
    of scenario: Int, in contract: Int, id: String, client: String, on transport: Transport, _ verdict: Verdict
  ) -> ScenarioResult {
    ScenarioResult(
      id: id, client: client, contract: self[contract].name, endpoint: self[contract].endpoint,
      file: self[contract].source.path, line: self[contract].scenarios[scenario].place.line,
      scenario: self[contract].scenarios[scenario].name,
      kinds: self[contract].scenarios[scenario].exchanges.map(\.response.kind), transport: transport, verdict: verdict)
  }
}
