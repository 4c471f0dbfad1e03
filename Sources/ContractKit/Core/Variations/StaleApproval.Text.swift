extension StaleApproval {
  /// The maximum number of changes that are listed.
  private static let shown = 5

  /// What reports count.
  package static let noun = "stale approval"

  package var scope: String {
    let names = missing.prefix(Self.shown).map(\.change.name)
    let more = missing.count - names.count
    return "\(approval.contract)/\(approval.scenario ?? "*") \(names.joined(separator: ", "))"
      + (more > 0 ? " and \(more) more" : "")
  }

  package var summary: String {
    let exists = missing.count == 1 ? "does not exist" : "do not exist"
    return "\(Self.noun): it names \(English.counted(missing.count, "variation")) that \(exists) any more"
  }

  package var diagnostic: Diagnostic {
    Diagnostic(AcceptedFileProblem.stale(summary: summary, names: scope), at: approval.range)
  }

  package func text(_ commands: CommandLines = CommandLines()) -> String {
    var lines = LabeledLines(summary)
    lines.add("names", scope)
    lines.add("next", "\(commands.learn([])) removes them; review the diff")
    return lines.text
  }
}
