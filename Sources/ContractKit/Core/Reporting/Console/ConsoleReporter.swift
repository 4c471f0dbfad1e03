import Synchronization

/// Tells people how a run goes: a line per contract in contract order, what broke last, then the summary.
///
/// Results may be told from any thread and in any order.
package final class ConsoleReporter: Sendable {
  /// One client's run of one contract.
  private struct Key: Hashable {
    var client: String
    var contract: ObjectIdentifier

    init(_ client: String, _ contract: Contract) { (self.client, self.contract) = (client, ObjectIdentifier(contract)) }
  }

  private struct State {
    var plan = RunPlan([])
    var columns = ConsoleText.Columns(RunPlan([]))
    /// The results of each part until its line is out.
    var results: [[ScenarioResult]] = []
    /// How each part stood when its line came out.
    var tallies: [[Int]] = []
    var indices: [Key: Int] = [:]
    /// The first part whose line is not out yet.
    var next = 0
    /// Whose contract's line came out last.
    var lastClient: String?
    var counts: [Status: Int] = [:]
    var isProgressShown = false
    var lastDrawn: ContinuousClock.Instant?
  }

  private let text: ConsoleText
  private let write: @Sendable (String) -> Void
  private let now: @Sendable () -> ContinuousClock.Instant
  /// Held while text is written, so that lines do not mix.
  private let state = Mutex(State())

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - now: The clock that keeps the progress line from being drawn more often than 20 times a second.
  ///   - write: Takes text as it is to appear, line ends included; called under a lock, one call at a time.
  package init(
    _ settings: ConsoleSettings, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    write: @escaping @Sendable (String) -> Void
  ) {
    text = ConsoleText(settings)
    self.now = now
    self.write = write
  }

  /// The run begins: what it is going to do.
  package func begin(_ plan: RunPlan) {
    state.withLock { state in
      state.plan = plan
      state.columns = ConsoleText.Columns(plan)
      state.results = Array(repeating: [], count: plan.parts.count)
      state.tallies = state.results.map { _ in [] }
      for (index, part) in plan.parts.enumerated() {
        state.indices[Key(part.client, part.contract)] = index
      }
      flush(&state)
      drawProgress(&state)
    }
  }

  /// A line that belongs to no scenario: what is being built, why a driver was started anew. Left out when quiet.
  package func say(_ line: String) {
    guard text.settings.verbosity != .quiet else { return }
    state.withLock { state in
      eraseProgress(&state)
      write(line.cleanedLine + "\n")
      drawProgress(&state)
    }
  }

  /// A scenario's result, provisional until its driver has ended; asked for only where something is told of it.
  package func finished(_ result: @autoclosure () -> ScenarioResult) {
    guard text.settings.verbosity != .quiet || text.settings.isLive else { return }
    let result = result()
    state.withLock { state in
      state.counts[result.verdict.status, default: 0] += 1
      if let index = state.indices[Key(result.client, result.contract)] { state.results[index].append(result) }
      flush(&state)
      drawProgress(&state, after: result)
    }
  }

  /// The run has ended: contracts that never came to an end, what broke, and the summary.
  ///
  /// - Parameter files: The reports that were written, by format.
  package func end(_ report: RunReport, files: [(format: String, path: String)] = []) {
    state.withLock { state in
      eraseProgress(&state)
      let isQuiet = text.settings.verbosity == .quiet
      let final = isQuiet ? [] : report.results.byContract
      let parts = final.compactMap(Self.part)
      if state.plan.parts.isEmpty { state.columns = ConsoleText.Columns(RunPlan(parts)) }
      var lines: [String] = []
      for (part, results) in zip(parts, final) {
        let index = state.indices[Key(part.client, part.contract)]
        // A line that is out already is told again only where a driver's end changed it.
        if let index, index < state.next, state.tallies[index] == Self.tally(results) { continue }
        lines += contractLines(part, results, &state)
      }
      state.next = state.plan.parts.count
      if !isQuiet, !lines.isEmpty { write(lines.joined(separator: "\n") + "\n") }
      let details = text.details(report.results)
      var blocks = details.isEmpty ? [] : [details]
      blocks.append(text.summary(report, files: files))
      let isFirst = isQuiet || report.results.isEmpty
      write((isFirst ? "" : "\n") + blocks.joined(separator: "\n\n") + "\n")
    }
  }

  // MARK: Lines

  /// Writes the lines of complete contracts, as far as no incomplete one comes before them.
  private func flush(_ state: inout State) {
    while state.next < state.plan.parts.count {
      let part = state.plan.parts[state.next]
      let results = state.results[state.next]
      guard results.count >= part.scenarios else { return }
      if text.settings.verbosity != .quiet {
        eraseProgress(&state)
        write(contractLines(part, results, &state).joined(separator: "\n") + "\n")
      }
      state.tallies[state.next] = Self.tally(results)
      state.results[state.next] = []
      state.next += 1
    }
  }

  private func contractLines(
    _ part: RunPlan.Part, _ results: some Collection<ScenarioResult>, _ state: inout State
  ) -> [String] {
    var lines: [String] = []
    if state.plan.hasSeveralClients, state.lastClient != part.client {
      lines += (state.lastClient == nil ? [] : [""]) + [text.clientLine(part.client)]
    }
    state.lastClient = part.client
    lines.append(text.contractLine(part, results, columns: state.columns))
    if text.settings.verbosity == .verbose {
      // A scenario that is run again to be sure comes later than those after it in the contract.
      lines += results.sorted { $0.line < $1.line }.flatMap(text.scenarioLines)
    }
    return lines
  }

  /// The part of the run that some results of one contract are.
  private static func part(_ results: ArraySlice<ScenarioResult>) -> RunPlan.Part? {
    results.first.map { RunPlan.Part(client: $0.client, contract: $0.contract, scenarios: results.count) }
  }

  private static func tally(_ results: some Collection<ScenarioResult>) -> [Int] {
    Status.allCases.map(results.count)
  }

  // MARK: Progress

  private func drawProgress(_ state: inout State, after result: ScenarioResult? = nil) {
    guard text.settings.isLive, state.next < state.plan.parts.count else { return }
    let now = now()
    if result != nil, let last = state.lastDrawn, state.isProgressShown, now - last < .milliseconds(50) { return }
    let done = state.counts.values.reduce(0, +)
    let total = state.plan.parts.reduce(0) { $0 + $1.scenarios }
    let part = state.plan.parts[state.next]
    let (client, contract) = (result?.client ?? part.client, result?.contract ?? part.contract)
    let line = text.progressLine(done: done, of: total, counts: state.counts, at: "\(client)/\(contract.name)")
    write((state.isProgressShown ? Self.erase : "") + line)
    state.isProgressShown = true
    state.lastDrawn = now
  }

  private func eraseProgress(_ state: inout State) {
    if state.isProgressShown { write(Self.erase) }
    state.isProgressShown = false
  }

  /// Back to the line's beginning, and everything on it gone.
  private static let erase = "\r\u{1B}[2K"
}
