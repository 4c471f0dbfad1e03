import ContractCore

/// The formats that `--report FORMAT=PATH` names. See docs/reports.md.
package enum ReportFormat: String, Sendable, CaseIterable {
  /// JUnit XML that is valid by the schemas in use. It can also be a folder.
  case junit
  case json
  case html
  /// A summary for a comment or a step of CI.
  case markdown
  /// Failures at their lines, for GitLab's code quality.
  case gitlab
  /// One line for each problem, for editors.
  case problems

  /// Writes a run in this format, in pieces. A report of a hundred thousand scenarios would fill the memory.
  ///
  /// - Parameters:
  ///   - runner: The runner's name and version, for formats that contain it.
  ///   - checkout: The repository, for formats with paths in it.
  ///   - put: Receives each piece, as UTF-8.
  package func write(
    _ report: RunReport, runner: String? = nil, checkout: Checkout = Checkout(environment: [:]),
    to put: ([UInt8]) -> Void
  ) {
    switch self {
    case .junit: JUnitReport(report).write(to: put)
    case .json: JSONReport(report, runner: runner).write(to: put)
    case .html: put(HTMLReport(report, runner: runner, checkout: checkout).utf8)
    case .markdown: put(Array(GitHubReport(report, checkout: checkout).summary().utf8))
    case .problems: put(ProblemReport(report, checkout: checkout).utf8)
    case .gitlab: put(GitLabReport(report: report, checkout: checkout).utf8)
    }
  }

  /// How many bytes a piece of a report has at least, except for the last one.
  static let pieceSize = 1 << 16
}
