extension StaleFieldReview {
  /// The maximum number of changes that are listed.
  private static let shown = 5

  /// What reports count.
  package static let noun = "stale review"

  /// The place as `variations.json:2`.
  package var place: String { "\(review.range.source.path):\(review.range.line)" }

  /// What the entry is about.
  package var scope: String { "\(review.contract)/\(review.scenario ?? "*") \(names)" }

  private var names: String {
    let names = missing.prefix(Self.shown).map { FieldChange($0.kind, at: $0.pointer).name }
    let more = missing.count - names.count
    return names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// The problem in one line.
  package var summary: String {
    let exists = missing.count == 1 ? "does not exist" : "do not exist"
    return "\(Self.noun): it names \(Words.counted(missing.count, "variation")) that \(exists) any more"
  }

  /// An error at the entry.
  package var diagnostic: Diagnostic { Diagnostic(FieldReviewProblem.stale(self), at: review.range) }

  /// Returns the problem and what to do.
  package func text(_ commands: CommandLines = CommandLines()) -> String {
    var lines = LabelledLines(summary)
    lines.add("names", scope)
    lines.add("next", "\(commands.learn([])) removes them; review the diff")
    return lines.text
  }
}
