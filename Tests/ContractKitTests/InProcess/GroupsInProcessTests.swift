import ContractCore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ContractTesting

/// Clients of `/thing` that live longer than one call.
private struct KeepingDriver: Driver {
  /// A client that keeps what it got.
  actor Client {
    private let session: MockSession
    private let url: URL
    private var count = 0
    private var kept: Int?

    init(_ call: Call) { (session, url) = (call.mock, call.baseURL.appendingPathComponent("thing")) }

    func thing() async throws -> Int {
      count += 1
      let (data, _) = try await session.data(from: url)
      return try #require(Int(String(decoding: data, as: UTF8.self)))
    }

    /// Its second call has another result.
    func drifts() async throws -> Int { try await thing() + (count > 1 ? 1 : 0) }

    /// Only its first call sends a request.
    func keeps() async throws -> Int {
      if let kept { return kept }
      let thing = try await thing()
      kept = thing
      return thing
    }
  }

  func register(in operations: inout Operations) {
    operations.client { Client($0) }
    operations.on("right") { try await $0.client(Client.self).thing() }
    operations.on("drifts") { try await $0.client(Client.self).drifts() }
    operations.on("keeps") { try await $0.client(Client.self).keeps() }
    operations.on("alone") { try await Client($0).thing() }
    operations.on("mistaken") { try await $0.client(Int.self) }
  }
}

@Suite("Multiple calls on one client in a test process", .slow, .timeLimit(.hang))
struct GroupsInProcessTests {
  /// Plays the group of an operation. Returns the codes of each of its variations.
  private func play<D: Driver>(_ operation: String, _ driver: D.Type) async throws -> [String: [String]] {
    let contract = SpecsFixture.contract(
      operation, SpecsFixture.scenario("one"), more: #""variations": { "group": { "atOnce": 3, "again": 3 } }, "#)
    var codes: [String: [String]] = [:]
    try await SpecsFixture.with(["a.contract.json": contract]) { fixture in
      let tests = try ContractSuite(
        client: "thing", specs: fixture.specs, driver: driver, variations: .declared, timeout: 600)
      for variation in tests.scenarios.dropFirst() {
        codes[variation.variation ?? ""] = await variation.play().verdict.reasons.map(\.code)
      }
    }
    return codes
  }

  @Test(
    "each call of a group has the same client, and must have the outcome of the scenario",
    arguments: [
      ("right", [], []), ("drifts", ["mismatch"], ["mismatch"]), ("keeps", [], ["mismatch"]),
      ("alone", ["unsupported"], ["unsupported"]), ("mistaken", ["unsupported"], ["unsupported"]),
    ] as [(String, [String], [String])])
  func groups(_ operation: String, _ atOnce: [String], _ inRow: [String]) async throws {
    let codes = try await play(operation, KeepingDriver.self)
    // At once, nobody knows which call sends nothing.
    #expect(codes == ["3 at once": atOnce, "3 in a row": inRow])
  }

  @Test("a driver that does not say how its client is made skips them")
  func noClient() async throws {
    let codes = try await play("get", ThingDriver.self)
    #expect(codes == ["3 at once": ["skipped"], "3 in a row": ["skipped"]])
  }
}
