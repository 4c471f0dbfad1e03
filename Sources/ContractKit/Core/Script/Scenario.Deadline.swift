extension Scenario {
  /// How long the call may take in seconds: the contract's `within`; else, where the answer is silence on a socket, the
  /// client's own described time-out and 2 s, so that it can give up by itself, as often as it is left without an answer;
  /// else the run's. To these two is added what the contract itself asks to be waited.
  package func deadline(on transport: Transport, default seconds: Double) -> Double {
    if let within { return within }
    let waits = exchanges.reduce(0) { $0 + $1.wait }
    if transport == .memory { return seconds + waits }
    let silent = exchanges.filter { $0.response.socketFault == .silence }
    let patience = silent.compactMap(\.request.timeoutInSeconds)
    // One after another: a client that tries again waits each of them out.
    return (patience.isEmpty ? seconds : patience.reduce(2, +)) + waits
  }
}

extension Exchange {
  /// How long the client is held up by the contract: before the request, and by the answer's pauses up to where it gives up
  /// by itself. So a day's delay, which stands for a server that never answers, does not give a client that hangs a day.
  fileprivate var wait: Double {
    let pauses = response.body?.pieces.reduce(response.delay) { $0 + $1.delay } ?? response.delay
    return (notBefore?.value ?? 0) + min(pauses, request.timeoutInSeconds ?? Self.usualTimeout)
  }

  /// URLRequest's own time-out in seconds, where nobody sets another.
  private static let usualTimeout = 60.0
}

extension RequestShape {
  /// The time-out where the contract says which; nil where it says none, or only what it must be like.
  fileprivate var timeoutInSeconds: Double? {
    guard case .literal(let json)? = timeout?.kind else { return nil }
    return json.number?.double
  }
}
