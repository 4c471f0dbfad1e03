import Foundation

/// What is wrong in every client after a change of a field, although nobody decided what is right in this one.
enum UndecidedField {
  /// Returns a verdict without what a right client may do after a change: send other requests, because it takes their
  /// values and URLs from the answer, and wait as long as a large number says.
  static func verdict(_ verdict: Verdict, after change: FieldChange) -> Verdict {
    let hasOthers = verdict.reasons.contains(where: \.isAboutRequests)
    return copy(of: verdict) { verdict in
      verdict.reasons.removeAll { reason in
        if case .timedOut(let timeout) = reason, change.kind.isLargeNumber || hasOthers && timeout.sendsOn {
          verdict.obstacle = .longWait
          return true
        }
        return reason.isAboutRequests
      }
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
    guard let (edit, date) = scenario.hiddenDate(change), case .success(let value) = outcome,
      case (.success(let first), .success(let second)) = base
    else { return nil }
    // The date need not be that of UTC.
    let days = [-1, 0, 1].map { day in
      now.addingTimeInterval(day * 86_400).formatted(.iso8601.year().month().day())
    }
    var comparison = FieldComparison(edit: edit, kind: change.kind)
    comparison.compare(JSON.Counterparts(value, first, second))
    let invented = comparison.changes.first { isNow($0.value, now, days) && isTime($0.base, date) }
    // A client may take another date of the answers.
    guard let invented, !scenario.exchanges.contains(where: { days.contains(where: $0.response.mentions) }) else {
      return nil
    }
    return .mismatch(
      Mismatch(
        .outcome, pointer: invented.pointer, expected: "a failure, or nothing in place of the date",
        actual: invented.value?.text,
        note: "after [\(Excerpt.visible(change.name))], no answer has this date: it is the time of the call",
        range: range))
  }

  /// Returns whether a value is a time of about now: a text, or a number.
  private static func isNow(_ value: JSON?, _ now: Date, _ days: [String]) -> Bool {
    if let text = value?.string { return days.contains { text.hasPrefix($0) } }
    return value?.number?.double.isTime(now, within: 86_400) == true
  }

  /// Returns whether a value is the time of a date that was changed, in any notation.
  private static func isTime(_ value: JSON?, _ date: Timestamp) -> Bool {
    if let text = value?.string { return Timestamp(text)?.time == date.time || text.hasPrefix(date.day) }
    return value?.number?.double.isTime(date.time, within: 1) == true
  }
}

extension Double {
  /// Returns whether it is a time as a number of seconds or milliseconds since 1970, or of seconds since 2001.
  fileprivate func isTime(_ time: Date, within seconds: Double) -> Bool {
    abs(self - time.timeIntervalSince1970) < seconds || abs(self / 1_000 - time.timeIntervalSince1970) < seconds
      || abs(self - time.timeIntervalSinceReferenceDate) < seconds
  }
}

extension Scenario {
  /// The date that a change leaves nothing of, with the change; nil if there is none.
  func hiddenDate(_ change: FieldChange) -> (edit: FieldChange.Edit, date: Timestamp)? {
    guard change.kind.hidesDates, let edit = edit(change), let date = edit.old.string.flatMap(Timestamp.init) else {
      return nil
    }
    return (edit, date)
  }
}

extension Reason.Timeout {
  /// Whether the client still got answers in the second half of its time.
  fileprivate var sendsOn: Bool { sinceLastAnswer.map { $0 < deadline / 2 } ?? false }
}

extension FieldChange.Kind {
  fileprivate var isLargeNumber: Bool { self == .aboveDouble || self == .aboveUInt64 || self == .huge }

  /// Whether nothing of a date is left.
  var hidesDates: Bool {
    switch self {
    case .missing, .null, .otherType, .empty, .unknownString: true
    default: false
    }
  }
}
