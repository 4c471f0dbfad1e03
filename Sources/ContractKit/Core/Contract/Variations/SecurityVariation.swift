/// An answer or an input that makes a careless client unsafe.
package enum SecurityVariation: Sendable, Hashable {
  /// A redirect with this status to another host.
  case redirect(Int)
  /// Each redirect leads to the URL of its request.
  case redirectToItself
  /// A redirect to something that is not on the network.
  case redirectAway(LocalScheme)
  /// A redirect to a URL with a line break, which is percent-encoded or folds the header.
  case redirectWithLineBreak(encoded: Bool)
  /// A URL in a response, of the API or of another base URL, leads to another host.
  case link(Link, AnotherHost.Form)
  /// All further answers have the same cursor.
  case cursorAgain
  /// A response sets a cookie for another host, and redirects there.
  case foreignCookie
  /// The call has TLS, with this certificate.
  case certificate(Certificate)
  /// A string of the input has a line break, with a header after it. It is at this JSON pointer.
  case lineBreak(String)
  /// A string of the input is a segment that removes itself or the one before it: `.` or `..`.
  case pathTraversal(String, segment: String)

  /// An answer that is far larger than any client needs.
  case limit(Limit)

  /// What is large.
  package enum Limit: String, Sendable, CaseIterable {
    case body = "body without end"
    /// A line of a stream.
    case event = "event without end"
    case gzip = "gzip of 1 GiB"
    case headers = "10,000 headers"
    case redirect = "redirect of 100,000 characters"
  }

  /// The schemes of URLs without a host.
  package enum LocalScheme: String, Sendable, CaseIterable { case file, data }

  /// A place of a response that has a URL.
  package enum Link: Sendable, Hashable {
    /// A JSON pointer into the body.
    case body(String)
    case header(String)

    var name: String {
      switch self {
      case .body(let pointer): Excerpt.place(of: pointer, else: "body")
      case .header(let name): Excerpt.visible(name)
      }
    }
  }

  /// The statuses of redirects that clients follow (RFC 9110, section 15.4).
  static let redirects = [301, 302, 303, 307, 308]

  /// The members by which contracts choose them.
  package enum Member: String, Sendable, CaseIterable {
    case redirects, links, cursors, cookies, lineBreaks, pathTraversal, certificates, limits

    /// Whether `true` has it. Few clients have a limit for each answer.
    var isUsual: Bool { self != .limits }
  }

  package var member: Member {
    switch self {
    case .redirect, .redirectToItself, .redirectAway, .redirectWithLineBreak: .redirects
    case .link: .links
    case .cursorAgain: .cursors
    case .foreignCookie: .cookies
    case .lineBreak: .lineBreaks
    case .pathTraversal: .pathTraversal
    case .certificate: .certificates
    case .limit: .limits
    }
  }

  /// The name, which is unique in its scenario: `redirect 301 to another host`.
  package var name: String {
    switch self {
    case .redirect(let status): "redirect \(status) to another host"
    case .redirectToItself: "redirect to itself"
    case .redirectAway(let scheme): "redirect to \(scheme.rawValue):"
    case .redirectWithLineBreak(let encoded): "redirect with \(encoded ? "an encoded" : "a") line break"
    case .link(let link, let form): "link \(link.name) \(form.rawValue)"
    case .cursorAgain: "cursor again"
    case .certificate(let certificate): "certificate \(certificate.rawValue)"
    case .foreignCookie: "cookie of another host"
    case .limit(let limit): limit.rawValue
    case .lineBreak(let pointer): "line break in \(Excerpt.place(of: pointer))"
    case .pathTraversal(let pointer, let segment): "path traversal in \(Excerpt.place(of: pointer)): \(segment)"
    }
  }

  /// Those that do not depend on the scenario.
  static let fixed: [SecurityVariation] =
    redirects.map(SecurityVariation.redirect) + [.redirectToItself] + LocalScheme.allCases.map(redirectAway)
    + [.redirectWithLineBreak(encoded: true), .redirectWithLineBreak(encoded: false), .foreignCookie]
    + [Certificate.valid, .selfSigned, .expired, .otherHost].map(certificate) + Limit.allCases.map(limit)

  /// The segments of a path that mean no segment (RFC 3986, section 5.2.4).
  static let segments = ["..", "."]

  /// Whether an answer leads to a host that the contract does not name.
  package var leadsToAnotherHost: Bool {
    switch self {
    case .redirect, .link, .foreignCookie: true
    default: false
    }
  }
}

extension AnotherHost.Form {
  static let links: [Self] = [.url, .withUserInformation, .withoutScheme]
}

extension Variation {
  /// The answer or input that makes a careless client unsafe; nil if it is another one.
  var security: SecurityVariation? { change as? SecurityVariation }

  /// The certificate of the call's servers; nil if they have no TLS.
  package var certificate: Certificate? {
    if case .certificate(let certificate)? = security { certificate } else { nil }
  }

  /// Whether the memory counts that the client needs for the call, so that it makes no other one meanwhile.
  package var measuresMemory: Bool { security?.member == .limits }
}

extension Scenario {
  package var certificate: Certificate? { variation?.certificate }

  /// Whether a server of the call has a certificate.
  package var needsCertificates: Bool {
    certificate != nil || exchanges.contains { $0.response.socketFault?.wrongCertificate != nil }
  }

  /// Whether no server of the call has a certificate that is right.
  package var hasOnlyWrongCertificates: Bool {
    exchanges.allSatisfy { $0.response.socketFault?.wrongCertificate != nil }
  }

  package var leadsToAnotherHost: Bool { variation?.security?.leadsToAnotherHost == true }
}
