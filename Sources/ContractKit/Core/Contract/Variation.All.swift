extension Variation {
  /// The statuses that a variation can have (RFC 9110, section 15; 429 is from RFC 6585).
  package static let statuses = [300, 304, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503]

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

  /// Returns the variations of a family, in the order in which they are played. Those of `fields` depend on the body, so
  /// that there are none here.
  package static func all(_ family: Family) -> [Variation] {
    switch family {
    case .statusError:
      statuses.flatMap { status in
        // A response with status 304 has no body (RFC 9110, section 15.4.5).
        (status == 304 ? [.none] : StatusBody.allCases).map { .status(status, $0) }
      }
    case .nonHTTP: [.nonHTTP(withBody: false), .nonHTTP(withBody: true)]
    case .corruptJSON: Corruption.allCases.map(Variation.corruptJSON)
    case .networkError:
      errors.map { .error($0, withinBody: false) } + [.error("networkConnectionLost", withinBody: true)]
        + Connection.allCases.map(Variation.connection)
    case .stream: StreamChange.all.map(Variation.stream)
    case .empty: EmptyBody.allCases.map(Variation.empty)
    case .equivalent: Equivalence.allCases.map(Variation.equivalent)
    // They depend on the input and on the exchanges: `Scenario.hostileValues`, `securityVariations`, `stepFaults`.
    case .hostile, .security, .steps, .fields: []
    }
  }
}
