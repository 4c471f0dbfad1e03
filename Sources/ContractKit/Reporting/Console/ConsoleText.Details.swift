import ContractCore
import Foundation

extension ConsoleText {
  /// Returns the causes of the scenarios that did not pass, with one scenario in full for each cause; "" if every
  /// scenario passed. If the console is verbose, returns every scenario in full.
  ///
  /// - Parameter variations: The variations of the run, of which `results` has those that did not pass.
  func details(_ results: [ScenarioResult], variations: [VariedResult] = []) -> CleanText {
    let blocks =
      if settings.verbosity == .verbose {
        // Whatever prevented all of these scenarios is printed once, even so.
        results.filter { $0.verdict.status.isBroken && $0.verdict.tookPlace }.map(detail)
          + causes(results.filter { $0.verdict.status.isBroken && !$0.verdict.tookPlace })
      } else {
        causes(results, variations)
      }
    return blocks.joined(separator: "\n\n")
  }

  /// Returns the number of causes, if more than one scenario has causes, and a text for each of them.
  private func causes(_ results: [ScenarioResult], _ varied: [VariedResult] = []) -> [CleanText] {
    let causes = Causes(of: results, variations: varied)
    var blocks = texts(of: causes, results, atMost: Self.shownCauses)
    let more = causes.all.count - blocks.count
    if more > 0 {
      blocks.append(
        "and \(English.counted(more, "more cause")); for all of them, add --verbose, or --report html=report.html")
    }
    if causes.resultCount < 2 { return blocks }
    let variations = results.count { $0.scenario.variation != nil && $0.verdict.status.isBroken }
    let counts = English.counted(scenarios: causes.resultCount - variations, variations: variations)
    let count: CleanText = "\(English.counted(causes.all.count, "cause")) in \(counts.joined(separator: " and "))"
    return [style.bold(count)] + blocks
  }

  /// The maximum number of causes. Those of most scenarios come first.
  private static let shownCauses = 100

  /// Returns the text about each cause of results.
  ///
  /// - Parameter limit: The maximum number of causes; all by default.
  func texts(of causes: Causes, _ results: [ScenarioResult], atMost limit: Int = .max) -> [CleanText] {
    var printed: Set<Int> = []
    return causes.all.prefix(limit).map { cause in
      let isFirst = printed.insert(cause.shown).inserted
      return detail(cause, causes, results, showsOutput: isFirst)
    }
  }

  /// Returns the text about one scenario that did not pass, with the command that runs it alone.
  func detail(_ result: ScenarioResult) -> CleanText {
    (text.account(of: result) + ["  " + alone(result)]).joined(separator: "\n")
  }

  /// Returns the text about one cause: the scenario that shows it best, and the ids of the others.
  private func detail(_ cause: Cause, _ causes: Causes, _ results: [ScenarioResult], showsOutput: Bool) -> CleanText {
    let result = results[cause.shown]
    let reasons = causes.reasons(of: cause, inResult: cause.shown).map { result.verdict.reasons[$0] }
    let all = cause.results.map { results[$0] }
    var lines = text.heading(result) + text.reasons(reasons, result.difference, learning: text.filters(all))
    // The output ends with the backtrace of a crash, which belongs to the cause of the crash.
    func crashes(_ reasons: [Reason]) -> Bool { reasons.contains { $0.kind == .crashed } }
    if showsOutput, !crashes(result.verdict.reasons) || crashes(reasons) {
      lines += text.printed(result.verdict.output)
    }
    lines.append("  " + alone(result))
    let others = cause.results.filter { $0 != cause.shown }.map { results[$0] }.firstOfEachContract(after: result)
    if !others.isEmpty { lines.append(self.others(others.map(\.id))) }
    return lines.joined(separator: "\n")
  }

  /// Returns the command that runs a scenario alone, with a title.
  func alone(_ result: ScenarioResult) -> CleanText { "\(style.dim("run it alone:")) \(command(alone: result))" }

  func command(alone result: ScenarioResult) -> String { settings.commands.run(alone: CleanText(result.id).string) }

  /// The columns of the ids of other scenarios, if the terminal does not set the width.
  private static let othersWidth = 160

  /// Returns a line with the ids of the other scenarios that have a cause, as many as fit, and the number of the rest.
  private func others(_ ids: [String]) -> CleanText {
    let title: CleanText = "also in \(ids.count == 1 ? "1 other" : "\(ids.count) others"):"
    var (line, used): (CleanText, Int) = ("  \(style.dim(title))", 2 + title.columns)
    for (index, id) in ids.enumerated() {
      let rest = ids.count - index
      let end: CleanText = "\(English.andMore(rest - 1))"
      let next: CleanText = "\(index == 0 ? " " : ", ")\(id)"
      if index > 0, used + (next + end).columns > settings.width ?? Self.othersWidth {
        line += ", and \(rest) more"
        break
      }
      line += next
      used += next.columns
    }
    return line
  }

  // MARK: Known issues

  /// Returns a text about each known issue, with its reasons and the entries that cover them.
  func knownDetails(_ results: [ScenarioResult]) -> [CleanText] {
    results.filter { $0.verdict.status == .knownIssue }.map { result in
      let entries: [CleanText] = result.knownIssues.map { "  known issue at \($0.range.lineDescription): \($0.reason)" }
      return ([detail(result)] + entries).joined(separator: "\n")
    }
  }

  /// Returns a text about each accepted entry that fails the run, with its place and what to do.
  func entryProblems(_ report: RunReport) -> [CleanText] {
    report.entryProblems.map { style.failure($0.text, at: $0.range.lineDescription) }
  }

  /// Returns a line of the summary for each entry that covers failures.
  static func remarks(_ issues: [AcceptedResult]) -> [(String, String)] {
    issues.filter { !$0.scenarios.isEmpty }.map { result in
      let count = English.counted(scenarios: result.scenarios.count - result.variations, variations: result.variations)
      let place = result.entry.range.lineDescription
      return ("known issue", "\(place)  \(count.joined(separator: ", ")): \(result.entry.reason)")
    }
  }
}

extension [ScenarioResult] {
  /// The results, in order, with the first one of each further contract before the others.
  fileprivate func firstOfEachContract(after shown: ScenarioResult) -> [ScenarioResult] {
    var seen: Set<String> = [shown.contract.name]
    let isFirst = map { seen.insert($0.contract.name).inserted }
    return zip(self, isFirst).filter(\.1).map(\.0) + zip(self, isFirst).filter { !$0.1 }.map(\.0)
  }
}

extension Status {
  /// Makes the status whose sign stands before the result of a command.
  init(ofExit status: Int32) { self = status == 0 ? .passed : status == 1 ? .failed : .errored }

  /// Returns a number of scenarios with this status: `2 passed`, `2 known issues`.
  func counted(_ count: Int) -> String {
    self == .knownIssue ? English.counted(count, "known issue") : "\(English.grouped(count)) \(rawValue)"
  }
}
