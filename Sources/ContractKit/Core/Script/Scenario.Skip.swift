extension Scenario {
  /// Returns the reason why the scenario is not run on a transport; nil if it is run.
  package func whySkipped(on transport: Transport) -> String? {
    if let skip { return skip }
    if let transports, !transports.contains(transport) {
      let named = transports.map(\.rawValue).sorted().joined(separator: ", ")
      return "runs on \(named) only, as the contract says" + (description.map { ": \($0)" } ?? "")
    }
    if expect[transport] == nil { return "expect does not say what \(transport.rawValue) makes of it" }
    return transport == .loopback ? whyNoSocket : nil
  }

  /// The part of the scenario that sockets cannot reproduce; nil if they can reproduce all of it.
  private var whyNoSocket: String? {
    var served: Set<String?> = []
    var unseen: [String?: (fault: SocketFault, error: String)] = [:]
    if order == .any, let why = whyNoOrder { return why }
    for exchange in exchanges {
      let (response, address) = (exchange.response, exchange.request.base?.value)
      if let (fault, error) = unseen[address], fault != response.socketFault {
        return "no socket shows when a client meets the error \(error), so that nothing else can follow it"
      }
      if response.kind == .nonHTTP, expect.own[.loopback] == nil {
        return "expect does not say what loopback makes of bytes that are no HTTP"
      }
      guard let error = response.error.map(Self.name) else {
        served.insert(address)
        continue
      }
      guard let fault = response.socketFault else { return "no socket makes the error \(error)" }
      guard fault.hidesRequest else {
        served.insert(address)
        continue
      }
      if response.during != nil || response.body != nil {
        return "on a socket nothing goes out before the error \(error)"
      }
      if fault != .refused, served.contains(address) {
        return "an address that answered once cannot turn into the error \(error)"
      }
      unseen[address] = (fault, error)
    }
    return nil
  }

  /// The reason why sockets cannot run the scenario with `order: any`; nil if they can. An error that hides the request
  /// must not share its base URL with any other response.
  private var whyNoOrder: String? {
    var faults: [String?: Set<SocketFault?>] = [:]
    for exchange in exchanges {
      faults[exchange.request.base?.value, default: []].insert(exchange.response.socketFault)
    }
    let crowded = exchanges.first { exchange in
      exchange.response.socketFault?.hidesRequest == true && faults[exchange.request.base?.value]?.count != 1
    }
    return crowded?.response.error.map {
      "in any order nothing else can share an address with the error \(Self.name(of: $0))"
    }
  }

  private static func name(of error: NetworkError) -> String {
    let name = error.domain == NetworkError.urlErrorDomain ? NetworkError.name(ofCode: error.code) : nil
    return name.map { "\($0) (\(error.code))" } ?? "\(error.domain) \(error.code)"
  }
}
