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
    let failed = Verdict(reasons: [.neverResumed])
    var entries = AcceptedEntries(path: "accepted.json", because: "x")
    entries.add(failed, of: subject("one", on: .loopback))
    entries.addPassed(subject("one", on: .memory))
    entries.addPassed(subject("other", on: .memory))
    for transport in Transport.allCases { entries.add(failed, of: subject("both", on: transport)) }
    #expect(
      entries.all.map { [$0["scenario"], $0["transport"]] } == [["one", "loopback"], ["both", nil]])
  }
}
