import ContractCore

extension ConsoleText {
  /// Returns the last lines: counts and time, then remarks that limit what the counts mean.
  ///
  /// - Parameters:
  ///   - files: The reports that were written.
  ///   - leftAlone: The reports of the configuration that were not written, because the run is partial.
  ///   - next: What the user does next; nil if the run need not say that.
  func summary(
    _ report: RunReport, files: [(format: String, path: String)] = [],
    leftAlone: [(format: String, path: String)] = [], next: String? = nil
  ) -> CleanText {
    let status: Status = report.exitStatus == 0 ? .passed : report.exitStatus == 1 ? .failed : .errored
    var lines: [CleanText] = [
      "\(style.sign(status)) \(headline(report))  \(style.dim("\(Seconds.text(report.duration))"))"
    ]
    let remarks = report.hasBuiltNothing ? report.notices.map { ("note", $0.text) } : remarks(report)
    let end = next.map { [("next", $0)] } ?? []
    for (label, text) in remarks + Self.remarks(files, leftAlone: leftAlone) + end {
      lines.append("  \(style.dim(CleanText(label).padded(to: 12)))  \(text)")
    }
    return lines.joined(separator: "\n")
  }

  /// Returns how many scenarios and variations there were, how they ended, and what else fails the run.
  func headline(_ report: RunReport) -> CleanText {
    if report.hasBuiltNothing { return "build failed; nothing ran" }
    let counts = Self.counts(report.results)
    let total: CleanText =
      report.results.isEmpty ? "no scenarios" : "\(English.counted(report.results.count, "scenario"))"
    let nouns = report.problems.flatMap(\.cases).map(\.noun)
    let problems: [CleanText] = nouns.uniqued().compactMap { noun in
      let count = nouns.count { $0 == noun }
      return count == 0 ? nil : style.colored("\(English.counted(count, noun))", as: .failed)
    }
    let headline: CleanText =
      report.results.isEmpty
      ? report.variations.isEmpty ? total : ""
      : "\(total)\(Self.rounds(report.results.compactMap(\.runs?.total))): \(counted(counts))"
    let variations = variationCounts(report.variations)
    let parts = [headline, variations].filter { !$0.isEmpty }.joined(separator: "; ")
    return ([parts] + problems).joined(separator: ", ")
  }

  /// Returns how many variations there were, and how they ended; "" if there were none.
  private func variationCounts(_ variations: [VariedResult]) -> CleanText {
    if variations.isEmpty { return "" }
    var counts = Status.allCases.map { ($0, variations.count($0)) }.filter { $0.1 > 0 }.map {
      ($0.0, $0.0.counted($0.1))
    }
    let notRun = variations.reduce(0) { $0 + $1.notRun.count }
    if notRun > 0 { counts.append((.errored, "\(notRun) not run")) }
    let total = English.counted(variations.playedCount + notRun, "variation")
    // Runs that are not repeated have one round.
    let runs = variations.flatMap { $0.played.map(\.runs.total) }
    if counts.isEmpty { return "\(total)" }
    return "\(total)\(runs.contains { $0 > 1 } ? Self.rounds(runs) : ""): \(counted(counts))"
  }

  /// Returns how many times each scenario ran, if the run repeats its scenarios; otherwise "".
  private static func rounds(_ totals: [Int]) -> String {
    let totals = totals.filter { $0 > 0 }
    guard let least = totals.min(), let most = totals.max() else { return "" }
    return ", \(least < most ? "\(least) to " : "")\(English.counted(most, "run")) each"
  }

  private static func remarks(
    _ files: [(format: String, path: String)], leftAlone: [(format: String, path: String)]
  ) -> [(String, String)] {
    let written = files.map { format, path in
      ("report", "\(format)  \(path == ReportFile.standardOutput ? "standard output" : path)")
    }
    guard let first = leftAlone.first else { return written }
    let paths = leftAlone.map { $0.path == ReportFile.standardOutput ? "standard output" : $0.path }
    let why = "only a full run writes the reports of the configuration"
    return written + [
      ("not written", "\(paths.joined(separator: ", ")): \(why); to write one now, add --report \(first.format)=PATH")
    ]
  }

