import Foundation

/// A secret that a request or an answer has under a name.
package struct Credential: Equatable {
  /// The part of a request or an answer that has it.
  package enum Carrier: String, Sendable {
    case header, cookie, member
    case queryItem = "query item"
  }

  package var carrier: Carrier
  /// The name of the header, cookie, query item or member, as sent.
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

  /// Returns the secrets of an answer: in members of its body, and in cookies that it sets.
  package func credentials(of reply: Reply) -> [Credential] {
    var found: [Credential] = []
    func add(_ json: JSON) {
      // What is only called `key` is often the name of a thing.
      for member in json.members where !member.name.isSameName("key") && isSecret(name: member.name, of: member.value) {
        for text in ([member.value] + member.value.elements).compactMap(\.string) {
          found.append(Credential(carrier: .member, name: member.name, value: text))
        }
      }
      json.values.forEach(add)
    }
    if let body = reply.body, let json = JSON.parse(body) { add(json) }
    for line in reply.headers.lines where line.name.isSameName("Set-Cookie") {
      guard let (name, value) = HeaderValue.namedCookies(line.value).first, isSecret(cookie: value, under: name) else {
        continue
      }
      found.append(Credential(carrier: .cookie, name: name, value: value))
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
