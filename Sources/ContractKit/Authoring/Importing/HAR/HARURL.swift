package import ContractCore

/// The URL of a recorded request, split into its parts.
package struct HARURL {
  /// Scheme, host and perhaps port.
  let origin: String
  /// The percent-encoded path.
  let path: String
  /// The percent-encoded query; empty if there is none.
  let rawQuery: String
  /// The items of the query by name, decoded as in a form.
  let query: [(String, JSON)]
  /// The segments of the path that identify one thing, decoded. A placeholder stands in place of a secret.
  private(set) var ids: [String] = []
  /// The secrets among them.
  private(set) var secrets: [String] = []
  /// The path with `{id}`, `{id2}` and so on in place of these, and `{secret}` in place of other secrets.
  private(set) var template = ""
  /// The same path with only the secrets replaced.
  private(set) var shown = ""

  /// Returns the URL of a request with its query, which some tools have only as a list.
  package static func text(of request: JSON) -> String? {
    guard let url = request["url"]?.string, !url.contains("?") else { return request["url"]?.string }
    let items = (request["queryString"]?.elements ?? []).compactMap { item in
      item["name"]?.string.map { $0.encodedItem + "=" + (item["value"]?.string ?? "").encodedItem }
    }
    return items.isEmpty ? url : url.prefix { $0 != "#" } + "?" + items.joined(separator: "&")
  }

  /// Splits a URL; nil if it is not one of http or https.
  init?(_ text: String, _ secrets: Secrets = .standard) {
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
    rawQuery = String(target.dropFirst(rawPath.count).dropFirst())
    query = ImportedRequest.items(rawQuery)
    var (template, shown): ([String], [String]) = ([], [])
    for (segment, decoded, isSecret) in ImportedRequest.segments(of: path, by: secrets) {
      var name = segment
      if isSecret || segment.isIdentifier {
        if isSecret { self.secrets.append(decoded) }
        ids.append(isSecret ? ImportSettings.placeholder(for: decoded) : decoded)
        name = !segment.isIdentifier ? "{secret}" : ids.count == 1 ? "{id}" : "{id\(ids.count)}"
      }
      template.append(name)
      shown.append(isSecret ? name : segment)
    }
    (self.template, self.shown) = (template.joined(separator: "/"), shown.joined(separator: "/"))
  }

  /// Returns the path of a URL as people may see it: with names in place of secrets and of what identifies one thing, and
  /// without the query.
  package static func shown(_ text: String, _ secrets: Secrets) -> String { HARURL(text, secrets)?.template ?? "/" }
}
