/// A search for the request and the shape that are nearest to each other.
///
/// It runs only if a scenario has failed. All shapes are compared in a cheap way, and only a few in full: a scenario
/// may have hundreds of exchanges, and bodies of megabytes.
struct NearestSearch {
  struct Pair {
    var request: CapturedRequest
    /// The request's body. All pairs with this request share it.
    var body: ParsedBody
    var shape: RequestShape
    var bindings: Bindings
  }

  /// A pair that was found, with the findings of a judge.
  struct Found {
    var index: Int
    var nearness: Nearness
    /// The parts that differ, in words.
    var differs: [String] = []
    var mismatches: [Mismatch] = []
  }

  /// How near the request and the shape of a pair are. A smaller value is nearer.
  struct Nearness: Comparable {
    /// The distance by method, URL, and the names in query and headers.
    var distance: Int
    /// The number of differences that a judge finds.
    var differences: Int

    init(distance: Int, _ findings: [Finding]) {
      (self.distance, differences) = (distance, findings.reduce(0) { $0 + $1.differenceCount })
    }

    static func < (a: Self, b: Self) -> Bool { (a.distance, a.differences) < (b.distance, b.differences) }
  }

  /// The largest distance at which a request counts as a misspelling of what a shape describes: a few letters of
  /// its path, or one or two names.
  static let near = 6
  /// How many pairs are compared, and how many of these in full.
  static let limits = (looked: 200, judged: 5)
  /// The length above which URLs are not compared. No contract describes such a URL.
  private static let addressLimit = 8192

  let addresses: Addresses
  let transport: Transport

  /// Returns the pair whose request and shape are nearest, and the first of equal ones; nil if there are no pairs.
  func nearest(_ pairs: [Pair]) -> Found? {
    var ranked: [(index: Int, distance: Int)] = []
    for (index, pair) in pairs.prefix(Self.limits.looked).enumerated() {
      guard pair.request.url.utf8.count <= Self.addressLimit else { continue }
      let distance = distance(pair.request, pair.shape)
      if distance == 0, isExact(pair) { return Found(index: index, nearness: Nearness(distance: 0, [])) }
      ranked.append((index, distance))
    }
    ranked.sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
    var best: Found?
    for (index, distance) in ranked.prefix(Self.limits.judged) {
      let findings = judged(pairs[index]).findings
      let nearness = Nearness(distance: distance, findings)
      if let best, best.nearness <= nearness { continue }
      best = Found(
        index: index, nearness: nearness, differs: Self.parts(findings),
        // Without the number of the request.
        mismatches: findings.compactMap(\.mismatch).map { mismatch in copy(of: mismatch) { $0.request = nil } })
    }
    return best
  }

  func nearness(_ pair: Pair) -> Nearness {
    Nearness(distance: distance(pair.request, pair.shape), judged(pair).findings)
  }

  /// Returns whether the request matches the shape, and all of that was observed.
  func isExact(_ pair: Pair) -> Bool {
    let judge = judged(pair, isQuiet: true)
    return !judge.differs && judge.findings.isEmpty
  }

  private func judged(_ pair: Pair, isQuiet: Bool = false) -> RequestJudge {
    var judge = RequestJudge(
      pair.shape, addresses: addresses, transport: transport, number: 1, bindings: pair.bindings, isQuiet: isQuiet,
      body: pair.body)
    judge.judge(pair.request)
    return judge
  }

  /// Returns the parts that the findings are about, each once.
  private static func parts(_ findings: [Finding]) -> [String] {
    var parts: [String] = []
    for finding in findings where parts.count < 20 {
      let part =
        switch finding {
        case .mismatch(let mismatch): mismatch.part.words
        case .unobservable(let part, _): "\(part.words), which was not observed,"
        case .stopped(.expression, _): "the part of an expression that was stopped"
        case .stopped(.schema, _): "the part of a schema that was stopped"
        case .stopped(.pairs, _): "the part of a `$unordered` that was stopped"
        }
      if !parts.contains(part) { parts.append(part) }
    }
    return parts
  }
}
