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

  /// Returns the output of a run, or of `smoke`, as a system with a guard prints it.
  static func withGuard(_ output: String) -> String {
    if isPossible { return output }
    return output.replacing(
      /! the network guard does not work here: .*/,
      with: "✓ the network guard works: connections to other hosts are seen and refused"
    )
    .replacing(#/  not checked   other hosts \(\d+ scenarios?\)\n/#, with: "")
    // The missing guard was one of the remarks.
    .replacing(/; 1 remark \(!\)/, with: "")
    .replacing(/(\d+) remarks \(!\)/) { match in
      let others = (Int(match.1) ?? 0) - 1
      return "\(others) \(others == 1 ? "remark" : "remarks") (!)"
    }
  }
}
