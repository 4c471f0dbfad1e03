/// A regular expression of ECMA-262, with the flag u, as a tree.
///
/// The tree is parsed once, and each use walks it: the translation for ICU (`icu`), the automaton for simple
/// expressions (`PlainExpression`), and the import, which makes texts and paths from expressions.
package struct ECMAExpression {
  /// What is accepted besides ECMA-262.
  package enum Dialect {
    /// The expressions of JSON Schema. A brace that does not quantify anything is a character, as in browsers.
    case schema
    /// The expressions of contracts. `(?i)`, `(?m)`, `(?s)`, `\A` and `\z` mean what they mean in other languages. A
    /// brace that does not quantify anything, and a set in a set, are mistakes.
    case contract
  }

  /// The mistake in an expression, as the end of a sentence that begins with the expression.
  package struct SyntaxError: Error {
    package let why: String
  }

  package struct Node {
    package let kind: Kind
    /// The scalars of the text that the node is written as.
    let range: Range<Int>
    /// Whether the case of a character, set or reference does not matter. It has no meaning for other nodes.
    package var ignoresCase = false
  }

  package indirect enum Kind {
    case character(Unicode.Scalar)
    /// The dot.
    case any(spansLines: Bool)
    case set(Characters)
    case sequence([Node])
    case alternatives([Node])
    case group(Node, isCapturing: Bool)
    case look(Node, isBehind: Bool, isNegated: Bool)
    /// What a group matched, by its number.
    case reference(Int)
    case start(ofLine: Bool)
    case end(ofLine: Bool)
    /// `\b` and `\B`.
    case boundary(isNegated: Bool)
    case repeated(Node, Bounds, isLazy: Bool)
  }

  /// How often a node is repeated.
  package struct Bounds: Equatable {
    package let least: Int
    /// Nil if there is no limit.
    package let most: Int?

    package init(least: Int, most: Int?) {
      (self.least, self.most) = (least, most)
    }
  }

  /// The characters that match at one place.
  package struct Characters {
    package enum Item {
      case range(ClosedRange<UInt32>)
      /// `\d`, `\w`, `\s` and their opposites.
      case named(Name, isNegated: Bool)
      /// `\p{…}` and its opposite.
      case property(String, isNegated: Bool)
    }

    package enum Name {
      case digit, word, space

      var ranges: [ClosedRange<UInt32>] {
        switch self {
        case .digit: [0x30...0x39]
        case .word: [0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x5F...0x5F]
        case .space:
          [
            0x20...0x20, 0x09...0x0D, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
            0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
          ]
        }
      }
    }

    /// The line ends, which the dot does not match.
    static let lineEnds = Characters(items: [.range(0x0A...0x0A), .range(0x0D...0x0D), .range(0x2028...0x2029)])

    package var items: [Item] = []
    package var isNegated = false

    /// Whether a character matches; nil if that depends on a property.
    package func contains(_ value: UInt32) -> Bool? {
      var isKnown = true
      for item in items {
        switch item {
        case .range(let range): if range.contains(value) { return !isNegated }
        case .named(let name, let isOpposite):
          if name.ranges.contains(where: { $0.contains(value) }) != isOpposite { return !isNegated }
        case .property: isKnown = false
        }
      }
      return isKnown ? isNegated : nil
    }
  }

  package let root: Node
  let scalars: [Unicode.Scalar]

  package init(_ text: String, _ dialect: Dialect = .schema) throws(SyntaxError) {
    scalars = Array(text.unicodeScalars)
    var parser = Parser(scalars, dialect)
    root = try parser.alternatives()
  }

  /// Returns how some parts that follow each other are written.
  package func text(of nodes: some Collection<Node>) -> String {
    let all = nodes.map(\.range)
    return String(String.UnicodeScalarView(scalars[(all.first?.lowerBound ?? 0)..<(all.last?.upperBound ?? 0)]))
  }

  /// The parts of the expression, which follow each other; nil if it has alternatives.
  package var parts: [Node]? {
    if case .sequence(let nodes) = root.kind { nodes } else { nil }
  }

  /// The text that each match begins with, at the start of a text; nil if matches can begin elsewhere.
  package var beginning: String? {
    guard case .start(ofLine: false)? = parts?.first?.kind else { return nil }
    return parts?.dropFirst().prefix { $0.scalar != nil && !$0.ignoresCase }.literal
  }

  /// Whether only a whole text matches, because the expression has `^` at its start and `$` at its end.
  package var isWhole: Bool {
    guard case .start(ofLine: false)? = parts?.first?.kind, case .end(ofLine: false)? = parts?.last?.kind else {
      return false
    }
    return true
  }
}

extension ECMAExpression.Node {
  /// The characters that the node matches one of; nil if it is not about one character.
  package var characters: ECMAExpression.Characters? {
    switch kind {
    case .character(let scalar): return .init(items: [.range(scalar.value...scalar.value)])
    case .any(spansLines: true): return .init(isNegated: true)
    case .any(spansLines: false): return .init(items: ECMAExpression.Characters.lineEnds.items, isNegated: true)
    case .set(let characters): return characters
    default: return nil
    }
  }

  /// The only character that the node matches; nil if there are others.
  package var scalar: Unicode.Scalar? {
    switch kind {
    case .character(let scalar): return scalar
    case .set(let characters):
      guard !characters.isNegated, characters.items.count == 1, case .range(let range) = characters.items[0] else {
        return nil
      }
      return range.count == 1 ? Unicode.Scalar(range.lowerBound) : nil
    default: return nil
    }
  }

  /// Whether the node is a dot.
  package var isAny: Bool {
    if case .any = kind { true } else { false }
  }

  package var children: [Self] {
    switch kind {
    case .sequence(let nodes), .alternatives(let nodes): nodes
    case .group(let node, _), .look(let node, _, _), .repeated(let node, _, _): [node]
    default: []
    }
  }

  package func contains(where isTrue: (Self) -> Bool) -> Bool {
    isTrue(self) || children.contains { $0.contains(where: isTrue) }
  }
}

extension Collection<ECMAExpression.Node> {
  /// Returns the nodes between those that match only a separator; nil if the separator is inside one of the nodes.
  package func split(at separator: Unicode.Scalar) -> [SubSequence]? {
    let isInside = contains { node in node.scalar != separator && node.contains { $0.scalar == separator } }
    return isInside ? nil : split(omittingEmptySubsequences: false) { $0.scalar == separator }
  }

  /// The only text that the nodes match; nil if there are others.
  package var literal: String? {
    var text = String.UnicodeScalarView()
    for node in self {
      guard let scalar = node.scalar, !node.ignoresCase || !scalar.properties.isCased else { return nil }
      text.append(scalar)
    }
    return String(text)
  }
}
