/// Which elements of an array are what its patterns describe: by hashes where a pattern is only values, else by asking.
struct Sameness {
  /// How many times a matcher is asked.
  static let probeLimit = 20_000

  let patterns: [Pattern]
  private let elements: [JSON]
  private let isPartial: Bool
  private let matcher: Matcher
  /// Of each pattern that is only values; equal to its element's where both are the same.
  let patternHashes: [Int?]
  /// Of each element.
  let hashes: [Int]
  /// How many members and elements were looked at since it was set to 0.
  var visits = 0
  /// Whether something took so long that it is not known.
  private(set) var isUnknown = false

  init(_ patterns: [Pattern], _ elements: [JSON], _ isPartial: Bool, asking matcher: Matcher) {
    self.patterns = patterns
    self.elements = elements
    self.isPartial = isPartial
    self.matcher = matcher
    var visits = 0
    patternHashes = patterns.map { $0.valueHash(isPartial: isPartial, &visits) }
    hashes = elements.map { $0.valueHash(&visits) }
    self.visits = visits
  }

  /// The hashes of all patterns; nil where one of them is not only values.
  var keys: [Int]? {
    let keys = patternHashes.compactMap(\.self)
    return keys.count == patterns.count ? keys : nil
  }

  /// Whether an element is what a pattern describes; values are compared by their hashes, which whoever relies on it checks.
  mutating func isSame(_ pattern: Int, _ element: Int) -> Bool {
    if let hash = patternHashes[pattern] { return hash == hashes[element] }
    if isUnknown { return false }
    var probe = matcher.quiet(countsAll: false)
    probe.match(patterns[pattern], elements[element], isPartial: isPartial)
    visits += probe.arrays.visits + 1
    if !probe.doubts.isEmpty || visits > Matcher.Arrays.limit { isUnknown = true }
    return probe.count == 0
  }
}

extension JSON {
  /// A hash that is the same for values that are equal as JSON.
  fileprivate func valueHash(_ visits: inout Int) -> Int {
    visits += 1
    var hasher = Hasher()
    switch kind {
    case .null: hasher.combine(0)
    case .bool(let bool): hasher.combine(bool ? 1 : 2)
    case .number(let number):
      // Equal numbers have the same nearest Double, however they are written.
      hasher.combine(3)
      hasher.combine(Int(number.literal).map(Double.init) ?? number.double)
    case .string(let string):
      hasher.combine(4)
      hasher.combine(string)
    case .array(let elements):
      hasher.combine(5)
      for element in elements { hasher.combine(element.valueHash(&visits)) }
    case .object(let object):
      hasher.combine(6)
      // The order of members does not count.
      hasher.combine(object.members.reduce(0) { $0 &+ Self.memberHash($1.name, $1.value.valueHash(&visits)) })
    }
    return hasher.finalize()
  }

  fileprivate static func memberHash(_ name: String, _ value: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(name)
    hasher.combine(value)
    return hasher.finalize()
  }
}

extension Pattern {
  /// The hash of the only value that the pattern matches; nil where it matches several.
  fileprivate func valueHash(isPartial: Bool, _ visits: inout Int) -> Int? {
    var hasher = Hasher()
    switch kind {
    case .literal(let json): return json.valueHash(&visits)
    case .array(let patterns):
      hasher.combine(5)
      for pattern in patterns {
        guard let hash = pattern.valueHash(isPartial: isPartial, &visits) else { return nil }
        hasher.combine(hash)
      }
    case .object(let members) where !isPartial:
      hasher.combine(6)
      var sum = 0
      for member in members {
        guard let hash = member.pattern.valueHash(isPartial: false, &visits) else { return nil }
        sum &+= JSON.memberHash(member.name, hash)
      }
      hasher.combine(sum)
    default: return nil
    }
    visits += 1
    return hasher.finalize()
  }
}
