/// A path that may have names in it, taken apart: `/files/{id}.{ext}`.
///
/// Literal text is kept as it is percent-encoded; the case of an escape's digits does not count.
package struct PathTemplate: Sendable {
  /// What stands between two slashes: literal texts with the names between them, one text more than names.
  package struct Segment: Sendable {
    /// Around the names; those between two names are never empty.
    package fileprivate(set) var texts: [PercentText] = []
    /// In the order of the path.
    package fileprivate(set) var names: [String] = []
  }

  /// Why a text is no path with names.
  enum SyntaxError: Error, Equatable {
    /// A brace that stands for no name.
    case brace
    /// Two names with nothing between them.
    case adjacent(String, String)
    case twice(String)
  }

  /// What stands between slashes, in order; what stands before the first one too.
  package private(set) var segments: [Segment] = []

  /// Every name, in the order of the path.
  package var names: [String] { segments.flatMap(\.names) }

  /// The path without what its names are called: two of one shape take the same paths.
  package var shape: String {
    segments.map { segment in segment.texts.map { PercentText.text($0.units[...]) }.joined(separator: "{}") }
      .joined(separator: "/")
  }

  /// The path with what a path, as sent, has where this one has names; nil where that has another number of segments.
  package func filled(like path: String) -> String? {
    let sent = path.split(separator: "/", omittingEmptySubsequences: false)
    guard sent.count == segments.count else { return nil }
    return zip(segments, sent).map { segment, text in
      segment.names.isEmpty ? PercentText.text(segment.texts[0].units[...]) : String(text)
    }
    .joined(separator: "/")
  }

  /// How much of it is literal text, in bytes.
  package var literalCount: Int {
    segments.reduce(0) { $0 + $1.texts.reduce(1) { $0 + $1.units.count } }
  }

  /// Takes a path apart.
  ///
  /// - Throws: The first thing that is wrong with its braces.
  init(_ path: String) throws(SyntaxError) {
    var seen: Set<ExactString> = []
    for text in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      let segment = try Segment(text)
      for name in segment.names where !seen.insert(ExactString(name)).inserted { throw .twice(name) }
      segments.append(segment)
    }
  }

  /// Takes the path of a contract apart, below a base URL's own; nil where it has no names.
  ///
  /// - Parameters:
  ///   - path: As a contract writes it, without anything wrong with it.
  ///   - prefix: The base URL's path, in which braces are text.
  package init?(_ path: String, below prefix: String) {
    guard path.utf8.contains(UInt8(ascii: "{")), let template = try? Self(path) else { return nil }
    self = template
    let above = prefix.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // Both begin with a slash, so each has an empty text before it.
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
