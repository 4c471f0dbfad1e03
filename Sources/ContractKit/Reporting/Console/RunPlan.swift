package import ContractCore

/// The plan of a run, for the console: contracts in the order in which their lines are printed.
package struct RunPlan: Sendable {
  /// One client's run of one contract.
  package struct Part: Sendable {
    package var client: String
    package var contract: Contract
    /// How many results will come: one for each scenario, or one for each scenario and transport.
    package var scenarios: Int
    /// How many variations will be played.
    package var variations: Int

    /// Creates a part. By default, there are no variations.
    package init(client: String, contract: Contract, scenarios: Int, variations: Int = 0) {
      (self.client, self.contract) = (client, contract)
      (self.scenarios, self.variations) = (scenarios, variations)
    }
  }

  /// The parts in the order in which their lines are printed.
  package let parts: [Part]
  /// Whether more than one client runs, so that lines must name the client. It is stored, because each line uses it,
  /// and there may be thousands.
  let hasSeveralClients: Bool

  package init(_ parts: [Part]) {
    self.parts = parts
    hasSeveralClients = parts.contains { $0.client != parts[0].client }
  }
}
