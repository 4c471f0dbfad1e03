import ContractCore
import ContractReporting
import Foundation

// What people accepted.
extension Plan {
  /// Returns what a run found out about the accepted entries.
  func acceptedResults(
    _ report: RunReport, _ settings: RunSettings, hasAllContracts: Bool, isVerified: Bool = false
  ) -> [AcceptedResult] {
    guard let accepted = clients.first?.accepted, !accepted.entries.isEmpty else { return [] }
    var scope = AcceptedCollector.Scope(clients: clients.map(\.name))
    (scope.isFull, scope.hasAllContracts, scope.isRepeated) = (isFull, hasAllContracts, settings.repeats)
    scope.transports = settings.transports?.all ?? Transport.allCases
    scope.isVerified = isVerified
    // Only a full run has all variations.
    if isFull, !isVerified { scope.fields = clients.flatMap(\.fieldKeys) }
    var tally = AcceptedCollector(accepted, in: scope)
    for result in report.results + report.variations.flatMap(\.broken) {
      tally.add(
        result.subject, id: result.id, result.verdict.status, known: result.knownIssues,
        isVariation: result.scenario.variation != nil)
    }
    for varied in report.variations { varied.addRest(to: &tally) }
    for subject in leftOut { tally.leaveOut(subject) }
    return tally.results
  }

  /// Keeps only the variations of a family that `learn` is about: changed fields that people approve, or faults at
  /// exchanges before the last one. The plan stays full if it was: it has all of these.
  mutating func keepOnlyLearned(_ family: Variation.Family) {
    for (index, client) in clients.enumerated() {
      let learned = client.varied.filter { varied in
        family == .fields ? client.comparesFields && varied.rules.needsApproval : true
      }
      clients[index].jobs = []
      clients[index].varied = learned.compactMap { varied in varied.keeping { $0.variation?.family == family } }
    }
  }

  /// Keeps only the variations that show how often the client sends a request again, and which inputs it refuses. It may
  /// send as many as it wants.
  mutating func keepOnlyRules() {
    for index in clients.indices {
      clients[index].jobs = []
      clients[index].varied = clients[index].varied.compactMap { varied in
        varied.withMostAttempts.keeping { $0.variation?.traits.showsRules == true }
      }
    }
  }

  /// An error for each exception of required coverage that names a contract which does not exist. In a partial run there
  /// is none, because the contract may be one that was not read.
  var unknownExceptions: [Diagnostic] {
    if !isFull || diagnostics.hasErrors { return [] }
    return Coverage.unknownExceptions(clients.map { ($0.configured.requirement, $0.contracts.map(\.name)) })
  }

  /// Returns what a run covered. A full run is compared with what its clients must cover.
  ///
  /// - Parameters:
  ///   - report: The report, which gets a notice about each report of `verify` that cannot be read.
  ///   - operations: The operations that the driver of each client offers.
  func coverage(_ report: inout RunReport, operations: [String: [String]]) -> Coverage {
    var notices: [String] = []
    func verified(_ path: String, _ client: String) -> [String: Date]? {
      do throws(RecordedReport.Failure) {
        return try VerifiedContracts.times(in: path, of: client)
      } catch {
        notices.append("\(path) cannot show what was verified: \(error.message); \(error.help)")
        return nil
      }
    }
    defer { report.notices += notices.uniqued().map(RunReport.Notice.init) }
    // Lazy, because a run may have a hundred thousand results.
    var coverage = Coverage(
      report.results.lazy.map(Coverage.Entry.init), report.variations.lazy.flatMap(Coverage.Entry.entries))
    if isFull {
      coverage.judge(
        clients.compactMap { client in
          client.configured.requirement.map { requirement in
            Coverage.Client(
              name: client.name, requirement: requirement, operations: operations[client.name] ?? [],
              verified: requirement.verification.flatMap { verified($0.report.value, client.name) },
              verifiable: VerifiedContracts.verifiable(client))
          }
        })
    }
    return coverage
  }
}
