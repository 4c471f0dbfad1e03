import ContractCore

/// What serves one base URL of a call.
struct LoopbackAddress: Sendable {
  /// The base URL of the contract.
  let written: BaseURL
  /// The base URL for the client: the contract's, perhaps with another origin.
  let url: BaseURL
  /// What serves connections; nil if they are refused, or if nobody finds the host.
  let listener: Listener?
  /// Its certificate, with the key; nil if it has no TLS.
  let identity: (any TLSIdentity)?
  /// Whether clients that expect TLS meet something else.
  let breaksTLS: Bool
  /// A socket that refuses connections; nil if something accepts them, or if nobody finds the host.
  private let refusing: BoundSocket?

  /// Creates what the exchanges of a base URL need, with a port of this machine.
  ///
  /// - Parameters:
  ///   - written: The base URL of the contract.
  ///   - host: The host of this machine.
  ///   - faults: The socket faults of the exchanges, in order; nil for a response that is not a fault.
  ///   - identity: Its certificate, with the key; nil if it has no TLS.
  ///   - ports: The recent ports of calls.
  init(
    _ written: BaseURL, on host: String, _ faults: [SocketFault?], identity: (any TLSIdentity)? = nil,
    unlike ports: RecentPorts, threads: ThreadGroup
  ) throws(SocketError) {
    let address = try BoundSocket.address(host)
    let fault = faults.first ?? nil
    (self.written, self.identity, breaksTLS) = (written, identity, fault == .brokenTLS)
    let scheme = breaksTLS || identity != nil ? "https" : "http"
    guard fault != .notFound else {
      url = written.moved(to: "\(scheme)://\(LoopbackHosts.unknown)") ?? written
      (listener, refusing) = (nil, nil)
      return
    }
    let socket = try BoundSocket(address, unlike: ports)
    url = written.moved(to: host, port: socket.port, scheme: scheme)
    if fault == .refused {
      (listener, refusing) = (nil, socket)
    } else {
      let keepsPort = !breaksTLS && faults.contains(.refused)
      (listener, refusing) = (try Listener(socket, keepsPort: keepsPort, threads: threads), nil)
    }
  }

  /// Creates what the exchanges of a base URL need, for connections that come through a proxy.
  ///
  /// - Parameters:
  ///   - written: The base URL of the contract, which is also that of the client.
  ///   - faults: The socket faults of the exchanges, in order; nil for a response that is not a fault.
  ///   - identity: Its certificate, with the key; nil if it has no TLS.
  init(proxied written: BaseURL, _ faults: [SocketFault?], identity: (any TLSIdentity)?, threads: ThreadGroup) {
    let fault = faults.first ?? nil
    (self.written, url, self.identity, breaksTLS) = (written, written, identity, fault == .brokenTLS)
    listener = fault == .refused || fault == .notFound ? nil : Listener(threads: threads)
    refusing = nil
  }

  /// Whether nobody finds its host.
  var isUnknown: Bool { url.host == LoopbackHosts.unknown }

  func close() {
    listener?.stop()
    refusing?.close()
  }
}
