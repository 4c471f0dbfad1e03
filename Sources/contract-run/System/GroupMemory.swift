import ContractCore

/// How much more memory a process of a group, such as a driver with its children, needs than at one time.
struct GroupMemory {
  /// What one process has now, and the most that it has had, in bytes.
  struct Share {
    var now = 0
    var most = 0
  }

  private let group: pid_t
  private let shares: [pid_t: Share]
  /// The growth of the process that has grown most. What processes share would count more than once in a sum.
  private(set) var growth = 0

  /// Notes the memory of a process group; nil if the system does not show it.
  init?(of group: pid_t) {
    self.group = group
    var shares: [pid_t: Share] = [:]
    for process in Platform.processes(ofGroup: group) {
      Platform.forgetMost(of: process)
      shares[process] = Platform.memory(of: process)
    }
    self.shares = shares
    if shares[group]?.now ?? 0 == 0 { return nil }
  }

  /// Looks how much the processes have grown. A process that starts and ends between two looks is not seen.
  mutating func look() {
    for process in Platform.processes(ofGroup: group) {
      let (before, after) = (shares[process] ?? Share(), Platform.memory(of: process))
      growth = max(growth, (after.most > before.most ? after.most : after.now) - before.now)
    }
  }
}
