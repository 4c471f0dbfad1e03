/// A comparison of each element of an array with each of its patterns. A pattern that is only values is compared by
/// hash. Any other pattern is compared by a matcher.
struct Sameness {
  /// The largest number of questions to a matcher.
  static let probeLimit = 20_000

  let patterns: [Pattern]
  private let elements: [JSON]
  private let isPartial: Bool
  private let matcher: Matcher
  /// The hash of each pattern that is only values. It equals an element's hash if both are the same.
  let patternHashes: [Int?]
  let hashes: [Int]
  /// The number of members and elements that were visited since this was set to 0.
  var visits = 0
  /// Whether a comparison took so long that its result is not known.
  private(set) var isUnknown = false

  init(_ patterns: [Pattern], _ elements: [JSON], _ isPartial: Bool, asking matcher: Matcher) {
    (self.patterns, self.elements, self.isPartial, self.matcher) = (patterns, elements, isPartial, matcher)
    var visits = 0
    patternHashes = patterns.map { $0.value(isPartial: isPartial)?.valueHash(&visits) }
    hashes = elements.map { $0.valueHash(&visits) }
    self.visits = visits
  }

  /// The hashes of all patterns; nil if one of them is not only values.
  var keys: [Int]? {
    let keys = patternHashes.compactMap(\.self)
    return keys.count == patterns.count ? keys : nil
  }

  /// Returns whether an element is what a pattern describes. Values are compared only by hash, so callers that depend
  /// on the result must check it.
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
