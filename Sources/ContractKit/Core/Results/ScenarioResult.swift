/// A scenario's verdict with everything that a report contains about it.
package struct ScenarioResult: Sendable {
  package let client: String
  package let contract: Contract
  package let scenario: Scenario
  package let transport: Transport
  /// Whether the scenario runs on both transports, so that its id must name the transport.
  package let namesTransport: Bool
  /// How it ended, and why.
  package private(set) var verdict: Masked<Verdict>
  /// What is a secret. Everything that shows results takes it from here, so nothing can forget to hide it.
  package let secrets: Secrets
  /// How the scenario ended on the other transport, if it did not pass on this one and passed there; otherwise nil.
  @Rare package var difference: String? = nil
  /// How many times it ran and passed, if the run repeats its scenarios; otherwise nil.
  @Rare package var runs: RepeatedVerdict.Runs? = nil
  /// The verdict of another round, if the run repeats its scenarios; otherwise nil.
  package private(set) var another: Masked<Verdict>?
  /// The entries that make it a known issue, in the order of their file; none if it is not one.
  package private(set) var knownIssues: [AcceptedEntry] = [] {
    didSet { verdict.isKnown = !knownIssues.isEmpty }
  }

  package init(
    of scenario: Scenario, in contract: Contract, client: String, on transport: Transport, namesTransport: Bool = false,
    _ verdict: Verdict, another: Verdict? = nil, secrets: Secrets = .standard
  ) {
    self.init(
      of: scenario, in: contract, client: client, on: transport, namesTransport: namesTransport, Boxed(verdict),
      another: another, secrets: secrets)
  }

  /// Makes a result that shares the object of the verdict if this has no secrets.
  package init(
    of scenario: Scenario, in contract: Contract, client: String, on transport: Transport, namesTransport: Bool = false,
    _ verdict: Boxed<Verdict>, another: Verdict? = nil, secrets: Secrets = .standard
  ) {
    (self.client, self.contract, self.scenario, self.transport) = (client, contract, scenario, transport)
    (self.namesTransport, self.secrets) = (namesTransport, secrets)
    self.verdict = secrets.applied(to: verdict)
    self.another = another.map(secrets.applied)
  }

  package func with(verdict: Verdict) -> ScenarioResult {
    copy(of: self) { ($0.verdict, $0.knownIssues) = (secrets.applied(to: verdict), []) }
  }

  /// Returns the same result as a known issue, if entries cover everything that failed.
  package func judged(by issues: Accepted) -> ScenarioResult {
    if !issues.hasFailures || verdict.status != .failed { return self }
    return copy(of: self) { $0.knownIssues = issues.covering(verdict.value, of: subject) }
  }

  /// The run of the scenario, as entries of known issues name it.
  package var subject: AcceptedEntry.Subject {
    AcceptedEntry.Subject(
      client: client, contract: contract.name, scenario: scenario.name, original: scenario.equivalentName,
      transport: transport)
  }

  /// The scenario's id, `CLIENT/CONTRACT/SCENARIO`, which is unique and stable.
  package var id: String { contract.id(of: scenario, client: client, on: namesTransport ? transport : nil) }

  /// The id without its client and contract: the scenario, and its transport if the id names it.
  package var shortName: String { scenario.shortName(on: namesTransport ? transport : nil) }

  /// The line of the scenario's name, or of the entry that names the scenario's file.
  package var line: Int { scenario.declarationRange.line }

  /// The kinds of its responses in order. Empty if the client must send nothing.
  package var kinds: [Response.Kind] {
    (scenario.exchanges.isEmpty ? scenario.allExchanges : scenario.exchanges).map(\.response.kind)
  }

  /// Returns the text of every reason, and what happened on the other transport.
  package func texts(_ commands: CommandLines = CommandLines()) -> [String] {
    verdict.reasons.map { $0.text(commands) } + (difference.map { [$0] } ?? [])
  }

  /// The text that the command prints about a scenario that did not pass, without color and without the command that
  /// runs it alone; nil if it passed.
  package var account: String? {
    verdict.status == .passed ? nil : ResultText().account(of: self).joined(separator: "\n").string
  }

  /// Why the failures of a known issue are known; nil if the scenario is not a known issue.
  package var knownReason: String? {
    knownIssues.isEmpty ? nil : knownIssues.map(\.reason).joined(separator: "; ")
  }
}

extension Contract {
  /// Returns the id of one of its scenarios, or of a variation of it.
  ///
  /// - Parameter transport: The transport that the id names, or nil.
  package func id(
    of scenario: Scenario, _ variation: Variation? = nil, client: String, on transport: Transport?
  ) -> String {
    "\(client)/\(name)/\(scenario.shortName(variation, on: transport))"
  }
}

extension Scenario {
  /// Returns the last part of the id of the scenario, or of a variation of it.
  package func shortName(_ variation: Variation? = nil, on transport: Transport?) -> String {
    let name = variation.map(name) ?? name
    return transport.map { "\(name)@\($0.rawValue)" } ?? name
  }
}
