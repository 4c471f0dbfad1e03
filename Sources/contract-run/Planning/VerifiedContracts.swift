import ContractCore
import ContractReporting
import Foundation

/// What a JSON report of `verify` says about contracts, for the requirement that they were verified.
enum VerifiedContracts {
  /// Returns when the contracts of a client were verified last, by name; nil if the report cannot be read.
  static func times(in path: String, of client: String) -> [String: Date]? {
    guard let bytes = try? FileSystem.bytes(path, upTo: Documents.sizeLimit), let report = JSON.parse(bytes) else {
      return nil
    }
    var times: [String: Date] = [:]
    for result in report["results"]?.elements ?? [] {
      guard result["client"]?.string == client, result["status"]?.string == Status.passed.rawValue,
        let contract = result["contract"]?.string, let text = result["verifiedAt"]?.string,
        let time = try? Date(text, strategy: JSONReport.timeStyle)
      else { continue }
      times[contract] = max(time, times[contract] ?? time)
    }
    return times
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
