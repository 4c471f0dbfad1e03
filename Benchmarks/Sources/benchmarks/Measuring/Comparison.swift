import Foundation

/// The cost of a piece of work.
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

/// Two pieces of work in this process, measured side by side. Each round runs one and then the other.
struct Comparison {
  var ours: [Cost] = []
  var theirs: [Cost] = []

  /// - Parameter rounds: The number of rounds, after a first round that does not count.
  init(
    _ scale: Scale, rounds: Int, ours: () async throws -> Void, theirs: () async throws -> Void
  ) async rethrows {
    let costs = try await scale.measure(rounds) { (theirs: try await Cost.of(theirs), ours: try await Cost.of(ours)) }
    self.theirs = costs.map(\.theirs)
    self.ours = costs.map(\.ours)
  }

  /// The ratio of our speed to theirs, by the wall clock.
  var rate: Double { zip(ours, theirs).map { $1.wall / $0.wall }.median }

  /// The ratio of our speed to theirs, by processor time.
  var cpuRate: Double { zip(ours, theirs).map { $1.cpu / $0.cpu }.median }

  /// Returns the ratio, with the number of our pieces of work in a second.
  func figure(pieces: Int) -> Figure {
    let perSecond = Double(pieces) / ours.map(\.wall).median
    return Figure(value: rate, text: "\(rate.text(2)) (\(perSecond.text(0))/s; by CPU \(cpuRate.text(2)))")
  }
}

extension [Double] {
  /// The middle value, or 0 if there is no value.
  var median: Double {
    let sorted = sorted()
    if sorted.isEmpty { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
