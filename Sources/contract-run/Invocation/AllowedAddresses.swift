import ContractCore

/// The addresses that a driver may connect to besides those of its calls: `allow` in the configuration.
struct AllowedAddresses: Sendable {
  /// One entry of the list: `127.0.0.1:5432`, `localhost:*`, `[::1]:80`.
  struct Entry: Sendable, Equatable {
    var hosts: [String]
    /// The port; nil for all of them.
    var port: Int?

    /// Returns nil if the text is not an IP address, or `localhost`, with a port or `*`.
    init?(_ text: String) {
      guard let colon = text.lastIndex(of: ":") else { return nil }
      var host = String(text[..<colon])
      let end = text[text.index(after: colon)...]
      if end != "*" {
        guard let number = UInt16(end), number > 0, end.allSatisfy(\.isNumber) else { return nil }
        port = Int(number)
      }
      if host == "localhost" {
        hosts = ["127.0.0.1", "::1"]
        return
      }
      // An IPv6 address without brackets could end in a port or in its own last part.
      let hasBrackets = host.hasPrefix("[") && host.hasSuffix("]")
      guard hasBrackets == host.contains(":") else { return nil }
      if hasBrackets { host = String(host.dropFirst().dropLast()) }
      guard let address = NetworkAddress.host(host) else { return nil }
      hosts = [address]
    }
  }

  /// The entry that allows everything, so that no guard is needed.
  static let everything = "*"

  var entries: [Entry] = []
  /// Whether everything is allowed. Then the guard is off, and nobody sees what a driver connects to.
  var isEverything = false

  func contains(_ address: NetworkAddress) -> Bool {
    entries.contains { $0.hosts.contains(address.host) && ($0.port == nil || $0.port == address.port) }
  }
}

extension ObjectReader {
  /// Reads `allow`: what a driver may connect to besides its calls.
  func allowedAddresses() -> AllowedAddresses {
    var allowed = AllowedAddresses()
    for text in strings("allow") ?? [] {
      if text.value == AllowedAddresses.everything {
        allowed.isEverything = true
      } else if let entry = AllowedAddresses.Entry(text.value) {
        allowed.entries.append(entry)
      } else {
        note(
          .rule(
            "\"\(text.value)\" is not something that a driver can be allowed to reach",
            help: "write an IP address or localhost with a port: 127.0.0.1:5432, [::1]:80, localhost:*; or * to allow"
              + " everything"),
          at: text.range)
      }
    }
    return allowed
  }
}
