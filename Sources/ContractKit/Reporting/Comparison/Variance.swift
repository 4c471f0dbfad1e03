import ContractCore

/// What varies by itself: between two runs of one release, or because it is a time.
///
/// A value that varies in one scenario of an endpoint varies in all of them, even if two runs had the same value by chance.
struct Variance {
  /// How a place varies, in which scenarios.
  private struct Entry {
    var kinds: Set<ReleaseDifference.Kind> = []
    var reason: ReleaseComparison.Masked.Reason
    var ids: [String] = []
  }

  private var places: [ReleaseDifference.Place: Entry] = [:]
  /// The places in the order in which they were found.
  private var order: [ReleaseDifference.Place] = []
  /// What varies in one scenario and says nothing about others, such as its number of requests.
  private var own: [String: Set<ReleaseDifference.Place>] = [:]
  /// The places with members that only one run has, and with members that only the other one has: their names vary.
  private var named: [ReleaseDifference.Place: Set<ReleaseDifference.Kind>] = [:]

  /// Finds what differs between the two runs of a release; nothing if it has only one.
  init(of release: Release, isAcross: Bool) {
    if release.runs.count < 2 { return }
    let (one, two) = (release.runs[0], release.runs[1])
    for id in release.ids {
      guard let first = one.calls[id], let second = two.calls[id], !first.isUnseen else { continue }
      var comparison = CallComparison(hidesSecrets: false, isAcross: isAcross)
      comparison.compare(first, second)
      for difference in comparison.differences { add(difference, in: id) }
      if first.verdictText != second.verdictText {
        add(ReleaseDifference(place: .of(.verdict), kind: .changed), in: id)
      }
    }
  }

  private mutating func add(_ difference: ReleaseDifference, in id: String) {
    add(difference.place, .varies, id)
    if difference.place.part.isOfOneScenario {
      own[id, default: []].insert(difference.place)
    } else {
      places[difference.place]?.kinds.insert(difference.kind)
      if let parent = difference.place.parent, [.added, .removed].contains(difference.kind) {
        named[parent, default: []].insert(difference.kind)
      }
    }
  }

  /// Adds a place that is not compared in a scenario.
  mutating func add(_ place: ReleaseDifference.Place, _ reason: ReleaseComparison.Masked.Reason, _ id: String) {
    if places[place] == nil {
      order.append(place)
      places[place] = Entry(reason: reason)
    }
    if places[place]?.ids.last != id { places[place]?.ids.append(id) }
  }

  /// Returns whether a scenario had another outcome or other requests in the second run.
  func isUnsteady(_ id: String) -> Bool {
    own[id]?.contains { [.outcome, .verdict, .requests, .played].contains($0.part) } == true
  }

  /// Returns whether the order of an array means nothing.
  func isUnordered(_ place: ReleaseDifference.Place) -> Bool { places[place]?.kinds.contains(.order) == true }

  /// Returns whether a difference is at a place that varies by itself. If it is, counts it.
  mutating func covers(_ difference: ReleaseDifference, in id: String) -> Bool {
    let place = difference.place
    if place.part.isOfOneScenario { return own[id]?.isDisjoint(with: [place] + place.outer) == false }
    if let parent = place.parent, [.added, .removed].contains(difference.kind), named[parent] == [.added, .removed] {
      add(place, .varies, id)
      return true
    }
    guard let covering = ([place] + place.outer).first(where: { hides(difference, at: $0) }) else { return false }
    add(covering, .varies, id)
    return true
  }

  private func hides(_ difference: ReleaseDifference, at place: ReleaseDifference.Place) -> Bool {
    guard let kinds = places[place]?.kinds, !kinds.isEmpty else { return false }
    // A value that is not always there says nothing. A value that is always there, and another one each time, must stay
    // there.
    if !kinds.isDisjoint(with: [.added, .removed]) { return true }
    if place != difference.place { return kinds.contains(.type) }
    return kinds.contains(difference.kind) || difference.kind == .spelling
  }

  /// What is not compared, in the order in which it was found. Places of all endpoints with one name are one.
  var masked: [ReleaseComparison.Masked] {
    let entries = order.compactMap { place in places[place].map { (place: place.whole, entry: $0) } }
    return entries.grouped { [$0.entry.reason.rawValue, $0.place] }.map { _, group in
      ReleaseComparison.Masked(
        place: group[0].place, reason: group[0].entry.reason, ids: group.flatMap(\.entry.ids).uniqued())
    }
  }
}
