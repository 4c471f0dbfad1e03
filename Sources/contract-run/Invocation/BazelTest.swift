import ContractCore
import ContractReporting
import Foundation

/// What Bazel says about a test in variables, and what it wants to know.
///
/// Source: Bazel's Test Encyclopedia, "Initial conditions" and "Test sharding".
struct BazelTest {
  private let environment: [String: String]

  init(_ environment: [String: String]) { self.environment = environment }

  /// Whether Bazel waits for a report. If so, the files of the configuration are not written: its folder may be read-only.
  var isWaiting: Bool { path("XML_OUTPUT_FILE") != nil }

  /// Whether Bazel runs this as a test. Files outside of its folder are not inputs, so Bazel's cache does not know them.
  var isTest: Bool { path("TEST_SRCDIR") != nil }

  /// The label of the test, such as `//api:contracts`; nil if Bazel does not run this.
  var target: String? { isTest ? path("TEST_TARGET") : nil }

  /// The folder for temporary files; nil for the system's.
  var temporaryFolder: String? { path("TEST_TMPDIR") }

  /// Creates the file that says that the test has not ended yet.
  func begin() {
    if let path = path("TEST_PREMATURE_EXIT_FILE") { try? ReportFile.write([], to: path) }
  }

  /// Removes that file. If the exit status is 3 and nothing was explained, that is done now.
  func end(_ status: Int32) {
    if let path = path("TEST_PREMATURE_EXIT_FILE") { unlink(path) }
    if status == 3, !FileManager.default.fileExists(atPath: path("TEST_INFRASTRUCTURE_FAILURE_FILE") ?? "/") {
      explain("nothing was tested; see the log")
    }
  }

  /// Adds the options that stand for variables. A filter of `--test_filter` replaces the filters of the command line.
  func add(to arguments: inout Arguments) {
    let command = arguments.command
    if let text = environment["TESTBRIDGE_TEST_ONLY"], !text.isEmpty, command.has(.filter) {
      arguments.replace(.filter, with: text)
    }
    if environment["TESTBRIDGE_TEST_RUNNER_FAIL_FAST"] == "1", command.has(.failFast) { arguments.replace(.failFast) }
    // `--shuffle` without a seed.
    if let seed = environment["TEST_RANDOM_SEED"], UInt64(seed) != nil, arguments.last(.shuffle) == "" {
      arguments.replace(.shuffle, with: seed)
    }
  }

  var reports: [RunSettings.Report] {
    let xml: [RunSettings.Report] = path("XML_OUTPUT_FILE").map { [(.junit, $0)] } ?? []
    let others: [RunSettings.Report] =
      path("TEST_UNDECLARED_OUTPUTS_DIR").map {
        [(.json, "\($0)/contract-run.json"), (.html, "\($0)/contract-run.html")]
      } ?? []
    return xml + others
  }

  /// Says that something other than the client prevented a result.
  func explain(_ report: RunReport) {
    let first = report.results.first { $0.verdict.status == .errored }?.verdict.reasons.first
    explain(first?.summary ?? (report.exitStatus == 3 ? "nothing ran" : "a report could not be written"))
  }

  private func explain(_ why: String) {
    guard let path = path("TEST_INFRASTRUCTURE_FAILURE_FILE") else { return }
    try? ReportFile.write(Array("contract-run\n\(CleanText(why).string)\n".utf8), to: path)
  }

  private func path(_ variable: String) -> String? {
    environment[variable].flatMap { $0.isEmpty ? nil : $0 }
  }
}
