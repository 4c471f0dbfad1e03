/// What has to run after some changes or a key.
struct WatchWork: Equatable {
  enum Scenarios: Equatable {
    case all
    /// Those of some contracts, by path.
    case contracts(Set<String>)
    /// Those that did not pass the last time.
    case failed

    func overlaps(_ other: Scenarios) -> Bool {
      guard case (.contracts(let some), .contracts(let others)) = (self, other) else { return true }
      return !some.isDisjoint(with: others)
    }
  }

  var scenarios: Scenarios
  /// Whether the drivers may have to be built.
  var builds = false

  /// Adds other work. What cannot be said together becomes a run of everything.
  mutating func add(_ other: WatchWork) {
    builds = builds || other.builds
    switch (scenarios, other.scenarios) {
    case (.contracts(let some), .contracts(let more)): scenarios = .contracts(some.union(more))
    case (let one, let another) where one == another: break
    default: scenarios = .all
    }
  }
}

/// What waits to be run. It decides when a run begins, and which one. It knows no files and no clock.
struct WatchQueue {
  struct Run: Equatable {
    var scenarios: WatchWork.Scenarios
    var builds: Bool
    /// The text that the user typed, in place of the filters of the command line; nil if there is none.
    var filter: String?
  }

  enum End {
    /// No scenario was judged, for example because a contract is broken.
    case withoutVerdicts
    case withVerdicts
    /// Scenarios were judged, and every driver that was needed was built.
    case built
  }

  private var waiting: WatchWork?
  /// What ran without verdicts. It runs again with the next work that has a scenario of it, such as a fixed contract.
  private var owed: WatchWork?
  private var running: Run?
  private var last: Run?
  /// Whether the drivers must be built before a run. A build may have failed, or the first one is still to come.
  private var mustBuild = true
  /// The text that the user typed; nil if there is none.
  private(set) var filter: String?

  var isRunning: Bool { running != nil }
  /// Whether work waits for the end of the run that goes on.
  var isBlocked: Bool { running != nil && waiting != nil }

  mutating func add(_ work: WatchWork) {
    if waiting?.add(work) == nil { waiting = work }
  }

  /// Chooses scenarios by a text in their ids from now on, and runs them.
  mutating func choose(_ text: String) {
    filter = text.isEmpty ? nil : text
    add(WatchWork(scenarios: .all))
  }

  mutating func again() { add(WatchWork(scenarios: last?.scenarios ?? .all)) }

  /// Returns the run that begins now; nil if nothing waits, if a run goes on, or while files still change.
  mutating func next(isQuiet: Bool) -> Run? {
    guard var work = waiting, isQuiet, running == nil else { return nil }
    waiting = nil
    if let owed, owed.scenarios.overlaps(work.scenarios) {
      work.add(owed)
      self.owed = nil
    }
    mustBuild = mustBuild || work.builds
    running = Run(scenarios: work.scenarios, builds: mustBuild, filter: filter)
    return running
  }

  mutating func ended(_ end: End) {
    guard let run = running else { return }
    if end == .withoutVerdicts {
      let work = WatchWork(scenarios: run.scenarios)
      if owed?.add(work) == nil { owed = work }
    }
    // Other runs may leave out a client whose build failed before.
    if end == .built, run.scenarios == .all, run.filter == nil { mustBuild = false }
    (last, running) = (run, nil)
  }
}
