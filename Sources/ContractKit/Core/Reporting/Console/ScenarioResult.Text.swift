extension ScenarioResult {
  /// What the command tells of a scenario that broke, without colour and without how to run it alone; nil where it passed.
  public var failure: String? {
    verdict.status == .passed ? nil : ConsoleText(ConsoleSettings()).account(of: self).joined(separator: "\n")
  }
}
