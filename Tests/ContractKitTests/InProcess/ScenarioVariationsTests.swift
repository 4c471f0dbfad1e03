import ContractCore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ContractTesting

/// A client of `/thing` whose calls have other outcomes one after another.
private struct ChangingDriver: Driver {
  private enum End { case success(Int), failure, forgotten }

  /// The calls of each operation so far.
  static let calls = Mutex<[String: Int]>([:])
  /// Whether the first call of `waits` has begun, and whether it may go on.
  static let (begun, mayEnd) = (Gate(), Gate())

  func register(in operations: inout Operations) {
    on("forgets", [.forgotten, .success(1), .success(2)], &operations)
    on("fails", [.success(1), .failure], &operations)
    on("waits", [], &operations)
    operations.on("unread") { call in
      let (body, _) = try await call.session.data(from: call.baseURL.appendingPathComponent("thing"))
      return String(decoding: body, as: UTF8.self)
    }
  }

  /// Adds an operation with the ends of its first calls. All later ones are successes with 1.
  private func on(_ name: String, _ ends: [End], _ operations: inout Operations) {
    operations.on(name, client: { _ in 1 }) { _, call, done in
      let index = Self.calls.withLock { calls in
        defer { calls[name, default: 0] += 1 }
        return calls[name] ?? 0
      }
      if name == "waits", index == 0 {
        Self.begun.open()
        await Self.mayEnd.wait()
      }
      let value = try await ThingDriver.thing(call)
      switch index < ends.count ? ends[index] : .success(value) {
      case .success(let value): done(value)
      case .failure: throw CancellationError()
      case .forgotten: break
      }
    }
  }
}

@Suite("Variations in a test process: the calls that they are compared with", .slow, .timeLimit(.hang))
struct ScenarioVariationsTests {
  /// Calls a test with the variations of a scenario, whose outcomes must all be the scenario's.
  private func with(_ operation: String, _ test: ([ScenarioTest]) async throws -> Void) async throws {
    let contract = SpecsFixture.contract(
      operation, SpecsFixture.scenario("one"), more: #""variations": { "equivalent": true }, "#)
    try await SpecsFixture.with(["a.contract.json": contract]) { fixture in
      let tests = try ContractSuite(
        client: "thing", specs: fixture.specs, driver: ChangingDriver.self, variations: .declared, timeout: 600)
      try await test(Array(tests.scenarios.dropFirst()))
    }
  }

  private func codes(_ scenario: ScenarioTest) async -> [String] { await scenario.play().verdict.reasons.map(\.code) }

  @Test(
    "if the scenario's own calls give nothing to compare with, a repetition of the test calls the client again",
    arguments: ["forgets", "fails"])
  func repeated(_ operation: String) async throws {
    try await with(operation) { variations in
      func calls() -> Int? { ChangingDriver.calls.withLock { $0[operation] } }
      #expect(await codes(variations[0]) == ["notCompared"])
      #expect(await codes(variations[1]) == ["notCompared"])
      #expect(calls() == 2 + 2)
      // What the variation did the first time does not count any more.
      #expect(await codes(variations[0]) == [])
      #expect(await codes(variations[1]) == [])
      #expect(calls() == 4 + 2 + 2)
      // What can be compared is kept.
      #expect(await codes(variations[0]) == [])
      #expect(calls() == 8 + 1)
    }
  }

  @Test("a variation that the client does not read is skipped, and does not fail its test")
  func unread() async throws {
    try await with("unread") { variations in
      var skipped: [String?] = []
      for variation in variations {
        #expect(await variation.failure() == nil, "\(variation.id)")
        if await variation.run().status == .skipped { skipped.append(variation.variation) }
      }
      #expect(skipped == ["white space"])
    }
  }

  @Test("a variation that waits for the scenario's own calls ends if its task is canceled, and the others go on")
  func canceled() async throws {
    try await with("waits") { variations in
      let first = Task { await codes(variations[0]) }
      await ChangingDriver.begun.wait()
      let second = Task { await codes(variations[1]) }
      first.cancel()
      #expect(await first.value == ["notRun"])
      ChangingDriver.mayEnd.open()
      #expect(await second.value == [])
      #expect(ChangingDriver.calls.withLock { $0["waits"] } == 2 + 1)
    }
  }
}
