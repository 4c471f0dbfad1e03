import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("Variations whose changed answer the client never asked for")
struct UnaskedAnswerTests {
  private static let pages = (1...3).map { page in
    """
    {"name": "page \(page)", "request": {"method": "GET", "path": "/pages/\(page)"},
     "response": {"kind": "valid", "body": {"json": {"items": ["item-\(page)"], "next": "page-\(page + 1)"}}}}
    """
  }.joined(separator: ", ")

  private static let variations = #"""
    "variations": {"statusError": {"failure": "any"}, "nonHTTP": {"failure": "any"}, "corruptJSON": {"failure": "any"},
      "networkError": {"failure": "any"}, "equivalent": true, "steps": true, "attempts": ATTEMPTS}
    """#

  /// Plays a contract of three pages and all of its variations.
  ///
  /// - Parameter pages: How many pages the client reads, if nothing fails.
  private func play(
    pages: Int, on transport: Transport, attempts: Int = 1, knowsOwn: Bool = true,
    outcome: JSON = ["items": ["item-1"]]
  ) throws -> [ScenarioResult] {
    let fixture = try VariationFixture(
      exchanges: Self.pages, expect: #"{"success": {"items": ["item-1", "item-2", "item-3"]}}"#,
      declaring: Self.variations.replacing("ATTEMPTS", with: "\(attempts)"))
    func verdict(_ scenario: Scenario) -> (Verdict, Script) {
      let script = Script(scenario, of: fixture.contract, transport: transport)
      let isOnce = scenario.variation?.step?.isOnce == true
      var page = 1
      var tries = 0
      while page <= pages {
        let refused = scenario.exchanges[page - 1].response.socketFault == .refused && transport == .loopback
        let reply =
          refused
          ? nil
          : script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/pages/\(page)"))
        if case .status(200)? = reply?.kind, scenario.exchanges[page - 1].response.kind == .valid || isOnce && tries > 0
        {
          (page, tries) = (page + 1, 0)
          continue
        }
        tries += 1
        if tries < attempts { continue }
        script.finish(.failure(["category": "other"], values: nil))
        return (script.verdict(), script)
      }
      script.finish(.success(outcome))
      return (script.verdict(), script)
    }
    func result(_ scenario: Scenario, _ verdict: Verdict) -> ScenarioResult {
      ScenarioResult(of: scenario, in: fixture.contract, client: "c", on: transport, verdict)
    }
    let own = verdict(fixture.scenario).0
    let varied = VariedScenario(Job(fixture.scenario, of: fixture.contract, on: transport), rules: fixture.rules)
    let calls = VariedCalls(varied, accepted: nil, own: knowsOwn ? own : nil)
    for job in calls.written {
      let (verdict, script) = verdict(job.scenario)
      _ = job.judged(verdict, in: script)
    }
    return try [result(fixture.scenario, own)]
      + calls.variations.compactMap { variation, job in
        let scenario = try fixture.varied(variation)
        let (verdict, script) = verdict(scenario)
        let judged = calls.judge.finish(job.judged(verdict, in: script), of: variation, on: transport, after: [])
        return judged.map { result(scenario, $0) }
      }
  }

  @Test("a client that reads only one page has one cause, which the scenario shows", arguments: Transport.allCases)
  func onePage(_ transport: Transport) throws {
    for attempts in [1, 2] {
      let results = try play(pages: 1, on: transport, attempts: attempts)
      let causes = Causes(of: results).all
      #expect(causes.map(\.shown) == [0], "\(causes.map(\.reason.summary))")
      let broken = results.filter { $0.verdict.status != .passed }
      #expect(causes.first?.results.count == broken.count && broken.count > 40)
      #expect(broken.allSatisfy { $0.verdict.status == .failed })
      let codes = Set(broken.dropFirst().flatMap { $0.verdict.reasons.map { $0.partKind?.rawValue ?? $0.code } })
      #expect(codes == ["missingRequest"])
      // What the client makes of the only page that it reads is judged.
      let names = Set(broken.compactMap(\.scenario.variation?.step).filter { !$0.isOnce }.map(\.place))
      #expect(names == ["page 2"])
    }
  }

  @Test("a client that reads all pages passes, and one that ignores an error of a page does not")
  func right() throws {
    let right = try play(pages: 3, on: .memory, outcome: ["items": ["item-1", "item-2", "item-3"]])
    #expect(right.allSatisfy { $0.verdict.status == .passed })
    let partial = try StepCall("exchange 2: status 500")
    partial.send("POST", "/login")
    partial.send("GET", "/users/42/todos", "t-123456")
    #expect(partial.codes(.success(["items": []])) == ["partial"])
  }

  @Test("if the scenario itself asks for the answer, a variation that does not reach it is errored")
  func notReached() throws {
    let results = try play(pages: 1, on: .memory, knowsOwn: false)
    let steps = results.filter { $0.scenario.variation?.step?.place == "page 2" }
    #expect(!steps.isEmpty && steps.allSatisfy { $0.verdict.reasons.map(\.code) == ["notReached"] })
    expectText(
      steps.first?.verdict.reasons[0].text ?? "",
      is: """
        the client did not send the request of "page 2", so nothing was tried
          contract  todo.contract.json:4:93 /scenarios/0/exchanges/1
          next      if the scenario itself passes, make a new client for each call: one that keeps what it got in an earlier call does not ask for it again
        """)
  }

  @Test("a request that is sent elsewhere, and so is missing, is one cause with what follows")
  func elsewhere() throws {
    let fixture = try VariationFixture(
      exchanges: Self.pages, scenario: #""order": "any", "#, expect: #"{"success": {"items": []}}"#,
      declaring: Self.variations.replacing("ATTEMPTS", with: "1"))
    let all = try fixture.list(on: .memory).played.filter { $0.family != .equivalent }.map(fixture.varied)
    let results = ([fixture.scenario] + all).map { scenario in
      let script = Script(scenario, of: fixture.contract, transport: .memory)
      var replies: [Reply] = []
      for path in ["pages/1", "page/2", "pages/3"] {
        replies.append(script.reply(to: CapturedRequest(method: "GET", url: "http://localhost/v1/\(path)")))
        if replies.last?.kind != .status(200) { break }
      }
      script.finish(.failure(["category": "other", "payload": .string("\(replies.count)")], values: nil))
      return ScenarioResult(of: scenario, in: fixture.contract, client: "c", on: .memory, script.verdict())
    }
    #expect(Causes(of: results).all.count == 1)
  }
}
