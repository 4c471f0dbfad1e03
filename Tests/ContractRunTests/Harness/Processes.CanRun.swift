import ContractCore
import Foundation

@testable import contract_run

extension Processes {
  /// Returns whether a command can be run, and succeeds.
  static func canRun(_ command: [String]) -> Bool {
    let processes = Processes()
    guard
      let child = try? processes.spawn(
        command, in: nil, environment: ProcessInfo.processInfo.environment, streams: .onePipe)
    else { return false }
    defer { close(child.output) }
    return processes.reap(child.pid) == .exit(0)
  }
}
