import ContractCore
import ContractReporting

extension Plan {
  /// Returns what a run found out about the entries of known issues.
  ///
  /// - Parameter hasAllContracts: Whether all contracts of the clients were read.
  func knownIssueResults(
    _ report: RunReport, _ settings: RunSettings, hasAllContracts: Bool
  ) -> [KnownIssueResult] {
    guard let issues = clients.first?.knownIssues, !issues.isEmpty else { return [] }
    var scope = KnownIssueTally.Scope(clients: clients.map(\.name))
    (scope.isFull, scope.hasAllContracts, scope.isRepeated) = (isFull, hasAllContracts, settings.repeats)
    scope.transports = settings.transports?.all ?? Transport.allCases
    var tally = KnownIssueTally(issues, in: scope)
    for result in report.results + report.variations.flatMap(\.broken) {
      tally.add(
        result.subject, id: result.id, result.verdict.status, known: result.knownIssues,
        isVariation: result.scenario.variation != nil)
    }
    for varied in report.variations { varied.addRest(to: &tally) }
    for subject in leftOut { tally.leaveOut(subject) }
    return tally.results
  }

  /// Records that the scenarios of a client do not run on some transports.
  mutating func leaveOut(_ transports: [Transport], of contracts: [Contract], _ client: String) {
    for transport in transports {
      for contract in contracts {
        for scenario in contract.scenarios {
          leftOut.append(
            KnownIssue.Subject(
              client: client, contract: contract.name, scenario: scenario.name, transport: transport))
        }
      }
    }
  }
}

extension Plan.Client {
  /// Returns a chosen scenario as entries of known issues name it.
  func subject(_ job: Job) -> KnownIssue.Subject {
    KnownIssue.Subject(
      client: name, contract: job.contract.name, scenario: job.variation.map(job.scenario.name) ?? job.scenario.name,
      transport: job.transport)
  }
}
