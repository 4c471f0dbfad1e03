extension Scenario {
  /// Why the scenario is not run on a transport; nil where it is.
  package func whySkipped(on transport: Transport) -> String? {
    if let skip { return skip }
    if let transports, !transports.contains(transport) {
      let named = transports.map(\.rawValue).sorted().joined(separator: ", ")
      return "runs on \(named) only, as the contract says"
    }
    if expect[transport] == nil { return "expect does not say what \(transport.rawValue) makes of it" }
    return transport == .loopback ? whyNoSocket : nil
  }

  /// What of the scenario no socket can do; nil where sockets can do all of it.
  private var whyNoSocket: String? {
    var served: Set<String?> = []
    var unseen: Set<String?> = []
    for exchange in exchanges {
      let (response, address) = (exchange.response, exchange.request.base?.value)
      if unseen.contains(address) {
        return "no socket shows when a connection is refused, so that nothing can be answered after it"
      }
      if response.kind == .nonHTTP, expect.loopback == nil {
        return "expect does not say what loopback makes of bytes that are no HTTP"
      }
      if let error = response.error {
        guard let fault = SocketFault(error) else { return "no socket makes the error \(Self.name(of: error))" }
        if fault.hidesRequest, response.during != nil || response.body != nil {
          return "on a socket nothing goes out before the error \(Self.name(of: error))"
        }
        if fault == .notFound || fault == .brokenTLS, served.contains(address) {
          return "an address that answered once cannot turn into the error \(Self.name(of: error))"
        }
      }
      if response.socketFault?.hidesRequest == true { unseen.insert(address) }
      served.insert(address)
    }
    return nil
  }

  private static func name(of error: NetworkError) -> String {
    let name = error.domain == NetworkError.urlErrorDomain ? NetworkError.name(ofCode: error.code) : nil
    return name.map { "\($0) (\(error.code))" } ?? "\(error.domain) \(error.code)"
  }
}
