/// A text that a regular expression of ECMA-262 matches, always the same for the same expression.
///
/// Each part is repeated as rarely as it may be, and the first alternative is taken. Expressions with look-around, back
/// references or Unicode properties have no sample.
struct SampleText {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  /// The longest sample, in scalars.
  private static let limit = 4_096

  private struct Unsupported: Error {}

  /// Returns a text; nil if none is found.
  ///
  /// - Parameter length: The number of scalars that the text must have.
  static func make(_ expression: String, length: ClosedRange<Int>) -> String? {
    // A quantifier without an upper bound can be repeated until the text is long enough.
    for stretch in [0, 1, length.lowerBound, length.lowerBound / 2, length.lowerBound / 3 + 1] where stretch <= limit {
      var sample = SampleText(expression, stretch: stretch)
      guard let text = try? sample.alternatives(depth: 0), sample.index == sample.scalars.count else { return nil }
      guard length.contains(text.unicodeScalars.count), let regex = try? Pattern.Regex(ecma: expression) else {
        continue
      }
      if regex.search(in: text).finding == .found { return text }
    }
    return nil
  }

  /// How often a part that may be repeated without limit is repeated at least.
  private let stretch: Int

  private init(_ expression: String, stretch: Int) {
    (scalars, self.stretch) = (Array(expression.unicodeScalars), stretch)
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    if next != scalar { return false }
    index += 1
    return true
  }

  private mutating func alternatives(depth: Int) throws -> String {
    if depth > 50 { throw Unsupported() }
    let first = try sequence(depth: depth)
    // The others are only read.
    while take("|") { _ = try sequence(depth: depth) }
    return first
  }

  private mutating func sequence(depth: Int) throws -> String {
    var text = ""
    while let scalar = next, scalar != "|", scalar != ")" {
      guard let part = try part(depth: depth) else { continue }
      let count = try repetitions(of: part)
      if text.unicodeScalars.count + part.unicodeScalars.count * count > Self.limit { throw Unsupported() }
      for _ in 0..<count { text += part }
    }
    return text
  }

  /// Returns the text of one part; nil for an assertion, which has none.
  private mutating func part(depth: Int) throws -> String? {
    guard let scalar = next else { throw Unsupported() }
    index += 1
    switch scalar {
    case "^", "$": return nil
    case ".": return "a"
    case "(":
      if take("?") {
        if take("<") {
          // A named group; a look-behind has `=` or `!` here.
          if next == "=" || next == "!" { throw Unsupported() }
          while let scalar = next, scalar != ">" { index += scalar == ">" ? 0 : 1 }
          index += 1
        } else if !take(":") {
          throw Unsupported()
        }
      }
      let text = try alternatives(depth: depth + 1)
      if !take(")") { throw Unsupported() }
      return text
    case "[": return try set()
    case "\\": return try escape()
    default: return String(scalar)
    }
  }

  private mutating func escape() throws -> String? {
    guard let scalar = next else { throw Unsupported() }
    index += 1
    switch scalar {
    case "d": return "1"
    case "w", "D", "S": return "a"
    case "s", "W": return " "
    case "b", "B": return nil
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "x": return try hexadecimal(2)
    case "u":
      if take("{") { throw Unsupported() }
      return try hexadecimal(4)
    case "p", "P", "k", "c", "0"..."9": throw Unsupported()
    default: return String(scalar)
    }
  }

  private mutating func hexadecimal(_ count: Int) throws -> String {
    guard index + count <= scalars.count,
      let value = UInt32(String(String.UnicodeScalarView(scalars[index..<index + count])), radix: 16),
      let scalar = Unicode.Scalar(value)
    else { throw Unsupported() }
    index += count
    return String(scalar)
  }

  /// Returns a character of a set; for a set of what is excluded, one that it does not exclude.
  private mutating func set() throws -> String {
    let isNegated = take("^")
    var ranges: [ClosedRange<UInt32>] = []
    while let scalar = next, scalar != "]" {
      index += 1
      var first = scalar
      if scalar == "\\" {
        if let named = next, "dws".unicodeScalars.contains(named) {
          index += 1
          let digits: ClosedRange<UInt32> = 0x30...0x39
          ranges += named == "s" ? [0x20...0x20] : named == "d" ? [digits] : [0x61...0x7A, 0x41...0x5A, digits]
          continue
        }
        guard let text = try escape(), let only = text.unicodeScalars.first else { throw Unsupported() }
        first = only
      }
      var last = first
      if next == "-", index + 1 < scalars.count, scalars[index + 1] != "]" {
        index += 1
        guard let end = next else { throw Unsupported() }
        index += 1
        last = end
        if end == "\\" {
          guard let text = try escape(), let only = text.unicodeScalars.first else { throw Unsupported() }
          last = only
        }
      }
      if first.value > last.value { throw Unsupported() }
      ranges.append(first.value...last.value)
    }
    if !take("]") { throw Unsupported() }
    if !isNegated {
      guard let scalar = ranges.first.flatMap({ Unicode.Scalar($0.lowerBound) }) else { throw Unsupported() }
      return String(scalar)
    }
    let candidates = "aA0-_ .~".unicodeScalars
    guard let scalar = candidates.first(where: { scalar in !ranges.contains { $0.contains(scalar.value) } }) else {
      throw Unsupported()
    }
    return String(scalar)
  }

  /// Returns how often the part before a quantifier is repeated.
  private mutating func repetitions(of part: String) throws -> Int {
    guard let scalar = next else { return 1 }
    var count = 1
    switch scalar {
    case "*":
      index += 1
      count = stretch
    case "+":
      index += 1
      count = max(1, stretch)
    case "?":
      index += 1
      count = 0
    case "{":
      guard let end = scalars[index...].firstIndex(of: "}") else { return 1 }
      let parts = String(String.UnicodeScalarView(scalars[index + 1..<end])).split(
        separator: ",", omittingEmptySubsequences: false)
      guard let low = parts.first.flatMap({ Int($0) }) else { return 1 }
      index = end + 1
      let high = parts.count == 1 ? low : Int(parts[1]) ?? .max
      count = min(max(low, stretch), high)
    default: return 1
    }
    // A lazy quantifier.
    _ = take("?")
    return count
  }
}
