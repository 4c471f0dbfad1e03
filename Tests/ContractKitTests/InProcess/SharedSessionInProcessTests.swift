import ContractCore
import Foundation
import TestSupport

#if compiler(>=6.2)
  import Testing

  @testable import ContractTesting

  /// A client that accepts no session or URL. One of its operations never ends.
  private struct SharedDriver: Driver {
    func register(in operations: inout Operations) {
      operations.usesSharedSession = true
      operations.on("get") { call in
        let (data, _) = try await URLSession.shared.data(from: call.baseURL.appendingPathComponent("thing"))
        return try JSONDecoder().decode(Int.self, from: data)
      }
      operations.on("stuck") { _ in try await Task.sleep(for: .seconds(86_400)) }
    }
  }

  // The shared session belongs to the process and reads the registered classes only once, so the test needs its own
  // process.
  @Suite("URLSession.shared in a test process", .slow, .timeLimit(.hang))
  struct SharedSessionInProcessTests {
    @Test("scenarios take turns; one that hangs does not keep the session, and waiting for a turn costs no time")
    func takeTurns() async {
      await #expect(processExitsWith: .success) {
        let scenarios = (0..<20).map { SpecsFixture.scenario("\($0)", answer: $0, expect: $0) }
        let stuck = (0..<5).map {
          #"{ "name": "\#($0)", "exchanges": [], "within": 1, "expect": { "success": null } }"#
        }
        let files = [
          "a.contract.json": SpecsFixture.contract("get", scenarios.joined(separator: ",\n")),
          "b.contract.json": SpecsFixture.contract("stuck", stuck.joined(separator: ",\n")),
        ]
        try await SpecsFixture.with(files) { fixture in
          // Longer than one scenario that hangs, and shorter than all of them. The time in which a scenario waits for
          // its turn must not count.
          let tests = try ContractSuite(
            client: "shared", specs: fixture.specs, driver: SharedDriver.self, timeout: 4)
          let results = await withTaskGroup(of: ScenarioResult.self) { group in
            for scenario in tests.scenarios.reversed() { group.addTask { await scenario.play() } }
            return await group.reduce(into: [ScenarioResult]()) { $0.append($1) }
          }
          for result in results {
            let codes = result.verdict.reasons.map(\.code)
            #expect(codes == (result.contract.name == "a" ? [] : ["timedOut"]), "\(result.id): \(result.account ?? "")")
          }
          #expect(results.count == 25)
        }
      }
    }
  }
#endif
