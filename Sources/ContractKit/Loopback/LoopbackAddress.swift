import ContractCore

/// The socket behind one base URL of a call.
enum LoopbackAddress: Sendable {
  /// A listener that speaks HTTP.
  case http(Listener)
  /// A listener for clients that expect TLS. It does not speak TLS.
  case brokenTLS(Listener)
  /// A socket that refuses connections.
  case refused(BoundSocket)
  /// A host name that does not exist.
  case notFound

  /// Creates what the exchanges of a base URL need.
  ///
  /// - Parameters:
  ///   - faults: The socket faults of the exchanges, in order; nil for a response that is not a fault.
  ///   - ports: The recent ports of calls.
  init(
    _ faults: [SocketFault?], unlike ports: RecentPorts, threads: ThreadGroup
  ) throws(SocketError) {
    switch faults.first ?? nil {
    case .refused: self = .refused(try BoundSocket(unlike: ports))
    case .notFound: self = .notFound
    case .brokenTLS:
      self = .brokenTLS(try Listener(unlike: ports, keepsPort: false, threads: threads))
    default:
      let keepsPort = faults.contains(.refused)
      self = .http(try Listener(unlike: ports, keepsPort: keepsPort, threads: threads))
    }
  }

  /// Returns the base URL for the client: the contract's, with another origin and the same path prefix.
  func url(for written: BaseURL) -> BaseURL {
    switch self {
    case .http(let listener): written.moved(toPort: listener.port)
    case .brokenTLS(let listener): written.moved(toPort: listener.port, scheme: "https")
    case .refused(let socket): written.moved(toPort: socket.port)
    // No name below .invalid has an IP address (RFC 6761, section 6.4).
    case .notFound: written.moved(to: "http://contract-run.invalid") ?? written
    }
  }

  var listener: Listener? {
    switch self {
    case .http(let listener), .brokenTLS(let listener): listener
    case .refused, .notFound: nil
    }
  }

  /// The port; nil for a host that does not exist.
  var port: Int? {
    if case .refused(let socket) = self { socket.port } else { listener?.port }
  }

  func close() {
    listener?.stop()
    if case .refused(let socket) = self { socket.close() }
  }
}
