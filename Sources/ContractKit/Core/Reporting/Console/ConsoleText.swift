/// What people see, as text made of data: no state, no output.
struct ConsoleText: Sendable {
  var settings: ConsoleSettings
  var style: ConsoleStyle

  init(_ settings: ConsoleSettings) {
    self.settings = settings
    style = ConsoleStyle(isColored: settings.isColored)
  }

  // MARK: While it runs

  /// How wide the first two columns of the contract lines are.
  struct Columns: Sendable {
    var endpoint: Int
    var file: Int

    init(_ plan: RunPlan) {
      endpoint = min(40, plan.parts.map { $0.contract.endpoint.cleanedLine.columns }.max() ?? 0)
      file = plan.parts.map { $0.contract.source.path.cleanedLine.columns }.max() ?? 0
    }
  }

  /// The line that stands over a client's contracts where there are several clients.
  func clientLine(_ client: String) -> String { style.bold(client.cleanedLine) }

  /// A contract's line: `✓ create todo  specs/todo/create-todo.contract.json  8 passed  0.02 s`.
  func contractLine(_ part: RunPlan.Part, _ results: some Collection<ScenarioResult>, columns: Columns) -> String {
    let counts = Self.counts(results)
    let time = Seconds.text(Self.elapsed(results))
    var endpointWidth = columns.endpoint
    var fileWidth = columns.file
    if let width = settings.width {
      let fixed = 2 + 2 + counts.map(\.1).joined(separator: ", ").columns + 2 + time.columns
      endpointWidth = max(1, min(endpointWidth, width - fixed))
      fileWidth = min(fileWidth, width - fixed - endpointWidth - 2)
    }
    var line = "\(style.sign(Self.status(results))) "
    line += part.contract.endpoint.cleanedLine.cut(to: endpointWidth).padded(to: endpointWidth) + "  "
    // What is left of a path in a few letters says nothing (`….contract.json`): the room is left to the rest.
    if fileWidth >= min(20, columns.file) {
      line += style.dim(part.contract.source.path.cleanedLine.cutFront(to: fileWidth).padded(to: fileWidth)) + "  "
    }
    return line + counted(counts) + "  " + style.dim(time)
  }

  /// A scenario's line under its contract, and a line for each of its requests.
  func scenarioLines(_ result: ScenarioResult) -> [String] {
    let verdict = result.verdict
    var line = "  \(style.sign(verdict.status)) \(result.shortName.cleanedLine)"
    line += "  " + style.dim(Self.circumstances(result).joined(separator: "  "))
    line += "  " + style.dim(Seconds.fixed(verdict.duration, decimals: 3) + " s")
    if verdict.status != .passed, let reason = verdict.leadingReason {
      line += "  " + style.colored(reason.summary.cleanedLine, as: verdict.status)
    }
    return [line]
      + verdict.record.map { exchanged in
        let request = "\(exchanged.request.method) \(exchanged.request.masked.url)".cleanedLine
        return "      " + style.dim("\(request) → \(Self.reply(exchanged.reply))")
      }
  }

  /// The line that is drawn while scenarios run, and erased: `12 of 35  1 failed  todo/create-todo`.
  func progressLine(done: Int, of total: Int, counts: [Status: Int], at place: String) -> String {
    var parts = ["\(done) of \(total)"]
    for status in [Status.failed, .errored] {
      if let count = counts[status], count > 0 { parts.append("\(count) \(status.rawValue)") }
    }
    parts.append(place.cleanedLine)
    let line = "  " + parts.joined(separator: "  ")
    return style.dim(settings.width.map { line.cut(to: $0 - 1) } ?? line)
  }

  // MARK: Parts of lines

  /// The status of several scenarios together: the worst of them.
  static func status(_ results: some Collection<ScenarioResult>) -> Status {
    [Status.failed, .errored, .passed].first { results.count($0) > 0 } ?? .skipped
  }

  /// The time in which at least one of the calls ran: calls that ran at the same time do not add up.
  static func elapsed(_ results: some Collection<ScenarioResult>) -> Double {
    let calls = results.map(\.verdict).filter { $0.duration > 0 }
    let known = calls.compactMap { call in call.began.map { ($0, $0 + call.duration) } }.sorted { $0.0 < $1.0 }
    guard known.count == calls.count else { return calls.reduce(0) { $0 + $1.duration } }
    var (elapsed, end) = (0.0, -Double.infinity)
    for (begin, finish) in known where finish > end {
      elapsed += finish - max(begin, end)
      end = finish
    }
    return elapsed
  }

  /// `6 passed`, `1 failed`: those that there are.
  static func counts(_ results: some Collection<ScenarioResult>) -> [(Status, String)] {
    let counts = Status.allCases.map { ($0, results.count($0)) }.filter { $0.1 > 0 }
    return counts.isEmpty ? [(.skipped, "none ran")] : counts.map { ($0.0, "\($0.1) \($0.0.rawValue)") }
  }

  /// Counts with what is wrong in colour.
  func counted(_ counts: [(Status, String)]) -> String {
    counts.map { $0.0 == .passed ? $0.1 : style.colored($0.1, as: $0.0) }.joined(separator: ", ")
  }

  /// How many kinds are told one by one.
  private static let shownKinds = 10

  /// What kind of scenario it is, and how its requests travel.
  static func circumstances(_ result: ScenarioResult) -> [String] {
    var kinds = result.kinds.prefix(shownKinds).map(\.rawValue)
    if kinds.isEmpty { kinds.append("no exchange") }
    if result.kinds.count > shownKinds { kinds.append("and \(result.kinds.count - shownKinds) more") }
    return [kinds.joined(separator: ", "), result.transport.rawValue]
  }

  private static func reply(_ reply: Reply?) -> String {
    guard let reply else { return "no response" }
    let answer =
      switch reply.kind {
      case .status(let status): String(status)
      case .nonHTTP: "not HTTP"
      case .networkError(let error): "\(error.domain) \(error.code)".cleanedLine
      }
    return reply.attributed(answer)
  }
}
