import Synchronization

/// The texts that a client can have from each answer of a call with a fault: those of the exchanges, and then those of
/// `recovery`. They are read once, when they are needed.
final class GivenTexts: Sendable {
  private let known = Mutex<[Set<String>]?>(nil)

  func answers(_ scenario: Scenario) -> [Set<String>] {
    known.withLock { known in
      if let known { return known }
      var exchanges = scenario.exchanges
      if let recovery = scenario.recovery { exchanges[recovery.step.exchangeIndex] = recovery.own }
      let texts = (exchanges + (scenario.recovery?.exchanges ?? [])).map(\.response.givenTexts)
      known = texts
      return texts
    }
  }
}
