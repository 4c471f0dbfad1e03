extension KnownIssue {
  /// Why the failures are known, with the ticket.
  package var reason: String { because + (issue.map { " (\($0))" } ?? "") }

  /// What the entry covers, for example `todo/login/*@memory mismatch at /payload`.
  package var scope: String {
    let id = "\(client ?? "*")/\(contract?.value ?? "*")/\(scenario?.value ?? "*")"
    return id + (transport.map { "@\($0.value.rawValue)" } ?? "") + " \(code ?? "*")"
      + (pointer.map { " at \"\($0.text)\"" } ?? "")
  }

  package func summary(_ problem: KnownIssueResult.Problem) -> String {
    switch problem {
    case .stale: "\(problem.noun): no scenario that it covers fails in this way any more"
    case .unmatched: "\(problem.noun): it covers no scenario"
    case .expired: "\(problem.noun): its last day was \(until?.value ?? "")"
    }
  }

  package func text(_ problem: KnownIssueResult.Problem, _ commands: CommandLines = CommandLines()) -> String {
    var lines = LabeledLines(summary(problem))
    lines.add("covers", scope)
    lines.add("because", because)
    lines.add("issue", issue)
    switch problem {
    case .stale: lines.add("next", "remove the entry")
    case .unmatched:
      lines.add("next", "correct or remove the entry; `\(commands.check)` finds names that do not exist")
    case .expired: lines.add("next", "remove the entry, or set a later `until`; it does not cover failures any more")
    }
    return lines.text
  }
}

extension KnownIssueResult.Problem {
  /// What reports count.
  package var noun: String { "\(rawValue) known issue" }
}
