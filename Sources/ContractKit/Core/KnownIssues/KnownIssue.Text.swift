extension KnownIssue {
  /// Why the failures are known, with the ticket.
  package var reason: String { because + (issue.map { " (\($0))" } ?? "") }

  /// What the entry covers, for example `todo/login/*@memory mismatch at /payload`.
  package var scope: String {
    let id = "\(client ?? "*")/\(contract?.value ?? "*")/\(scenario?.value ?? "*")"
    return id + (transport.map { "@\($0.value.rawValue)" } ?? "") + " \(code ?? "*")"
      + (pointer.map { " at \"\($0.text)\"" } ?? "")
  }
}

extension KnownIssueResult.Problem {
  /// What reports count.
  package var noun: String { "\(rawValue) known issue" }
}

extension KnownIssueResult {
  /// The problem in one line; nil if there is none.
  package var summary: String? {
    guard let problem else { return nil }
    let why =
      switch problem {
      case .stale: "no scenario that it covers fails in this way any more"
      case .unmatched: "it covers no scenario"
      case .expired: "its last day was \(issue.until?.value ?? "")"
      }
    return "\(problem.noun): \(why)"
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
