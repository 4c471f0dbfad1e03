/// The URL of a recorded request, split into its parts.
struct HARURL {
  /// Scheme, host and perhaps port.
  let origin: String
  /// The percent-encoded path.
  let path: String
  /// The items of the query by name, decoded as in a form.
  let query: [(String, JSON)]
  /// The segments of the path that identify one thing, decoded.
  private(set) var ids: [String] = []
  /// The path with `{id}`, `{id2}` and so on in place of these.
  private(set) var template = ""

  /// Splits a URL; nil if it is not one of http or https.
  init?(_ text: String) {
    guard let scheme = text.firstRange(of: "://"), ["http", "https"].contains(text[..<scheme.lowerBound].lowercased())
    else {
      return nil
    }
    let rest = text[scheme.upperBound...]
    let authority = rest.prefix { !"/?#".contains($0) }
    // A user's name and password are secrets.
    let host = authority.split(separator: "@").last.map(String.init) ?? ""
    let origin = "\(text[..<scheme.lowerBound].lowercased())://\(host.lowercased())"
    guard BaseURL(origin) != nil else { return nil }
    self.origin = origin
    let target = rest[authority.endIndex...].prefix { $0 != "#" }
    let rawPath = target.prefix { $0 != "?" }
    path = rawPath.isEmpty ? "/" : ImportedRequest.encoded(rawPath)
    let items = target.dropFirst(rawPath.count).dropFirst()
    query = ImportedRequest.items(items)
    template = ImportedRequest.shown(path).split(separator: "/", omittingEmptySubsequences: false).map { segment in
      guard Self.isID(segment) else { return String(segment) }
      ids.append(JSONPointer.percentDecoded(segment) ?? String(segment))
      return ids.count == 1 ? "{id}" : "{id\(ids.count)}"
    }.joined(separator: "/")
  }

  /// Whether a segment is a number, a UUID, or a long hexadecimal number.
  private static func isID(_ segment: Substring) -> Bool {
    if segment.isEmpty { return false }
    if segment.utf8.allSatisfy(\.isDigit) || Format.uuid.includes(String(segment)) { return true }
    return segment.utf8.count >= 16 && segment.utf8.allSatisfy(\.isHexDigit) && segment.utf8.contains(where: \.isDigit)
  }
}
