import ContractCore
import ContractReporting

/// What is known about the strength of one client's scenarios.
struct Proof {
  /// What other answers show about each scenario; nil if nothing is known.
  var dependences: [Dependence?]
  /// What each scenario pins; empty if nobody asked.
  var pins: [Pins?] = []

  init(_ dependences: [Dependence?], pins: [Pins?] = []) { (self.dependences, self.pins) = (dependences, pins) }
}

extension StrengthReport {
  /// Adds the results of one client.
  mutating func add(_ proof: Proof, _ results: [ScenarioResult]) {
    add(results, proof.dependences)
    for (result, pins) in zip(results, proof.pins) { if let pins { add(pins, of: result) } }
  }
}
