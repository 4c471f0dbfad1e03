import ContractCore

extension RunReport {
  /// Something that fails a run and is not a scenario.
  struct Problem {
    var name: String
    var range: SourceRange
    /// What is wrong, in one line.
    var message: String
    var type: String
    /// What reports count, one of `nouns`.
    var noun: String
    /// What is wrong, and what to do.
    var text: String

    /// What reports count, in order.
    static let nouns =
      KnownIssueResult.Problem.allCases.map(\.noun) + [StaleApproval.noun] + Coverage.Problem.nouns
  }

  /// The entries of known issues and of approvals that fail a run, by kind.
  var entryProblems: [(kind: String, cases: [Problem])] {
    let issues = knownIssues.compactMap { result in
      result.problem.map { problem in
        let issue = result.issue
        return Problem(
          name: issue.scope, range: issue.range, message: "\(issue.range.lineDescription): \(issue.summary(problem))",
          type: problem.rawValue, noun: problem.noun, text: issue.text(problem, commands))
      }
    }
    let approvals = staleApprovals.map {
      Problem(
        name: $0.scope, range: $0.approval.range, message: "\($0.approval.range.lineDescription): \($0.summary)",
        type: "stale", noun: StaleApproval.noun, text: $0.text(commands))
    }
    return [("known issues", issues), ("approvals", approvals)].filter { !$0.1.isEmpty }
  }

  /// What fails a run although no scenario failed, by kind. Without it, a server that reads only one report would not
  /// notice.
  var problems: [(kind: String, cases: [Problem])] {
    let coverage = coverage.problems.map {
      Problem(
        name: $0.name, range: $0.range, message: $0.summary, type: $0.fact.code, noun: $0.fact.noun, text: $0.text)
    }
    return entryProblems + (coverage.isEmpty ? [] : [("coverage", coverage)])
  }
}
