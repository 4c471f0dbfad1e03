extension AcceptedEntry {
  /// Why it is accepted, with the ticket.
  package var reason: String { because.value + (issue.map { " (\($0.value))" } ?? "") }

  /// What reports call it.
  fileprivate var noun: String {
    switch what {
    case .failure: "known issue"
    case .fields: "accepted change"
    case .difference: "accepted difference"
    }
  }

  /// What the entry covers, for example `todo/login/*@memory mismatch at /payload`.
  package var scope: String {
    let names = [client, contract?.value, scenario?.value].map { $0 ?? AcceptedReader.any }
    let id = names.joined(separator: "/") + (transport.map { "@\($0.value.rawValue)" } ?? "")
    switch what {
    case .failure(let code, let pointer):
      return "\(id) \(code ?? AcceptedReader.any)" + (pointer.map { " at \"\($0.text)\"" } ?? "")
    case .fields: return "\(id) \(Self.listed(fieldKeys))"
    case .difference(let difference):
      return
        ([id, difference.endpoint, difference.part.rawValue, Excerpt.beginning(of: difference.name, limit: 200)]
        .filter { !$0.isEmpty }).joined(separator: " ")
    }
  }

  /// The maximum number of changes that are listed.
  private static let shown = 5

  fileprivate static func listed(_ keys: [AcceptedFields.Key]) -> String {
    let more = keys.count - shown
    return keys.prefix(shown).map { Excerpt.visible($0.change.name) }.joined(separator: ", ")
      + (more > 0 ? " and \(more) more" : "")
  }
}

extension AcceptedResult {
  /// What reports count.
  package var noun: String { problem.map { "\($0.rawValue) \(entry.noun)" } ?? entry.noun }

  /// What is wrong with the entry, in one line.
  package var summary: String {
    switch (problem, entry.what) {
    case (.expired, _): "\(noun): its last day was \(entry.until?.value ?? "")"
    case (.unmatched, .fields):
      "\(noun): it names \(English.counted(missing.count, "variation"))"
        + " that \(missing.count == 1 ? "does not exist" : "do not exist")"
    case (.unmatched, _): "\(noun): it covers no scenario"
    case (_, .difference): "\(noun): nothing differs in this way any more"
    default: "\(noun): no scenario that it covers fails in this way any more"
    }
  }

  package func text(_ commands: CommandLines = CommandLines()) -> String {
    var lines = LabeledLines(summary)
    lines.add("covers", entry.scope)
    lines.add("missing", missing.isEmpty ? nil : AcceptedEntry.listed(missing))
    lines.add("because", entry.because.value)
    lines.add("issue", entry.issue?.value)
    switch problem {
    case .stale?: lines.add("next", "remove the entry")
    case .unmatched? where entry.fields != nil:
      lines.add("next", "correct the entry, or let `\(commands.learn([], accepts: true))` remove what does not exist")
    case .unmatched?:
      lines.add("next", "correct or remove the entry; `\(commands.check)` finds names that do not exist")
    case .expired?: lines.add("next", "remove the entry, or set a later `until`; it does not cover anything any more")
    case nil: break
    }
    return lines.text
  }

  /// What is wrong with an entry about changes that do not exist, at its place.
  package var diagnostic: Diagnostic {
    Diagnostic(AcceptedProblem.missing(summary: summary, names: AcceptedEntry.listed(missing)), at: entry.range)
  }
}
