import ContractCore
import ContractReporting

// What people accepted: known issues, and reviews of changed fields.
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

  /// The entries of files of reviews that name variations which do not exist. Only a full run has all variations.
  var staleReviews: [StaleFieldReview] {
    isFull ? clientsByReviews.flatMap { reviews, clients in reviews.stale(among: clients.flatMap(\.fieldKeys)) } : []
  }

  /// The files of reviews, each with the clients that use it.
  var clientsByReviews: [(reviews: FieldReviews, clients: [Client])] {
    clients.grouped { $0.reviews.map(ObjectIdentifier.init) }.compactMap { _, clients in
      clients[0].reviews.map { ($0, clients) }
    }
  }

  /// Keeps only the changed fields that people review. The plan stays full if it was: it has all of these.
  mutating func keepOnlyReviewedFields() {
    for (index, client) in clients.enumerated() {
      let reviewed = client.varied.filter { client.reviews != nil && $0.rules.isReviewed }
      clients[index].jobs = []
      clients[index].varied = reviewed.compactMap { varied in varied.keeping { $0.variation?.family == .fields } }
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

  /// The changes of fields that people review, one for each transport that is possible.
  var fieldKeys: [FieldReview.Key] {
    varied.filter(\.rules.isReviewed).flatMap { varied in
      varied.list.played.flatMap { variation -> [FieldReview.Key] in
        guard case .field(let change) = variation else { return [] }
        let job = varied.job
        return FieldReview.Key(change, of: job.scenario, in: job.contract, on: job.transport).onEachTransport
      }
    }
  }
}
