import ContractCore

/// A text that a regular expression of ECMA-262 matches, always the same for the same expression.
///
/// Each part is repeated as rarely as it may be, and the first alternative is taken. Expressions with look-around, back
/// references or Unicode properties have no sample.
struct SampleText {
  /// The longest sample, in scalars.
  private static let limit = 4_096

  private struct Unsupported: Error {}

  /// How often a part that may be repeated without limit is repeated at least.
  private let stretch: Int

  /// Returns a text; nil if none is found.
  ///
  /// - Parameter length: The number of scalars that the text must have.
  static func make(_ expression: String, length: ClosedRange<Int>) -> String? {
    guard let tree = try? ECMAExpression(expression), let regex = try? Pattern.Regex(expression, .schema) else {
      return nil
    }
    // A quantifier without an upper bound can be repeated until the text is long enough.
    for stretch in [0, 1, length.lowerBound, length.lowerBound / 2, length.lowerBound / 3 + 1] where stretch <= limit {
      guard let scalars = try? SampleText(stretch: stretch).scalars(tree.root) else { return nil }
      if length.contains(scalars.count) {
        let text = String(String.UnicodeScalarView(scalars))
        if regex.search(in: text).finding == .found { return text }
      }
    }
    return nil
  }

  /// Returns what a node matches; nothing for an assertion.
  private func scalars(_ node: ECMAExpression.Node) throws(Unsupported) -> [Unicode.Scalar] {
    if let characters = node.characters { return [try scalar(characters)] }
    switch node.kind {
    case .sequence(let nodes):
      var all: [Unicode.Scalar] = []
      for node in nodes {
        all += try scalars(node)
        if all.count > Self.limit { throw Unsupported() }
      }
      return all
    case .alternatives(let nodes): return try scalars(nodes[0])
    case .group(let node, _): return try scalars(node)
    case .repeated(let node, let bounds, _):
      let part = try scalars(node)
      let count = bounds.most == bounds.least || bounds.most == 1 ? bounds.least : max(bounds.least, stretch)
      let least = min(count, bounds.most ?? .max)
      if part.isEmpty { return [] }
      if least > Self.limit / part.count { throw Unsupported() }
      return Array(repeatElement(part, count: least).joined())
    case .start, .end, .boundary: return []
    case .character, .any, .set, .look, .reference: throw Unsupported()
    }
  }

  /// Returns one of some characters; for what is excluded, one that is not.
  private func scalar(_ characters: ECMAExpression.Characters) throws(Unsupported) -> Unicode.Scalar {
    if !characters.isNegated, let first = characters.items.first {
      switch first {
      case .range(let range): if let scalar = Unicode.Scalar(range.lowerBound) { return scalar }
      case .named(.digit, isNegated: false): return "1"
      case .named(.space, isNegated: false), .named(.word, isNegated: true): return " "
      case .named: return "a"
      case .property: throw Unsupported()
      }
    }
    guard let scalar = "aA0-_ .~".unicodeScalars.first(where: { characters.contains($0.value) == true }) else {
      throw Unsupported()
    }
    return scalar
  }
}
