/// The formats that `--report FORMAT=PATH` names. See docs/reports.md.
package enum ReportFormat: String, Sendable, CaseIterable {
  /// JUnit XML that is valid by the schemas in use.
  case junit
  /// JUnit XML with file, line and properties of each case.
  case junitRich = "junit-rich"
  /// All results, as JSON.
  case json
  /// One HTML file, for people.
  case html
  /// Failures at their lines, for GitLab's code quality.
  case gitlab

  /// The dialect of JUnit, whose reports can also be a folder; nil for other formats.
  package var dialect: JUnitReport.Dialect? {
    switch self {
    case .junit: .strict
    case .junitRich: .rich
    case .json, .html, .gitlab: nil
    }
  }

  /// Returns a run in this format, as UTF-8.
  ///
  /// - Parameters:
  ///   - runner: The runner's name and version, for formats that contain it.
  ///   - checkout: The repository, for formats with paths in it.
  package func utf8(
    of report: RunReport, runner: String? = nil, checkout: Checkout = Checkout(environment: [:])
  ) -> [UInt8] {
    switch self {
    case .junit: JUnitReport(report, dialect: .strict).utf8
    case .junitRich: JUnitReport(report, dialect: .rich).utf8
    case .json: JSONReport(report, runner: runner).utf8
    case .html: HTMLReport(report, runner: runner).utf8
    case .gitlab: GitLabReport(report, checkout: checkout).utf8
    }
  }
}
