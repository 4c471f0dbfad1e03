import ContractCore

/// The host names that are allowed for the control page. Any other name was pointed at this machine by somebody else
/// (DNS rebinding), whose pages would then have the same origin as the control page.
struct OwnHosts: Sendable {
  let port: Int
  /// The value of `--host`.
  let host: String

  /// Whether the server listens on every IP address of the machine.
  var isEverywhere: Bool { host == "0.0.0.0" }

  /// Whether only this machine reaches the server.
  private var isLocal: Bool { host.hasPrefix("127.") || host == "localhost" }

  /// Prints a note if other machines reach the server.
  func noteReach() {
    if isLocal { return }
    StandardError.print(
      "note: other machines in the network can reach this server; --host 127.0.0.1 limits it to this machine")
  }

  /// Returns whether a Host header names this server.
  func contains(_ header: String) -> Bool {
    guard let parts = Self.parts(header), parts.port ?? 80 == port else { return false }
    let name = parts.name.lowercased()
    if ["localhost", "127.0.0.1", "[::1]", host.lowercased()].contains(name) { return true }
    // The IP addresses of the machine are unknown. But an IP address is not a name, so nobody can point it to another
    // machine.
    return isEverywhere && Self.isIPv4(name)
  }

  /// The name by which this machine reaches the server.
  var name: String { isEverywhere ? "127.0.0.1" : host }

  /// The origin by which this machine reaches the server.
  var origin: String { "http://\(name):\(port)" }

  private static func parts(_ header: String) -> (name: String, port: Int?)? {
    guard let colon = header.lastIndex(of: ":"), !header[colon...].contains("]") else { return (header, nil) }
    let digits = header[header.index(after: colon)...]
    guard let port = Int(digits: digits.utf8) else { return nil }
    return (String(header[..<colon]), port)
  }

  static func isIPv4(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { $0.utf8.count <= 3 && Int(digits: $0.utf8) ?? 256 < 256 }
  }
}
