/// A parsed path that may contain names in braces: `/files/{id}.{ext}`.
///
/// Literal text is kept percent-encoded. The hexadecimal digits of an escape are compared case-insensitively.
package struct PathTemplate: Sendable {
  /// The part of a path between two slashes: literal texts with the names between them. There is one text more than
  /// there are names.
  package struct Segment: Sendable {
    /// The literal texts around the names. A text between two names is never empty.
    package fileprivate(set) var texts: [PercentText] = []
    /// The names, in the order of the path.
    package fileprivate(set) var names: [String] = []
  }

  package enum SyntaxError: Error, Equatable {
    /// A brace that does not enclose a name.
    case brace
    /// Two names with nothing between them.
    case adjacent(String, String)
    case twice(String)
  }

  /// The segments in order, including the one before the first slash.
  package private(set) var segments: [Segment] = []

  package var names: [String] { segments.flatMap(\.names) }

  /// The path with every name replaced by `{}`. Two templates with the same shape match the same paths.
  package var shape: String {
    segments.map { segment in segment.texts.map { PercentText.text($0.units[...]) }.joined(separator: "{}") }
      .joined(separator: "/")
  }

  /// Returns this path with each segment that contains names replaced by the segment of a sent path; nil if the two
  /// have different numbers of segments.
  package func filled(like path: String) -> String? {
    let sent = path.split(separator: "/", omittingEmptySubsequences: false)
    guard sent.count == segments.count else { return nil }
    return zip(segments, sent).map { segment, text in
      segment.names.isEmpty ? PercentText.text(segment.texts[0].units[...]) : String(text)
    }
    .joined(separator: "/")
  }

  /// The number of bytes of literal text in the path.
  package var literalCount: Int {
    segments.reduce(0) { $0 + $1.texts.reduce(1) { $0 + $1.units.count } }
  }

  /// Parses a path.
  ///
  /// - Throws: The first mistake in its braces.
  package init(_ path: String) throws(SyntaxError) {
    var seen: Set<ExactString> = []
    for text in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      let segment = try Segment(text)
      for name in segment.names where !seen.insert(ExactString(name)).inserted { throw .twice(name) }
      segments.append(segment)
    }
  }

  /// Parses a contract's path, which lies below a base URL's own path; nil if it contains no names.
  ///
  /// - Parameters:
  ///   - path: A valid path, as a contract writes it.
  ///   - prefix: The base URL's path, in which braces are plain text.
  package init?(_ path: String, below prefix: String) {
    guard path.utf8.contains(UInt8(ascii: "{")), let template = try? Self(path) else { return nil }
    self = template
    let above = prefix.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // Both paths begin with a slash, so each begins with an empty segment.
    segments.insert(contentsOf: above.dropFirst().map { Segment(literal: $0) }, at: min(1, segments.count))
  }
}

extension PathTemplate.Segment {
  fileprivate init(literal text: Substring.UTF8View) { texts = [PercentText(text)] }

  fileprivate init(_ text: Substring.UTF8View) throws(PathTemplate.SyntaxError) {
    let isBrace: (UInt8) -> Bool = { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
    var rest = text
    while let open = rest.firstIndex(where: isBrace) {
      let afterOpen = rest.index(after: open)
      guard rest[open] == UInt8(ascii: "{"), let close = rest[afterOpen...].firstIndex(where: isBrace),
        rest[close] == UInt8(ascii: "}"), close > afterOpen
      else { throw .brace }
      let name = String(Substring(rest[afterOpen..<close]))
      if open == rest.startIndex, let last = names.last { throw .adjacent(last, name) }
      texts.append(PercentText(rest[..<open]))
      names.append(name)
      rest = rest[rest.index(after: close)...]
    }
    texts.append(PercentText(rest))
  }
}
