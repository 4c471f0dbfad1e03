import ContractCore

extension ConsoleText {
  /// Returns a text about each known issue, with its reasons and the entries that cover them.
  func knownDetails(_ results: [ScenarioResult]) -> [String] {
    results.filter { $0.verdict.status == .knownIssue }.map { result in
      let entries = result.knownIssues.map { "  known issue at \($0.range.lineDescription): \($0.reason)".cleanedLine }
      return ([detail(result)] + entries).joined(separator: "\n")
    }
  }

  /// Returns a text about each entry of known issues and approvals that fails the run, with its place and what to do.
  func entryProblems(_ report: RunReport) -> [String] {
    report.entryProblems.flatMap(\.cases).map { style.failure($0.text, at: $0.range.lineDescription) }
  }

  /// Returns a line of the summary for each entry that covers failures.
  static func remarks(_ issues: [KnownIssueResult]) -> [(String, String)] {
    issues.filter { !$0.scenarios.isEmpty }.map { result in
      let scenarios = result.scenarios.count - result.variations
      let counts = [
        scenarios > 0 ? English.counted(scenarios, "scenario") : nil,
        result.variations > 0 ? English.counted(result.variations, "variation") : nil,
      ]
      let count = counts.compactMap(\.self).joined(separator: ", ")
      return ("known issue", "\(result.issue.range.lineDescription)  \(count): \(result.issue.reason)")
    }
  }
}

extension Status {
  /// Returns a number of scenarios with this status: `2 passed`, `2 known issues`.
  func counted(_ count: Int) -> String {
    self == .knownIssue ? English.counted(count, "known issue") : "\(English.grouped(count)) \(rawValue)"
  }
}
