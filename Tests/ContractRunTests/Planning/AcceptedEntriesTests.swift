import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("Entries that --accept writes")
struct AcceptedEntriesTests {
  private func subject(_ scenario: String, on transport: Transport) -> AcceptedEntry.Subject {
    AcceptedEntry.Subject(client: "c", contract: "thing", scenario: scenario, transport: transport)
  }

  @Test("an entry names the transport if the scenario passed on the other one")
  func transport() {
    let failed = Verdict(noResult: .neverCompleted())
    var entries = AcceptedEntries(path: "accepted.json", because: "x")
    entries.add(failed, of: subject("one", on: .loopback))
    entries.addPassed(subject("one", on: .memory))
    entries.addPassed(subject("other", on: .memory))
    for transport in Transport.allCases { entries.add(failed, of: subject("both", on: transport)) }
    #expect(
      entries.all.map { [$0["scenario"], $0["transport"]] } == [["one", "loopback"], ["both", nil]])
  }

  @Test("an entry that accepts the same stays, and is replaced if its last day is over")
  func again() throws {
    try TestFolder.temporary { folder in
      func entry(_ scenario: String, _ because: String, _ more: String = "") -> String {
        #"{ "contract": "thing", "scenario": "\#(scenario)", "failure": { "code": "late" }, "because": "\#(because)"\#(more) }"#
      }
      let kept = entry("a", "old", #", "client": "*", "until": "2999-01-01""#)
      try folder.write(
        "[\(kept), \(entry("b", "old", #", "until": "2020-01-31""#))]", to: "accepted.json")
      var entries = AcceptedEntries(path: folder.appendingPathComponent("accepted.json").path, because: "new")
      let new = try ["a", "b", "c"].map { try #require(JSON.parse(entry($0, "new"))) }
      entries.write(new)
      #expect(entries.failure == nil && entries.isWritten)
      let text = try #require(folder.text("accepted.json"))
      #expect(text.hasPrefix("[\(kept),"), "\(text)")
      let written = try #require(JSON.parse(text)?.array)
      #expect(
        written.map { [$0["scenario"], $0["because"]] } == [["a", "old"], ["b", "new"], ["c", "new"]], "\(text)")
    }
  }
}
