import Foundation

@testable import ContractCore

extension Target {
  /// A file of known issues has entries, or errors with places. The entries for a scenario are found by its name as by
  /// asking each entry.
  static func checkKnownIssues(_ bytes: [UInt8]) {
    let source = Source(path: "known-issues.json", bytes: bytes)
    let (issues, diagnostics) = KnownIssueReader.read(
      [AcceptedFile(.knownIssues, source, clients: ["app"])], clients: ["app", "other"],
      now: Date(timeIntervalSince1970: 1_800_000_000))
    requireUsable(diagnostics + issues.expired, in: source)
    let names = KnownIssues.Names(
      client: "app", contracts: [("todo", ["created", "late"]), ("login", [])], transports: [.memory])
    requireUsable(issues.unmatched(among: [names]), in: source)
    for issue in issues.entries.prefix(20) {
      if let pointer = issue.pointer {
        require(pointer.includes(pointer.text), "the pointer \(pointer.text.debugDescription) does not include itself")
      }
      for (contract, scenario) in [(issue.contract, issue.scenario), (nil, issue.scenario), (issue.contract, nil)] {
        let subject = KnownIssue.Subject(
          client: "app", contract: contract?.value ?? "todo", scenario: scenario?.value ?? "created", transport: .memory
        )
        let found = issues.indices(for: subject)
        let all = issues.entries.indices.filter { issues.entries[$0].covers(subject) }
        require(found == all, "the entries \(all) are about \(subject), but \(found) were found")
      }
    }
  }
}
