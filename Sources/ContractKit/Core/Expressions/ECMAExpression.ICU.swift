import Foundation

extension ECMAExpression {
  /// The same expression for ICU.
  ///
  /// The two differ in what `\d`, `\w`, `\s`, `\b`, `.`, `^` and `$` match, in control letters, in the names of groups,
  /// and in characters whose other case is more than one character. ICU also has possessive quantifiers, and sets
  /// within sets.
  var icu: String {
    // Greedy and lazy quantifiers find the same texts, unless a reference depends on what a group matched in a look
    // around, of which only the first match is tried. ICU misses some texts if a lazy quantifier repeats nothing.
    let hasReferences = root.contains { node in
      if case .reference = node.kind { true } else { false }
    }
    let keepsGroups = root.contains { node in
      if case .look(let inside, _, _) = node.kind { inside.contains(where: \.isCapturing) } else { false }
    }
    return root.icu(keepsLazy: hasReferences && keepsGroups)
  }
}

extension ECMAExpression.Node {
  fileprivate func icu(keepsLazy: Bool) -> String {
    func icu(_ node: Self) -> String { node.icu(keepsLazy: keepsLazy) }
    switch kind {
    case .character(let scalar):
      // ICU compares texts by full case folding, in which ß is ss, and sets character by character.
      return ignoresCase && scalar.properties.isCased ? "(?i:[\(Self.literal(scalar))])" : Self.literal(scalar)
    case .any(spansLines: false): return "[^\(ECMAExpression.Characters.lineEnds.icuMembers(ignoresCase: false))]"
    case .any(spansLines: true): return #"[\x{0}-\x{10FFFF}]"#
    case .set(let characters): return withCase(characters.icu(ignoresCase: ignoresCase))
    case .sequence(let nodes): return nodes.map(icu).joined()
    case .alternatives(let nodes): return nodes.map(icu).joined(separator: "|")
    case .group(let node, let isCapturing): return (isCapturing ? "(" : "(?:") + icu(node) + ")"
    case .look(let node, let isBehind, let isNegated):
      return "(?" + (isBehind ? "<" : "") + (isNegated ? "!" : "=") + icu(node) + ")"
    // In its own group, so that a digit after it stays a digit.
    case .reference(let number): return ignoresCase ? "(?i:\\\(number))" : "(?:\\\(number))"
    case .start(ofLine: false): return #"\A"#
    case .start(ofLine: true):
      return "(?:\\A|(?<=[\(ECMAExpression.Characters.lineEnds.icuMembers(ignoresCase: false))]))"
    // ICU's own `$` also matches before a line end at the end.
    case .end(ofLine: false): return #"\z"#
    case .end(ofLine: true): return "(?:\\z|(?=[\(ECMAExpression.Characters.lineEnds.icuMembers(ignoresCase: false))]))"
    case .boundary(let isNegated): return withCase(Self.boundary(isNegated: isNegated))
    case .repeated(let node, let bounds, let isLazy): return icu(node) + bounds.icu + (isLazy && keepsLazy ? "?" : "")
    }
  }

  fileprivate var isCapturing: Bool {
    if case .group(_, isCapturing: true) = kind { true } else { false }
  }

  private func withCase(_ text: String) -> String { ignoresCase ? "(?i:\(text))" : text }

  private static func boundary(isNegated: Bool) -> String {
    let word = ECMAExpression.Characters(items: [.named(.word, isNegated: false)]).icu(ignoresCase: false)
    return isNegated
      ? "(?:(?<=\(word))(?=\(word))|(?<!\(word))(?!\(word)))"
      : "(?:(?<=\(word))(?!\(word))|(?<!\(word))(?=\(word)))"
  }

  /// Returns a scalar that stands for itself, both outside and inside a set.
  fileprivate static func literal(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": String(scalar)
    case "!"..."~": "\\" + String(scalar)
    default: scalar.isASCII ? code(scalar.value) : String(scalar)
    }
  }

  fileprivate static func code(_ value: UInt32) -> String { "\\x{" + Hexadecimal.text(value, width: 1) + "}" }
}

extension ECMAExpression.Characters {
  fileprivate func icu(ignoresCase: Bool) -> String {
    // ICU has no empty sets.
    if items.isEmpty { return isNegated ? #"[\x{0}-\x{10FFFF}]"# : "(?:(?!))" }
    return (isNegated ? "[^" : "[") + icuMembers(ignoresCase: ignoresCase) + "]"
  }

  fileprivate func icuMembers(ignoresCase: Bool) -> String {
    items.map { item in
      switch item {
      case .range(let range): Self.text(range)
      case .named(let name, let isNegated):
        isNegated ? "[^\(name.ranges.map(Self.text).joined())]" : name.ranges.map(Self.text).joined()
      case .property(let name, isNegated: false): "\\p{\(name)}"
      case .property(let name, isNegated: true): "[^\\p{\(name)}]" + (ignoresCase ? Self.cased(without: name) : "")
      }
    }.joined()
  }

  private static let cased = String(
    String.UnicodeScalarView(
      (0...0x1FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).filter { scalar in
        scalar.properties.changesWhenCaseMapped || scalar.properties.changesWhenCaseFolded
      }))

  /// Returns the characters with a case that do not have a property.
  ///
  /// If the case does not matter, `\P{Lu}` matches what is equal to a character that is not Lu, as `A` is to `a`
  /// (ECMA-262, CharacterSetMatcher). ICU first adds the other cases to Lu, and then takes the rest.
  private static func cased(without property: String) -> String {
    // A property that ICU does not know is reported with the whole expression.
    guard let others = try? NSRegularExpression(pattern: "[^\\p{\(property)}]") else { return "" }
    let range = NSRange(cased.startIndex..., in: cased)
    return others.matches(in: cased, range: range)
      .compactMap { match in Range(match.range, in: cased).map { cased[$0] } }
      .joined()
  }

  private static func text(_ range: ClosedRange<UInt32>) -> String {
    func text(_ value: UInt32) -> String {
      Unicode.Scalar(value).map(ECMAExpression.Node.literal) ?? ECMAExpression.Node.code(value)
    }
    return range.count == 1 ? text(range.lowerBound) : "\(text(range.lowerBound))-\(text(range.upperBound))"
  }
}

extension ECMAExpression.Bounds {
  fileprivate var icu: String {
    switch (least, most) {
    case (0, nil): "*"
    case (1, nil): "+"
    case (0, 1): "?"
    case (_, nil): "{\(least),}"
    case (_, let most?): most == least ? "{\(least)}" : "{\(least),\(most)}"
    }
  }
}
