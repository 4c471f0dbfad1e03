import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

/// Scenarios with clients that tests write as functions, and what is found out about their strength.
struct StrengthFixture {
  /// A client: what it returns after an answer.
  typealias Client = (Reply) -> Outcome

  let contract: Contract
  let request: CapturedRequest

  /// A request with each part, and the contract that describes it.
  static let described = #"{"method": "POST", "path": "/todos", "body": {"json": {"title": "a"}}}"#
  static let request = CapturedRequest(
    method: "POST", url: "http://localhost/todos", headers: Headers([.init("User-Agent", "x")]),
    body: Array(#"{"title":"a"}"#.utf8))

  init(_ scenarios: [String], described: String = described, sends request: CapturedRequest = request) throws {
    let text = """
      {"contract": 1, "endpoint": "e", "operation": "o", "baseURL": "http://localhost", "request": \(described),
       "scenarios": [\(scenarios.joined(separator: ",\n"))]}
      """
    contract = try Contract.read(text, allowsWarnings: true)
    self.request = request
  }

  /// A client that reads the answer as clients should.
  static func reads(_ reply: Reply) -> Outcome {
    switch reply.kind {
    case .status(200):
      reply.body.flatMap { JSON.parse($0) }.map(Outcome.success) ?? .failure(["category": "decoding"], values: nil)
    case .status(let status):
      .failure(["category": "status", "type": "APIError", "payload": .number(status)], values: nil)
    case .nonHTTP: .failure(["category": "network", "code": -1], values: nil)
    case .networkError(let error): .failure(["category": "network", "code": .number(error.code)], values: nil)
    }
  }

  /// Plays a scenario, and returns its verdict and its call.
  func play(_ scenario: Scenario, _ client: Client) -> (verdict: Verdict, evidence: CallEvidence?) {
    let script = Script(scenario, of: contract, transport: .memory)
    var outcome = Outcome.success(.null)
    for _ in scenario.exchanges { outcome = client(script.reply(to: request)) }
    script.finish(outcome)
    var evidence: CallEvidence?
    let verdict = script.verdict(onEvidence: { evidence = $0 })
    return (verdict, evidence)
  }

  /// Plays all scenarios, and returns the report: with extra calls and pins if it is a proof.
  func report(proves: Bool = false, isStrict: Bool = false, _ client: Client = Self.reads) -> StrengthReport {
    let jobs = contract.scenarios.map { Job($0, of: contract, on: .memory) }
    let tally = DependenceCollector(jobs, keeps: proves)
    // As in a run, pins need requests with their secrets, which results do not have.
    var verdicts: [Job: Verdict] = [:]
    let results = jobs.map { job in
      let (verdict, evidence) = play(job.scenario, client)
      verdicts[job] = verdict
      if let evidence { tally.add(evidence, of: job, on: .memory) }
      return ScenarioResult(of: job.scenario, in: contract, client: "client", on: .memory, verdict)
    }
    var report = StrengthReport(isStrict: isStrict)
    guard proves else {
      let known = tally.finish()
      report.add(results, jobs.map { known[$0] })
      return report
    }
    let addresses = tally.addresses
    let passed = zip(jobs, results).filter { $1.verdict.status == .passed }
    for (job, result) in passed {
      if let verdict = verdicts[job], let mutants = addresses[job].flatMap({ Mutants(verdict, of: result, at: $0) }) {
        report.add(mutants, of: result)
      }
    }
    let hasPassed = Set(passed.map(\.0))
    var probes = tally.missing(for: hasPassed.contains)
    for index in probes.indices { probes[index].evidence = play(probes[index].scenario, client).evidence }
    let known = tally.finish(probes)
    report.add(results, jobs.map { known[$0] })
    return report
  }
}

extension StrengthReport {
  /// What is found, by scenario: `created: vacuous`.
  var found: [String] {
    findings.map { "\($0.result.scenario.name): \($0.dependence.kinds.joined(separator: ", "))" }
  }

  /// The mutants that survived, with the changes that are not noticed: `header X-Client (changed, removed)`.
  var survived: [String] {
    tables.flatMap(\.rows).map { row in
      let changes = Mutant.Change.allCases.filter(row.unnoticed.contains).map(\.rawValue)
      let owner = row.scenario.isEmpty ? "" : "\(row.scenario): "
      return "\(owner)\(row.name) (\(changes.joined(separator: ", ")))"
    }
  }
}
