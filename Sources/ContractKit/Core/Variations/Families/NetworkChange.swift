/// The family `networkError`: errors of URLSession in memory, and what happens to connections on loopback.
enum NetworkChange: ExpectedChange {
  /// An error of URLSession, only in memory: a name of `NetworkError`, before the response or within its body.
  case error(String, withinBody: Bool)
  /// What happens to a connection, only on loopback.
  case connection(Variation.Connection)

  static let familyName = "networkError"
  static let all =
    Variation.errors.map { Variation.error($0, withinBody: false) }
    + [.error("networkConnectionLost", withinBody: true)] + Variation.Connection.allCases.map(Variation.connection)
  static let stepFaults =
    ["timedOut", "cannotConnectToHost", "networkConnectionLost"].map { Variation.error($0, withinBody: false) }
    + [Variation.Connection.reset, .resetWithinBody, .closed].map(Variation.connection)

  private static let lost = "networkConnectionLost"

  var name: String {
    switch self {
    case .error(let name, let withinBody): "error \(name)\(withinBody ? " within the body" : "")"
    case .connection(let connection): connection.rawValue
    }
  }
  var exceptionNames: [String] { if case .error(let error, _) = self { [name, error] } else { [name] } }
  var traits: Variation.Traits {
    switch self {
    case .error(let name, let withinBody):
      Variation.Traits(mayHaveActed: name != "cannotConnectToHost", showsRules: name == Self.lost && !withinBody)
    case .connection(let connection):
      // Many stacks take a body that is shorter than its length for whole.
      Variation.Traits(
        isOptional: connection == .contentLengthTooLong || connection == .slowBody,
        mayBeComplete: connection == .contentLengthTooLong, breaksConnection: true,
        breaksBody: [.resetWithinBody, .silenceWithinBody, .slowBody].contains(connection),
        stall: connection == .slowBody ? .body : nil, mayHaveActed: true, mayBeResent: true,
        showsRules: connection == .reset)
    }
  }

  func isPossible(on transport: Transport) -> Bool { traits.breaksConnection == (transport == .loopback) }

  func response(_ own: VariedResponse) throws(Variation.Obstacle) -> Response {
    let half = own.bytes.count / 2
    switch self {
    case .error(let name, let withinBody): return try error(name, own, after: withinBody ? half : nil)
    case .connection(.refused): return try error("cannotConnectToHost", own)
    case .connection(.reset): return try error(Self.lost, own)
    case .connection(.resetWithinBody): return try error(Self.lost, own, after: half)
    case .connection(.closed): return try error("badServerResponse", own)
    // After all bytes of the body, the server closes the connection instead of sending the rest.
    case .connection(.contentLengthTooLong): return try error("badServerResponse", own, after: own.bytes.count)
    case .connection(.unparsable): return try error("cannotParseResponse", own)
    case .connection(.silence):
      try own.requireTimeout()
      return try error("timedOut", own)
    case .connection(.silenceWithinBody):
      try own.requireTimeout()
      return try error("timedOut", own, after: half)
    case .connection(.slowBody):
      if own.bytes.isEmpty || !Addresses.placeholders(in: own.bytes).isEmpty { throw .nothingToChange }
      let (count, pause) = try own.stall()
      if own.bytes.count < count { throw .shortBody }
      let slow = own.bytes.prefix(count).map { Response.Body.Piece(bytes: [$0], delay: pause) }
      let rest = Array(own.bytes.dropFirst(count))
      return own.response.with(
        headers: own.withoutBody,
        body: Response.Body(pieces: slow + (rest.isEmpty ? [] : [own.piece(rest)]), isChunked: true))
    }
  }

  private func error(_ name: String, _ own: VariedResponse, after: Int? = nil) throws(Variation.Obstacle) -> Response {
    if after != nil, own.bytes.count < 2 { throw .nothingToChange }
    return Response(
      kind: .networkError, range: own.response.range, headers: after == nil ? Headers() : own.withoutBody,
      body: after == nil ? nil : Response.Body(pieces: [own.piece(own.bytes)]), error: NetworkError(name: name),
      after: after ?? 0)
  }
}

extension Variation {
  /// The names of the errors that URLSession can report if the network fails. Errors of files, of background sessions,
  /// of the request itself, of a canceled call, and of an encoded body have another cause.
  package static let errors = [
    "timedOut", "cannotFindHost", "cannotConnectToHost", "networkConnectionLost", "dnsLookupFailed",
    "httpTooManyRedirects", "resourceUnavailable", "notConnectedToInternet", "redirectToNonExistentLocation",
    "badServerResponse", "zeroByteResource", "cannotParseResponse",
    "internationalRoamingOff", "callIsActive", "dataNotAllowed", "appTransportSecurityRequiresSecureConnection",
    "dataLengthExceedsMaximum", "secureConnectionFailed", "serverCertificateHasBadDate", "serverCertificateUntrusted",
    "serverCertificateHasUnknownRoot", "serverCertificateNotYetValid", "clientCertificateRejected",
    "clientCertificateRequired", "cannotLoadFromNetwork", "unknown",
  ]

  /// What can happen to a connection on loopback.
  package enum Connection: String, Sendable, CaseIterable {
    case refused = "connection refused"
    case reset = "connection reset"
    case resetWithinBody = "connection reset within the body"
    case closed = "connection closed"
    case contentLengthTooLong = "Content-Length too long"
    case unparsable = "malformed status line"
    /// Nothing is sent, and the connection stays open.
    case silence
    /// The same after half of the body.
    case silenceWithinBody = "silence within the body"
    /// Each byte comes in time for a client that only limits the time between two of them.
    case slowBody = "slow body"
  }

  package static func error(_ name: String, withinBody: Bool) -> Variation {
    Variation(NetworkChange.error(name, withinBody: withinBody))
  }

  package static func connection(_ connection: Connection) -> Variation {
    Variation(NetworkChange.connection(connection))
  }
}
