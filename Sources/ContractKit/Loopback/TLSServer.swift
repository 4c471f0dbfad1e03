package import ContractCore

/// What gives calls TLS: it certifies hosts, and encrypts what their clients get.
///
/// TLS is not written here. The command loads a library for it.
package protocol TLSServer: Sendable {
  /// Returns a certificate for a host of this machine, with its key.
  ///
  /// - Throws: Why there is none. The error number is 0 if the reason is not the system's.
  func identity(_ kind: Certificate, for host: String) throws(SocketError) -> any TLSIdentity
}

/// A certificate with its key, by which connections to a host are served.
package protocol TLSIdentity: Sendable {
  /// Begins TLS with a client that has connected.
  ///
  /// - Throws: Why that is not possible. The error number is 0 if the reason is not the system's.
  func begin() throws(SocketError) -> any TLSSession
}

/// The server's side of TLS on one connection. It has no socket: it takes what came from the client, and gives what is
/// for it. No two threads may use it at the same time.
package protocol TLSSession: AnyObject, Sendable {
  /// Takes bytes that came from the client.
  func receive(_ bytes: UnsafeRawBufferPointer)

  /// Decrypts what came. Returns the number of bytes, 0 after the client's close_notify, a negative number if what came is
  /// not TLS or the client gave up, and nil if more must come.
  func read(into bytes: UnsafeMutableRawBufferPointer) -> Int?

  /// Encrypts bytes for the client. Returns whether the connection is still alive.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool

  /// Says to the client that nothing more comes: close_notify (RFC 8446, section 6.1).
  func close()

  /// Returns the bytes that are for the client by now, and forgets them.
  func takeAnswers() -> [UInt8]
}
