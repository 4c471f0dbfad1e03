/// The network errors that a socket can make, each by what really happens on it.
package enum SocketFault: Sendable, Equatable {
  /// Nobody listens at the address: `cannotConnectToHost`.
  case refused
  /// The host's name does not resolve: `cannotFindHost`, `dnsLookupFailed`.
  case notFound
  /// The connection is reset (RST): `networkConnectionLost`.
  case reset
  /// The connection is closed, with nothing sent unless the contract says what: `badServerResponse`.
  case closed
  /// Nothing more comes, and the connection stays open: `timedOut`.
  case silence
  /// TLS's hello is answered with rubbish: `secureConnectionFailed`.
  case brokenTLS
  /// What comes begins like HTTP and cannot be parsed: `cannotParseResponse`.
  case unparsable

  /// What makes an error happen on a socket; nil where nothing does.
  package init?(_ error: NetworkError) {
    guard error.domain == NetworkError.urlErrorDomain else { return nil }
    switch error.code {
    case -1001: self = .silence
    case -1003, -1006: self = .notFound
    case -1004: self = .refused
    case -1005: self = .reset
    case -1011: self = .closed
    case -1017: self = .unparsable
    case -1200: self = .brokenTLS
    default: return nil
    }
  }

  /// Whether no request can be read where it happens: the connection is not made, or not as HTTP.
  package var hidesRequest: Bool {
    switch self {
    case .refused, .notFound, .brokenTLS: true
    case .reset, .closed, .silence, .unparsable: false
    }
  }
}

extension Response {
  /// What a network error of this response is on a socket; nil where it is no network error, or none that a socket makes.
  package var socketFault: SocketFault? { error.flatMap(SocketFault.init) }
}
