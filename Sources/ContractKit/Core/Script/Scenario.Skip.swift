extension Scenario {
  /// Why the scenario is not run on a transport; nil where it is.
  package func whySkipped(on transport: Transport) -> String? {
    if let skip { return skip }
    if let transports, !transports.contains(transport) {
      let named = transports.map(\.rawValue).sorted().joined(separator: ", ")
      return "runs on \(named) only, as the contract says"
    }
    if expect[transport] == nil { return "expect does not say what \(transport.rawValue) makes of it" }
    return nil
  }
}
