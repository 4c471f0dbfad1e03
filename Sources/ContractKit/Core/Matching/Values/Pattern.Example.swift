extension Pattern {
  /// A value that matches, for people to start from; nil if there must be none.
  ///
  /// If no example is found, as for most regular expressions, the value is `…`, which people replace.
  var example: JSON? {
    switch kind {
    case .literal(let value): value
    case .array(let patterns), .unordered(let patterns): .array(patterns.compactMap(\.example))
    case .object(let members):
      .object(members.compactMap { member in member.pattern.example.map { (member.name, $0) } })
    case .partial(let inner), .optional(let inner): inner.example
    case .contains(let inner), .each(let inner): .array([inner.example].compactMap(\.self))
    case .anyOf(let patterns): patterns.lazy.compactMap(\.example).first
    case .same(let name): .string(name)
    case .absent: nil
    case .allOf(let patterns): example(among: patterns.compactMap(\.example))
    case .any, .type, .regex, .schema, .format, .not: example(among: [])
    }
  }

  /// The example as the text of a header, a query item or a field of a form; nil if there must be none.
  var exampleText: String? {
    guard case .object(let cookies) = kind else { return example.map { $0.string ?? $0.text } }
    // Only a header Cookie is described by an object.
    let pairs = cookies.compactMap { cookie in cookie.pattern.exampleText.map { "\(cookie.name)=\($0)" } }
    return pairs.isEmpty ? nil : pairs.joined(separator: "; ")
  }

  /// Returns the first of some values, and then of the usual ones, that matches.
  private func example(among values: [JSON]) -> JSON { (values + Self.usual).first { matches($0) == true } ?? "…" }

  /// A value of each type and of each format, the most common ones first.
  private static let usual: [JSON] = [
    "text", 1, true, .object([]), .array([]), .null, "2026-01-31T12:00:00Z", "2026-01-31", "12:00:00Z", "P1D",
    "someone@example.com", "https://example.com/", "0b5fca4e-7d5a-4a6e-9d36-0f6c3a2f1b77", "192.0.2.1", "2001:db8::1",
    "/text", "1", "", .array([1]), .array(["text"]), "Bearer text",
  ]
}
