import Foundation

/// What is wrong in every client after a change of a field, although nobody decided what is right in this one.
enum UndecidedField {
  /// Returns a verdict without what a right client may do after a change: send other requests, because it takes their
  /// values and URLs from the answer, and wait as long as a number says.
  static func verdict(_ verdict: Verdict, after change: FieldChange) -> Verdict {
    let rest = verdict.reasons.filter { !isAboutRequests($0) }
    let mayWait = rest.count < verdict.reasons.count || change.kind.isNumber
    return copy(of: verdict) { verdict in
      verdict.reasons = rest.filter { !mayWait || $0.kind != .timedOut }
    }
  }

  private static func isAboutRequests(_ reason: Reason) -> Bool {
    switch reason {
    case .mismatch, .unexpectedRequest, .malformed, .late, .escaped: true
    default: false
    }
  }

  /// Returns the reason if the client has the time of its call in place of a date that it cannot read; otherwise nil.
  ///
  /// - Parameters:
  ///   - base: The outcomes of two calls with the original response.
  ///   - range: The place of the contract's `variations`.
  static func reason(
    _ outcome: Outcome, of change: FieldChange, in scenario: Scenario, base: (Outcome, Outcome), now: Date = .now,
    at range: SourceRange
  ) -> Reason? {
    guard change.kind.hidesDates, let edit = scenario.edit(change), edit.old.string.flatMap(Timestamp.init) != nil,
      case .success(let value) = outcome, case (.success(let first), .success(let second)) = base
    else { return nil }
    // The date need not be that of UTC.
    let days = [-1, 0, 1].map { day in
      now.addingTimeInterval(day * 86_400).formatted(.iso8601.year().month().day())
    }
    // A client may take another date of the answers.
    if scenario.exchanges.contains(where: { days.contains(where: $0.response.mentions) }) { return nil }
    var comparison = FieldComparison(edit: edit, kind: change.kind)
    comparison.compare(JSON.Counterparts(value, first, second))
    // In two calls within a second, a time of loading can be the same.
    let invented = comparison.changes.first { isNow($0.value, now, days) && !isNow($0.base, now, days) }
    return invented.map { invented in
      .mismatch(
        Mismatch(
          .outcome, pointer: invented.pointer, expected: "a failure, or nothing in place of the date",
          actual: invented.value?.text,
          note: "after [\(Excerpt.visible(change.name))], no answer has this date: it is the time of the call",
          range: range))
    }
  }

  /// Returns whether a value is a time of about now: a text, or a number of seconds or milliseconds since 1970, or of
  /// seconds since 2001.
  private static func isNow(_ value: JSON?, _ now: Date, _ days: [String]) -> Bool {
    if let text = value?.string { return days.contains { text.hasPrefix($0) } }
    guard let number = value?.number?.double else { return false }
    let times = [now.timeIntervalSince1970, now.timeIntervalSince1970 * 1_000, now.timeIntervalSinceReferenceDate]
    return zip(times, [1.0, 1_000, 1]).contains { abs(number - $0) < 86_400 * $1 }
  }
}

extension FieldChange.Kind {
  fileprivate var isNumber: Bool {
    switch self {
    case .aboveDouble, .aboveUInt64, .huge, .negative, .fractional: true
    default: false
    }
  }

  /// Whether nothing of a date is left.
  fileprivate var hidesDates: Bool {
    switch self {
    case .missing, .null, .otherType, .empty, .unknownString: true
    default: false
    }
  }
}
