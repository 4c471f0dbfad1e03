extension Scenario {
  /// Returns how long the call may take, in seconds.
  ///
  /// The contract's `within` decides. Without it, there are two cases. If the answer is silence on a socket, or a stall,
  /// and the contract describes the client's own timeout, the deadline is that timeout plus 2 s, so that the client can
  /// give up by itself. The timeout counts once for each request without an answer. Otherwise the deadline is the run's,
  /// and much later for a variation with a large response. In both cases, the waits that the contract itself asks for are
  /// added.
  ///
  /// - Parameter slowness: How many times longer than alone a computation takes on this machine now.
  package func deadline(
    on transport: Transport, default seconds: Double, slowness: @autoclosure () -> Double = 1
  ) -> Double {
    let pauses = variation?.measuresMemory == true ? Self.pauses : 0
    if let within { return within + (variant?.recovery?.wait?.upperBound ?? 0) + (variant?.addedWait ?? 0) + pauses }
    let seconds = pauses + (largeChange == nil ? seconds : seconds * Self.patience * slowness())
    if transport == .memory { return seconds + wait }
    let last = exchanges.indices.last
    let stalled = variation?.traits.stall == nil ? nil : last
    let silent = exchanges.indices.filter { $0 == stalled || exchanges[$0].response.socketFault == .silence }
    // The timeouts follow one another: a client that retries waits for each of them.
    let timeouts = silent.compactMap { index in
      exchanges[index].request?.timeoutInSeconds.map { $0 * Double(index == last ? attempts(on: transport) : 1) }
    }
    return (timeouts.isEmpty ? seconds : timeouts.reduce(Self.margin, +)) + wait
  }

  /// How many seconds the runner itself pauses at most while it writes an answer that is far too large.
  private static let pauses = 5.0

  /// How many seconds a client has, after its own timeout, to give up.
  static let margin = 2.0

  /// How long the contract delays a correct client in all, in seconds.
  package var wait: Double {
    exchanges.reduce((variant?.recovery?.wait?.upperBound ?? 0) + (variant?.addedWait ?? 0)) { $0 + $1.wait }
  }

  /// The change that makes the response of a variation large; nil if there is none.
  package var largeChange: FieldChange.Kind? { variation?.field.flatMap { $0.kind.isLarge ? $0.kind : nil } }

  /// How many times the deadline of a call it takes until a client that reads a large response counts as one that hangs.
  /// Correct clients have needed more than a second for 10,000 elements on a fast machine.
  private static let patience = 6.0
}

extension Exchange {
  /// How long the contract delays the client: before the request, and by the pauses of the answer until
  /// the client gives up by itself. A delay of a day stands for a server that never answers; it does not
  /// give a client that hangs a day.
  fileprivate var wait: Double {
    let pauses = response.body?.pieces.reduce(response.delay) { $0 + $1.delay } ?? response.delay
    return (notBefore?.value ?? 0) + min(pauses, request?.timeoutInSeconds ?? Self.usualTimeout)
  }

  /// The default timeout of URLRequest, in seconds.
  private static let usualTimeout = 60.0
}

extension RequestShape {
  /// The timeout, if the contract describes an exact value; nil if it describes none, or only a matcher.
  var timeoutInSeconds: Double? {
    guard case .literal(let json)? = timeout?.kind else { return nil }
    return json.number?.double
  }
}
