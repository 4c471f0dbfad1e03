package import ContractCore

/// A comparison of two releases for people: on the console, and as the lines of other reports.
package struct ComparisonText {
  /// How many causes are listed. All of them are in the JSON report.
  static let causeLimit = 50
  /// How many scenarios are shown with what both releases did.
  private static let shownScenarios = 10
  /// How many places are listed that vary by themselves.
  private static let placeLimit = 10

  let comparison: ReleaseComparison
  private let style: ConsoleStyle
  /// Returns the command that shows what both releases did in a scenario.
  let command: (String) -> String

  /// Makes the texts of a comparison.
  ///
  /// - Parameter command: Returns the command that shows what both releases did in a scenario, by its id.
  package init(_ comparison: ReleaseComparison, style: ConsoleStyle, command: @escaping (String) -> String) {
    (self.comparison, self.style, self.command) = (comparison, style, command)
  }

  // MARK: The console

  /// Returns the text of the console, with a line feed at its end.
  ///
  /// - Parameter isVerbose: Whether it shows what both releases did in scenarios that differ.
  package func text(isVerbose: Bool = false) -> CleanText {
    var lines: [CleanText] = [subject.shownLine, ""]
    for (title, causes) in groups {
      lines.append(style.bold("\(title)"))
      for cause in causes {
        let sign = !cause.isAccepted ? style.sign(.failed) : style.sign(.knownIssue)
        lines.append("\(sign) \(cause.line.shownLine)")
        if let approval = cause.acceptance { lines.append("    accepted: \(approval.shownLine)") }
        lines.append("    \(style.dim(command(cause.ids[0]).shownLine))")
      }
      lines.append("")
    }
    if isVerbose {
      for id in comparison.different.prefix(Self.shownScenarios) { lines += sides(of: id) + [""] }
    }
    for error in errors {
      let parts = CleanText(lines: error).lines
      lines.append("\(style.sign(.errored)) \(parts[0])")
      lines += parts.dropFirst().map { "    \($0)" }
    }
    lines += stale.map { "\(style.sign(.failed)) \($0.shownLine)" }
    lines += (remarks + (isVerbose ? limits : [])).map { style.dim($0.shownLine) }
    lines.append("\(style.sign(status)) \(headline.shownLine)")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the lines of what both releases did in a scenario.
  private func sides(of id: String) -> [CleanText] {
    [style.bold(id.shownLine)]
      + CallRows(comparison, id).lines.map { sign, text in
        let line: CleanText = "\(sign) \(text.shownLine)"
        return "  \(sign == "-" ? style.red(line) : sign == "+" ? style.green(line) : line)"
      }
  }

  // MARK: Parts

  /// The status whose sign the result has.
  var status: Status { Status(ofExit: comparison.exitStatus) }

  /// What was compared with what.
  var subject: String { "\(comparison.old.name) → \(comparison.new.name)" }

  /// The causes that are listed, with a title for those that matter equally.
  var groups: [(title: String, causes: [ReleaseCause])] {
    let listed = comparison.causes.prefix(Self.causeLimit)
    return ReleaseDifference.Severity.allCases.compactMap { severity in
      let causes = listed.filter { $0.severity == severity }
      return causes.isEmpty ? nil : (severity.title, Array(causes))
    }
  }

  /// Scenarios that errored in one of the releases, so that the comparison is not complete.
  var errors: [String] {
    // A driver that does not start errs in all scenarios.
    let groups = comparison.errored.grouped { [$0.release, Excerpt.firstLine(of: $0.why)] }
    let shown = groups.prefix(Self.placeLimit).map { key, all in
      let more = all.count > 1 ? " and \(all.count - 1) more" : ""
      let why = Excerpt.beginning(of: all[0].why, limit: 2000, keepsLines: true)
      return "\(key[0]) errored in \(all[0].id)\(more): \(why)"
    }
    return (comparison.obstacle.map { ["\($0); add --transport memory, loopback or both"] } ?? []) + shown
      + (groups.count > shown.count ? ["and \(English.counted(groups.count - shown.count, "other reason"))"] : [])
  }

  /// What people accepted and what does not fit any more.
  var stale: [String] {
    comparison.entryProblems.map { result in
      let place = comparison.causes.first { cause in
        result.entry.difference.map { $0.part == cause.at.part && $0.name == cause.at.name } ?? false
      }
      let now = place.map { "; now it is \($0.title)" } ?? ""
      return "\(result.entry.range.lineDescription): \(result.summary)\(now); correct or remove the entry"
    }
  }

  /// What was not compared, and why.
  var remarks: [String] {
    var lines: [String] = []
    let more = comparison.causes.count - Self.causeLimit
    if more > 0 { lines.append("and \(English.counted(more, "more cause")); the JSON report has all of them") }
    func add(_ places: [String], _ why: String) {
      let shown = English.first(Self.placeLimit, of: places)
      if !places.isEmpty { lines.append("not compared, because \(why): \(shown)") }
    }
    for (reason, why) in [
      (ReleaseComparison.Masked.Reason.varies, "it varies by itself"), (.time, "it is the time of the run"),
      (.platform, "languages, platforms and networks have their own words for it"),
    ] {
      let places = comparison.masked.filter { $0.reason == reason }
      add(places.map { "\($0.place) (\(English.counted($0.ids.count, "scenario")))" }, why)
    }
    add(comparison.unobserved.map { "\($0.place) (\($0.scenarios))" }, "one release does not show it")
    if comparison.old.isSaved, comparison.old.runs.count == 1 {
      lines.append("what varies by itself is not known: \(comparison.old.name) is not a report of run --repeat 2")
    }
    if comparison.failing > 0 {
      lines.append("\(English.counted(comparison.failing, "scenario")) failed with both releases")
    }
    if !comparison.skipped.isEmpty {
      lines.append("\(English.counted(comparison.skipped.count, "scenario")) skipped with both releases")
    }
    return lines
  }

  /// What a report does not have.
  var limits: [String] {
    var lines: [String] = []
    if comparison.hiddenSecrets > 0 {
      lines.append(
        "\(English.counted(comparison.hiddenSecrets, "secret")) compared by length only: a report has no secrets")
    }
    if comparison.verdictsOnly > 0 {
      let count = English.counted(comparison.verdictsOnly, "variation")
      lines.append("\(count) compared by verdict only: a report has no calls of variations that passed")
    }
    return lines
  }

  var headline: String {
    if comparison.obstacle != nil { return "nothing was compared" }
    let (compared, different) = (comparison.compared.count, comparison.different)
    let (open, causes) = (comparison.open.count, comparison.causes.count)
    let played = Set(comparison.compared)
    let total = compared + different.count { !played.contains($0) }
    var text =
      compared == 0 && causes == 0
      ? "nothing was compared"
      : causes == 0
        ? "\(English.counted(total, "scenario")): both releases did the same"
        : "\(English.grouped(different.count)) of \(English.counted(total, "scenario")) "
          + "\(different.count == 1 ? "differs" : "differ"): \(English.counted(causes, "cause"))"
    if causes > open { text += ", of which \(causes - open) accepted" }
    if comparison.unsteady > 0 { text += "; \(English.grouped(comparison.unsteady)) vary by themselves" }
    for (noun, all) in comparison.entryProblems.grouped(by: \.noun) { text += "; \(English.counted(all.count, noun))" }
    if !comparison.errored.isEmpty { text += "; \(Set(comparison.errored.map(\.id)).count) errored" }
    return text
  }
}

extension String {
  /// The text on one line, without what a terminal would interpret, and shortened if it is very long.
  var shownLine: CleanText { CleanText(self).map { Excerpt.beginning(of: $0, limit: 1000) } }

  var shownHTML: String { XMLWriter.content(shownLine.string) }
}
