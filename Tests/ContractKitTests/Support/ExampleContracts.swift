import ContractCore
import Foundation
import TestSupport
import Testing

@testable import ContractTesting

/// The contracts of an example, played in process to operations that are not its driver's own.
struct ExampleContracts {
  private let contracts: [Contract]

  /// - Parameter folder: The folder's name below `specs`.
  init(_ folder: String) throws {
    let specs = TestFolder.package.appendingPathComponent("specs/\(folder)").path
    let set = ContractSet.load([specs], below: [specs])
    try #require(set.diagnostics.isEmpty && !set.contracts.isEmpty, "\(set.diagnostics)")
    contracts = set.contracts
  }

  /// Expects that operations fail some scenarios and no others, each for a given reason.
  ///
  /// - Parameter scenarios: The names of the scenarios, or nil for all of them.
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

  /// Returns the reasons of each scenario that does not pass, by its name.
  func blames(_ operations: Operations) async throws -> [String: Set<String>] {
    let runner = InProcessRunner(operations: operations, timeout: 600)
    var blames: [String: Set<String>] = [:]
    for contract in contracts {
      for scenario in try ContractTest(contract, client: "faulty", runner: runner).scenarios {
        let result = await scenario.play()
        let codes = result.verdict.reasons.map(\.code)
        if !codes.isEmpty { blames[result.scenario.name] = Set(codes) }
      }
    }
    return blames
  }
}

extension ContractSuite {
  /// Returns a scenario by its id without the client's name, such as `a/deep/one`.
  func scenario(_ id: String) throws -> ScenarioTest {
    try #require(scenarios.first { $0.id == "\(client)/\(id)" }, "no scenario \(id)")
  }
}
