import Foundation

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

/// Two pieces of work in this process, measured side by side: a round of one, a round of the other.
struct Comparison {
  var ours: [Cost] = []
  var theirs: [Cost] = []

  /// - Parameter rounds: How many rounds each gets after a first one that does not count.
  init(
    _ scale: Scale, rounds: Int, ours: () async throws -> Void, theirs: () async throws -> Void
  ) async rethrows {
    let costs = try await scale.measure(rounds) { (theirs: try await Cost.of(theirs), ours: try await Cost.of(ours)) }
    self.theirs = costs.map(\.theirs)
    self.ours = costs.map(\.ours)
  }

  /// How many times as fast ours is, by the clock.
  var rate: Double { zip(ours, theirs).map { $1.wall / $0.wall }.median }

  /// How many times as fast ours is, by processor time.
  var cpuRate: Double { zip(ours, theirs).map { $1.cpu / $0.cpu }.median }

  /// A ratio of rates with how many pieces of work a second ours does.
  func figure(pieces: Int) -> Figure {
    let perSecond = Double(pieces) / ours.map(\.wall).median
    return Figure(value: rate, text: "\(rate.text(2)) (\(perSecond.text(0))/s; by CPU \(cpuRate.text(2)))")
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
