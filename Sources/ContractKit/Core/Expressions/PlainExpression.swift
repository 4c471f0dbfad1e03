/// A regular expression that is only a sequence of characters and sets, each of which may be repeated, such as
/// `^[a-z]{2}-\d+$`. Most expressions in schemas are like that. They are matched against ASCII text without ICU, in
/// time that grows with the text alone.
struct PlainExpression: Sendable {
  /// The ASCII characters that match at one place.
  private struct Characters {
    var low: UInt64 = 0
    var high: UInt64 = 0

    /// Nil if it is not known which characters match.
    init?(_ members: ECMAExpression.Characters) {
      for byte in UInt8(0)..<0x80 {
        guard let isMember = members.contains(UInt32(byte)) else { return nil }
        if !isMember { continue }
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
      }
    }

    func contains(_ byte: UInt8) -> Bool {
      byte < 64 ? low & 1 << UInt64(byte) != 0 : high & 1 << UInt64(byte - 64) != 0
    }
  }

  /// The largest number of places. One number holds a bit for the state of each place, and one for the end.
  private static let limit = 63

  private var positions: [Characters] = []
  /// The places that may be skipped, and the places that may repeat, as bits.
  private var optional: UInt64 = 0
  private var repeated: UInt64 = 0
  private var beginsAtStart = false
  private var endsAtEnd = false

  /// Whether the expression matches somewhere in a text; nil if the text is not ASCII, so that ICU has to decide.
  func isFound(in text: String) -> Bool? {
    var text = text
    return text.withUTF8 { bytes in
      // Bit n is set if the first n places have matched. The text is read once, with all paths tried at the same time.
      let end = UInt64(1) << UInt64(positions.count)
      var states = passed(1)
      for byte in bytes {
        if states & end != 0, !endsAtEnd { return true }
        if states == 0 { return false }
        if byte >= 0x80 { return nil }
        var next: UInt64 = beginsAtStart ? 0 : 1
        var waiting = states & (end - 1)
        while waiting != 0 {
          let position = waiting.trailingZeroBitCount
          waiting &= waiting - 1
          if positions[position].contains(byte) {
            next |= (1 << UInt64(position) & repeated) | 1 << UInt64(position + 1)
          }
        }
        states = passed(next)
      }
      return states & end != 0
    }
  }

  /// Returns some states together with the states that can be reached from them by skipping places.
  private func passed(_ states: UInt64) -> UInt64 {
    var states = states
    while true {
      let more = states | (states & optional) << 1
      if more == states { return states }
      states = more
    }
  }

  // MARK: Making

  /// Makes the automaton of an expression; nil if it is more than a sequence of characters and sets.
  init?(_ expression: ECMAExpression) {
    guard var nodes = expression.parts?[...] else { return nil }
    if case .start(ofLine: false)? = nodes.first?.kind {
      beginsAtStart = true
      nodes.removeFirst()
    }
    if case .end(ofLine: false)? = nodes.last?.kind {
      endsAtEnd = true
      nodes.removeLast()
    }
    for node in nodes {
      var (node, bounds) = (node, ECMAExpression.Bounds(least: 1, most: 1))
      if case .repeated(let inner, let own, _) = node.kind { (node, bounds) = (inner, own) }
      guard !node.ignoresCase, let members = node.characters, let characters = Characters(members),
        add(characters, bounds)
      else { return nil }
    }
  }

  private mutating func add(_ characters: Characters, _ bounds: ECMAExpression.Bounds) -> Bool {
    let count = bounds.most ?? max(bounds.least, 1)
    guard count <= Self.limit - positions.count else { return false }
    for index in 0..<count {
      if index >= bounds.least { optional |= 1 << UInt64(positions.count) }
      if bounds.most == nil, index == count - 1 { repeated |= 1 << UInt64(positions.count) }
      positions.append(characters)
    }
    return true
  }
}
