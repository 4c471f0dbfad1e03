import ContractCore

extension JSONReport {
  /// Returns what the run found out about an entry of known issues. A member that stands for any is `*`.
  static func knownIssue(_ result: KnownIssueResult) -> JSON {
    let issue = result.issue
    func any(_ text: String?) -> JSON { .string(text ?? "*") }
    let members: [(String, JSON)] = [
      ("client", any(issue.client)), ("contract", any(issue.contract?.value)),
      ("scenario", any(issue.scenario?.value)), ("transport", any(issue.transport?.value.rawValue)),
      ("code", any(issue.code)), ("pointer", any(issue.pointer?.text)),
    ]
    return .object(
      members + reason(issue) + [
        ("scenarios", .strings(result.scenarios)),
        ("problem", result.problem.map { .string($0.rawValue) } ?? .null),
      ])
  }

  /// Returns an entry of a file of approvals that names variations which do not exist.
  static func staleApproval(_ stale: StaleApproval) -> JSON {
    [
      "contract": .string(stale.approval.contract), "scenario": .string(stale.approval.scenario ?? "*"),
      "missing": .array(
        stale.missing.map { ["pointer": .string($0.pointer), "change": .string($0.kind.rawValue)] }),
      "at": location(stale.approval.range),
    ]
  }

  /// Returns why the failures that an entry covers are known.
  static func reason(_ issue: KnownIssue) -> [(String, JSON)] {
    [
      ("because", .string(issue.because)), ("issue", issue.issue.map { .string($0) } ?? .null),
      ("until", issue.until.map { .string($0.value) } ?? .null), ("at", location(issue.range)),
    ]
  }
}
