import ContractCore

/// The text of the console, built from data. It has no state and prints nothing.
struct ConsoleText: Sendable {
  var settings: ConsoleSettings
  var style: ConsoleStyle

  init(_ settings: ConsoleSettings) {
    self.settings = settings
    style = ConsoleStyle(isColored: settings.isColored)
  }

  var text: ResultText { ResultText(style: style, commands: settings.commands) }

  /// Creates the text for a file with a report. Its commands have the options of the run.
  init(_ report: RunReport) { self.init(ConsoleSettings(commands: report.commands)) }

  // MARK: While it runs

  /// The widths of the first two columns of the contract lines.
  struct Columns: Sendable {
    var endpoint: Int
    var file: Int

    init(_ plan: RunPlan) {
      endpoint = min(40, plan.parts.map { CleanText($0.contract.endpoint).columns }.max() ?? 0)
      file = plan.parts.map { CleanText($0.contract.source.path).columns }.max() ?? 0
    }
  }

  /// Returns the line above a client's contracts, for a run with multiple clients.
  func clientLine(_ client: String) -> CleanText { style.bold("\(client)") }

  /// Returns a contract's line: `✓ create todo  specs/todo/create-todo.contract.json  8 passed  0.02 s`.
  ///
  /// - Parameter variations: How many variations ended with each status.
  func contractLine(
    _ part: RunPlan.Part, _ results: some Collection<ScenarioResult>, _ variations: [Status: Int] = [:],
    columns: Columns
  ) -> CleanText {
    let counts = Self.counts(results, variations)
    let time = Seconds.text(Self.elapsed(results))
    var endpointWidth = columns.endpoint
    var fileWidth = columns.file
    if let width = settings.width {
      let fixed = 2 + 2 + counts.map(\.1).joined(separator: ", ").columns + 2 + time.columns
      endpointWidth = max(1, min(endpointWidth, width - fixed))
      fileWidth = min(fileWidth, width - fixed - endpointWidth - 2)
    }
    var line: CleanText = "\(style.sign(Self.status(results, variations))) "
    line += CleanText(part.contract.endpoint).cut(to: endpointWidth).padded(to: endpointWidth) + "  "
    // A few letters of a path are useless (`….contract.json`), so that the rest gets their space.
    if fileWidth >= min(20, columns.file) {
      line += style.dim(CleanText(part.contract.source.path).cutFront(to: fileWidth).padded(to: fileWidth)) + "  "
    }
    return line + counted(counts) + "  " + style.dim("\(time)")
  }

  /// Returns a scenario's line under its contract, and a line for each of its requests.
  func scenarioLines(_ result: ScenarioResult) -> [CleanText] {
    let verdict = result.verdict
    var line: CleanText = "  \(style.sign(verdict.status)) \(result.shortName)"
    line += "  " + style.dim("\(ResultText.circumstances(result).joined(separator: "  "))")
    line += "  " + style.dim("\(Seconds.fixed(verdict.duration, decimals: 3)) s")
    if verdict.status != .passed, let reason = verdict.leadingReason {
      line += "  " + style.colored("\(reason.summary)", as: verdict.status)
    }
    return [line]
      + verdict.record.map { exchanged in
        let request = exchanged.request
        return "      " + style.dim("\(request.method) \(request.shownURL) → \(Self.reply(exchanged.reply))")
      }
  }

