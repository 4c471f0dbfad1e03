import ContractCore

/// The socket behind one base URL of a call.
struct LoopbackAddress: Sendable {
  /// What a base URL leads to.
  private enum Endpoint: Sendable {
    case http(Listener)
    /// A listener that speaks HTTP over TLS, with the certificate at this path.
    case tls(Listener, certificate: String)
    /// A listener for clients that expect TLS. It does not speak TLS.
    case brokenTLS(Listener)
    case refused(BoundSocket)
    /// A host name that does not exist.
    case notFound
  }

  private let endpoint: Endpoint
  /// The host that the client uses: an IP address, or `localhost`.
  let host: String

  /// Creates what the exchanges of a base URL need.
  ///
  /// - Parameters:
  ///   - host: The host of this machine.
  ///   - faults: The socket faults of the exchanges, in order; nil for a response that is not a fault.
  ///   - certificate: The path of a certificate for it; nil if it has no TLS.
  ///   - ports: The recent ports of calls.
  init(
    _ host: String, _ faults: [SocketFault?], certificate: String? = nil, unlike ports: RecentPorts,
    threads: ThreadGroup
  ) throws(SocketError) {
    let address = try BoundSocket.address(host)
    self.host = host
    if let certificate {
      let listener = try Listener(address, unlike: ports, keepsPort: false, threads: threads)
      endpoint = .tls(listener, certificate: certificate)
      return
    }
    switch faults.first ?? nil {
    case .refused: endpoint = .refused(try BoundSocket(address, unlike: ports))
    case .notFound: endpoint = .notFound
    case .brokenTLS:
      endpoint = .brokenTLS(try Listener(address, unlike: ports, keepsPort: false, threads: threads))
    default:
      let keepsPort = faults.contains(.refused)
      endpoint = .http(try Listener(address, unlike: ports, keepsPort: keepsPort, threads: threads))
    }
  }

  /// Returns the base URL for the client: the contract's, with another origin and the same path prefix.
  func url(for written: BaseURL) -> BaseURL {
    guard let port else { return written.moved(to: "http://\(LoopbackHosts.unknown)") ?? written }
    return written.moved(to: host, port: port, scheme: breaksTLS || certificate != nil ? "https" : "http")
  }

  /// Whether clients that expect TLS meet something else.
  var breaksTLS: Bool { if case .brokenTLS = endpoint { true } else { false } }

  /// The path of its certificate; nil if it has no TLS.
  var certificate: String? { if case .tls(_, let certificate) = endpoint { certificate } else { nil } }

  var listener: Listener? {
    switch endpoint {
    case .http(let listener), .brokenTLS(let listener), .tls(let listener, _): listener
    case .refused, .notFound: nil
    }
  }

  /// The port; nil for a host that does not exist.
  var port: Int? {
    if case .refused(let socket) = endpoint { socket.port } else { listener?.port }
  }

  func close() {
    listener?.stop()
    if case .refused(let socket) = endpoint { socket.close() }
  }
}
