/// A regular expression that is only a sequence of characters and sets, each of which may be repeated, such as
/// `^[a-z]{2}-\d+$`. Most expressions in schemas are like that. They are matched against ASCII text without ICU, in
/// time that grows with the text alone.
struct PlainExpression: Sendable {
  /// The ASCII characters that match at one place.
  private struct Characters {
    var low: UInt64 = 0
    var high: UInt64 = 0

    static let all = Characters(low: .max, high: .max)

    mutating func insert(_ range: ClosedRange<UInt8>) {
      for byte in range { if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) } }
    }

    mutating func formUnion(_ other: Characters) {
      low |= other.low
      high |= other.high
    }

    var inverted: Characters { Characters(low: ~low, high: ~high) }

    func contains(_ byte: UInt8) -> Bool {
      byte < 64 ? low & 1 << UInt64(byte) != 0 : high & 1 << UInt64(byte - 64) != 0
    }
  }

  /// The largest number of places. One number holds a bit for the state of each place, and one for the end.
  private static let limit = 63

  private var places: [Characters] = []
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
      let end = UInt64(1) << UInt64(places.count)
      var states = passed(1)
      for byte in bytes {
        if states & end != 0, !endsAtEnd { return true }
        if states == 0 { return false }
        if byte >= 0x80 { return nil }
        var next: UInt64 = beginsAtStart ? 0 : 1
        var waiting = states & (end - 1)
        while waiting != 0 {
          let place = waiting.trailingZeroBitCount
          waiting &= waiting - 1
          if places[place].contains(byte) { next |= (1 << UInt64(place) & repeated) | 1 << UInt64(place + 1) }
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

  // MARK: Parsing

  /// Parses an expression of ECMA-262; nil if it is more than a sequence of characters and sets.
  init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var rest = Array(text.utf8)[...]
    if rest.first == UInt8(ascii: "^") {
      beginsAtStart = true
      rest = rest.dropFirst()
    }
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "$"), rest.isEmpty {
        endsAtEnd = true
        return
      }
      guard let characters = Self.characters(byte, &rest), let (least, most) = Self.bounds(&rest),
        add(characters, least, most)
      else { return nil }
    }
  }

  private mutating func add(_ characters: Characters, _ least: Int, _ most: Int?) -> Bool {
    let count = max(most ?? max(least, 1), least)
    guard places.count + count <= Self.limit else { return false }
    for index in 0..<count {
      if index >= least { optional |= 1 << UInt64(places.count) }
      if most == nil, index == count - 1 { repeated |= 1 << UInt64(places.count) }
      places.append(characters)
    }
    return true
  }

  /// Parses how often the preceding element repeats; nil if the quantifier has another form.
  private static func bounds(_ rest: inout ArraySlice<UInt8>) -> (least: Int, most: Int?)? {
    var bounds: (Int, Int?) = (1, 1)
    switch rest.first {
    case UInt8(ascii: "*"): bounds = (0, nil)
    case UInt8(ascii: "+"): bounds = (1, nil)
    case UInt8(ascii: "?"): bounds = (0, 1)
    case UInt8(ascii: "{"):
      guard let close = rest.firstIndex(of: UInt8(ascii: "}")) else { return nil }
      let parts = rest[(rest.startIndex + 1)..<close].split(
        separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      // Anything but digits, even a sign, makes the braces literal text (ECMA-262, section B.1.2).
      guard parts.count <= 2, let least = Int(digits: parts[0]), least <= limit else { return nil }
      if parts.count == 1 {
        bounds = (least, least)
      } else if parts[1].isEmpty {
        bounds = (least, nil)
      } else {
        guard let most = Int(digits: parts[1]), (least...limit).contains(most) else { return nil }
        bounds = (least, most)
      }
      rest = rest[close...]
    default: return bounds
    }
    rest = rest.dropFirst()
    // Greedy and lazy quantifiers find the same texts.
    if rest.first == UInt8(ascii: "?") { rest = rest.dropFirst() }
    return bounds
  }

  /// Parses the element that begins with a character; nil if the character does not stand for itself or a set.
  private static func characters(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Characters? {
    switch byte {
    case UInt8(ascii: "\\"): return rest.popFirst().flatMap(escaped)
    case UInt8(ascii: "["): return set(&rest)
    case UInt8(ascii: "."):
      var breaks = Characters()
      breaks.insert(0x0A...0x0A)
      breaks.insert(0x0D...0x0D)
      return breaks.inverted
    case _ where "()|^$*+?{}]".utf8.contains(byte): return nil
    default:
      var one = Characters()
      one.insert(byte...byte)
      return one
    }
  }

  private static func escaped(_ byte: UInt8) -> Characters? {
    var characters = Characters()
    switch byte | 0x20 {
    case UInt8(ascii: "d") where byte.isLetter: characters.insert(0x30...0x39)
    case UInt8(ascii: "w") where byte.isLetter:
      for range: ClosedRange<UInt8> in [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A] {
        characters.insert(range)
      }
    case UInt8(ascii: "s") where byte.isLetter:
      characters.insert(0x09...0x0D)
      characters.insert(0x20...0x20)
    default:
      if byte.isLetter || byte.isDigit { return nil }
      characters.insert(byte...byte)
      return characters
    }
    return byte & 0x20 == 0 ? characters.inverted : characters
  }

  private static func set(_ rest: inout ArraySlice<UInt8>) -> Characters? {
    var characters = Characters()
    let isNegated = rest.first == UInt8(ascii: "^")
    if isNegated { rest = rest.dropFirst() }
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "]") { return isNegated ? characters.inverted : characters }
      var low = byte
      if byte == UInt8(ascii: "\\") {
        guard let next = rest.popFirst(), let members = escaped(next) else { return nil }
        if next.isLetter {
          characters.formUnion(members)
          continue
        }
        low = next
      }
      var high = low
      if rest.first == UInt8(ascii: "-"), rest.count > 1, rest[rest.startIndex + 1] != UInt8(ascii: "]") {
        rest = rest.dropFirst()
        guard var last = rest.popFirst() else { return nil }
        if last == UInt8(ascii: "\\") {
          guard let next = rest.popFirst(), !next.isLetter, !next.isDigit else { return nil }
          last = next
        }
        guard low <= last else { return nil }
        high = last
      }
      characters.insert(low...high)
    }
    return nil
  }
}
