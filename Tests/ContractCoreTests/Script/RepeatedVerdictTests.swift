import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("The verdict on a scenario that runs again and again")
struct RepeatedVerdictTests {
  private let passed = Verdict(reasons: [], outcome: .success(["n": 1]))
  private let failed = Verdict(reasons: [ReportFixture.different], outcome: .success(["n": 2]))
  private let errored = Verdict(reasons: [ReportFixture.fault])

  private func repeated(_ verdicts: [Verdict]) -> RepeatedVerdict {
    verdicts.reduce(into: RepeatedVerdict()) { $0.add($1) }
  }

  @Test("it passes only if every run passes; otherwise it has the reasons of the first run that did not pass")
  func status() {
    let cases: [([Verdict], Status?, [String], RepeatedVerdict.Runs)] = [
      ([], nil, [], .init(total: 0, passed: 0)),
      ([passed], .passed, [], .init(total: 1, passed: 1)),
      ([passed, passed, passed], .passed, [], .init(total: 3, passed: 3)),
      ([failed, failed], .failed, ["mismatch"], .init(total: 2, passed: 0)),
      ([passed, failed, errored], .failed, ["flaky", "mismatch"], .init(total: 3, passed: 1)),
      ([failed, passed], .failed, ["flaky", "mismatch"], .init(total: 2, passed: 1)),
      ([passed, errored], .errored, ["flaky", "protocolFault"], .init(total: 2, passed: 1)),
      ([errored, failed], .errored, ["protocolFault"], .init(total: 2, passed: 0)),
    ]
    for (verdicts, status, codes, runs) in cases {
      let repeated = repeated(verdicts)
      #expect(repeated.verdict?.status == status)
      #expect(repeated.verdict?.reasons.map(\.code) ?? [] == codes)
      #expect(repeated.runs == runs)
    }
  }

  @Test(
    "a run that did not take place, or not to its end, does not count",
    arguments: [Reason.notRun("SIGINT"), .interrupted("SIGINT", after: 1)])
  func incomplete(_ reason: Reason) {
    let incomplete = Verdict(reasons: [reason])
    #expect(repeated([passed, incomplete]).verdict?.status == .passed)
    #expect(repeated([passed, incomplete]).runs == .init(total: 1, passed: 1))
    #expect(repeated([incomplete, failed]).verdict?.status == .failed)
    #expect(repeated([incomplete]).verdict?.reasons.map(\.code) == [reason.code])
    #expect(repeated([incomplete]).runs == .init())
  }

  @Test("a skipped scenario stays skipped, and has no runs")
  func skipped() {
    let skipped = repeated([Verdict(reasons: [.skipped("a")]), Verdict(reasons: [.skipped("b")])])
    #expect(skipped.verdict?.status == .skipped)
    expectText(skipped.verdict?.reasons.first?.summary, is: "skipped: a")
    #expect(skipped.runs == .init())
  }

  @Test("the two runs that are compared have the numbers of their rounds that counted")
  func numbers() {
    func summary(_ verdicts: [Verdict]) -> (passed: Int, notPassed: Int)? {
      guard case .flaky(let flakiness)? = repeated(verdicts).verdict?.reasons.first else { return nil }
      return flakiness.compared.map { ($0.passed.number, $0.notPassed.number) }
    }
    #expect(summary([passed, passed, failed, failed])?.passed == 1)
    #expect(summary([passed, passed, failed, failed])?.notPassed == 3)
    #expect(summary([failed, errored, passed])?.passed == 3)
    #expect(summary([failed, errored, passed])?.notPassed == 1)
  }

  @Test("the text compares requests, answers and outcome, without the ports of loopback")
  func text() {
    func verdict(_ port: Int, _ path: String, _ reply: Reply?, _ reasons: [Reason]) -> Verdict {
      let request = CapturedRequest(
        method: "GET", url: "http://127.0.0.1:\(port)\(path)",
        headers: Headers([.init("Authorization", "Bearer c2VjcmV0"), .init("Host", "127.0.0.1:\(port)")]))
      return Verdict(
        reasons: reasons, record: [.init(request: request, reply: reply)],
        outcome: .failure(["category": "status", "payload": 404], values: nil))
    }
    let one = verdict(4001, "/a", Reply(.status(404)), [])
    expectText(
      repeated([one, verdict(4002, "/b", nil, [ReportFixture.fault])]).verdict?.reasons.first?.text,
      is: """
        flaky: 1 of 2 runs did not pass
          compared  run 1, which passed, and run 2, which errored
          lines     - passed, + errored
                    1   - request 1: GET http://127.0.0.1:PORT/a
                      1 + request 1: GET http://127.0.0.1:PORT/b
                    2 2   Authorization: Bearer …(8 characters)
                    3 3   Host: 127.0.0.1:PORT
                    4   - answered 404
                      4 + no answer
                    5 5   outcome: failure {"category":"status","payload":404}
          next      look for state that one call leaves to the next, for a race, or for a wait that is sometimes too short
        """)
    expectText(
      repeated([one, verdict(4003, "/a", Reply(.status(404)), [.neverCompleted()])]).verdict?.reasons.first?.text,
      is: """
        flaky: 1 of 2 runs did not pass
          compared  run 1, which passed, and run 2, which failed
          note      both runs have the same requests, answers and outcome
          next      look for state that one call leaves to the next, for a race, or for a wait that is sometimes too short
        """)
    expectText(
      repeated([Verdict(reasons: [], outcome: .neverResumed), Verdict(reasons: [.neverCompleted()])]).verdict?.reasons
        .first?.text,
      is: """
        flaky: 1 of 2 runs did not pass
          compared  run 1, which passed, and run 2, which failed
          lines     - passed, + failed
                    1 1   no request
                    2   - outcome: a task was created but never resumed
                      2 + outcome: none
          next      look for state that one call leaves to the next, for a race, or for a wait that is sometimes too short
        """)
  }
}
