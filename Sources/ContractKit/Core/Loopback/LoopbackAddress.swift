/// What stands behind one address of a call.
enum LoopbackAddress: Sendable {
  /// HTTP is spoken there.
  case http(Listener)
  /// TLS is asked for there, and there is none.
  case brokenTLS(Listener)
  /// Connections are refused there.
  case refused(BoundSocket)
  /// No host has the name.
  case notFound

  /// Makes what the exchanges on an address need.
  ///
  /// - Parameters:
  ///   - faults: What each exchange's response is on a socket, in order; nil where it is no fault.
  ///   - ports: The last ones that calls had.
  init(
    _ faults: [SocketFault?], unlike ports: RecentPorts, threads: ThreadGroup, guarding: @escaping Listener.Guard
  ) throws(SocketError) {
    switch faults.first ?? nil {
    case .refused: self = .refused(try BoundSocket(unlike: ports, guarding))
    case .notFound: self = .notFound
    case .brokenTLS:
      self = .brokenTLS(try Listener(unlike: ports, keepsPort: false, threads: threads, guarding: guarding))
    default:
      let keepsPort = faults.contains(.refused)
      self = .http(try Listener(unlike: ports, keepsPort: keepsPort, threads: threads, guarding: guarding))
    }
  }

  /// The address for the client: the contract's with another origin, its path prefix kept.
  func url(for written: BaseURL) -> BaseURL {
    switch self {
    case .http(let listener): written.moved(toPort: listener.port)
    case .brokenTLS(let listener): written.moved(toPort: listener.port, scheme: "https")
    case .refused(let socket): written.moved(toPort: socket.port)
    // No name below .invalid has an address (RFC 6761, section 6.4).
    case .notFound: written.moved(to: "http://contract-run.invalid") ?? written
    }
  }

  var listener: Listener? {
    switch self {
    case .http(let listener), .brokenTLS(let listener): listener
    case .refused, .notFound: nil
    }
  }

  func close() {
    listener?.stop()
    if case .refused(let socket) = self { socket.close() }
  }
}
