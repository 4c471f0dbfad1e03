@testable import contract_run

/// What this system can do.
enum GuardSupport {
  /// Whether a process can be started under a guard.
  static let isPossible: Bool = {
    let processes = Processes()
    guard
      let child = try? processes.spawn(["true"], in: nil, environment: [:], streams: .toStandardError, isGuarded: true)
    else { return false }
    _ = processes.reap(child.pid)
    return child.networkGuard != nil
  }()
}
