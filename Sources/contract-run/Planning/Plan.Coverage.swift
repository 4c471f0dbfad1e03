import ContractCore
import ContractReporting

extension Plan {
  /// An error for each exception of required coverage that names a contract which does not exist. In a partial run there
  /// is none, because the contract may be one that was not read.
  var unknownExceptions: [Diagnostic] {
    if !isFull || diagnostics.hasErrors { return [] }
    return Coverage.unknownExceptions(clients.map { ($0.requirement, $0.contracts.map(\.name)) })
  }

  /// Returns what a run covered. A full run is compared with what its clients must cover.
  ///
  /// - Parameter operations: The operations that the driver of each client offers.
  func coverage(_ report: RunReport, operations: [String: [String]]) -> Coverage {
    var coverage = Coverage(
      report.results.map(Coverage.Entry.init) + report.variations.flatMap(Coverage.Entry.entries))
    if isFull {
      coverage.judge(
        clients.compactMap { client in
          client.requirement.map {
            Coverage.Client(name: client.name, requirement: $0, operations: operations[client.name] ?? [])
          }
        })
    }
    return coverage
  }
}
