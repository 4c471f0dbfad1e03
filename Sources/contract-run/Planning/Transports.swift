import ContractCore

/// How a run's requests travel, as the user chooses it.
enum Transports: String, CaseIterable {
  case memory, loopback
  /// Each scenario runs twice.
  case both

  /// The transports, in the order in which a scenario runs on them.
  var all: [Transport] {
    switch self {
    case .memory: [.memory]
    case .loopback: [.loopback]
    case .both: Transport.allCases
    }
  }
}
