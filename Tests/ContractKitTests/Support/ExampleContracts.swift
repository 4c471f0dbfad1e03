import Testing

@testable import ContractKit

/// The contracts of an example, played in process to operations that are not its driver's.
struct ExampleContracts {
  private let contracts: [Contract]

  /// - Parameter folder: The folder's name below `specs`.
  init(_ folder: String) throws {
    let package = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardizedFileURL
    let specs = package.appendingPathComponent("specs/\(folder)").path
    let set = ContractSet.load([specs], below: [specs])
    try #require(set.diagnostics.isEmpty && !set.contracts.isEmpty, "\(set.diagnostics)")
    contracts = set.contracts
  }

  /// The names of all scenarios.
  var scenarios: Set<String> { Set(contracts.flatMap(\.scenarios).map(\.name)) }

  /// What each scenario that does not pass is blamed for, by its name.
  func blames(_ operations: Operations) async throws -> [String: Set<String>] {
    let player = Player(operations: operations, timeout: 5)
    var blames: [String: Set<String>] = [:]
    for contract in contracts {
      for scenario in try ContractTest(contract, client: "faulty", player: player).scenarios {
        let result = await scenario.run()
        let codes = result.verdict.reasons.map(\.code)
        if !codes.isEmpty { blames[result.scenario] = Set(codes) }
      }
    }
    return blames
  }
}
