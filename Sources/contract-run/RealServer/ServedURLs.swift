import ContractCore
import Foundation

/// The base URLs of the real server, each with the one on this machine in its place.
struct ServedURLs {
  private struct Pair {
    var own: BaseURL
    var here: BaseURL
  }

  private let pairs: [Pair]

  /// - Parameter pairs: The server's base URLs with those on this machine.
  init(_ pairs: [(own: BaseURL, here: BaseURL)]) {
    // A longer one is more exact.
    self.pairs = pairs.sorted { $0.own.text.utf8.count > $1.own.text.utf8.count }.map {
      Pair(own: $0.own, here: $0.here)
    }
  }

  /// Returns the server's URL for one of this machine; nil if it is none of these.
  func own(_ url: String) -> String? {
    for pair in pairs {
      if let rest = Self.rest(of: url, below: pair.here.text) { return pair.own.text + rest }
    }
    for pair in pairs {
      if let rest = Self.rest(of: url, below: pair.here.origin) { return pair.own.origin + rest }
    }
    return nil
  }

  /// Returns the URL of this machine for one of the server; nil if it is on another host.
  func here(_ url: String) -> String? {
    for pair in pairs {
      if let rest = Self.rest(of: url, below: pair.own.text) { return pair.here.text + rest }
    }
    for pair in pairs {
      guard RequestURL(url)?.hasOrigin(of: pair.own) == true, let start = url.firstRange(of: "://") else { continue }
      return pair.here.origin + url[start.upperBound...].drop { !"/?#".contains($0) }
    }
    return nil
  }

  private static func rest(of url: String, below base: String) -> Substring? {
    guard url.hasPrefix(base) else { return nil }
    let rest = url.dropFirst(base.count)
    return rest.first.map { "/?#".contains($0) } ?? true ? rest : nil
  }

  /// Returns a text with the server's URLs in place of those of this machine.
  func own(in text: String) -> String { replaced(text, from: \.here, to: \.own) }

  /// Returns a text with the URLs of this machine in place of the server's.
  func here(in text: String) -> String { replaced(text, from: \.own, to: \.here) }

  private func replaced(_ text: String, from: KeyPath<Pair, BaseURL>, to: KeyPath<Pair, BaseURL>) -> String {
    var text = text
    for parts in [\BaseURL.text, \BaseURL.origin] {
      for pair in pairs {
        let (old, new) = (pair[keyPath: from][keyPath: parts], pair[keyPath: to][keyPath: parts])
        text = Self.replaced(text, old, new)
        // JSON may escape slashes.
        text = Self.replaced(text, old.replacing("/", with: "\\/"), new.replacing("/", with: "\\/"))
      }
    }
    return text
  }

  /// Returns a text with another URL in place of one that ends there: `http://h:80` is not a part of `http://h:8080`.
  private static func replaced(_ text: String, _ old: String, _ new: String) -> String {
    guard text.contains(old) else { return text }
    var result = ""
    var rest = text[...]
    while let found = rest.firstRange(of: old) {
      let next = rest[found.upperBound...].unicodeScalars.first
      let goesOn = next.map {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-.:_".unicodeScalars.contains($0)
      }
      result += rest[..<found.lowerBound] + (goesOn == true ? old : new)
      rest = rest[found.upperBound...]
    }
    return result + rest
  }
}

extension BaseURL {
  /// Scheme, host and port, as they are written.
  fileprivate var origin: String { String(text.dropLast(pathPrefix.count)) }
}
