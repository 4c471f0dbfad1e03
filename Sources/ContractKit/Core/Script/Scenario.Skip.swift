extension Scenario {
  /// Returns the reason why the scenario is not run on a transport; nil if it is run.
  package func whySkipped(on transport: Transport) -> String? {
    if let skip { return skip }
    if let transports, !transports.contains(transport) {
      let named = transports.map(\.rawValue).sorted().joined(separator: ", ")
      return "the contract allows only \(named)" + (description.map { ": \($0)" } ?? "")
    }
    if let expect, expect.outcome == nil, expect.own[transport] == nil {
      return "expect has no outcome for \(transport.rawValue)"
    }
    return transport == .loopback ? whyNoSocket : nil
  }

  /// The part of the scenario that sockets cannot reproduce; nil if they can reproduce all of it.
  private var whyNoSocket: String? {
    var served: Set<String?> = []
    var unseen: [String?: (fault: SocketFault, error: String)] = [:]
    if order == .any, let why = whyNoOrder { return why }
    for exchange in exchanges {
      let (response, address) = (exchange.response, exchange.request?.base?.value)
      if let (fault, error) = unseen[address], fault != response.socketFault {
        return "a socket cannot show when the client receives the error \(error), so no other response can follow it"
      }
      if response.kind == .nonHTTP, expect != nil, expected(on: .loopback) == nil {
        return "expect has no loopback outcome for a response that is not HTTP"
      }
      guard let error = response.error.map(Self.name) else {
        served.insert(address)
        continue
      }
      guard let fault = response.socketFault else { return "no socket can cause the error \(error)" }
      guard fault.hidesRequest else {
        served.insert(address)
        continue
      }
      if response.during != nil || response.body != nil {
        return "on a socket, nothing can be sent before the error \(error)"
      }
      if fault != .refused, served.contains(address) {
        return "a host and port that answered before cannot cause the error \(error)"
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
      faults[exchange.request?.base?.value, default: []].insert(exchange.response.socketFault)
    }
    let crowded = exchanges.first { exchange in
      exchange.response.socketFault?.hidesRequest == true && faults[exchange.request?.base?.value]?.count != 1
    }
    return crowded?.response.error.map {
      "with \"order\": \"any\", no other exchange can share a host and port with the error \(Self.name(of: $0))"
    }
  }

  /// Returns the part of the scenario that clients cannot see through a proxy; nil if they can see all of it.
  package func whyNoProxy(of contract: Contract) -> String? {
    if certificate != nil, contract.addresses.base.scheme == "http" {
      return "a certificate needs a base URL that begins with https"
    }
    if let base = exchanges.lazy.map(contract.addresses.base(of:)).first(where: \.isOfThisMachine) {
      return "clients use no proxy for \(base.host)"
    }
    var origins: [(base: BaseURL, fault: SocketFault?)] = []
    for exchange in exchanges {
      let (base, fault) = (contract.addresses.base(of: exchange), exchange.response.socketFault)
      if let fault, let error = exchange.response.error.map(Self.name) {
        if fault == .refused || fault == .notFound {
          return "a proxy accepts every connection, so it cannot show the error \(error)"
        }
        if fault.hidesRequest, base.scheme == "http" {
          return "the error \(error) needs a base URL that begins with https"
        }
      }
      let others = origins.filter { $0.base.hasOrigin(of: base) && $0.fault != fault }.map(\.fault) + [fault]
      if others.count > 1, others.contains(where: { $0?.hidesRequest == true }) {
        return "through a proxy, base URLs with the same host and port have the same server"
      }
      origins.append((base, fault))
    }
    return nil
  }

  private static func name(of error: NetworkError) -> String {
    error.name.map { "\($0) (\(error.code))" } ?? "\(error.domain) \(error.code)"
  }
}
