import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("Results of variations in repeated rounds")
struct VariedResultTests {
  private let first = Variation.nonHTTP(withBody: false)
  private let second = Variation.corruptJSON(.html)

  private func round(
    _ played: [(Variation, Status)], because reason: Reason = .neverResumed, notRun: [Variation] = []
  ) throws -> VariedResult {
    let fixture = try VariationFixture()
    return VariedResult(
      of: fixture.scenario, in: fixture.contract, client: "c", on: .memory,
      played: played.map { VariedResult.Played($0, $1, duration: 0) },
      broken: try played.filter { $0.1 != .passed }.map { variation, _ in
        ScenarioResult(
          of: try fixture.varied(variation), in: fixture.contract, client: "c", on: .memory,
          Verdict(reasons: [reason]))
      }, notRun: notRun)
  }

  private func lines(_ result: VariedResult) -> [String] {
    result.played.map { "\($0.variation.name) \($0.status.rawValue) \($0.runs.passed) of \($0.runs.total)" }
  }

  @Test("a round that ends early does not change what earlier rounds found out")
  func interrupted() throws {
    var result = try round([(first, .passed), (second, .failed)])
    result.add(try round([(second, .passed)], notRun: [first]))
    #expect(lines(result) == ["not HTTP passed 1 of 1", "HTML failed 1 of 2"])
    #expect(result.notRun == [])
    #expect(result.broken.count == 1)
    result = try round([(second, .passed)], notRun: [first])
    result.add(try round([(second, .failed)], notRun: [first]))
    #expect(lines(result) == ["HTML failed 1 of 2"])
    #expect(result.notRun == [first])
  }

  @Test("a call that a signal ended counts only if no earlier round has the variation")
  func inFlight() throws {
    let last = try round([(first, .errored)], because: .interrupted("SIGINT", after: 1), notRun: [second])
    var result = try round([(first, .passed), (second, .failed)])
    result.add(last)
    #expect(lines(result) == ["not HTTP passed 1 of 1", "HTML failed 0 of 1"])
    #expect(result.broken.map { $0.scenario.variation } == [second])
    result = try round([(second, .passed)], notRun: [first])
    result.add(last)
    #expect(lines(result) == ["HTML passed 1 of 1", "not HTTP errored 0 of 1"])
    #expect(result.broken.map { $0.scenario.variation } == [first])
  }

  @Test("a variation that passed in one of the rounds is flaky, and one that never passed is not")
  func flaky() throws {
    var result = try round([(first, .failed), (second, .failed)])
    result.add(try round([(first, .passed), (second, .failed)]))
    let reasons = result.withFlakiness(Accepted()).broken.map { $0.verdict.reasons.map(\.summary) }
    #expect(
      reasons == [
        ["flaky: 1 of 2 runs did not pass", "a task was created but never resumed"],
        ["a task was created but never resumed"],
      ])
  }
}
