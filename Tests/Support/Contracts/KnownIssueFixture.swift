import Foundation
import Testing

@testable import ContractCore

/// Entries of known issues, made from JSON, and the failures that they are about.
enum KnownIssueFixture {
  /// 2026-11-21 at 10:26 UTC.
  static let now = ReportFixture.started

  /// Returns the entries of a file that the clients `todo` and `user` use.
  static func issues(_ entries: String...) throws -> KnownIssues {
    let source = Source(path: "known-issues.json", text: "[\n\(entries.joined(separator: ",\n"))\n]")
    let (issues, diagnostics) = KnownIssueReader.read(
      source, usedBy: ["todo", "user"], clients: ["todo", "user", "photos"], now: now)
    #expect(diagnostics.map(\.text) == [])
    return issues
  }

  /// Returns an entry about the contract `login`.
  static func entry(_ code: String, _ more: String = "", because: String = "a bug") -> String {
    #"{ "contract": "login", "code": "\#(code)", "because": "\#(because)"\#(more.isEmpty ? "" : ", " + more) }"#
  }

  static func subject(
    _ scenario: String = "expired", contract: String = "login", client: String = "todo", original: String? = nil,
    on transport: Transport? = .memory
  ) -> KnownIssue.Subject {
    KnownIssue.Subject(
      client: client, contract: contract, scenario: scenario, original: original, transport: transport)
  }

  /// Returns a mismatch with a difference at each pointer.
  static func mismatch(_ part: Mismatch.Part = .outcome, _ pointers: String...) -> Reason {
    var differences = Mismatch.Differences()
    for pointer in pointers {
      let difference = Mismatch.Difference(kind: .changed, pointer: pointer, expected: "1", actual: "2", range: nil)
      if differences.add(.changed, at: pointer) { differences.report(difference) }
    }
    return Mismatch(part, request: nil, differences, whole: nil).map(Reason.mismatch) ?? .neverResumed
  }

  static let crash = Reason.crashed(.signal(11))
}

extension KnownIssueReader {
  /// Reads the text of a file.
  static func read(
    _ source: Source, usedBy users: [String], clients: [String]?, now: Date = .now
  ) -> (issues: KnownIssues, diagnostics: [Diagnostic]) {
    read([AcceptedFile(.knownIssues, source, clients: users)], clients: clients, now: now)
  }
}
