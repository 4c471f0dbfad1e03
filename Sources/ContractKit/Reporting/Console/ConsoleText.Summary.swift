import ContractCore

extension ConsoleText {
  /// Returns the last lines: counts and time, what limits them, the reports, and what the user does next.
  ///
  /// If everything passed, and the console is not verbose, they are at most four.
  ///
  /// - Parameters:
  ///   - files: The reports that were written.
  ///   - leftAlone: The reports of the configuration that were not written, because the run is partial.
  ///   - next: What the user does next; nil if the run need not say that.
  func summary(
    _ report: RunReport, files: [(format: String, path: String)] = [],
    leftAlone: [(format: String, path: String)] = [], next: String? = nil
  ) -> CleanText {
    let status = Status(ofExit: report.exitStatus)
    let headline: CleanText =
      "\(style.sign(status)) \(headline(report))  \(style.dim("\(Seconds.text(report.duration))"))"
    var remarks: [(String, String)] =
      if report.hasBuiltNothing {
        report.notices.map { ("note", $0.text) }
      } else if settings.verbosity == .verbose {
        self.remarks(report)
      } else {
        limits(report) + note(report, isGreen: status == .passed)
      }
    if let reports = Self.reports(files, leftAlone: leftAlone) { remarks.append(("reports", reports)) }
    if let next { remarks.append(("next", next)) }
    return ([headline] + lines(remarks)).joined(separator: "\n")
  }

  /// Returns a line for each text, with its label.
  func lines(_ remarks: [(String, String)]) -> [CleanText] {
    remarks.map { label, text in "  \(style.dim(CleanText(label).padded(to: Self.labelWidth)))  \(text)" }
  }

  private static let labelWidth = 12

  /// Returns how many scenarios and variations there were, how they ended, and what else fails the run.
  func headline(_ report: RunReport) -> CleanText {
    if report.hasBuiltNothing { return "build failed; nothing ran" }
    let counts = Self.counts(report.results)
    let total: CleanText =
      report.results.isEmpty ? "no scenarios" : "\(English.counted(report.results.count, "scenario"))"
    var problems = report.problems.flatMap(\.cases).grouped(by: \.noun).map { noun, all in
      style.colored("\(English.counted(all.count, noun))", as: .failed)
    }
    let headline: CleanText =
      report.results.isEmpty
      ? report.variations.isEmpty ? total : ""
      : ended(total, Self.rounds(report.results.compactMap(\.runs?.total)), counts)
    let variations = variationCounts(report.variations)
    // A strict run fails because of them, although they passed.
    let vacuous = report.strength.map { $0.isStrict ? $0.vacuous : 0 } ?? 0
    if vacuous > 0 { problems.append(style.colored("\(vacuous) vacuous", as: .failed)) }
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
    return ended("\(total)", runs.contains { $0 > 1 } ? Self.rounds(runs) : "", counts)
  }

  /// Returns how many there were, and how they ended: `3 scenarios passed`, or `3 scenarios: 2 passed, 1 failed`.
  private func ended(_ total: CleanText, _ rounds: String, _ counts: [(Status, String)]) -> CleanText {
    if rounds.isEmpty, counts.map(\.0) == [.passed] { return "\(total) passed" }
    return "\(total)\(rounds): \(counted(counts))"
  }

  /// Returns how many times each scenario ran, if the run repeats its scenarios; otherwise "".
  private static func rounds(_ totals: [Int]) -> String {
    let totals = totals.filter { $0 > 0 }
    guard let least = totals.min(), let most = totals.max() else { return "" }
    return ", \(least < most ? "\(least) to " : "")\(English.counted(most, "run")) each"
  }

  /// Returns where the reports are; nil if there are none.
  private static func reports(
    _ files: [(format: String, path: String)], leftAlone: [(format: String, path: String)]
  ) -> String? {
    func name(_ path: String) -> String { path == ReportFile.standardOutput ? "standard output" : path }
    var texts = files.isEmpty ? [] : [files.map { "\($0.format) \(name($0.path))" }.joined(separator: ", ")]
    if let first = leftAlone.first {
      let paths = leftAlone.map { name($0.path) }.joined(separator: ", ")
      texts.append("\(paths) not written, because the command line changed what ran: add --report \(first.format)=PATH")
    }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }

  private static func skipped(_ report: RunReport) -> [(String, String)] {
    report.results.skipReasons.map { ("skipped", "\(English.counted($1, "scenario")): \($0)") }
  }

  /// Returns how much there was to watch.
  private static func watched(_ tallies: [SecurityTally]) -> String {
    let all = tallies.reduce(SecurityTally()) { $0.adding($1) }
    let requests = "\(English.counted(all.requests, "request")) to \(English.counted(all.hosts.count, "host"))"
    if all.secrets == 0 { return "\(requests); the client sent no secret, so none could leak" }
    return "\(requests), \(English.counted(all.secrets, "secret")) watched: \(all.leaked) leaked"
  }

