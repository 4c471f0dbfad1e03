package import ContractCore

/// What differs between two releases of a client.
package struct ReleaseComparison: Sendable {
  /// The releases.
  package private(set) var old: Release
  package private(set) var new: Release
  /// Whether the clients are in different languages.
  package let isAcross: Bool
  /// The causes of differences, the worst first.
  package private(set) var causes: [ReleaseCause] = []
  /// What varies by itself, so that it is not compared, by its place; each with the ids of the scenarios.
  package private(set) var masked: [Masked] = []
  /// The places that one of the releases could not observe, with the number of scenarios.
  package private(set) var unobserved: [(place: String, scenarios: Int)] = []
  /// How many secrets were compared by their lengths only, because a report has no others.
  package private(set) var hiddenSecrets = 0
  /// How many variations were compared by their verdicts only, because a report has no more of those that passed.
  package private(set) var verdictsOnly = 0
  /// The ids of the scenarios that differ, in order.
  package private(set) var different: [String] = []
  /// The ids of the scenarios that both releases played.
  package private(set) var compared: [String] = []
  /// How many of them had another outcome or other requests in the second run of the old release, so that these are not
  /// compared.
  package private(set) var unsteady = 0
  /// How many of them failed with both releases.
  package private(set) var failing = 0
  /// The ids of the scenarios that errored in one of the releases, each with the release and the reason.
  package private(set) var errored: [(id: String, release: String, why: String)] = []
  /// The ids of the scenarios that neither release played.
  package private(set) var skipped: [String] = []
  /// Why the releases cannot be compared at all; nil if they can.
  package private(set) var obstacle: String?
  /// What people accepted.
  private let accepted: Accepted
  /// The accepted entries that fit no difference, or whose last day is over; none if something was left out.
  package private(set) var entryProblems: [AcceptedResult] = []

  /// What differs in one scenario.
  private struct Found {
    /// The call of the new release, or else that of the old one.
    var call: ReleaseCall
    var differences: [ReleaseDifference]
    /// The difference in the verdict; nil if there is none.
    var verdict: ReleaseDifference?
    var nowFails = false
  }

  /// Values that are not compared.
  package struct Masked: Sendable {
    /// Why they are not compared.
    package enum Reason: String, Sendable {
      /// They differed between two runs of the old release.
      case varies
      /// They are times near the clocks of the runs.
      case time
      /// Languages, platforms and networks have their own words for it.
      case platform
    }

    /// The place in the words of reports.
    package var place: String
    package var reason: Reason
    package var ids: [String]
  }

  /// Compares two releases.
  ///
  /// - Parameters:
  ///   - old: The old release. If it has two runs, what differs between them is not compared.
  ///   - new: The new release, whose first run counts.
  ///   - isAcross: Whether the clients are in different languages. Then only what must be the same in all of them is
  ///     compared.
  ///   - accepted: What people accepted.
  ///   - isWhole: Whether nothing was left out, so that entries which fit nothing are stale.
  package init(
    _ old: Release, _ new: Release, isAcross: Bool = false, accepted: Accepted = Accepted(), isWhole: Bool = true
  ) {
    (self.old, self.new, self.isAcross, self.accepted) = (old, new, isAcross, accepted)
    self.old.addPassed(of: new, isWhole: isWhole)
    self.new.addPassed(of: old, isWhole: isWhole)
    let (old, new) = (self.old, self.new)
    let (one, two) = (old.runs[0], new.runs[0])
    for id in old.ids {
      guard let mine = one.calls[id]?.knownTransport, let other = two.calls[id]?.knownTransport, mine != other else {
        continue
      }
      obstacle = "\(old.name) ran on \(mine.rawValue) and \(new.name) on \(other.rawValue), as in \(id)"
      return
    }
    var variance = DeepStack.run { Variance(of: old, isAcross: isAcross) }
    let found = DeepStack.run { compare(&variance) }
    // A variation that neither report lists passed in both.
    let listed = Dictionary(grouping: old.ids.filter { one.calls[$0]?.isPlayed == true }) {
      one.calls[$0]?.scenario ?? ""
    }
    for (scenario, count) in old.variations where isWhole && new.variations[scenario] == count {
      verdictsOnly += max(0, count - (listed[scenario]?.count ?? 0))
    }
    collect(found)
    masked = variance.masked
    // A verdict that changed is a cause of its own if nothing explains it: nothing but headers, or what was accepted.
    let explained = Set(open.filter { $0.severity != .details }.flatMap(\.ids))
    let verdicts = found.filter { !explained.contains($0.call.id) }.compactMap { one in
      one.verdict.map { verdict in
        var found = one
        found.differences = [verdict]
        return found
      }
    }
    if !verdicts.isEmpty { collect(verdicts) }
    if isWhole { entryProblems = unused }
    let all = Set(causes.flatMap(\.ids))
    different = (old.ids + new.ids).uniqued().filter(all.contains)
  }

  private mutating func compare(_ variance: inout Variance) -> [Found] {
    let hidesSecrets = old.isSaved || new.isSaved
    let (one, two) = (old.runs[0], new.runs[0])
    let clocks = hidesSecrets ? ClockText(one.time, two.time) : nil
    var found: [Found] = []
    var unseen: [String: Int] = [:]
    for id in (old.ids + new.ids).uniqued() {
      let (mine, other) = (one.calls[id], two.calls[id])
      for (call, release) in [(mine, old.name), (other, new.name)] where call?.status == .errored {
        errored.append((id, release, call?.why ?? ""))
      }
      if mine?.status == .errored || other?.status == .errored { continue }
      guard let mine, let other, mine.isPlayed, other.isPlayed else {
        if mine?.isPlayed != true, other?.isPlayed != true {
          skipped.append(id)
        } else if let call = other ?? mine {
          found.append(Found(call: call, differences: [.unplayed(mine, other)]))
        }
        continue
      }
      if old.runs.count > 1, let again = old.runs[1].calls[id], again.status == .errored {
        errored.append((id, "\(old.name), played again,", again.why ?? ""))
        continue
      }
      compared.append(id)
      if variance.isUnsteady(id) { unsteady += 1 }
      if mine.status == .failed, other.status == .failed { failing += 1 }
      var comparison = CallComparison(
        hidesSecrets: hidesSecrets, isAcross: isAcross, isUnordered: variance.isUnordered,
        isSameButForTime: { clocks?.isSame($0, $1) ?? false })
      if mine.isUnseen || other.isUnseen { verdictsOnly += 1 } else { comparison.compare(mine, other) }
      if hidesSecrets { hiddenSecrets += mine.shown.hiddenCount }
      for place in comparison.unobserved { unseen[place.whole, default: 0] += 1 }
      for (place, reason) in comparison.excused { variance.add(place, reason, id) }
      let differences = comparison.differences.filter { !variance.covers($0, in: id) }
      var verdict: ReleaseDifference?
      if mine.verdictText != other.verdictText {
        let changed = ReleaseDifference(place: .of(.verdict), kind: .changed, old: mine.verdict, new: other.verdict)
        if !variance.covers(changed, in: id) { verdict = changed }
      }
      if !differences.isEmpty || verdict != nil {
        found.append(
          Found(
            call: other, differences: differences, verdict: verdict,
            nowFails: mine.status == .passed && other.status != .passed))
      }
    }
    unobserved = unseen.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return found
  }

  /// Puts differences with one cause together.
  private mutating func collect(_ all: [Found]) {
    var places: [ReleaseCause.Key: Int] = [:]
    for found in all {
      for difference in found.differences {
        let key = ReleaseCause.Key(difference)
        let place = places[key] ?? causes.count
        if places.updateValue(place, forKey: key) == nil { causes.append(ReleaseCause(difference)) }
        causes[place].add(
          difference, in: found.call, nowFails: found.nowFails,
          accepted: accepted.entries.filter {
            $0.covers(difference, in: found.call.subject) && !$0.isExpired(on: accepted.today)
          })
      }
    }
    causes = ReleaseDifference.Severity.allCases.flatMap { severity in
      causes.filter { $0.severity == severity }.enumerated().sorted { a, b in
        (-a.element.ids.count, a.offset) < (-b.element.ids.count, b.offset)
      }.map(\.element)
    }
  }

  /// The entries about differences of the new release that no difference needs, and those that are over.
  private var unused: [AcceptedResult] {
    let used = causes.flatMap(\.entries)
    let clients = new.clients
    let calls = [old, new].lazy.flatMap { $0.runs[0].calls.values }
    return accepted.entries.compactMap { entry in
      guard entry.difference != nil, entry.client.map(clients.contains) ?? true else { return nil }
      if entry.isExpired(on: accepted.today) { return AcceptedResult(entry: entry, problem: .expired) }
      if used.contains(where: { $0 === entry }) { return nil }
      let isMatched = calls.contains { entry.coversScenario(of: $0.subject) }
      return AcceptedResult(entry: entry, problem: isMatched ? .stale : .unmatched)
    }
  }

  // MARK: Counts

  /// The causes that nobody accepted.
  package var open: [ReleaseCause] { causes.filter { !$0.isAccepted } }

  /// The exit status: 0 the same, 1 different, 3 if a release errored or nothing was compared.
  package var exitStatus: Int32 {
    // A comparison of nothing but what varies by itself has compared nothing.
    if obstacle != nil || !errored.isEmpty || compared.count == unsteady { return 3 }
    return open.isEmpty && entryProblems.isEmpty ? 0 : 1
  }
}

extension ReleaseDifference {
  fileprivate static func unplayed(_ old: ReleaseCall?, _ new: ReleaseCall?) -> ReleaseDifference {
    func value(_ call: ReleaseCall?) -> Value {
      guard let call else { return Value("no such scenario", AcceptedDifference.absent) }
      if call.isPlayed { return call.verdict }
      return Value(call.why.map { Excerpt.firstLine(of: $0) } ?? "skipped", .string(Status.skipped.rawValue))
    }
    return ReleaseDifference(place: .of(.played), kind: .changed, old: value(old), new: value(new))
  }
}
