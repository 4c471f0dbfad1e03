import Foundation
import TestSupport
import Testing

@testable import ContractCore
@testable import ContractReporting

@Suite("Dependence on the answer")
struct DependenceTests {
  static let created =
    #"{"name": "created", "response": {"kind": "valid", "body": {"json": {"id": 1}}}, "expect": {"success": {"id": 1}}}"#
  static let down =
    #"{"name": "down", "response": {"kind": "statusError", "status": 500}, "expect": {"failure": {"payload": 500}}}"#
  static let offline =
    #"{"name": "offline", "response": {"kind": "networkError", "error": "notConnectedToInternet"}, "expect": {"failure": {"code": -1009}}}"#

  /// The same answers, with other expectations.
  private static func scenarios(_ expect: String) -> [String] {
    [created, down, offline].map { $0.replacing(#/"expect": .*}}$/#, with: "\"expect\": \(expect)}") }
  }

  @Test("scenarios that expect what the answer says are neither vacuous nor weak")
  func strong() throws {
    let report = try StrengthFixture([Self.created, Self.down, Self.offline]).report()
    #expect(report.scenarios == 3)
    #expect(report.withoutComparison == 0)
    #expect(report.found == [])
  }

  @Test("a client that returns a constant is vacuous, also if the calls failed")
  func constant() throws {
    let report = try StrengthFixture([Self.created, Self.down, Self.offline]).report { _ in .success(["id": 1]) }
    #expect(report.scenarios == 1)
    #expect(report.found == ["created: vacuous"])
    let remarks = ConsoleText(ConsoleSettings()).remarks(report)
    #expect(remarks.first?.1 == "1 scenario: 1 vacuous")
    #expect(remarks.dropFirst().first?.1.hasSuffix(StrengthReport.whyVacuous) == true)
  }

  @Test("--prove also says that nothing was found")
  func nothingFound() throws {
    let report = try StrengthFixture([Self.created, Self.down, Self.offline]).report(proves: true)
    #expect(ConsoleText(ConsoleSettings()).remarks(report).first?.1 == "3 scenarios: none is vacuous or weak")
  }

  @Test("the page proposes the command that lists more as contract-run was started")
  func proveCommand() throws {
    var report = RunReport(results: [], started: .now, duration: 0)
    report.strength = try StrengthFixture([Self.created, Self.down, Self.offline]).report()
    report.strength?.countedParts = 2
    report.commands.prove = "swift run contract-run --prove"
    let page = String(decoding: HTMLReport(report).utf8, as: UTF8.self)
    let parts = "2 parts of requests, which could change without any failure"
    #expect(page.contains("\(parts); swift run contract-run --prove lists them"))
  }

  @Test("the summary has no counts of zero")
  func zeros() throws {
    var report = RunReport(results: [], started: .now, duration: 0)
    report.strength = try StrengthFixture([Self.created, Self.down, Self.offline]).report()
    func remarks() -> [String] {
      ConsoleText(ConsoleSettings()).remarks(report.strength).map { "\($0)  \($1)" }
    }
    #expect(remarks() == [])
    report.strength = try StrengthFixture([Self.created]).report()
    #expect(remarks() == ["strength  not known whether 1 of 1 scenario could fail; contract-run --prove tries"])
  }

  @Test("a vacuous scenario has a problem line: a warning, or an error if it fails the run, which GitHub shows too")
  func places() throws {
    var report = RunReport(results: [], started: .now, duration: 0)
    for (isStrict, severity) in [(false, "warning"), (true, "error")] {
      report.strength = try StrengthFixture([Self.created, Self.down, Self.offline]).report(isStrict: isStrict) { _ in
        .success(["id": 1])
      }
      let problems = ProblemReport(report, checkout: Checkout(environment: [:]))
      expectText(
        String(decoding: problems.utf8, as: UTF8.self),
        has: ": \(severity): vacuous: the client returns the same outcome")
      let annotations = GitHubReport(report, checkout: Checkout(environment: [:])).annotations
      #expect(annotations.contains("::vacuous: the client returns the same outcome") == isStrict)
    }
  }

  @Test("in a large group, nothing is vacuous if any call has another outcome")
  func largeGroup() throws {
    let others = (0..<60).map { number in
      #"{"name": "s\#(number)", "response": {"kind": "statusError", "status": \#(500 + number % 40)}, "expect": {"success": null}}"#
    }
    let scenarios =
      Self.scenarios(#"{"success": null}"#) + others + [
        #"{"name": "full", "response": {"kind": "valid", "body": {"json": 7}}, "expect": {"success": 7}}"#
      ]
    let fixture = try StrengthFixture(scenarios)
    #expect(fixture.report { _ in .success(.null) }.vacuous == 63)
    let reads: StrengthFixture.Client = { reply in
      if case .success(7) = StrengthFixture.reads(reply) { .success(7) } else { .success(.null) }
    }
    #expect(fixture.report(reads).vacuous == 0)
  }

  @Test("without a valid answer, a 500 and a network error among them, nothing is vacuous", arguments: 0..<3)
  func threeAnswers(_ missing: Int) throws {
    var scenarios = Self.scenarios(#"{"success": null}"#)
    scenarios[missing] =
      #"{"name": "gone", "response": {"kind": "statusError", "status": 404}, "expect": {"success": null}}"#
    let fixture = try StrengthFixture(scenarios)
    #expect(fixture.report { _ in .success(.null) }.vacuous == 0)
    // Only a contract without a valid response cannot be proved.
    #expect(fixture.report(proves: true) { _ in .success(.null) }.vacuous == (missing == 0 ? 0 : 3))
  }

  @Test("errors that differ only in their texts are the same, because no contract describes these")
  func messages() throws {
    let scenarios = [500, 502].map { status in
      #"{"name": "s\#(status)", "response": {"kind": "statusError", "status": \#(status)}, "expect": {"failure": {"category": "status", "type": "E"}}}"#
    }
    let same = try StrengthFixture(scenarios).report { reply in
      guard case .status(let status) = reply.kind else { return .success(.null) }
      return .failure(["category": "status", "type": "E", "message": .number(status)], values: nil)
    }
    #expect(same.found == ["s500: indistinguishable", "s502: indistinguishable"])
    let fixture = try StrengthFixture(scenarios)
    let differs = fixture.report { reply in
      guard case .status(let status) = reply.kind else { return .success(.null) }
      return .failure(["category": "status", "type": "E", "payload": .number(status)], values: nil)
    }
    #expect(differs.found == ["s500: weak", "s502: weak"])
  }

  @Test("prove plays the answers that no scenario gives")
  func probes() throws {
    let fixture = try StrengthFixture([Self.created])
    let run = fixture.report { _ in .success(["id": 1]) }
    #expect((run.vacuous, run.withoutComparison) == (0, 1))
    let proof = fixture.report(proves: true) { _ in .success(["id": 1]) }
    #expect(proof.withoutComparison == 0)
    #expect(proof.found == ["created: vacuous"])
    #expect(fixture.report(proves: true).found == [])
  }

  @Test("a client that succeeds after a 500 or a network error hides errors")
  func hidden() throws {
    let hides: StrengthFixture.Client = { reply in
      if case .success(let value) = StrengthFixture.reads(reply) { .success(value) } else { .success(.null) }
    }
    let report = try StrengthFixture([Self.created]).report(proves: true, hides)
    #expect(report.found == ["created: hidesErrors"])
    // A scenario that says so is an intention.
    let described = [Self.created] + Self.scenarios(#"{"success": null}"#).dropFirst()
    #expect(
      try StrengthFixture(described).report(proves: true, hides).found == [
        "down: indistinguishable", "offline: indistinguishable",
      ])
  }

  @Test("an expectation that accepts the outcome of another scenario is weak")
  func weak() throws {
    let gone = #"{"name": "gone", "response": {"kind": "statusError", "status": 404}, "expect": {"failure": "status"}}"#
    let report = try StrengthFixture([Self.created, Self.down, gone]).report()
    #expect(report.found == ["gone: weak"])
    #expect(report.findings[0].dependence.accepted.map(\.text) == ["down"])
  }

  @Test(
    "an expectation that accepts an outcome with every part changed is weak, without any other scenario",
    arguments: [
      (#"{"success": {"$partial": {}}}"#, true), (#"{"success": {"$any": true}}"#, true),
      (#"{"success": {"$type": "object"}}"#, true), (#"{"success": {"id": {"$type": "integer"}}}"#, true),
      (#"{"success": {"$partial": {"id": 1}}}"#, false), (#"{"success": {"id": {"$anyOf": [1, 3]}}}"#, false),
    ])
  func changes(_ expect: String, _ isWeak: Bool) throws {
    let scenario = Self.created.replacing(#"{"success": {"id": 1}}"#, with: expect)
    #expect(try StrengthFixture([scenario]).report().weak == (isWeak ? 1 : 0))
  }

  @Test("an idempotent delete is indistinguishable, not weak")
  func delete() throws {
    let scenarios = [
      #"{"name": "deleted", "response": {"kind": "valid", "status": 204}, "expect": {"success": null}}"#,
      #"{"name": "gone", "response": {"kind": "statusError", "status": 404}, "expect": {"success": null}}"#,
    ]
    let report = try StrengthFixture(scenarios + [Self.down, Self.offline]).report(proves: true) { reply in
      if case .status(204) = reply.kind { return .success(.null) }
      if case .status(404) = reply.kind { return .success(.null) }
      return StrengthFixture.reads(reply)
    }
    #expect(report.found == ["deleted: indistinguishable", "gone: indistinguishable"])
  }

  @Test("on loopback, outcomes with the base URLs of their calls are the same, and not weak")
  func ownAddresses() throws {
    let expect = #""expect": {"success": "{{baseURL}}/a"}}"#
    let fixture = try StrengthFixture([
      #"{"name": "created", "response": {"kind": "valid", "body": {"json": 1}}, \#(expect)"#,
      #"{"name": "down", "response": {"kind": "statusError", "status": 503}, \#(expect)"#,
    ])
    let jobs = fixture.contract.scenarios.map { Job($0, of: fixture.contract, on: .loopback) }
    let tally = DependenceCollector(jobs, keeps: false)
    for (index, job) in jobs.enumerated() {
      let base = "http://127.0.0.1:\(50_000 + index)"
      let addresses = try Addresses(base: #require(BaseURL(base)))
      let script = Script(job.scenario, of: fixture.contract, transport: .loopback, addresses: addresses)
      var request = StrengthFixture.request
      request.url = "\(base)/todos"
      _ = script.reply(to: request)
      script.finish(.success(.string("\(base)/a")))
      let verdict = script.verdict(onEvidence: { tally.add($0, of: job, on: .loopback) })
      #expect(verdict.status == .passed)
    }
    for dependence in tally.finish().values { #expect(!dependence.isWeak && dependence.isIndistinguishable) }
    #expect(tally.finish().count == 2)
  }

  @Test("only scenarios with the same input and another answer are calls")
  func calls() throws {
    let other = Self.created.replacing("\"created\"", with: "\"other input\", \"input\": 1")
    let same = Self.created.replacing("\"created\"", with: "\"the same answer\"")
    let report = try StrengthFixture([Self.created, same, other]).report()
    #expect((report.scenarios, report.withoutComparison) == (3, 3))
  }

  @Test("a scenario that expects no request is not judged")
  func noRequest() throws {
    let none = #"{"name": "not logged in", "exchanges": [], "expect": {"success": null}}"#
    let report = try StrengthFixture([none]).report(proves: true)
    #expect(report.scenarios == 0)
  }

  @Test("after a fire-and-forget request, the answer to the first one still counts")
  func lastAnswerIgnored() throws {
    func scenario(_ name: String, _ second: String) -> String {
      #"{"name": "\#(name)", "exchanges": [{"response": {"kind": "valid", "body": {"json": {"id": 1}}}}, {"response": \#(second)}], "expect": {"success": {"id": 1}}}"#
    }
    let scenarios = [
      scenario("both", #"{"kind": "valid"}"#), scenario("second down", #"{"kind": "statusError", "status": 500}"#),
      scenario("second offline", #"{"kind": "networkError", "error": "timedOut"}"#),
    ]
    // The client returns what it made of the first answer.
    let fixture = try StrengthFixture(scenarios)
    for proves in [false, true] {
      let first = Holder()
      let report = fixture.report(proves: proves) { reply in
        first.outcome = first.count % 2 == 0 ? StrengthFixture.reads(reply) : first.outcome
        first.count += 1
        return first.outcome
      }
      #expect(report.vacuous == 0)
      #expect(report.indistinguishable == 3)
    }
  }

  private final class Holder {
    var outcome = Outcome.success(.null)
    var count = 0
  }

  @Test("in a large group, each scenario is compared with some of the others")
  func large() throws {
    let many = (0..<60).map { number in
      #"{"name": "\#(number)", "response": {"kind": "valid", "body": {"json": {"id": \#(number)}}}, "expect": {"success": {"$partial": {}}}}"#
    }
    let report = try StrengthFixture(many + [Self.down, Self.offline]).report()
    #expect(report.weak == 60)
    #expect(report.findings.allSatisfy { $0.dependence.others <= ComparableCalls.limit })
  }

  @Test("a vacuous scenario fails a strict run only")
  func strict() throws {
    let fixture = try StrengthFixture([Self.created])
    let (verdict, _) = fixture.play(fixture.contract.scenarios[0]) { _ in .success(["id": 1]) }
    let result = ScenarioResult(
      of: fixture.contract.scenarios[0], in: fixture.contract, client: "c", on: .memory, verdict)
    for isStrict in [false, true] {
      var report = RunReport(results: [result], started: .init(), duration: 0)
      report.strength = fixture.report(proves: true, isStrict: isStrict) { _ in .success(["id": 1]) }
      #expect(report.exitStatus == (isStrict ? 1 : 0))
    }
  }
}
