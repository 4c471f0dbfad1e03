import ContractCore

/// Differences of many scenarios with one cause: the same place, and the same kind of difference.
package struct ReleaseCause: Sendable {
  /// What differences with one cause have in common.
  struct Key: Hashable {
    private let place: ReleaseDifference.Place
    private let kind: ReleaseDifference.Kind
    /// The texts of both sides, if another text is another cause.
    private let texts: [String?]

    init(_ difference: ReleaseDifference) {
      var place = difference.place
      if place.part.isGeneral { place.endpoint = "" }
      (self.place, kind) = (place, difference.kind)
      texts = place.hasOwnTexts ? [difference.old, difference.new] : []
    }
  }

  private static let keptPairs = 100

  /// Where the differences are, in words.
  package let place: String
  /// How they differ.
  let kind: ReleaseDifference.Kind
  let severity: ReleaseDifference.Severity
  /// The values of both sides, each pair once; nil is a value that is not there.
  package private(set) var pairs: [(old: String?, new: String?)] = []
  /// Whether there are more pairs than are kept.
  package private(set) var hasMorePairs = false
  /// The ids of the scenarios, in order.
  package private(set) var ids: [String] = []
  /// The endpoints of the requests, in order.
  package private(set) var endpoints: [String] = []
  /// How many of them are variations.
  private var variations = 0
  /// How many of the scenarios passed with the old release and do not with the new one.
  package private(set) var nowFailing = 0
  /// Why people accepted it; nil if nobody did.
  package var approval: String?

  init(_ difference: ReleaseDifference) {
    (place, kind, severity) = (difference.place.whole, difference.kind, difference.severity)
  }

  mutating func add(_ difference: ReleaseDifference, in id: String, isVariation: Bool, nowFails: Bool) {
    let isKnown = pairs.contains { $0.old == difference.old && $0.new == difference.new }
    if !isKnown {
      if pairs.count < Self.keptPairs { pairs.append((difference.old, difference.new)) } else { hasMorePairs = true }
    }
    let endpoint = difference.place.endpoint
    if !endpoint.isEmpty, endpoints.last != endpoint, !endpoints.contains(endpoint) { endpoints.append(endpoint) }
    if ids.last == id { return }
    ids.append(id)
    if isVariation { variations += 1 }
    if nowFails { nowFailing += 1 }
  }
}

extension ReleaseDifference.Place {
  /// Whether other texts are another cause: the class of an outcome, or the number of requests.
  fileprivate var hasOwnTexts: Bool {
    switch part {
    case .played, .outcome, .verdict, .requests, .order, .host: true
    case .failure: ["category", "type", "case"].contains(name)
    default: false
    }
  }
}

extension ReleaseCause {
  /// The cause on one line: `POST /orders body /amount: 10 → "10" (3 scenarios)`.
  package var line: String { "\(title) (\(extent))" }

  package var title: String {
    let (old, new) = pairs.first ?? (nil, nil)
    let others = pairs.count - 1
    let more = others == 0 ? "" : ", and \(others == 1 ? "another value" : "\(others) other values")"
    if place == "requests", let old, let new { return "\(old) request\(old == "1" ? "" : "s") → \(new)" }
    return "\(place): \(old ?? "absent") → \(new ?? "absent")\(more)"
      + (kind == .spelling ? ", the same value written in another way" : "")
  }

  /// How many scenarios it has, and how many variations of them.
  package var extent: String {
    let counts = English.counted(scenarios: ids.count - variations, variations: variations)
    let failing = nowFailing == 0 ? "" : nowFailing == ids.count ? "; now failing" : "; \(nowFailing) now failing"
    let only = endpoints.count == 1 && !place.hasPrefix(endpoints[0]) ? "; only \(endpoints[0])" : ""
    return counts.joined(separator: ", ") + failing + only
  }
}
