import ContractKit

/// What a piece of work cost.
struct Cost {
  /// Seconds of wall clock.
  var wall: Double
  /// Seconds of processor time, user and system, of the whole process.
  var cpu: Double

  /// Measures a piece of work.
  static func of(_ work: () async throws -> Void) async rethrows -> Cost {
    let (wall, cpu) = (ContinuousClock.now, processorTime())
    try await work()
    return Cost(wall: (ContinuousClock.now - wall) / .seconds(1), cpu: processorTime() - cpu)
  }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Two pieces of work measured side by side: a round of one, a round of the other, so that what else the machine does
/// falls on both.
struct Comparison {
  var ours: [Cost] = []
  var theirs: [Cost] = []

  /// - Parameter rounds: How many rounds each gets after a first one that does not count.
  init(
    rounds: Int, ours: () async throws -> Void, theirs: () async throws -> Void
  ) async rethrows {
    for round in 0...rounds {
      let (first, second) = (try await Cost.of(theirs), try await Cost.of(ours))
      if round == 0 { continue }
      self.theirs.append(first)
      self.ours.append(second)
    }
  }
}

extension [Double] {
  /// The value in the middle; 0 of none.
  var median: Double {
    let sorted = sorted()
    if sorted.isEmpty { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
