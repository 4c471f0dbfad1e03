import Foundation
import Testing

@testable import ContractCore

/// Accepted failures, made from JSON, and the failures that they are about.
enum AcceptedFixture {
  /// 2026-11-21 at 10:26 UTC.
  static let now = ReportFixture.started

  /// Returns the entries of a file of the clients `todo` and `user`.
  static func accepted(_ entries: String...) throws -> Accepted {
    let source = Source(path: "accepted.json", text: "[\n\(entries.joined(separator: ",\n"))\n]")
    let (accepted, diagnostics) = AcceptedReader.read(source, clients: ["todo", "user"], now: now)
    #expect(diagnostics.map(\.text) == [])
    return accepted
  }

  /// Returns an entry about the contract `login`. A pointer among its other members is one of the failure.
  static func entry(_ code: String, _ more: String = "", because: String = "a bug") -> String {
    let isPointer = { (member: String) in member.hasPrefix(#""pointer""#) }
    let members = more.components(separatedBy: ", ")
    let failure = ([#""code": "\#(code)""#] + members.filter(isPointer)).joined(separator: ", ")
    let rest = members.filter { !isPointer($0) && !$0.isEmpty }
    let all = [#""contract": "login""#, #""failure": { \#(failure) }"#, #""because": "\#(because)""#] + rest
    return "{ \(all.joined(separator: ", ")) }"
  }

  static func subject(
    _ scenario: String = "expired", contract: String = "login", client: String = "todo", original: String? = nil,
    on transport: Transport? = .memory
  ) -> AcceptedEntry.Subject {
    AcceptedEntry.Subject(
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

extension AcceptedReader {
  /// Reads the text of a file.
  static func read(
    _ source: Source, clients: [String], now: Date = .now
  ) -> (accepted: Accepted, diagnostics: [Diagnostic]) {
    read(AcceptedFile(source, clients: clients), clients: clients, now: now)
  }
}
