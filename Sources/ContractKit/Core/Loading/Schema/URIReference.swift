/// A URI, or a reference to one, split into its parts (RFC 3986). Any text can be split, even if it is not a URI.
package struct URIReference: Hashable {
  package var scheme: String?
  package var authority: String?
  package var path: String
  var query: String?
  /// The fragment as written, percent-encoded.
  var fragment: String?

  /// Splits a text as described in appendix B.
  package init(_ text: String) {
    var rest = Substring(text)
    if let hash = rest.firstIndex(of: "#") {
      fragment = String(rest[rest.index(after: hash)...])
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
      scheme = rest[..<colon].lowercased()
      rest = rest[colon...].dropFirst()
    }
    if rest.hasPrefix("//") {
      let host = rest.dropFirst(2).prefix { $0 != "/" }
      authority = String(host)
      rest = rest[host.endIndex...]
    }
    path = String(rest)
  }

  /// Makes the URI of a file's absolute path.
  package init(file path: String) {
    let encoded = Hexadecimal.percentEncoded(path) {
      $0.isLetter || $0.isDigit || "-._~!$&'()*+,;=:@/".utf8.contains($0)
    }
    self.init("file://" + encoded)
  }

  private static func isScheme(_ text: Substring) -> Bool {
    text.utf8.first?.isLetter == true
      && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
  }

  package var text: String {
    var text = scheme.map { $0 + ":" } ?? ""
    if let authority { text += "//" + authority }
    text += path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }

  package var withoutFragment: URIReference { copy(of: self) { $0.fragment = nil } }

  /// The decoded fragment; nil if it is not UTF-8.
  package var decodedFragment: String? { JSONPointer.percentDecoded(fragment ?? "") }

  /// The path of the file that a `file` URI stands for; nil for any other URI.
  package var filePath: String? {
    scheme == "file" && (authority ?? "").isEmpty && query == nil ? JSONPointer.percentDecoded(path) : nil
  }

  /// Returns the reference resolved against a base (section 5.2.2).
  package func resolved(against base: URIReference) -> URIReference {
    var target = self
    target.scheme = scheme ?? base.scheme
    if scheme == nil, authority == nil {
      target.authority = base.authority
      if path.isEmpty {
        (target.path, target.query) = (base.path, query ?? base.query)
        return target
      }
      // Section 5.2.3: keep the base's path up to its last slash.
      let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? (base.authority == nil ? "" : "/")
      if !path.hasPrefix("/") { target.path = folder + path }
    }
    target.path = Self.withoutDots(target.path)
    return target
  }

  /// Returns a path without `.` and `..` (section 5.2.4).
  private static func withoutDots(_ path: String) -> String {
    guard path.contains("/.") || path.hasPrefix(".") else { return path }
    var steps: [Substring] = []
    let all = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, step) in all.enumerated() {
      let isLast = index == all.count - 1
      if step == "." || step == ".." {
        // The first step of an absolute path is the empty one before its slash.
        if step == "..", steps.count > (path.hasPrefix("/") ? 1 : 0) { steps.removeLast() }
        if isLast { steps.append("") }
      } else {
        steps.append(step)
      }
    }
    return steps.joined(separator: "/")
  }
}
