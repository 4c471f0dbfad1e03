/// What a run is going to do, for the console: contracts in the order in which their lines come out.
public struct RunPlan: Sendable {
  /// One client's run of one contract.
  public struct Part: Sendable {
    public var client: String
    /// The contract's name below its specs folder.
    public var contract: String
    public var endpoint: String
    /// The contract's path as shown.
    public var file: String
    /// How many results will come: one a scenario, or one a scenario and transport.
    public var scenarios: Int

    public init(client: String, contract: String, endpoint: String, file: String, scenarios: Int) {
      self.client = client
      self.contract = contract
      self.endpoint = endpoint
      self.file = file
      self.scenarios = scenarios
    }
  }

  public var parts: [Part]

  public init(_ parts: [Part]) { self.parts = parts }

  /// Whether more than one client runs, so that lines must say whose they are.
  var hasSeveralClients: Bool { Set(parts.map(\.client)).count > 1 }
}
