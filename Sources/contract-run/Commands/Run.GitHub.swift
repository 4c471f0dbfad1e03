import ContractCore
import Foundation

extension Run {
  /// Writes annotations beside the console's text, and adds to the summary of the step.
  func writeForGitHub(_ report: GitHubReport, descriptor: Int32) {
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
