import ContractCore
import Foundation

/// The base URLs of the real server, each with the one on this machine in its place.
struct ServedURLs {
  private struct Pair {
    var own: BaseURL
    var here: BaseURL
    /// Where the server's paths begin on this machine.
    var root: String
  }

  private let pairs: [Pair]
  private let key: RecordingKey?

  /// What each text of this machine stands for: whole base URLs, and then only their origins.
  private var exchanges: [(here: String, own: String)] {
    pairs.map { ($0.here.text, $0.own.text) } + pairs.map { ($0.root, $0.own.origin) }
  }

  /// What stands before the server's paths on this machine.
  var path: String { key?.path ?? "" }

  /// - Parameters:
  ///   - pairs: The server's base URLs with those on this machine.
  ///   - key: What stands before the paths on this machine; nil for nothing.
  init(_ pairs: [(own: BaseURL, here: BaseURL)], key: RecordingKey? = nil) {
    self.key = key
    // A longer one is more exact.
    self.pairs = pairs.sorted { $0.own.text.utf8.count > $1.own.text.utf8.count }.map {
      Pair(own: $0.own, here: $0.here, root: $0.here.origin + (key?.path ?? ""))
    }
  }

  /// Returns the server's URL for one of this machine; nil if it is none of these.
  func own(_ url: String) -> String? {
    for (here, own) in exchanges {
      if let rest = Self.rest(of: url, below: here) { return own + self.own(in: String(rest)) }
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
      return pair.root + url[start.upperBound...].drop { !"/?#".contains($0) }
    }
    return nil
  }

  private static func rest(of url: String, below base: String) -> Substring? {
    guard url.hasPrefix(base) else { return nil }
    let rest = url.dropFirst(base.count)
    return rest.first.map { "/?#".contains($0) } ?? true ? rest : nil
  }

  // MARK: Texts

  /// Returns the forms that a URL or a path has in texts. JSON may escape slashes.
  private static func written(_ url: String) -> [String] { [url.replacing("/", with: "\\/"), url] }

  /// Returns the forms in which a client may send a URL, such as in the query of another one.
  private static func sent(_ url: String) -> [String] {
    let escaped = Hexadecimal.percentEncoded(url) { $0.isLetter || $0.isDigit || "-._~".utf8.contains($0) }
    return written(url) + [escaped, escaped.replacing(/%../) { $0.output.lowercased() }]
  }

  /// Returns a text with the server's URLs in place of those of this machine.
  func own(in text: String) -> String {
    // A path that the client took from a URL of this machine.
    let path = key.flatMap { $0.isRandom ? [($0.path, "")] : nil } ?? []
    return Self.replaced(text, exchanges + path, Self.sent)
  }

  /// Returns a text with the URLs of this machine in place of the server's.
  func here(in text: String) -> String {
    Self.replaced(text, exchanges.map { ($0.own, $0.here) }, Self.written)
  }

  private static func replaced(
    _ text: String, _ exchanges: [(old: String, new: String)], _ forms: (String) -> [String]
  ) -> String {
    exchanges.reduce(text) { text, exchange in
      zip(forms(exchange.old), forms(exchange.new)).reduce(text) { replaced($0, $1.0, $1.1) }
    }
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
  var origin: String { String(text.dropLast(pathPrefix.count)) }
}
