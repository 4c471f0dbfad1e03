import ContractCore

/// The memory of the processes of a group, such as a driver with its children, at one time.
struct GroupMemory {
  /// What one process has now, and the most that it has had, in bytes.
  struct Share {
    var now = 0
    var most = 0
  }

  private let group: pid_t
  private let shares: [pid_t: Share]

  /// Notes the memory of a process group.
  init(of group: pid_t) {
    self.group = group
    let processes = Platform.processes(ofGroup: group)
    for process in processes { Platform.forgetMost(of: process) }
    shares = Dictionary(uniqueKeysWithValues: processes.map { ($0, Platform.memory(of: $0)) })
  }

  /// How many bytes more its processes have had since then.
  var growth: Int {
    Platform.processes(ofGroup: group).reduce(0) { sum, process in
      let (before, after) = (shares[process] ?? Share(), Platform.memory(of: process))
      return sum + (after.most > before.most ? after.most - before.now : 0)
    }
  }
}
