/// A host that the contract does not name. Answers of variations lead to it, and nothing that is secret may arrive there.
package enum AnotherHost {
  /// The host in the terms of the contract. No name below .invalid has an IP address (RFC 6761, section 6.4).
  package static let baseURL = BaseURL.localhost.moved(to: "another-host.invalid", port: 80, scheme: "http")

  /// Returns its URL for a client that reaches the hosts of the contract under their own names.
  package static func baseURL(beside own: BaseURL) -> BaseURL {
    baseURL.moved(to: "\(own.scheme)://\(baseURL.host)") ?? baseURL
  }

  /// A way in which an answer names it, in the words of ids.
  package enum Form: String, Sendable, CaseIterable {
    /// `http://OTHER`
    case url = "to another host"
    /// `http://HOST@OTHER`: a client that compares only the beginning takes it for its own host.
    case withUserInformation = "with user information"
    /// `//OTHER`
    case withoutScheme = "without scheme"
    /// The host alone, without a port, as a cookie's Domain has it.
    case name = "host name"

    /// The text that stands for it until the call has its base URLs. No contract can name a base URL in this way.
    var placeholder: String { "{{baseURL.\(rawValue) of contract-run}}" }

    /// Reads the name in a placeholder; nil if it is another one.
    init?(placeholder name: String) {
      guard name.hasSuffix(Self.mark) else { return nil }
      self.init(rawValue: String(name.dropLast(Self.mark.count)))
    }

    private static let mark = " of contract-run"
  }
}

extension Addresses {
  /// Returns what stands in place of a placeholder with this name; nil if there is none.
  func text(of name: String?) -> String? {
    guard let form = name.flatMap(AnotherHost.Form.init(placeholder:)) else { return self[name]?.text }
    guard let other = anotherHost else { return nil }
    return switch form {
    case .url: other.text
    case .withUserInformation: "\(other.scheme)://\(base.host):\(base.port)@\(other.host):\(other.port)"
    case .withoutScheme: "//\(other.host):\(other.port)"
    case .name: other.host
    }
  }
}
