import Foundation

/// The name servers that this machine's programs ask (resolv.conf(5)).
///
/// A driver may ask them: a lookup sends nothing of a request, and a client must get the same answer as without a guard.
enum NameServers {
  static let port = 53

  /// The IP addresses of the name servers.
  static let addresses: Set<String> = {
    let text = FileManager.default.contents(atPath: "/etc/resolv.conf").map { String(decoding: $0, as: UTF8.self) }
    return Set(addresses(in: text ?? ""))
  }()

  /// Returns the name servers of a configuration; this machine, if it has none.
  static func addresses(in text: String) -> [String] {
    let found = text.split(whereSeparator: \.isNewline).compactMap { line -> String? in
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count > 1, words[0] == "nameserver" else { return nil }
      // An address may name its interface: fe80::1%eth0.
      return words[1].split(separator: "%").first.flatMap { NetworkAddress.host(String($0)) }
    }
    return found.isEmpty ? ["127.0.0.1", "::1"] : found
  }
}
