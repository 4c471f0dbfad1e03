import ContractCore

/// How a run's requests travel, as people choose it.
enum Transports: String, CaseIterable {
  case memory, loopback
  /// Each scenario twice.
  case both

  /// The transports, in the order in which a scenario is run.
  var all: [Transport] {
    switch self {
    case .memory: [.memory]
    case .loopback: [.loopback]
    case .both: Transport.allCases
    }
  }
}