  /// Returns the line that is drawn and erased while scenarios run: `12 of 35  1 failed  3 s  todo/create-todo`.
  ///
  /// - Parameters:
  ///   - elapsed: How many seconds the run has taken so far.
  ///   - place: A contract that runs, or the id of the scenario that has run longest.
  ///   - running: How many seconds that scenario has been running; 0 if `place` is a contract.
  ///   - round: The round and the number of rounds, such as `round 3 of 50`, if scenarios are repeated.
  func progressLine(
    done: Int, of total: Int, counts: [Status: Int], elapsed: Double, at place: String, running: Double,
    round: String? = nil
  ) -> CleanText {
    var parts = (round.map { [$0] } ?? []) + ["\(done) of \(total)"]
    for status in [Status.failed, .errored] {
      if let count = counts[status], count > 0 { parts.append("\(count) \(status.rawValue)") }
    }
    parts += Seconds.elapsed(elapsed).map { [$0] } ?? []
    let end: CleanText = Seconds.elapsed(running).map { "  running for \($0)" } ?? ""
    let begin: CleanText = "  \(parts.joined(separator: "  "))  "
    var place = CleanText(place)
    // The end of an id is its most useful part.
    if let width = settings.width, !end.isEmpty { place = place.cutFront(to: width - 1 - (begin + end).columns) }
    let line = begin + place + end
    return style.dim(settings.width.map { line.cut(to: $0 - 1) } ?? line)
  }

  /// Returns a text of multiple lines as the terminal shows it.
  func wrapped(_ text: CleanText) -> CleanText { text.wrapped(to: settings.width) }

  // MARK: Parts of lines

  /// Returns the worst status of multiple scenarios.
  static func status(_ results: some Collection<ScenarioResult>, _ variations: [Status: Int] = [:]) -> Status {
    let statuses = results.map { $0.verdict.status }
    return [Status.failed, .errored, .knownIssue, .passed].first {
      statuses.contains($0) || variations[$0] ?? 0 > 0
    } ?? .skipped
  }

  /// Returns the time during which at least one call ran. Calls that ran at the same time count once.
  static func elapsed(_ results: some Collection<ScenarioResult>) -> Double {
    let calls = results.filter { $0.verdict.duration > 0 }
    let known = calls.compactMap { call in call.verdict.began.map { ($0, $0 + call.verdict.duration) } }
      .sorted { $0.0 < $1.0 }
    guard known.count == calls.count else { return calls.reduce(0) { $0 + $1.verdict.duration } }
    var (elapsed, end) = (0.0, -Double.infinity)
    for (begin, finish) in known where finish > end {
      elapsed += finish - max(begin, end)
      end = finish
    }
    return elapsed
  }

  /// Returns the counts that are not zero: `6 passed`, `1 failed`, `2 known issues`.
  ///
  /// Variations follow: `118 variations`, or `118 variations (2 failed)`.
  static func counts(
    _ results: some Collection<ScenarioResult>, _ variations: [Status: Int] = [:]
  ) -> [(Status, String)] {
    var counts = zip(Status.allCases, results.tally).filter { $0.1 > 0 }.map { ($0.0, $0.0.counted($0.1)) }
    let played = variations.filter { $0.key != .skipped }
    let total = played.values.reduce(0, +)
    if total > 0 {
      let others = Status.allCases.filter { $0 != .passed }
        .compactMap { status in played[status].flatMap { $0 > 0 ? status.counted($0) : nil } }
      let worst = [Status.failed, .errored, .knownIssue].first { played[$0] ?? 0 > 0 } ?? .passed
      let end = others.isEmpty ? "" : " (\(others.joined(separator: ", ")))"
      counts.append((worst, English.counted(total, "variation") + end))
    }
    return counts.isEmpty ? [(.skipped, "none ran")] : counts
  }

  /// Returns the counts as text. Every status except `passed` is in color.
  func counted(_ counts: [(Status, String)]) -> CleanText {
    counts.map { $0.0 == .passed ? CleanText($0.1) : style.colored("\($0.1)", as: $0.0) }.joined(separator: ", ")
  }

  private static func reply(_ reply: Reply?) -> String {
    guard let reply else { return "no response" }
    let answer =
      switch reply.kind {
      case .status(let status): String(status)
      case .nonHTTP: "not HTTP"
      case .networkError(let error): "\(error.domain) \(error.code)"
      }
    return reply.attributed(answer)
  }
}
