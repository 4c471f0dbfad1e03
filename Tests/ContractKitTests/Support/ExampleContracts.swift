import Foundation
import Testing

@testable import ContractKit

/// The folder of the package that these tests belong to.
let packageFolder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardizedFileURL

/// The contracts of an example, played in process to operations that are not its driver's.
struct ExampleContracts {
  private let contracts: [Contract]

  /// - Parameter folder: The folder's name below `specs`.
  init(_ folder: String) throws {
    let specs = packageFolder.appendingPathComponent("specs/\(folder)").path
    let set = ContractSet.load([specs], below: [specs])
    try #require(set.diagnostics.isEmpty && !set.contracts.isEmpty, "\(set.diagnostics)")
    contracts = set.contracts
  }

  /// Expects of operations that they fail some scenarios and no other, and each for a reason.
  ///
  /// - Parameter scenarios: By their names; all of them where nil.
  func expect(
    _ operations: Operations, toFail scenarios: Set<String>?, for reason: String,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let blames = try await blames(operations)
    let expected = scenarios ?? Set(contracts.flatMap(\.scenarios).map(\.name))
    #expect(Set(blames.keys) == expected, sourceLocation: location)
    for (scenario, codes) in blames {
      #expect(codes.contains(reason), "\(scenario): \(codes)", sourceLocation: location)
    }
  }

  /// What each scenario that does not pass is blamed for, by its name.
  func blames(_ operations: Operations) async throws -> [String: Set<String>] {
    let player = Player(operations: operations, timeout: 600)
    var blames: [String: Set<String>] = [:]
    for contract in contracts {
      for scenario in try ContractTest(contract, client: "faulty", player: player).scenarios {
        let result = await scenario.play()
        let codes = result.verdict.reasons.map(\.code)
        if !codes.isEmpty { blames[result.scenario.name] = Set(codes) }
      }
    }
    return blames
  }
}
