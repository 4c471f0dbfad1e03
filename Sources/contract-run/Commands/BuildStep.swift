import ContractCore

/// The command that builds a client's driver. Its output goes to the runner's standard error immediately.
struct BuildStep {
  var command: [String]
  var folder: String?

  /// Runs the command. Returns what went wrong, or nil.
  func run(_ client: String, _ environment: [String: String], _ processes: Processes) -> String? {
    let shown = command.joined(separator: " ")
    CommandContext.printError("building \(client): \(shown)")
    do {
      let child = try processes.spawn(command, in: folder, environment: environment, streams: .toStandardError)
      let death = processes.reap(child.pid)
      return death == .exit(0) ? nil : "its build step '\(shown)' \(death.ending)"
    } catch {
      return "its build step cannot be started: \(error.command): \(Platform.message(error.number))"
    }
  }
}
