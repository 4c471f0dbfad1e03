import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Results that share a verdict")
struct SharedVerdictTests {
  private static let secrets = Secrets.standard.knowing(["hunter2"])

  private func shown(_ verdict: Verdict) -> Verdict {
    let fixture = ReportFixture.result("s")
    return ScenarioResult(
      of: fixture.scenario, in: fixture.contract, client: "c", on: .memory, Boxed(verdict), secrets: Self.secrets
    ).verdict.value
  }

  @Test("a verdict has nothing to hide if the scenario passed, nothing of the call is kept, and nothing was printed")
  func nothing() {
    let reply = Reply(.status(200))
    let record = [Verdict.Exchanged(request: CapturedRequest(method: "GET", url: "/?token=hunter2"), reply: reply)]
    #expect(Verdict(reasons: []).hasNothingToHide)
    #expect(Verdict(reasons: [], unobserved: [.otherHosts], watched: [.sentTwice], duration: 1).hasNothingToHide)
    for verdict in [
      Verdict(reasons: [.notRun("hunter2")]), Verdict(reasons: [], unobserved: [.call("hunter2")]),
      Verdict(reasons: [], record: record), Verdict(reasons: [], outcome: .success("hunter2")),
      Verdict(reasons: [], output: "hunter2"),
      copy(of: Verdict(reasons: [])) { $0.verified = Verified(differences: ["hunter2"]) },
      copy(of: Verdict(reasons: [])) { $0.secrets = ["hunter2"] },
    ] {
      #expect(!verdict.hasNothingToHide)
      var text = ""
      dump(shown(verdict), to: &text)
      #expect(!text.contains("hunter2"), "\(text)")
    }
  }

  @Test("what only a network guard sees is counted under its own name")
  func otherHosts() {
    let verdict = shown(Verdict(reasons: [], unobserved: [.otherHosts, .call("hunter2")]))
    #expect(verdict.unobserved.map(\.text) == ["other hosts", Mask(Self.secrets).text("hunter2")])
  }
}
