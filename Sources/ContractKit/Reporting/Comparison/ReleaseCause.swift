package import ContractCore

/// Differences of many scenarios with one cause: the same place, and the same kind of difference.
package struct ReleaseCause: Sendable {
  /// What differences with one cause have in common.
  struct Key: Hashable {
    private let place: ReleaseDifference.Place
    private let kind: ReleaseDifference.Kind
    /// The values of both sides, if another value is another cause.
    private let values: [ReleaseDifference.Value?]

    init(_ difference: ReleaseDifference) {
      var place = difference.place
      if place.part.isGeneral { place.endpoint = "" }
      (self.place, kind) = (place, difference.kind)
      // The class of an outcome, or the number of requests.
      let hasOwnValues =
        switch place.part {
        case .played, .outcome, .verdict, .requests, .order, .host: true
        case .failure: Failure.kindMembers.contains(place.name)
        default: false
        }
      values = hasOwnValues ? [difference.old, difference.new] : []
    }
  }

  private static let keptPairs = 100

  /// Where the differences are; the endpoint is that of the first one.
  let at: ReleaseDifference.Place
  /// The same in words.
  package var place: String { at.whole }
  /// How they differ.
  let kind: ReleaseDifference.Kind
  let severity: ReleaseDifference.Severity
  /// The values of both sides, each pair once; nil is a value that is not there.
  private(set) var pairs: [(old: ReleaseDifference.Value?, new: ReleaseDifference.Value?)] = []
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
  /// The contracts of the scenarios, in order.
  private(set) var contracts: [String] = []
  /// The entries that accept differences of it, in the order of their use.
  private(set) var entries: [AcceptedEntry] = []
  /// Whether each difference of it is accepted.
  private(set) var isAccepted = true

  init(_ difference: ReleaseDifference) {
    (at, kind, severity) = (difference.place, difference.kind, difference.severity)
  }

  mutating func add(_ difference: ReleaseDifference, in call: ReleaseCall, nowFails: Bool, accepted: [AcceptedEntry]) {
    if accepted.isEmpty { isAccepted = false }
    for entry in accepted where !entries.contains(where: { $0 === entry }) { entries.append(entry) }
    if !contracts.contains(call.subject.contract) { contracts.append(call.subject.contract) }
    let isKnown = pairs.contains { $0.old == difference.old && $0.new == difference.new }
    if !isKnown {
      if pairs.count < Self.keptPairs { pairs.append((difference.old, difference.new)) } else { hasMorePairs = true }
    }
    let endpoint = Excerpt.beginning(of: difference.place.endpoint, limit: 200)
    if !endpoint.isEmpty, endpoints.last != endpoint, !endpoints.contains(endpoint) { endpoints.append(endpoint) }
    if ids.last == call.id { return }
    ids.append(call.id)
    if call.isVariation { variations += 1 }
    if nowFails { nowFailing += 1 }
  }

  /// The cause on one line: `POST /orders body /amount: 10 → "10" (3 scenarios)`.
  package var line: String { "\(title) (\(extent))" }

  package var title: String {
    let (old, new) = pairs.first ?? (nil, nil)
    let others = pairs.count - 1
    let more = others == 0 ? "" : ", and \(others == 1 ? "another value" : "\(others) other values")"
    if at.part == .requests, let old, let new {
      return "\(old.text) request\(old.text == "1" ? "" : "s") → \(new.text)"
    }
    return "\(place): \(old?.text ?? "absent") → \(new?.text ?? "absent")\(more)"
      + (kind == .spelling ? ", the same value written in another way" : "")
  }

  /// How many scenarios it has, and how many variations of them.
  package var extent: String {
    let counts = English.counted(scenarios: ids.count - variations, variations: variations)
    let failing = nowFailing == 0 ? "" : nowFailing == ids.count ? "; now failing" : "; \(nowFailing) now failing"
    let only = endpoints.count == 1 && at.part.isGeneral ? "; only \(endpoints[0])" : ""
    return counts.joined(separator: ", ") + failing + only
  }

  /// Why people accepted it; nil if nobody did.
  package var acceptance: String? { isAccepted ? entries.map(\.reason).uniqued().joined(separator: "; ") : nil }

  /// Returns the entries that accept it, as a file has them: one for each pair of values. If it has more pairs than it
  /// keeps, one entry for any values.
  ///
  /// - Parameter client: The client that the entries are about; nil for any.
  package func acceptedEntries(client: String?, because: String) -> [JSON] {
    let endpoint = at.part.isGeneral ? "" : at.endpoint
    let kept = pairs.map { ($0.fact, $1.fact) }.uniqued { "\($0.0.text) \($0.1.text)" }
    let values: [(JSON, JSON)?] = hasMorePairs ? [nil] : kept
    return values.map { values in
      AcceptedEntry.json(
        client: client, contract: contracts.count == 1 ? contracts[0] : nil,
        .difference(AcceptedDifference(at.part, at.name, at: endpoint, values: values)), because: because)
    }
  }
}
