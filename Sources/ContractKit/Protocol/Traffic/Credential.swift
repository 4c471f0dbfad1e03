import Foundation

/// A secret that a request has under a name.
package struct Credential: Equatable {
  /// The part of a request that has it.
  package enum Carrier: String, Sendable {
    case header, cookie
    case queryItem = "query item"
  }

  package var carrier: Carrier
  /// The name of the header, cookie or query item, as sent.
  package var name: String
  /// The secret, without a scheme such as `Bearer`.
  package var value: String
}

extension Secrets {
  /// The fewest bytes of a value that is watched. Shorter values are often equal by chance.
  private static let shortest = 8
  /// The fewest bytes of a value that is watched although it is a word, such as `no-check`.
  private static let shortestWord = 12

  package func credentials(of request: CapturedRequest) -> [Credential] {
    var found: [Credential] = []
    for line in request.headers.lines {
      if line.name.isSameName("Cookie") {
        for (name, value) in HeaderValue.namedCookies(line.value) where isSecret(cookie: value, under: name) {
          found.append(Credential(carrier: .cookie, name: name, value: value))
        }
      } else if isSecret(header: line.value, under: line.name) {
        found.append(Credential(carrier: .header, name: line.name, value: Self.withoutScheme(line.value)))
      }
    }
    for item in RequestURL(request.url)?.query?.split(separator: "&") ?? [] {
      let parts = item.split(separator: "=", maxSplits: 1).map { String($0).removingPercentEncoding ?? String($0) }
      if parts.count == 2, isSecret(parts[1], under: parts[0]) {
        found.append(Credential(carrier: .queryItem, name: parts[0], value: parts[1]))
      }
    }
    return found.filter { isWatched($0) }
  }

  /// Returns whether a secret is long enough, and most likely one of the client's own.
  private func isWatched(_ credential: Credential) -> Bool {
    let value = credential.value.utf8
    if decided(credential.name) == true { return value.count >= Self.shortest }
    let isWord = value.allSatisfy { $0.isLetter || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    return value.count >= (isWord ? Self.shortestWord : Self.shortest)
      && Self.cursors.isDisjoint(with: Self.words(of: credential.name))
  }
}
