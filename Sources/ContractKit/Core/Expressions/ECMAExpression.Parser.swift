extension ECMAExpression {
  /// The parser of expressions. It is the only code that reads their text.
  ///
  /// As in browsers without the flag u, an escaped sign that needs no escape is accepted.
  struct Parser {
    /// How deep groups may be nested. Each level needs stack in everything that walks the tree.
    private static let depthLimit = 200

    private struct Flags {
      var ignoresCase = false
      var isOfLines = false
      var spansLines = false
    }

    private let scalars: [Unicode.Scalar]
    private let dialect: Dialect
    private var index = 0
    private var depth = 0
    private var flags = Flags()
    /// The names of groups, each with the numbers of its groups.
    private var names: [String: [Int]] = [:]
    private var groups = 0
    /// The alternatives around the current place, the outermost first, and the number of all before it.
    private var branches: [Branch] = []
    private var alternations = 0
    /// The alternatives around the groups of a name that were opened.
    private var named: [String: [[Branch]]] = [:]
    /// The number of groups that were opened, and those that were closed.
    private var opened = 0
    private var closed: Set<Int> = []
    /// Whether a set contains an opening bracket without a backslash.
    private var hasBracketInSet = false

    init(_ scalars: [Unicode.Scalar], _ dialect: Dialect) {
      (self.scalars, self.dialect) = (scalars, dialect)
      countGroups()
    }

    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private func isNext(_ text: String) -> Bool { scalars[index...].starts(with: text.unicodeScalars) }

    private mutating func consume(_ text: String) -> Bool {
      guard isNext(text) else { return false }
      index += text.unicodeScalars.count
      return true
    }

    private func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
      scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// Collects the capturing groups and their names, because a reference may name a group that comes later.
    private mutating func countGroups() {
      var position = 0
      var isInSet = false
      while position < scalars.count {
        switch scalars[position] {
        case "\\": position += 1
        case "[": isInSet = true
        case "]": isInSet = false
        case "(" where !isInSet:
          let rest = scalars[(position + 1)...]
          if rest.first != "?" {
            groups += 1
          } else if rest.dropFirst().first == "<", let third = rest.dropFirst(2).first, third != "=", third != "!" {
            groups += 1
            names[text(rest.dropFirst(2).prefix(while: Self.isInName)), default: []].append(groups)
          }
        default: break
        }
        position += 1
      }
    }

    // MARK: Sequences

    mutating func alternatives() throws(SyntaxError) -> Node {
      let start = index
      alternations += 1
      branches.append(Branch(alternation: alternations))
      defer { branches.removeLast() }
      var all = [try sequence()]
      while consume("|") {
        branches[branches.count - 1].index += 1
        all.append(try sequence())
      }
      return all.count == 1 ? all[0] : Node(kind: .alternatives(all), range: start..<index)
    }

    private mutating func sequence() throws(SyntaxError) -> Node {
      let start = index
      var nodes: [Node] = []
      while let scalar = next, scalar != "|" {
        if scalar == ")" {
          if depth == 0 { throw SyntaxError(why: ") has no opening (") }
          break
        }
        if let node = try term() { nodes.append(node) }
      }
      return Node(kind: .sequence(nodes), range: start..<index)
    }

    /// Reads a node with its quantifier. Returns nil for flags, which apply to the rest of the group.
    private mutating func term() throws(SyntaxError) -> Node? {
      if let (_, text) = try quantifier() { throw SyntaxError(why: "\(text) has nothing to repeat") }
      let start = index
      guard let kind = try atom() else { return nil }
      let node = Node(kind: kind, range: start..<index, ignoresCase: flags.ignoresCase)
      switch kind {
      case .look, .start, .end, .boundary: return node
      default: break
      }
      guard let (bounds, text) = try quantifier() else { return node }
      index += text.unicodeScalars.count
      let isLazy = consume("?")
      return Node(kind: .repeated(node, bounds, isLazy: isLazy), range: start..<index)
    }

    /// Returns the quantifier that comes next, with its text; nil if none does.
    private func quantifier() throws(SyntaxError) -> (Bounds, text: String)? {
      switch next {
      case "*": return (Bounds(least: 0, most: nil), "*")
      case "+": return (Bounds(least: 1, most: nil), "+")
      case "?": return (Bounds(least: 0, most: 1), "?")
      case "{": break
      default: return nil
      }
      let inside = scalars[(index + 1)...].prefix { $0 == "," || Self.isDigit($0) }
      // Anything else, even a sign, makes the brace a character (ECMA-262, section B.1.2).
      guard inside.endIndex < scalars.count, scalars[inside.endIndex] == "}", let first = inside.first, first != ",",
        inside.count(where: { $0 == "," }) < 2
      else { return nil }
      // More than the largest number is as good as the largest one: nothing is repeated as often.
      let numbers = inside.split(separator: ",").map { Int(text($0)) ?? .max }
      let bounds = Bounds(
        least: numbers[0], most: numbers.count == 2 ? numbers[1] : inside.contains(",") ? nil : numbers[0])
      if let most = bounds.most, most < bounds.least {
        throw SyntaxError(why: "in {\(text(inside))}, the minimum is greater than the maximum")
      }
      return (bounds, "{\(text(inside))}")
    }

    /// Reads what a quantifier could follow; nil for flags.
    private mutating func atom() throws(SyntaxError) -> Kind? {
      guard let scalar = next else { return nil }
      if scalar == "(" { return try group() }
      index += 1
      switch scalar {
      case "^": return .start(ofLine: flags.isOfLines)
      case "$": return .end(ofLine: flags.isOfLines)
      case ".": return .any(spansLines: flags.spansLines)
      case "[": return .set(try set())
      case "\\": return try escape()
      case "{" where dialect == .contract: throw SyntaxError(why: "{ repeats nothing; for the character, write \\{")
      case "]" where dialect == .contract && hasBracketInSet:
        throw SyntaxError(why: "a set cannot contain a set; for the character, write \\[")
      default: return .character(scalar)
      }
    }

    // MARK: Groups

    private mutating func group() throws(SyntaxError) -> Kind? {
      if depth == Self.depthLimit { throw SyntaxError(why: "groups are nested deeper than \(Self.depthLimit) levels") }
      let outer = flags
      // Returns what is in the group, and reads its end.
      func inside() throws(SyntaxError) -> Node {
        depth += 1
        let node = try alternatives()
        depth -= 1
        flags = outer
        if !consume(")") { throw SyntaxError(why: "a group has no closing )") }
        return node
      }
      func capturing() throws(SyntaxError) -> Kind {
        opened += 1
        let number = opened
        let node = try inside()
        closed.insert(number)
        return .group(node, isCapturing: true)
      }
      if consume("(?:") { return .group(try inside(), isCapturing: false) }
      for (beginning, isBehind, isNegated) in [
        ("(?=", false, false), ("(?!", false, true), ("(?<=", true, false), ("(?<!", true, true),
      ] where consume(beginning) {
        return .look(try inside(), isBehind: isBehind, isNegated: isNegated)
      }
      if consume("(?<") {
        let name = try groupName()
        // Two groups may have one name if only one of them can match (ECMA-262, section 22.2.1.1).
        if named[name]?.allSatisfy({ Branch.areExclusive($0, branches) }) == false {
          throw SyntaxError(why: "two groups have the name \(name)")
        }
        named[name, default: []].append(branches)
        return try capturing()
      }
      if isNext("(?") {
        guard dialect == .contract, takeFlags() else {
          throw SyntaxError(why: "\(text(scalars[index...].prefix(3))) is not the beginning of a group in ECMA-262")
        }
        if consume(")") { return nil }
        index += 1
        return .group(try inside(), isCapturing: false)
      }
      index += 1
      return try capturing()
    }

    /// Reads flags such as `(?i` and `(?s-i`, and applies them. Returns false if something else is there.
    private mutating func takeFlags() -> Bool {
      var flags = flags
      var isOn = true
      for position in (index + 2)..<scalars.count {
        switch scalars[position] {
        case "i": flags.ignoresCase = isOn
        case "m": flags.isOfLines = isOn
        case "s": flags.spansLines = isOn
        case "-" where isOn: isOn = false
        case ")" where position > index + 2, ":" where position > index + 2:
          self.flags = flags
          index = position
          return true
        default: return false
        }
      }
      return false
    }

    private mutating func groupName() throws(SyntaxError) -> String {
      let name = text(scalars[index...].prefix(while: Self.isInName))
      index += name.unicodeScalars.count
      let isName = name.unicodeScalars.first.map { $0 == "_" || $0 == "$" || $0.properties.isIDStart } == true
      guard consume(">"), isName else { throw SyntaxError(why: "the name of a group is invalid") }
      return name
    }

    private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "_" || scalar == "$" || scalar.properties.isIDContinue
    }

    // MARK: Escapes

    /// Reads an escape whose backslash was already read.
    private mutating func escape() throws(SyntaxError) -> Kind {
      guard let scalar = next else { throw SyntaxError(why: "it ends with a backslash") }
      if consume("b") { return .boundary(isNegated: false) }
      if consume("B") { return .boundary(isNegated: true) }
      if dialect == .contract, consume("A") { return .start(ofLine: false) }
      if dialect == .contract, consume("z") { return .end(ofLine: false) }
      switch scalar {
      case "1"..."9":
        let digits = scalars[index...].prefix(while: Self.isDigit)
        guard let number = Int(text(digits)), number <= groups else {
          throw SyntaxError(why: "\\\(text(digits)) does not refer to a group")
        }
        index += digits.count
        return reference([number])
      case "k":
        index += 1
        guard consume("<") else { throw SyntaxError(why: "\\k does not refer to a group") }
        let name = try groupName()
        guard let numbers = names[name] else { throw SyntaxError(why: "\\k<\(name)> does not refer to a group") }
        return reference(numbers)
      default:
        if let item = try characterClass() { return .set(Characters(items: [item])) }
        return .character(try character())
      }
    }

    /// Returns a reference to the one of some groups that has matched. A group that has not ended yet has matched the
    /// empty text.
    private func reference(_ numbers: [Int]) -> Kind {
      let ended = numbers.filter(closed.contains)
      if ended.count == 1 { return .reference(ended[0]) }
      let all = ended.map { Node(kind: .reference($0), range: index..<index, ignoresCase: flags.ignoresCase) }
      return .group(
        Node(kind: all.isEmpty ? .sequence([]) : .alternatives(all), range: index..<index), isCapturing: false)
    }

    /// Reads `\d`, `\w`, `\s`, `\p{…}` and their opposites; nil for any other escape.
    private mutating func characterClass() throws(SyntaxError) -> Characters.Item? {
      guard let scalar = next else { return nil }
      let classes: [Unicode.Scalar: Characters.Name] = ["d": .digit, "w": .word, "s": .space]
      let small = Unicode.Scalar(UInt8(ascii: scalar.isASCII ? scalar : " ") | 0x20)
      if let name = classes[small] {
        index += 1
        return .named(name, isNegated: small != scalar)
      }
      guard small == "p" else { return nil }
      index += 1
      guard next == "{", let end = scalars[index...].firstIndex(of: "}") else {
        throw SyntaxError(why: "\\\(scalar) needs a property in braces")
      }
      let name = text(scalars[(index + 1)..<end])
      let isName = name.unicodeScalars.allSatisfy {
        $0 == "_" || $0 == "=" || $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
      }
      guard isName, !name.isEmpty else { throw SyntaxError(why: "\\\(scalar){\(name)} is not a property") }
      index = end + 1
      return .property(name, isNegated: scalar == "P")
    }

    /// Returns the character of an escape whose backslash was already read.
    private mutating func character() throws(SyntaxError) -> Unicode.Scalar {
      guard let scalar = next else { throw SyntaxError(why: "it ends with a backslash") }
      index += 1
      switch scalar {
      case "t": return "\t"
      case "n": return "\n"
      case "v": return "\u{B}"
      case "f": return "\u{C}"
      case "r": return "\r"
      case "0":
        if let digit = next, Self.isDigit(digit) { throw SyntaxError(why: "\\0 must not be followed by a digit") }
        return "\0"
      case "c":
        guard let letter = next, letter.isASCII, letter.properties.isAlphabetic else {
          throw SyntaxError(why: "a letter must follow \\c")
        }
        index += 1
        return Unicode.Scalar(UInt8(letter.value % 32))
      case "x":
        return Unicode.Scalar(UInt8(try digits(2)))
      case "u": return try unicode()
      case "a"..."z", "A"..."Z", "1"..."9": throw SyntaxError(why: "\\\(scalar) is not an escape in ECMA-262")
      default: return scalar
      }
    }

    private mutating func digits(_ count: Int) throws(SyntaxError) -> UInt32 {
      let text = text(scalars[index...].prefix(count))
      guard text.utf8.count == count, text.allSatisfy(\.isHexDigit), let value = UInt32(text, radix: 16) else {
        throw SyntaxError(why: "an escape needs \(count) hexadecimal digits")
      }
      index += count
      return value
    }

    private mutating func unicode() throws(SyntaxError) -> Unicode.Scalar {
      if consume("{") {
        let text = text(scalars[index...].prefix { $0 != "}" })
        index += text.unicodeScalars.count
        guard consume("}"), text.utf8.allSatisfy(\.isHexDigit), let value = UInt32(text, radix: 16),
          let scalar = Unicode.Scalar(value)
        else {
          throw SyntaxError(why: "\\u{\(text)} is not a character")
        }
        return scalar
      }
      let high = try digits(4)
      guard (0xD800..<0xDC00).contains(high), consume("\\u") else {
        guard let scalar = Unicode.Scalar(high) else { throw SyntaxError(why: "it has half of a surrogate pair") }
        return scalar
      }
      let low = try digits(4)
      guard (0xDC00..<0xE000).contains(low), let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + low - 0xDC00)
      else { throw SyntaxError(why: "it has half of a surrogate pair") }
      return scalar
    }

    // MARK: Sets

    /// Reads a set whose opening bracket was already read.
    private mutating func set() throws(SyntaxError) -> Characters {
      var characters = Characters(isNegated: consume("^"))
      while !consume("]") {
        let (item, first) = try setMember()
        guard isNext("-"), index + 1 < scalars.count, scalars[index + 1] != "]" else {
          characters.items.append(item)
          continue
        }
        index += 1
        let (_, last) = try setMember()
        guard let first, let last else {
          throw SyntaxError(why: "a class of characters, such as \\d, cannot be the end of a range")
        }
        if first.value > last.value {
          throw SyntaxError(why: "the first character of a range comes after the last one")
        }
        characters.items.append(.range(first.value...last.value))
      }
      return characters
    }

    /// Reads one member of a set: a character, or a class of characters, for which `scalar` is nil.
    private mutating func setMember() throws(SyntaxError) -> (item: Characters.Item, scalar: Unicode.Scalar?) {
      guard let scalar = next else { throw SyntaxError(why: "a set has no closing ]") }
      index += 1
      if scalar == "[" { hasBracketInSet = true }
      var character = scalar
      if scalar == "\\" {
        if consume("b") {
          character = "\u{8}"
        } else if let item = try characterClass() {
          return (item, nil)
        } else {
          character = try self.character()
        }
      }
      return (.range(character.value...character.value), character)
    }
  }
}

/// One of the alternatives of an alternation.
private struct Branch {
  var alternation: Int
  var index = 0

  /// Returns whether only one of two places can match, because they are in different alternatives.
  static func areExclusive(_ a: [Branch], _ b: [Branch]) -> Bool {
    zip(a, b).contains { $0.alternation == $1.alternation && $0.index != $1.index }
  }
}
