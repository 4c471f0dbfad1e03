/// One scenario's verdict with everything a report says about it.
public struct ScenarioResult: Sendable {
  /// `CLIENT/CONTRACT/SCENARIO`: unique and stable.
  public var id: String
  /// The client's name.
  public var client: String
  /// The contract's name below its specs folder.
  public var contract: String
  /// What people call the endpoint.
  public var endpoint: String
  /// The contract's path as shown.
  public var file: String
  /// The line of the scenario's name, or of what names the file that has it.
  public var line: Int
  /// The scenario's name.
  public var scenario: String
  /// The kinds of its responses in order; none where the client must send nothing.
  public var kinds: [Response.Kind]
  /// How its requests travelled.
  public var transport: Transport
  /// How it ended, and why.
  public var verdict: Verdict
  /// How the scenario ended on the other transport, where it broke on this one and did not there; nil elsewhere.
  public var difference: String?

  /// Makes a result.
  public init(
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

/// A whole run, as the report formats tell it.
public struct RunReport: Sendable {
  /// In contract order, client by client.
  public var results: [ScenarioResult]
  /// When the run began.
  public var started: Date
  /// Seconds of wall clock.
  public var duration: Double
  /// Operations that a client's driver offers and no contract calls, by client; clients without any are left out.
  public var uncalledOperations: [(client: String, operations: [String])]
  /// What the run has to say that belongs to no scenario.
  public var notices: [String]
  /// The signal that ended the run early; nil where none did.
  public var interruptedBy: String?

  /// Makes a report; `duration` is in seconds.
  public init(
    results: [ScenarioResult], started: Date, duration: Double,
    uncalledOperations: [(client: String, operations: [String])] = [], notices: [String] = [],
    interruptedBy: String? = nil
  ) {
    self.results = results
    self.started = started
    self.duration = duration
    self.uncalledOperations = uncalledOperations
    self.notices = notices
    self.interruptedBy = interruptedBy
  }

  /// How many scenarios ended with a status.
  public func count(_ status: Status) -> Int { results.count(status) }

  /// The exit status that the run comes to, by docs/configuration.md: 0 all passed or skipped and at least one ran, 1 some
  /// failed, 3 none failed but some errored, or nothing ran.
  public var exitStatus: Int32 {
    if count(.failed) > 0 { return 1 }
    if count(.errored) > 0 || count(.passed) == 0 { return 3 }
    return 0
  }
}
