extension StaleApproval {
  /// The maximum number of changes that are listed.
  private static let shown = 5

  /// What reports count.
  package static let noun = "stale approval"

  /// What the entry is about.
  package var scope: String {
    let names = missing.prefix(Self.shown).map(\.change.name)
    let more = missing.count - names.count
    return "\(approval.contract)/\(approval.scenario ?? "*") \(names.joined(separator: ", "))"
      + (more > 0 ? " and \(more) more" : "")
  }

  /// The problem in one line.
  package var summary: String {
    let exists = missing.count == 1 ? "does not exist" : "do not exist"
    return "\(Self.noun): it names \(English.counted(missing.count, "variation")) that \(exists) any more"
  }

  /// An error at the entry.
  package var diagnostic: Diagnostic {
    Diagnostic(AcceptedFileProblem.stale(summary: summary, names: scope), at: approval.range)
  }

  /// Returns the problem and what to do.
  package func text(_ commands: CommandLines = CommandLines()) -> String {
    var lines = LabeledLines(summary)
    lines.add("names", scope)
    lines.add("next", "\(commands.learn([])) removes them; review the diff")
    return lines.text
  }
}
