import ContractCore
import ContractReporting

/// The reports of a run, and where its text is printed.
struct ReportOutput {
  let arguments: Arguments
  let environment: [String: String]
  /// The reports to write.
  var written: [RunSettings.Report]
  /// The reports of the configuration that are not written, because the run is partial.
  var leftAlone: [RunSettings.Report] = []

  /// Where the console's text goes: to standard error if a report goes to standard output.
  var descriptor: Int32 { written.contains { $0.path == ReportFile.standardOutput } ? 2 : 1 }

  /// Whether problem lines go to standard output. Then nothing is listed a second time on standard error.
  var showsProblems: Bool { written.contains { $0.format == .problems && $0.path == ReportFile.standardOutput } }

  /// Writes the diagnostics of files to the reports that have problem lines. Returns whether all were written.
  @discardableResult
  func write(problems diagnostics: [Diagnostic]) -> Bool {
    let problems = ProblemReport(diagnostics, checkout: Checkout(environment: environment))
    var failed = false
    for (format, path) in written where format == .problems {
      do {
        try ReportFile.write(problems.utf8, to: path)
      } catch {
        failed = true
        CommandContext.printError("error: \(error)")
      }
    }
    return !failed
  }

  /// Makes the console.
  ///
  /// - Parameter commands: The command lines that texts propose.
  func console(_ commands: CommandLines) -> ConsoleReporter {
    CommandContext.console(arguments, environment, descriptor: descriptor, commands: commands)
  }

  /// Writes the reports, prints the end, and returns the exit status.
  ///
  /// - Parameter next: What the user does next; nil if the run need not say that.
  func end(_ report: RunReport, _ console: ConsoleReporter, next: String? = nil) -> Int32 {
    let checkout = Checkout(environment: environment)
    var failed = false
    var files: [(format: String, path: String)] = []
    for (format, path) in written {
      do {
        if let dialect = format.dialect, path.hasSuffix("/") {
          try ReportFolder.write(JUnitReport(report, dialect: dialect).files, to: path)
        } else {
          try ReportFile.write(to: path) { put in
            format.write(report, runner: Version.text(), checkout: checkout, to: put)
          }
        }
        files.append((format.rawValue, path))
      } catch {
        failed = true
        CommandContext.printError("error: \(error)")
      }
    }
    console.end(report, files: files, leftAlone: leftAlone.map { ($0.format.rawValue, $0.path) }, next: next)
    if environment["GITHUB_ACTIONS"] == "true" { writeForGitHub(GitHubReport(report, checkout: checkout)) }
    let status = report.exitStatus
    // If CI waits for a report that could not be written, the run must not look like a success.
    return status == 0 && failed ? 3 : status
  }

  /// Writes annotations beside the console's text, and adds to the summary of the step.
  private func writeForGitHub(_ report: GitHubReport) {
    Descriptor.write(Array(report.annotations.utf8), to: descriptor)
    guard let path = environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    let isWritten =
      file >= 0 && Descriptor.write(Array(report.summary(after: Int(lseek(file, 0, SEEK_END))).utf8), to: file)
    if !isWritten {
      CommandContext.printError("note: the summary \(path) cannot be written: \(Platform.message(errno))")
    }
    if file >= 0 { close(file) }
  }
}
