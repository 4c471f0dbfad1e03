import ContractCore
import ContractReporting

/// The reports of a run, and where its text is printed.
struct ReportOutput: Invoked {
  let invocation: Invocation
  let written: [RunSettings.Report]
  /// The reports of the configuration that are not written, because the run is partial.
  var leftAlone: [RunSettings.Report] = []

  /// Whether a report says what was played, so that other commands can read it.
  var writesRecord: Bool { written.contains { $0.format == .json } }

  /// Where the console's text goes: to standard error if a report goes to standard output.
  var descriptor: Int32 { written.contains { $0.path == ReportFile.standardOutput } ? 2 : 1 }

  /// Lists the diagnostics of files: in the reports that have problem lines, and on standard error, unless problem lines go
  /// to standard output. Returns whether all reports were written.
  @discardableResult
  func list(_ diagnostics: [Diagnostic], offersStrict: Bool = false) -> Bool {
    let problems = written.filter { $0.format == .problems }
    let done = problems.filter { report in
      let lines = ProblemReport(diagnostics, checkout: Checkout(environment: environment)).utf8
      return StandardError.hasWritten { try ReportFile.write(lines, to: report.path) }
    }
    if !problems.contains(where: { $0.path == ReportFile.standardOutput }) {
      invocation.report(diagnostics, offersStrict: offersStrict)
    }
    return done.count == problems.count
  }

  func console(_ commands: CommandLines) -> ConsoleReporter {
    invocation.console(descriptor: descriptor, commands: commands)
  }

  /// Lists the diagnostics of files if there are errors among them, or else writes the warnings to standard error. Returns
  /// whether there are errors.
  func report(_ diagnostics: [Diagnostic]) -> Bool {
    if !diagnostics.hasErrors { return invocation.report(diagnostics) }
    list(diagnostics)
    return true
  }

  /// Writes the reports, prints the end, and returns the exit status.
  ///
  /// - Parameter next: What the user does next; nil if the run need not say that.
  func end(_ report: RunReport, _ console: ConsoleReporter, next: String? = nil) -> Int32 {
    let checkout = Checkout(environment: environment)
    let files = written.filter { format, path in
      StandardError.hasWritten {
        if format == .junit, path.hasSuffix("/") {
          try ReportFolder.write(JUnitReport(report).files, to: path)
        } else {
          try ReportFile.write(to: path) { put in
            format.write(report, runner: Version.text(), checkout: checkout, to: put)
          }
        }
      }
    }
    func named(_ reports: [RunSettings.Report]) -> [(format: String, path: String)] {
      reports.map { ($0.format.rawValue, $0.path) }
    }
    console.end(report, files: named(files), leftAlone: named(leftAlone), next: next)
    if environment["GITHUB_ACTIONS"] == "true" { writeForGitHub(GitHubReport(report, checkout: checkout)) }
    let status = report.exitStatus
    // If CI waits for a report that could not be written, the run must not look like a success.
    return status == 0 && files.count < written.count ? 3 : status
  }

  /// Writes annotations beside the console's text, and adds to the summary of the step.
  private func writeForGitHub(_ report: GitHubReport) {
    Descriptor.write(Array(report.annotations.utf8), to: descriptor)
    guard let path = environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    let isWritten =
      file >= 0 && Descriptor.write(Array(report.summary(after: Int(lseek(file, 0, SEEK_END))).utf8), to: file)
    if !isWritten {
      StandardError.print("note: the summary \(path) cannot be written: \(Platform.message(errno))")
    }
    if file >= 0 { close(file) }
  }
}
