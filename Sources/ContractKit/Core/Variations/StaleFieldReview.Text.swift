extension StaleFieldReview {
  /// The maximum number of changes that are listed.
  private static let shown = 5

  /// What reports count.
  package static let noun = "stale review"

  /// What the entry is about.
  package var scope: String {
    let names = missing.prefix(Self.shown).map(\.change.name)
    let more = missing.count - names.count
    return "\(review.contract)/\(review.scenario ?? "*") \(names.joined(separator: ", "))"
      + (more > 0 ? " and \(more) more" : "")
  }

  /// The problem in one line.
  package var summary: String {
    let exists = missing.count == 1 ? "does not exist" : "do not exist"
    return "\(Self.noun): it names \(Words.counted(missing.count, "variation")) that \(exists) any more"
  }

  /// An error at the entry.
  package var diagnostic: Diagnostic {
    Diagnostic(AcceptedFileProblem.stale(summary: summary, names: scope), at: review.range)
  }

  /// Returns the problem and what to do.
  package func text(_ commands: CommandLines = CommandLines()) -> String {
    var lines = LabelledLines(summary)
    lines.add("names", scope)
    lines.add("next", "\(commands.learn([])) removes them; review the diff")
    return lines.text
  }
}
