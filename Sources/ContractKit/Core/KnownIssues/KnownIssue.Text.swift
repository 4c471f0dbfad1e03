extension KnownIssue {
  /// Why the failures are known, with the ticket.
  package var reason: String { because + (issue.map { " (\($0))" } ?? "") }

  /// The place as `known-issues.json:2`.
  package var place: String { "\(range.source.path):\(range.line)" }

  /// What the entry covers, for example `todo/login/*@memory mismatch at /payload`.
  package var scope: String {
    let id = "\(client ?? "*")/\(contract?.value ?? "*")/\(scenario?.value ?? "*")"
    return id + (transport.map { "@\($0.value.rawValue)" } ?? "") + " \(code ?? "*")"
      + (pointer.map { " at \"\($0.text)\"" } ?? "")
  }
}

extension KnownIssueResult {
  /// The problem in one line; nil if there is none.
  package var summary: String? {
    switch problem {
    case .stale: "stale known issue: no scenario that it covers fails in this way any more"
    case .unmatched: "unmatched known issue: it covers no scenario"
    case .expired: "expired known issue: its last day was \(issue.until?.value ?? "")"
    case nil: nil
    }
  }

  /// Returns the problem with the entry and what to do; nil if there is none.
  package func text(_ commands: CommandLines = CommandLines()) -> String? {
    guard let summary, let problem else { return nil }
    var lines = LabelledLines(summary)
    lines.add("covers", issue.scope)
    lines.add("because", issue.because)
    lines.add("issue", issue.issue)
    switch problem {
    case .stale: lines.add("next", "remove the entry")
    case .unmatched:
      lines.add("next", "correct or remove the entry; `\(commands.check)` finds names that do not exist")
    case .expired: lines.add("next", "remove the entry, or set a later `until`; it does not cover failures any more")
    }
    return lines.text
  }
}
