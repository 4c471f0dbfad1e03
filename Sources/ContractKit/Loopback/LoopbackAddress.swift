import ContractCore

/// The socket behind one base URL of a call.
struct LoopbackAddress: Sendable {
  /// The base URL of the contract.
  let written: BaseURL
  /// The host that the client uses: an IP address, or `localhost`.
  let host: String
  /// What accepts connections; nil if they are refused, or if nobody finds the host.
  let listener: Listener?
  /// The path of its certificate; nil if it has no TLS.
  let certificate: String?
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
  ///   - certificate: The path of a certificate for it; nil if it has no TLS.
  ///   - ports: The recent ports of calls.
  init(
    _ written: BaseURL, on host: String, _ faults: [SocketFault?], certificate: String? = nil,
    unlike ports: RecentPorts, threads: ThreadGroup
  ) throws(SocketError) {
    let address = try BoundSocket.address(host)
    let fault: SocketFault? = certificate == nil ? faults.first ?? nil : nil
    (self.written, self.host, self.certificate, breaksTLS) = (written, host, certificate, fault == .brokenTLS)
    let socket = fault == .notFound ? nil : try BoundSocket(address, unlike: ports)
    if let socket, fault != .refused {
      let keepsPort = certificate == nil && !breaksTLS && faults.contains(.refused)
      (listener, refusing) = (try Listener(socket, keepsPort: keepsPort, threads: threads), nil)
    } else {
      (listener, refusing) = (nil, socket)
    }
  }

  /// The base URL for the client: the contract's, with another origin and the same path prefix.
  var url: BaseURL {
    guard let port else { return written.moved(to: "http://\(LoopbackHosts.unknown)") ?? written }
    return written.moved(to: host, port: port, scheme: breaksTLS || certificate != nil ? "https" : "http")
  }

  /// The port; nil for a host that does not exist.
  var port: Int? { listener?.port ?? refusing?.port }

  func close() {
    listener?.stop()
    refusing?.close()
  }
}
