/// A network error, with Foundation's domain and code.
package struct NetworkError: Sendable, Equatable {
  /// The domain of the NSError.
  package var domain: String
  /// The code within the domain.
  package var code: Int
  /// The error's localized description; nil to keep Foundation's own.
  package var message: String?
  /// Whether the connection is closed without the close_notify with which TLS ends (RFC 8446, section 6.1). Foundation has
  /// no code of its own for that.
  package private(set) var isCut = false

  package init(domain: String, code: Int, message: String? = nil) {
    self.domain = domain
    self.code = code
    self.message = message
  }
}

extension NetworkError {
  /// Creates the error of a URLError code from its name in Foundation (`cannotConnectToHost`), or from
  /// `connectionClosedWithoutNotify`; nil if there is none.
  package init?(name: String) {
    if name == Self.cut {
      self.init(domain: Self.urlErrorDomain, code: -1005)
      isCut = true
      return
    }
    guard let code = Self.codes.first(where: { $0.name == name })?.code else { return nil }
    self.init(domain: Self.urlErrorDomain, code: code)
  }

  /// Returns the name of a URLError code, or nil if Foundation has none for it.
  package static func name(ofCode code: Int) -> String? { codes.first { $0.code == code }?.name }

  /// The domain of URLError's codes.
  package static let urlErrorDomain = "NSURLErrorDomain"

  /// The names that a contract may use.
  package static let names = codes.map(\.name) + [cut]

  /// The name of the error that is not Foundation's. In memory, it is `networkConnectionLost`.
  private static let cut = "connectionClosedWithoutNotify"

  /// The name that contracts have for it; nil if they have none.
  package var name: String? { isCut ? Self.cut : domain == Self.urlErrorDomain ? Self.name(ofCode: code) : nil }

  /// Every code of Foundation's `URLError.Code`.
  static let codes: [(name: String, code: Int)] = [
    ("unknown", -1), ("cancelled", -999), ("badURL", -1000), ("timedOut", -1001), ("unsupportedURL", -1002),
    ("cannotFindHost", -1003), ("cannotConnectToHost", -1004), ("networkConnectionLost", -1005),
    ("dnsLookupFailed", -1006), ("httpTooManyRedirects", -1007), ("resourceUnavailable", -1008),
    ("notConnectedToInternet", -1009), ("redirectToNonExistentLocation", -1010), ("badServerResponse", -1011),
    ("userCancelledAuthentication", -1012), ("userAuthenticationRequired", -1013), ("zeroByteResource", -1014),
    ("cannotDecodeRawData", -1015), ("cannotDecodeContentData", -1016), ("cannotParseResponse", -1017),
    ("internationalRoamingOff", -1018), ("callIsActive", -1019), ("dataNotAllowed", -1020),
    ("requestBodyStreamExhausted", -1021), ("appTransportSecurityRequiresSecureConnection", -1022),
    ("fileDoesNotExist", -1100), ("fileIsDirectory", -1101), ("noPermissionsToReadFile", -1102),
    ("dataLengthExceedsMaximum", -1103), ("secureConnectionFailed", -1200), ("serverCertificateHasBadDate", -1201),
    ("serverCertificateUntrusted", -1202), ("serverCertificateHasUnknownRoot", -1203),
    ("serverCertificateNotYetValid", -1204), ("clientCertificateRejected", -1205), ("clientCertificateRequired", -1206),
    ("cannotLoadFromNetwork", -2000), ("cannotCreateFile", -3000), ("cannotOpenFile", -3001),
    ("cannotCloseFile", -3002), ("cannotWriteToFile", -3003), ("cannotRemoveFile", -3004), ("cannotMoveFile", -3005),
    ("downloadDecodingFailedMidStream", -3006), ("downloadDecodingFailedToComplete", -3007),
    ("backgroundSessionRequiresSharedContainer", -995), ("backgroundSessionInUseByAnotherProcess", -996),
    ("backgroundSessionWasDisconnected", -997),
  ]
}
