/// What a run is going to do, for the console: contracts in the order in which their lines come out.
package struct RunPlan: Sendable {
  /// One client's run of one contract.
  package struct Part: Sendable {
    /// The client's name.
    package var client: String
    /// The contract.
    package var contract: Contract
    /// How many results will come: one a scenario, or one a scenario and transport.
    package var scenarios: Int

    /// Makes a part.
    package init(client: String, contract: Contract, scenarios: Int) {
      self.client = client
      self.contract = contract
      self.scenarios = scenarios
    }
  }

  /// In the order in which their lines come out.
  package let parts: [Part]
  /// Whether more than one client runs, so that lines must say whose they are. Each line asks, and there may be thousands.
  let hasSeveralClients: Bool

  /// Makes a plan.
  package init(_ parts: [Part]) {
    self.parts = parts
    hasSeveralClients = parts.contains { $0.client != parts[0].client }
  }
}
