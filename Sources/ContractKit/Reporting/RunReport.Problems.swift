import ContractCore

extension RunReport {
  /// Something that fails a run and is not a scenario.
  struct Problem {
    var name: String
    var range: SourceRange
    /// What is wrong, in one line.
    var message: String
    var type: String
    /// What is wrong, and what to do.
    var text: String
  }

  /// What fails a run although no scenario failed, by kind. Without it, a server that reads only one report would not
  /// notice.
  var problems: [(kind: String, cases: [Problem])] {
    let issues = knownIssues.compactMap { result in
      result.problem.map { problem in
        Problem(
          name: result.issue.scope, range: result.issue.range,
          message: "\(result.issue.place): \(result.summary ?? "")", type: problem.rawValue,
          text: result.text(commands) ?? "")
      }
    }
    let coverage = coverage.problems.map {
      Problem(name: $0.name, range: $0.range, message: $0.summary, type: $0.fact.code, text: $0.text)
    }
    let reviews = staleReviews.map {
      Problem(
        name: $0.scope, range: $0.review.range, message: "\($0.place): \($0.summary)", type: "stale",
        text: $0.text(commands))
    }
    return [("known issues", issues), ("reviews", reviews), ("coverage", coverage)].filter { !$0.1.isEmpty }
  }
}
