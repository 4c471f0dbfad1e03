/// Finds which of some requests and shapes are nearest to each other.
///
/// It is asked only where a scenario has failed. Shapes are compared by what is cheap, and a few in full: a scenario may have
/// hundreds of exchanges, and bodies of megabytes.
struct NearestSearch {
  /// A request beside a shape.
  struct Pair {
    var request: CapturedRequest
    /// The request's body, shared by its pairs.
    var body: ParsedBody
    var shape: RequestShape
    var bindings: Bindings
  }

  /// One of some pairs, and what a judge finds there.
  struct Found {
    var index: Int
    var nearness: Nearness
    /// The parts that differ, in words.
    var differs: [String] = []
    var mismatches: [Mismatch] = []
  }

  /// How near the two of a pair are; the smaller, the nearer.
  struct Nearness: Comparable {
    /// By method, address, and the names in query and headers.
    var distance: Int
    /// How many differences a judge finds.
    var differences: Int

    static func < (a: Self, b: Self) -> Bool { (a.distance, a.differences) < (b.distance, b.differences) }
  }

  /// Up to which distance a request is taken for a misspelt form of what a shape describes: a few letters of its path, a
  /// name or two.
  static let near = 6
  /// How many pairs are looked at, and how many of them in full.
  static let limits = (looked: 200, judged: 5)
  /// Longer addresses are not compared: no contract describes such a one.
  private static let addressLimit = 8192

  let addresses: Addresses
  let transport: Transport

  /// The pair whose two are nearest, of equals the first; nil where there is none.
  func nearest(_ pairs: [Pair]) -> Found? {
    var ranked: [(index: Int, distance: Int)] = []
    for (index, pair) in pairs.prefix(Self.limits.looked).enumerated() {
      guard pair.request.url.utf8.count <= Self.addressLimit else { continue }
      let distance = distance(pair.request, pair.shape)
      if distance == 0, isExact(pair) { return Found(index: index, nearness: Nearness(distance: 0, differences: 0)) }
      ranked.append((index, distance))
    }
    ranked.sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
    var best: Found?
    for (index, distance) in ranked.prefix(Self.limits.judged) {
      var judge = judge(pairs[index], isQuiet: false)
      judge.judge(pairs[index].request)
      let nearness = Nearness(distance: distance, differences: judge.findings.reduce(0) { $0 + $1.differenceCount })
      if let best, best.nearness <= nearness { continue }
      best = Found(
        index: index, nearness: nearness, differs: Self.parts(judge.findings),
        mismatches: judge.findings.compactMap(Self.mismatch))
    }
    return best
  }

  /// How near the two of a pair are.
  func nearness(_ pair: Pair) -> Nearness {
    var judge = judge(pair, isQuiet: false)
    judge.judge(pair.request)
    return Nearness(
      distance: distance(pair.request, pair.shape), differences: judge.findings.reduce(0) { $0 + $1.differenceCount })
  }

  /// Whether the request is as the shape describes, and all of that was seen.
  func isExact(_ pair: Pair) -> Bool {
    var judge = judge(pair, isQuiet: true)
    judge.judge(pair.request)
    return !judge.differs && judge.findings.isEmpty
  }

  private func judge(_ pair: Pair, isQuiet: Bool) -> RequestJudge {
    RequestJudge(
      pair.shape, addresses: addresses, transport: transport, number: 1, bindings: pair.bindings, isQuiet: isQuiet,
      body: pair.body)
  }

  /// A finding's mismatch, which does not say of which request it is.
  private static func mismatch(_ finding: Finding) -> Mismatch? {
    guard case .mismatch(var mismatch) = finding else { return nil }
    mismatch.request = nil
    return mismatch
  }

  /// The parts that findings are about, each once.
  private static func parts(_ findings: [Finding]) -> [String] {
    var parts: [String] = []
    for finding in findings where parts.count < 20 {
      let part =
        switch finding {
        case .mismatch(let mismatch): mismatch.part.words
        case .unobservable(let part, _): "\(part), which was not seen,"
        case .regexStopped: "what a stopped expression asks for"
        case .schemaStopped: "what a stopped schema asks for"
        case .unorderedStopped: "what a stopped `$unordered` asks for"
        }
      if !parts.contains(part) { parts.append(part) }
    }
    return parts
  }
}
