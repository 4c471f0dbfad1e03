import Foundation

@testable import ContractAuthoring
@testable import ContractCore

extension Target {
  /// A file of what is accepted has entries, or errors with places. The entries for a scenario are found by its name as by
  /// asking each entry. After a change of one result, the file has that result, and every other one as before.
  static func checkAccepted(_ bytes: [UInt8]) {
    let source = Source(path: "accepted.json", bytes: bytes)
    func read(_ source: Source) -> (accepted: Accepted, diagnostics: [Diagnostic]) {
      AcceptedReader.read(
        AcceptedFile(source, clients: ["app"]), clients: ["app"], now: Date(timeIntervalSince1970: 1_800_000_000))
    }
    let (accepted, diagnostics) = read(source)
    requireUsable(diagnostics + accepted.expired, in: source)
    let names = Accepted.Names(
      client: "app", contracts: [("todo", ["created", "late"]), ("login", [])], transports: [.memory])
    requireUsable(accepted.unmatched(among: [names]), in: source)
    for entry in accepted.entries.prefix(20) {
      if case .failure(_, let pointer?) = entry.what {
        require(pointer.includes(pointer.text), "the pointer \(pointer.text.debugDescription) does not include itself")
      }
      for (contract, scenario) in [(entry.contract, entry.scenario), (nil, entry.scenario), (entry.contract, nil)] {
        let subject = AcceptedEntry.Subject(
          client: "app", contract: contract?.value ?? "todo", scenario: scenario?.value ?? "created", transport: .memory
        )
        let found = accepted.indices(for: subject)
        let all = accepted.entries.indices.filter { index in
          accepted.entries[index].isAboutFailures && accepted.entries[index].covers(subject)
        }
        require(found == all, "the entries \(all) are about \(subject), but \(found) were found")
      }
    }
    if !diagnostics.hasErrors { checkFields(accepted, in: source, read) }
  }

  private static func checkFields(
    _ accepted: Accepted, in source: Source, _ read: (Source) -> (accepted: Accepted, diagnostics: [Diagnostic])
  ) {
    func updated(_ accepted: Accepted, _ findings: Accepted.Findings) -> [UInt8] {
      accepted.updated(by: findings, clients: ["app"], because: "because")
    }
    require(updated(accepted, Accepted.Findings()) == source.bytes, "the file changes without a finding")
    guard var key = accepted.entries.flatMap(\.fieldKeys).first else { return }
    (key.client, key.transport) = ("app", key.transport ?? .memory)
    for result: JSON? in ["decoding", nil] {
      var findings = Accepted.Findings()
      findings.transports = Set(Transport.allCases)
      findings.all[key] = .changed(result)
      let text = updated(accepted, findings)
      let (changed, mistakes) = read(Source(path: source.path, bytes: text))
      require(mistakes.isEmpty, "the changed file has errors: \(mistakes.map(\.text)) in \(shown(text))")
      require(updated(changed, findings) == text, "the same finding changes the file again: \(shown(text))")
    }
  }
}
