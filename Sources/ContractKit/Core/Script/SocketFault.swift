/// The network errors that a socket can produce, each by what really happens on it.
package enum SocketFault: Sendable, Hashable {
  /// Nothing listens at the port: `cannotConnectToHost`.
  case refused
  /// The host's name does not resolve: `cannotFindHost`, `dnsLookupFailed`.
  case notFound
  /// The connection is reset (RST): `networkConnectionLost`.
  case reset
  /// The connection is closed. Nothing is sent before, unless the contract describes it: `badServerResponse`.
  case closed
  /// The same without the end of TLS, if the base URL begins with https: `connectionClosedWithoutNotify`.
  case cut
  /// Nothing more is sent, and the connection stays open: `timedOut`.
  case silence
  /// The TLS hello is answered with garbage: `secureConnectionFailed`.
  case brokenTLS
  /// The server has a certificate that is wrong: `serverCertificateUntrusted`, `serverCertificateHasUnknownRoot`,
  /// `serverCertificateHasBadDate`, `serverCertificateNotYetValid`.
  case certificate(Certificate)
  /// The answer begins like HTTP and cannot be parsed: `cannotParseResponse`.
  case unparsable

  /// Makes the fault that produces an error on a socket; nil if no fault does.
  package init?(_ error: NetworkError) {
    guard error.domain == NetworkError.urlErrorDomain else { return nil }
    if error.isCut {
      self = .cut
      return
    }
    switch error.code {
    case -1001: self = .silence
    case -1003, -1006: self = .notFound
    case -1004: self = .refused
    case -1005: self = .reset
    case -1011: self = .closed
    case -1017: self = .unparsable
    case -1200: self = .brokenTLS
    case -1201: self = .certificate(.expired)
    case -1202, -1203: self = .certificate(.selfSigned)
    case -1204: self = .certificate(.notYetValid)
    default: return nil
    }
  }

  /// Whether the fault prevents a request from being read: there is no connection, or it is not HTTP.
  package var hidesRequest: Bool {
    switch self {
    case .refused, .notFound, .brokenTLS, .certificate: true
    case .reset, .closed, .cut, .silence, .unparsable: false
    }
  }

  /// The certificate of the server; nil if it has no TLS.
  package var wrongCertificate: Certificate? {
    if case .certificate(let certificate) = self { certificate } else { nil }
  }

  /// Whether a client that expects TLS shows that it has connected.
  var showsAttempts: Bool { self == .brokenTLS || wrongCertificate != nil }
}

extension Response {
  /// The socket fault of this response's network error; nil if it has none, or none that a socket can produce.
  package var socketFault: SocketFault? { error.flatMap(SocketFault.init) }
}
