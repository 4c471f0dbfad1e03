/// A cookie as a response sets it: the value of one Set-Cookie header (RFC 6265, sections 4.1 and 5.2).
package struct SetCookie: Sendable {
  /// The name, as written.
  package let name: String
  /// The value, as written, with quotes if it has some.
  package let value: String
  /// Whether it ends a cookie, because its Max-Age is not above 0. Expires is not read.
  package private(set) var isDeletion = false
  /// Whether clients send it only over TLS.
  package private(set) var isSecure = false
  /// The host that it names, with all hosts below it, in lower case; nil if it belongs to the host that set it.
  package private(set) var domain: String?
  /// The value of Path; nil if there is none.
  private var path: String?
  /// What stands between semicolons, beginning with the name and the value.
  private let parts: [String]

  /// Reads the value of a Set-Cookie header. Returns nil if it has no name: clients ignore it.
  package init?(_ header: String) {
    parts = HeaderValue.pairs(ofCookie: header)
    guard let pair = Self.pair(parts[0]), !pair.name.isEmpty else { return nil }
    (name, value) = (pair.name, pair.value)
    for attribute in parts.dropFirst() {
      let (name, value) = Self.pair(attribute) ?? (attribute, "")
      switch name.lowercased() {
      case "secure": isSecure = true
      case "path": path = value
      case "max-age": isDeletion = value == "0" || value.hasPrefix("-")
      case "domain" where !value.isEmpty:
        domain = (value.hasPrefix(".") ? String(value.dropFirst()) : value).lowercased()
      default: break
      }
    }
  }

  /// Returns the two sides of the first `=`, without white space around them; nil if there is none.
  private static func pair(_ text: String) -> (name: String, value: String)? {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return (
      HeaderValue.trimmed(String(text[..<equals])), HeaderValue.trimmed(String(text[text.index(after: equals)...]))
    )
  }

  // MARK: Where clients send it

  /// Returns why clients do not keep it if a base URL sets it, as an attribute or the beginning of its name; nil if they
  /// keep it (RFC 6265, section 5.3; RFC 6265bis, section 5.7, for Secure and the prefixes).
  package func refusal(from base: BaseURL) -> String? {
    if let domain, !Self.covers(domain, base.host) { return "Domain=\(domain)" }
    if isSecure, base.scheme != "https" { return "Secure" }
    if let prefix, !isSecure || prefix == Self.hostPrefix && (domain != nil || path != "/") { return prefix }
    return nil
  }

  /// Returns whether clients that keep it send it to another base URL (RFC 6265, section 5.4). Ports do not matter, and
  /// paths are not compared.
  package func goes(to other: BaseURL, from base: BaseURL) -> Bool {
    (!isSecure || other.scheme == "https") && (domain.map { Self.covers($0, other.host) } ?? (other.host == base.host))
  }

  /// Returns whether a host is a domain or below it (RFC 6265, section 5.1.3). IP addresses are below nothing, and no
  /// cookie is for a whole domain such as `com`.
  private static func covers(_ domain: String, _ host: String) -> Bool {
    host == domain || host.hasSuffix("." + domain) && host.contains(where: \.isLetter) && domain.contains(".")
  }

  // MARK: On loopback

  private static let hostPrefix = "__Host-"

  /// What the name begins with, if that has a meaning (RFC 6265bis, section 4.1.3).
  private var prefix: String? { [Self.hostPrefix, "__Secure-"].first(where: name.hasPrefix) }

  /// The name of a second cookie on loopback, for clients that refuse `__Host-` and `__Secure-` without TLS; nil if the
  /// name has no such prefix.
  package var loopbackName: String? { prefix == nil ? nil : "Loopback-" + name }

  /// Returns the values of the header on loopback, one for each name that the cookie has there: without Domain, which
  /// clients refuse from an IP address, and without Secure if it is not.
  package func onLoopback(isSecure: Bool) -> [String] {
    let attributes = parts.dropFirst().filter { attribute in
      let name = Self.pair(attribute)?.name ?? attribute
      return !name.isSameName("Domain") && (isSecure || !name.isSameName("Secure"))
    }
    let names = isSecure ? [name] : [name, loopbackName].compactMap(\.self)
    return names.map { (["\($0)=\(value)"] + attributes).joined(separator: "; ") }
  }
}
