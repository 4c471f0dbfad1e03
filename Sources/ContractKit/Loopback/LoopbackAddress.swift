import ContractCore

/// The socket behind one base URL of a call.
struct LoopbackAddress: Sendable {
  /// The base URL of the contract.
  let written: BaseURL
  /// The host that the client uses: an IP address, or `localhost`.
  let host: String
  /// What accepts connections; nil if they are refused, or if nobody finds the host.
  let listener: Listener?
  /// Its certificate, with the key; nil if it has no TLS.
  let identity: (any TLSIdentity)?
  /// Whether clients that expect TLS meet something else.
  let breaksTLS: Bool
  /// A socket that refuses connections; nil if something accepts them, or if nobody finds the host.
  private let refusing: BoundSocket?

  /// Creates what the exchanges of a base URL need.
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
    (self.written, self.host, self.identity, breaksTLS) = (written, host, identity, fault == .brokenTLS)
    let socket = fault == .notFound ? nil : try BoundSocket(address, unlike: ports)
    if let socket, fault != .refused {
      let keepsPort = !breaksTLS && faults.contains(.refused)
      (listener, refusing) = (try Listener(socket, keepsPort: keepsPort, threads: threads), nil)
    } else {
      (listener, refusing) = (nil, socket)
    }
  }

  /// The base URL for the client: the contract's, with another origin and the same path prefix.
  var url: BaseURL {
    let scheme = breaksTLS || identity != nil ? "https" : "http"
    guard let port else { return written.moved(to: "\(scheme)://\(LoopbackHosts.unknown)") ?? written }
    return written.moved(to: host, port: port, scheme: scheme)
  }

  /// The port; nil for a host that does not exist.
  var port: Int? { listener?.port ?? refusing?.port }

  func close() {
    listener?.stop()
    refusing?.close()
  }
}
