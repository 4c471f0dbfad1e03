import ContractCore
import ContractReporting
import Foundation

/// What a JSON report of `verify` says about contracts, for the requirement that they were verified.
enum VerifiedContracts {
  /// Returns when the contracts of a client were verified last, by name.
  static func times(in path: String, of client: String) throws(RecordedReport.Failure) -> [String: Date] {
    if FileSystem.kind(path) == .missing { return [:] }
    let verified = try RecordedReport.summaries(path).compactMap { result in
      result.client == client && result.status == .passed ? result.verified.map { (result.contract, $0) } : nil
    }
    return Dictionary(verified, uniquingKeysWith: max)
  }

  /// Returns the names of a client's contracts that have a scenario which `verify` can play, whatever its methods.
  static func verifiable(_ client: Plan.Client) -> Set<String> {
    if client.configured.requirement?.verification == nil { return [] }
    return Set(
      client.contracts.filter { contract in
        contract.scenarios.contains { scenario in
          let methods = Set(scenario.exchanges.compactMap { $0.request?.method.value })
          let names = Set([nil] + contract.baseURLs.map { Optional($0.name) })
          return scenario.whyNotVerified(methods, names, of: contract) == nil
        }
      }.map(\.name))
  }
}
