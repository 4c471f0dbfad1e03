import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

/// No decision may depend on the words in which contract-run says something: only on facts.
@Suite("Reports in which every sentence is another one")
struct RewordedReportTests {
  private static let texts: Set = [
    "summary", "first", "text", "note", "expected", "actual", "lines", "sent", "described", "differs", "notices",
    "unobserved", "difference",
  ]
  private static let accepted = [
    #"{ "contract": "orders", "failure": { "code": "mismatch", "pointer": "/payload" }, "because": "a bug" }"#,
    #"{ "contract": "*", "failure": { "code": "timedOut" }, "because": "a bug" }"#,
    #"{ "contract": "users", "failure": { "code": "crashed" }, "because": "a bug" }"#,
  ]

  private let folder: ContractFolder
  private let results: [ScenarioResult]

  /// Plays clients with different defects.
  init() throws {
    let tests = CausesTests()
    folder = try tests.folder()
    let folder = folder
    func play(
      _ client: String, headers: [String: String] = ["X-Key": "abc"], _ outcome: Outcome? = nil
    ) throws
      -> [ScenarioResult]
    {
      try tests.play(
        folder, client: client, headers: headers, outcome: { outcome ?? CausesTests.right($1) })
    }
    func failing(_ reasons: (Int) -> [Reason]) throws -> [ScenarioResult] {
      try play("user").enumerated().map { index, result in
        result.with(verdict: Verdict(reasons: reasons(index), unobserved: [.part("timeout", request: index + 1)]))
      }
    }
    let cast = CrashTrace("Could not cast value of type 'A' (0x1) to 'B' (0x2).")
    results =
      try play("todo", headers: [:])
      + play("user", .success([:])) + play("user", .success(["id": 1])) + play("todo", CausesTests.decoding)
      + play("todo", .failure(["category": "status", "type": "APIError", "payload": 0], values: nil))
      + failing { index in
        switch index {
        case 0, 1: [.crashed(.signal(6), cast)]
        case 2: [.timedOut(deadline: 5, sinceLastAnswer: nil)]
        case 3: [.protocolFault("it wrote a line")]
        default: [.neverCompleted()]
        }
      }
  }

  private func report(_ results: [ScenarioResult]) -> RunReport {
    var part = RunReport.Notice("a part of the run")
    part.isAboutPart = true
    var report = RunReport(
      results: results, started: ReportFixture.started, duration: 1,
      notices: [RunReport.Notice("the driver was started 2 times", of: "todo"), part])
    report.plan = RunReport.Plan(
      command: "run", arguments: [], scenarios: results.count, chosen: Fingerprint(), contracts: [:], files: [:])
    return report
  }

  private static func reworded(_ json: JSON) -> JSON {
    json.object?.mapValues { member in
      texts.contains(member.name)
        ? member.value.mapStrings { .string("\(Fingerprint(of: [$0]).text)") } : reworded(member.value)
    } ?? json.mapChildren(reworded)
  }

  /// Reads a report as `merge` does.
  private func read(_ json: JSON) throws -> RunReport {
    try folder.write(json.text, to: "run.json")
    let recorded = try RecordedReport(folder.path + "/run.json")
    let ranges = RecordedRanges(results.map(\.contract), naming: [])
    var read: [ScenarioResult] = []
    try recorded.read(ranges, hiding: .standard, in: nil) { result throws(RecordedReport.Failure) in
      read.append(results[read.count].with(verdict: result.verdict))
    } variations: { _ throws(RecordedReport.Failure) in
    }
    var report = report(read)
    report.notices = recorded.notices
    return report
  }

  /// What is decided about a report.
  private func decisions(_ report: RunReport) throws -> [String] {
    let causes = Causes(of: report.results)
    let entries = Self.accepted
    let issues = try AcceptedFixture.accepted(entries[0], entries[1], entries[2])
    let judged = report.results.map { $0.judged(by: issues) }
    var accepted = report
    accepted.results = judged
    return causes.all.map { "\($0.key) \($0.reason.code) \($0.results) \($0.shown)" }
      + judged.map { "\($0.id) \($0.verdict.status) \($0.knownIssues.map(\.code))" }
      + ["exit status \(report.exitStatus), \(accepted.exitStatus)"]
      + report.notices.map { "notice of \($0.client ?? "the run"), \($0.isAboutPart)" }
      + report.results.flatMap(\.verdict.unobserved).filter { !$0.isOfCall }.map { "\($0.name), \($0.isRequest)" }
  }

  @Test("a report that is read again has the same causes, exit statuses and accepted entries, whatever its words are")
  func recorded() throws {
    let json = JSONReport(report(results)).json
    let reworded = Self.reworded(json)
    #expect(reworded != json)
    let own = try decisions(read(json))
    expectTexts(try decisions(read(reworded)), are: own)
    #expect(own.contains { $0.contains("knownIssue") } && own.contains { $0.hasPrefix("timeout, ") })
  }

  @Test("a run has the same causes, exit statuses and accepted entries, whatever its words are")
  func live() throws {
    let reworded = results.map { result in
      var verdict = result.verdict.value
      verdict.reasons = verdict.reasons.map(\.reworded)
      return result.with(verdict: verdict)
    }
    #expect(reworded.map(\.verdict.leadingReason?.summary) != results.map(\.verdict.leadingReason?.summary))
    // The keys of causes have values of the contract and of the client, which stand between the words.
    func withoutKeys(_ decisions: [String]) -> [String] { decisions.map { String($0.drop { $0.isHexDigit }) } }
    #expect(try withoutKeys(decisions(report(reworded))) == withoutKeys(decisions(report(results))))
  }
}

extension Reason {
  /// The same reason in other words.
  fileprivate var reworded: Reason {
    func other(_ text: String) -> String { "in other words: \(text)" }
    switch self {
    case .mismatch(var mismatch):
      (mismatch.expected, mismatch.actual) = (other(mismatch.expected), mismatch.actual.map(other))
      mismatch.collected.replace { difference in
        var difference = difference
        (difference.expected, difference.actual) = (other(difference.expected), difference.actual.map(other))
        difference.note = difference.note.map(other)
        return difference
      }
      for index in mismatch.ownNotes.indices { mismatch.ownNotes[index].text = other(mismatch.ownNotes[index].text) }
      return .mismatch(mismatch)
    case .protocolFault(let why): return .protocolFault(other(why))
    default: return self
    }
  }
}
