// The scenarios that `verify` plays with the answers of the real server.
extension Scenario {
  /// Returns why `verify` leaves the scenario out; nil if it plays it.
  ///
  /// - Parameters:
  ///   - methods: The methods that may be sent.
  ///   - names: The names of the base URLs of which the real server is known; nil stands for `baseURL`.
  package func whyNotVerified(_ methods: Set<String>, _ names: Set<String?>, of contract: Contract) -> String? {
    if verification.isOff { return "the contract turns verify off" }
    if let why = whySkipped(on: .loopback, of: contract) { return why }
    guard !exchanges.isEmpty, exchanges.allSatisfy({ $0.response.kind == .valid && !$0.response.isEarly }),
      case .success? = expected(on: .loopback)
    else { return "no valid answer with an expected success" }
    for exchange in exchanges {
      guard let request = exchange.request else { return "a request is not learned yet" }
      if !methods.contains(request.method.value) {
        return "\(request.method.value) is only sent with --unsafe \(request.method.value)"
      }
      if !names.contains(request.base?.value) {
        let name = request.base.map { "\($0.value)=" } ?? ""
        return "the real server is not known: --against \(name)URL"
      }
    }
    return nil
  }

  /// Returns the scenario as it is played with the real server: with the input for it, the requests that follow from that
  /// input, and any outcome of the same shape.
  ///
  /// - Parameter variables: The values of the environment variables that its input names.
  package func verified(_ variables: [String: String]) -> Scenario {
    let input = verification.applied(to: self.input, variables)
    let changes = ChangedValues(from: self.input, to: input)
    let exchanges = self.exchanges.map { $0.with(request: $0.request.map(changes.applied)) }
    return Scenario(
      name: name, at: place, description: description, tags: tags, transports: transports, input: input,
      exchanges: exchanges, order: order, expect: expect?.map(\.general), namesAddresses: namesAddresses,
      verification: verification, variant: Variant(original: self))
  }
}

extension Scenario.Expectation.Outcome {
  /// The outcome with any values of the same shape.
  fileprivate var general: Self {
    if case .success(let pattern) = self { .success(pattern.general) } else { self }
  }
}
