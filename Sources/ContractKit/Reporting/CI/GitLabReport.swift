import ContractCore

/// A run in GitLab's format for code quality, which shows each failure at its line in a merge request.
///
/// Source: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
struct GitLabReport {
  let report: RunReport
  let checkout: Checkout

  var utf8: [UInt8] { (Array(JSON.array(entries).prettyText.utf8) + [0x0A]).withoutCommandsInJSON }

  private var entries: [JSON] {
    let results = report.judged.filter { $0.verdict.status.isBroken || $0.verdict.status == .knownIssue }
    let failures = results.flatMap { result in
      // Two entries with the same fingerprint would count as one.
      result.verdict.reasons.filter { $0.status != .skipped }.uniqued(on: \.code).map {
        entry(
          "\(result.id): \($0.summary)", $0.code, of: result.id, severity(result.verdict.status),
          at: $0.range ?? result.scenario.declarationRange)
      }
    }
    let problems = report.problems.flatMap { kind, cases in
      cases.map { entry("\($0.name): \($0.message)", $0.type, of: "\(kind) \($0.name)", "major", at: $0.range) }
    }
    return failures + problems
  }

  private func severity(_ status: Status) -> String {
    status == .errored ? "critical" : status == .failed ? "major" : "info"
  }

  private func entry(
    _ description: CleanText, _ code: String, of id: String, _ severity: String, at range: SourceRange
  ) -> JSON {
    // GitLab refuses an entry without a path.
    let path = checkout.path(of: range.source) ?? range.source.path
    return [
      "description": .string(description.string), "check_name": .string(code),
      // Without the line, so that a failure stays the same if lines move.
      "fingerprint": .string(Fingerprint(of: [id, code]).text), "severity": .string(severity),
      "location": ["path": .string(path), "lines": ["begin": .number(range.line)]],
    ]
  }
}
