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
    (self.patterns, self.elements, self.isPartial, self.matcher) = (patterns, elements, isPartial, matcher)
    var visits = 0
    patternHashes = patterns.map { $0.value(isPartial: isPartial)?.valueHash(&visits) }
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