  /// Returns why the counts are not those of a whole run, or why it failed although no scenario did, each with its label.
  private func limits(_ report: RunReport) -> [(String, String)] {
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
    if report.hasRunNothing {
      let why = report.results.isEmpty ? "there was no scenario to run" : "every scenario was skipped"
      remarks.append(("nothing ran", "\(why), so nothing was tested; the exit status is 3"))
      remarks += Self.skipped(report)
    }
    // The tables of `--prove` have them.
    if let strength = report.strength, strength.isStrict, strength.mutants.isEmpty { remarks += vacuous(strength) }
    return remarks
  }

  /// Returns what a console that is not verbose says besides the limits: notices and, if everything passed, what nobody
  /// checked and the reader can change, in one line.
  private func note(_ report: RunReport, isGreen: Bool) -> [(String, String)] {
    let notices = report.notices.map(\.text)
    if !isGreen { return notices.map { ("note", $0) } }
    let texts = notices + gaps(report)
    if texts.isEmpty { return [] }
    let room = (settings.width ?? 80) - Self.labelWidth - 4
    func joined(_ count: Int) -> String {
      let more = texts.count > count ? ["\(texts.count - count) more: --verbose"] : []
      return (texts.prefix(count) + more).joined(separator: "; ")
    }
    // The first text is whole, because it may have a command.
    let count = (1...texts.count).last { joined($0).columns <= room } ?? 1
    return [("note", joined(count))]
  }

  /// Returns what nobody checked in a run that passed, as far as the reader can change it.
  private func gaps(_ report: RunReport) -> [String] {
    // What the other transport of the same run shows is not a gap. Lazy, because there may be a hundred thousand results.
    let single = report.results.lazy.filter { !$0.namesTransport }
    var gaps = report.results.watched.map { "\($0.text) (\(English.counted($1, "scenario")))" }
    gaps += single.skipReasons.map { reason, scenarios in "\(scenarios) skipped: \(reason)" }
    if let strength = report.strength { gaps += Self.gaps(strength) }
    // Loopback shows less than memory only of clients that cannot run in memory.
    gaps += single.filter { $0.transport == .memory }.unobserved.map { name, scenarios, _ in
      "\(name) not checked (\(English.counted(scenarios, "scenario")))"
    }
    return gaps
      + report.uncalledOperations.map { client, operations in
        "no contract calls \(operations.joined(separator: ", ")) of \(client)"
      }
  }

  /// Returns all that is known about the meaning of the counts, each with its label.
  func remarks(_ report: RunReport) -> [(String, String)] {
    func line(_ label: String, _ texts: [String], separator: String = ", ") -> [(String, String)] {
      texts.isEmpty ? [] : [(label, texts.joined(separator: separator))]
    }
    let unobserved = report.results.unobserved.map { name, scenarios, isHidden in
      // A whole request is hidden only if its connection is refused, its host is unknown, or its TLS fails.
      let why = isHidden ? "; no server sees it, because the connection fails" : ""
      return "\(name) (\(English.counted(scenarios, "scenario"))\(why))"
    }
    let watched = report.results.watched.map { "\($0.rawValue) (\(English.counted($1, "scenario")))" }
    let tallies = report.variations.compactMap(\.tally)
    let uncalled = report.uncalledOperations.map { client, operations in
      ("not called", "operations of \(client) that no contract calls: \(operations.joined(separator: ", "))")
    }
    let all: [[(String, String)]] = [
      limits(report), line("not checked", unobserved), line("secrets", watched),
      tallies.isEmpty ? [] : [("security", Self.watched(tallies))], report.hasRunNothing ? [] : Self.skipped(report),
      line("left out", report.variations.map(\.leftOut).texts, separator: "; "), Self.remarks(report.accepted),
      remarks(report.strength), uncalled, report.notices.map { ("note", $0.text) },
      report.results.slowest.map { ("slowest", "\(Seconds.text($0.verdict.duration))  \($0.id)") },
      Self.longest(report.variations),
    ]
    return all.flatMap(\.self)
  }

  /// Returns the variation that took the longest, if it took at least a second: most of these wait.
  private static func longest(_ variations: [VariedResult]) -> [(String, String)] {
    let longest = variations.lazy.flatMap { result in result.played.lazy.map { (result, $0) } }
      .max { $0.1.duration < $1.1.duration }
    guard let (result, played) = longest, played.duration >= 1 else { return [] }
    return [("longest", "\(Seconds.text(Double(played.duration)))  \(result.id(of: played.variation))")]
  }

  /// Returns what differs in the answers of the real server although the client accepts it.
  static func drift(_ results: [ScenarioResult]) -> [(String, String)] {
    let found = results.flatMap { result in (result.verdict.verified?.differences ?? []).map { ($0, result.id) } }
    let groups = found.grouped(by: \.0)
    var remarks = groups.prefix(driftLimit).map { text, all in
      ("differs", "\(text) (\(all[0].1)\(English.andMore(all.count - 1)))")
    }
    if groups.count > driftLimit { remarks.append(("differs", "and \(groups.count - driftLimit) more differences")) }
    return remarks
  }

  private static let driftLimit = 40
}
