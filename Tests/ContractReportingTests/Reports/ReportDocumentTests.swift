import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("docs/reports.md")
struct ReportDocumentTests {
  private func document() throws -> String {
    let file = TestFolder.package.appendingPathComponent("docs/reports.md")
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test("every reason's code is listed with its status")
  func codes() throws {
    let range = SourceRange(source: ReportFixture.source, start: 0, end: 1)
    // Reasons whose payload belongs to another type are listed by hand.
    let failed: [Reason] = [
      .mismatch(ReportFixture.mismatch), .timedOut(deadline: 1, sinceLastAnswer: nil), .neverCompleted(),
      .completedTwice(), .neverResumed, .stalled(next: "x"), .escaped(.proxied(host: "x", peer: 1)),
    ]
    let others: [Reason] = [
      .protocolFault("x"), .unsupported(operation: "x", known: [], at: range),
      .unobservable(part: .header("x"), at: nil), .basicChallenge(deadline: 1), .stopped(.expression("x"), at: range),
      .givenUp(starts: 3, why: "x"), .notRun("x"), .skipped("x"), .stopped(.schema, at: range),
      .stopped(.pairs, at: range), .notCompared(endedTwice: false, at: range), .interrupted("SIGTERM", after: 1),
    ]
    let rows =
      (failed + others).map { "\n| `\($0.code)` | \($0.status.rawValue) | " }
      + [
        "crashed", "leaked", "injected", "traversed", "endless", "followed", "unverified", "printed",
        "unexpectedRequest", "malformed", "late", "flaky", "unapproved", "hollow", "ignored", "partial", "sentTwice",
        "tooSoon", "endedEarly", "leftOpen", "notCancelled", "leftOut", "strayed",
        "drift",
      ].map {
        "\n| `\($0)` | failed | "
      }
      + ["notLearned", "killed", "notReached", "notThere", "refused"].map { "\n| `\($0)` | errored | " }
    let document = try document()
    let missing = rows.filter { !document.contains($0) }
    #expect(missing == [])
    let listed = document.matches(of: #/\n\| `\w+` \| (failed|errored|skipped) \| /#).count
    #expect(listed == rows.count)
  }

  @Test("the example has the members of the report, level by level")
  func example() throws {
    let text = try #require(
      try document().components(separatedBy: "```json\n").dropFirst().first?.components(separatedBy: "```").first)
    let example = try #require(JSON.parse(text))
    let report = ReportFixture.mixed.only("token expired")
    let made = try JSONReport(report, runner: "contract-run 0.1.0").valid
    func names(_ json: JSON?) -> [String] { json?.object?.members.map(\.name) ?? [] }
    #expect(names(example) == names(made))
    let (a, b) = (example["results"]?.array?.first, made["results"]?.array?.first)
    // No client was called for the fixture, so it has no base URLs.
    #expect(names(a).filter { $0 != "baseURLs" } == names(b))
    #expect(names(a?["reasons"]?.array?.first) == names(b?["reasons"]?.array?.first))
    for member in ["mismatch", "at"] {
      #expect(names(a?["reasons"]?.array?.first?[member]) == names(b?["reasons"]?.array?.first?[member]))
    }
    #expect(names(a?["record"]?.array?.first?["request"]) == names(b?["record"]?.array?.first?["request"]))
    let document = try document()
    let missing = (names(made) + names(b)).filter { !document.contains("`\($0)`") }
    #expect(missing == [])
  }
}
