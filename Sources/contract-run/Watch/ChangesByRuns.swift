/// The files that runs themselves change, such as a log. Because of them, `--watch` would run again and again.
struct ChangesByRuns {
  /// How many runs in a row must change a file before it counts as one of theirs.
  private static let limit = 5

  /// How many runs in a row have changed a file, by its path.
  private var counts: [String: Int] = [:]
  /// The files that changed during the run that goes on.
  private var current: Set<String> = []
  private var known: Set<String> = []

  /// Notes files that changed during a run.
  ///
  /// - Returns: Whether one of them is a reason to run again, and those that turned out to be no reason.
  mutating func add(_ paths: [String]) -> (runs: Bool, found: [String]) {
    current.formUnion(paths)
    let own = paths.filter { counts[$0, default: 0] + 1 >= Self.limit }
    let found = own.filter { known.insert($0).inserted }
    return (!known.isSuperset(of: paths), found)
  }

  /// Notes files that changed while nothing ran: a person changed them.
  mutating func addByOthers(_ paths: [String]) {
    known.subtract(paths)
    for path in paths { counts[path] = nil }
  }

  mutating func ended() {
    counts = Dictionary(uniqueKeysWithValues: current.map { ($0, counts[$0, default: 0] + 1) })
    current = []
  }
}
