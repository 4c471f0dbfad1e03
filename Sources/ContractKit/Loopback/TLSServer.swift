package import ContractCore

/// What gives calls TLS: it certifies hosts, and decrypts what clients send.
///
/// TLS is not written here. The command starts a program for it.
package protocol TLSServer: Sendable {
  /// Returns a certificate for a host of this machine, in the form that `start` takes.
  ///
  /// - Throws: Why there is none. The error number is 0 if the reason is not the system's.
  func certificate(_ kind: Certificate, for host: String) throws(SocketError) -> String

  /// Prepares TLS for the next connection of a client, so that the client does not wait for it.
  func start(with certificate: String) throws(SocketError) -> any TLSConnection
}

/// TLS for one connection of a client.
package protocol TLSConnection: Sendable {
  /// Speaks TLS with a client, and serves what it sends on a connection without TLS. Call it once.
  ///
  /// It returns when no thread reads or writes the client's connection any more, so that the caller may close it.
  ///
  /// - Parameters:
  ///   - threads: The group of the threads that it needs.
  ///   - onAnswer: Called when the client gets the first bytes of TLS.
  ///   - serve: Called with the connection without TLS.
  /// - Throws: Why it could not begin. A client that ends the handshake is not an error.
  func serve(
    _ client: Connection, on threads: ThreadGroup, onAnswer: @escaping @Sendable () -> Void,
    _ serve: @escaping @Sendable (Connection) -> Void
  ) throws(SocketError)
}
