extension ScenarioResult {
  /// Every reason in full, and what the other transport has to say to it.
  var texts: [String] { verdict.reasons.map(\.text) + (difference.map { [$0] } ?? []) }

  /// What the command tells of a scenario that broke, without colour and without how to run it alone; nil where it passed.
  package var failure: String? {
    verdict.status == .passed ? nil : ConsoleText(ConsoleSettings()).account(of: self).joined(separator: "\n")
  }
}