  /// Returns how much there was to watch.
  private static func watched(_ tallies: [SecurityTally]) -> String {
    let all = tallies.reduce(SecurityTally()) { $0.adding($1) }
    let requests = "\(English.counted(all.requests, "request")) to \(English.counted(all.hosts.count, "host"))"
    if all.secrets == 0 { return "\(requests); the client sent no secret, so none could leak" }
    return "\(requests), \(English.counted(all.secrets, "secret")) watched: \(all.leaked) leaked"
  }

  /// Returns what limits the meaning of the counts, each with its label.
  func remarks(_ report: RunReport) -> [(String, String)] {
    var remarks: [(String, String)] = []
    if let signal = report.interruptedBy {
      let hasRest = report.results.contains { !$0.verdict.hadTurn }
      remarks.append(("interrupted", "by \(signal)" + (hasRest ? "; scenarios that did not run are errored" : "")))
    }
    if let part = report.part {
      let scenarios = English.counted(part.scenarios, "scenario")
      let indexes = part.indexes.map(String.init).joined(separator: ", ")
      let whole = report.lostShards.isEmpty ? ", with \(report.results.count) of \(scenarios)" : ""
      remarks.append(("shard", "\(indexes.isEmpty ? "none" : indexes) of \(part.count)\(whole)"))
    }
    for shard in report.lostShards {
      let next = shard.isDouble ? "leave out one of them" : "to see how to run it, add --missing"
      remarks.append(("lost", "\(shard.why); \(next)"))
    }
    for client in report.unbuilt.sorted() { remarks.append(("not built", "\(client), so nothing of it ran")) }
    if report.exitStatus == 3, report.count(.errored) == 0, report.variations.isEmpty {
      let why = report.results.isEmpty ? "there was no scenario to run" : "every scenario was skipped"
      remarks.append(("nothing ran", "\(why), so nothing was tested; the exit status is 3"))
    }
    let unobserved = report.results.unobserved.map { name, scenarios, isHidden in
      // A whole request is hidden only if its connection is refused, its host is unknown, or its TLS fails.
      let why = isHidden ? "; no server sees it, because the connection fails" : ""
      return "\(name) (\(English.counted(scenarios, "scenario"))\(why))"
    }
    if !unobserved.isEmpty { remarks.append(("not checked", unobserved.joined(separator: ", "))) }
    remarks += Self.drift(report.results)
    let watched = report.results.watched.map { "\($0) (\(English.counted($1, "scenario")))" }
    if !watched.isEmpty { remarks.append(("secrets", watched.joined(separator: ", "))) }
    let tallies = report.variations.compactMap(\.tally)
    if !tallies.isEmpty { remarks.append(("security", Self.watched(tallies))) }
    for (reason, scenarios) in report.results.skipReasons {
      remarks.append(("skipped", "\(English.counted(scenarios, "scenario")): \(reason)"))
    }
    let leftOut = report.variations.map(\.leftOut).texts
    if !leftOut.isEmpty { remarks.append(("left out", leftOut.joined(separator: "; "))) }
    remarks += Self.remarks(report.accepted)
    let strength = self.remarks(report.strength)
    remarks += strength
    for (client, operations) in report.uncalledOperations {
      let names = operations.joined(separator: ", ")
      remarks.append(("not called", "operations of \(client) that no contract calls: \(names)"))
    }
    if settings.verbosity != .quiet,
      !(unobserved.isEmpty && watched.isEmpty && tallies.isEmpty && leftOut.isEmpty && strength.isEmpty)
    {
      remarks.append(("help", "what these lines mean: \(Documentation.page("reports.md#the-summary"))"))
    }
    remarks += report.notices.map { ("note", $0.text) }
    if settings.verbosity != .quiet {
      remarks += report.results.slowest.map { result in
        ("slowest", "\(Seconds.text(result.verdict.duration))  \(result.id)")
      }
    }
    return remarks
  }

  /// What differs in the answers of the real server, with which clients are content.
  private static func drift(_ results: [ScenarioResult]) -> [(String, String)] {
    let found = results.flatMap { result in (result.verdict.verified?.differences ?? []).map { ($0, result.id) } }
    let groups = found.grouped(by: \.0)
    var remarks = groups.prefix(driftLimit).map { text, all in
      ("differs", "\(text) (\(all[0].1)\(all.count > 1 ? ", and \(all.count - 1) more" : ""))")
    }
    if groups.count > driftLimit { remarks.append(("differs", "and \(groups.count - driftLimit) more differences")) }
    return remarks
  }

  private static let driftLimit = 40
}
