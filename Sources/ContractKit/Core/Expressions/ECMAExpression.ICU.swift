extension ECMAExpression {
  /// The same expression for ICU.
  ///
  /// The two differ in what `\d`, `\w`, `\s`, `\b`, `.`, `^` and `$` match, in control letters, in the names of groups,
  /// and in characters whose other case is more than one character. ICU also has possessive quantifiers, and sets
  /// within sets.
  var icu: String {
    // Greedy and lazy quantifiers find the same texts, unless a reference depends on what a group matched. ICU misses
    // some texts if a lazy quantifier repeats nothing.
    let hasReferences = root.contains { node in
      if case .reference = node.kind { true } else { false }
    }
    return root.icu(keepsLazy: hasReferences)
  }
}

extension ECMAExpression.Node {
  fileprivate func icu(keepsLazy: Bool) -> String {
    func icu(_ node: Self) -> String { node.icu(keepsLazy: keepsLazy) }
    switch kind {
    case .character(let scalar):
      // ICU compares texts by full case folding, in which ß is ss, and sets character by character.
      return ignoresCase && scalar.properties.isCased ? "(?i:[\(Self.literal(scalar))])" : Self.literal(scalar)
    case .any(spansLines: false): return "[^\(ECMAExpression.Characters.lineEnds.icuMembers)]"
    case .any(spansLines: true): return #"[\x{0}-\x{10FFFF}]"#
    case .set(let characters): return withCase(characters.icu)
    case .sequence(let nodes): return nodes.map(icu).joined()
    case .alternatives(let nodes): return nodes.map(icu).joined(separator: "|")
    case .group(let node, let isCapturing): return (isCapturing ? "(" : "(?:") + icu(node) + ")"
    case .look(let node, let isBehind, let isNegated):
      return "(?" + (isBehind ? "<" : "") + (isNegated ? "!" : "=") + icu(node) + ")"
    // In its own group, so that a digit after it stays a digit.
    case .reference(let number): return ignoresCase ? "(?i:\\\(number))" : "(?:\\\(number))"
    case .start(ofLine: false): return #"\A"#
    case .start(ofLine: true): return "(?:\\A|(?<=[\(ECMAExpression.Characters.lineEnds.icuMembers)]))"
    // ICU's own `$` also matches before a line end at the end.
    case .end(ofLine: false): return #"\z"#
    case .end(ofLine: true): return "(?:\\z|(?=[\(ECMAExpression.Characters.lineEnds.icuMembers)]))"
    case .boundary(let isNegated): return withCase(Self.boundary(isNegated: isNegated))
    case .repeated(let node, let bounds, let isLazy): return icu(node) + bounds.icu + (isLazy && keepsLazy ? "?" : "")
    }
  }

  private func withCase(_ text: String) -> String { ignoresCase ? "(?i:\(text))" : text }

  private static func boundary(isNegated: Bool) -> String {
    let word = ECMAExpression.Characters(items: [.named(.word, isNegated: false)]).icu
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
  fileprivate var icu: String {
    // ICU has no empty sets.
    if items.isEmpty { return isNegated ? #"[\x{0}-\x{10FFFF}]"# : "(?:(?!))" }
    return (isNegated ? "[^" : "[") + icuMembers + "]"
  }

  fileprivate var icuMembers: String {
    items.map { item in
      switch item {
      case .range(let range): Self.text(range)
      case .named(let name, let isNegated):
        isNegated ? "[^\(name.ranges.map(Self.text).joined())]" : name.ranges.map(Self.text).joined()
      case .property(let name, let isNegated): isNegated ? "[^\\p{\(name)}]" : "\\p{\(name)}"
      }
    }.joined()
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
