extension Scenario {
  /// How long the call may take in seconds: the contract's `within`; else, where the answer is silence on a socket, the
  /// client's own described time-out and 2 s, so that it can give up by itself, as often as it is left without an answer;
  /// else the run's.
  package func deadline(on transport: Transport, default seconds: Double) -> Double {
    if let within { return within }
    if transport == .memory { return seconds }
    let silent = exchanges.filter { $0.response.socketFault == .silence }
    let patience = silent.compactMap(\.request.timeoutInSeconds)
    // One after another: a client that tries again waits each of them out.
    return patience.isEmpty ? seconds : patience.reduce(2, +)
  }
}

extension RequestShape {
  /// The time-out where the contract says which; nil where it says none, or only what it must be like.
  fileprivate var timeoutInSeconds: Double? {
    guard case .literal(let json)? = timeout?.kind else { return nil }
    return json.number?.double
  }
}
