package import ContractCore
import Synchronization

/// Prints the progress of a run: a line for each contract in contract order, then the scenarios that did not pass, then
/// the summary.
///
/// Results may come from any thread and in any order.
package final class ConsoleReporter: Sendable {
  private struct State {
    var plan = RunPlan([])
    var columns = ConsoleText.Columns(RunPlan([]))
    /// The results of each part until its line is printed.
    var results: [[ScenarioResult]] = []
    /// The statuses of the variations of each part.
    var variations: [[Status: Int]] = []
    /// The counts of each part when its line was printed.
    var tallies: [[Int]] = []
    var indices: [ContractRun: Int] = [:]
    /// The first part whose line is not printed yet.
    var next = 0
    /// The client of the line that was printed last.
    var lastClient: String?
    /// The clients of which nothing is printed, because their build failed.
    var unbuilt: Set<String> = []
    var counts: [Status: Int] = [:]
    /// The round, if scenarios are repeated, and how many results came before it.
    var round: (text: String, before: Int)?
    var isProgressShown = false
    /// The progress line that was drawn last.
    var drawn: CleanText = ""
    var lastDrawn: ContinuousClock.Instant?
    /// When the run began; later by the time that builds took.
    var began: ContinuousClock.Instant?
    /// The call that has run longest in each driver, if that is more than a second, with its beginning.
    var longCalls: [Int32: (id: String, began: ContinuousClock.Instant)] = [:]
    /// Whether the progress line must not be drawn, because something else writes to the terminal.
    var isPaused = false
    var hasEnded = false
  }

  private let text: ConsoleText
  private let write: @Sendable (CleanText) -> Void
  private let now: @Sendable () -> ContinuousClock.Instant
  /// Locked while text is written, so that lines do not mix.
  private let state = Mutex(State())

  /// Creates a reporter.
  ///
  /// - Parameters:
  ///   - now: The clock, with which the progress line is drawn at most 20 times a second.
  ///   - write: Writes text as it must appear, including line feeds. It is called under a lock, one call at a time.
  package init(
    _ settings: ConsoleSettings, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    write: @escaping @Sendable (String) -> Void
  ) {
    text = ConsoleText(settings)
    self.now = now
    self.write = { write($0.string) }
  }

  package func begin(_ plan: RunPlan) {
    state.withLock { state in
      state.plan = plan
      state.columns = ConsoleText.Columns(plan)
      state.results = Array(repeating: [], count: plan.parts.count)
      state.variations = state.results.map { _ in [:] }
      state.tallies = state.results.map { _ in [] }
      for (index, part) in plan.parts.enumerated() { state.indices[ContractRun(part.client, part.contract)] = index }
      state.began = now()
      flush(&state)
      drawProgress(&state)
    }
  }

  /// Begins a round of a run that repeats its scenarios. The line of each contract is printed once, at the end.
  ///
  /// - Parameters:
  ///   - number: The number of the round, from 1.
  ///   - total: The number of rounds; nil if it is not known.
  package func beginRound(_ number: Int, of total: Int?) {
    state.withLock { state in
      let text = "round \(number)" + (total.map { " of \($0)" } ?? "")
      state.round = (text, state.counts.values.reduce(0, +))
      drawProgress(&state)
    }
  }

  /// Draws the progress line again if its times have changed. Call it a few times a second while the run is going on.
  ///
  /// - Returns: Whether to call it again. False if there is no progress line, or not any more.
  package func tick() -> Bool {
    guard text.settings.isLive else { return false }
    return state.withLock { state in
      if state.isProgressShown { drawProgress(&state, ifChanged: true) }
      return !state.hasEnded
    }
  }

  /// Receives the call that has run longest in a driver, as soon as it runs for more than a second. Only a progress line
  /// shows it.
  ///
  /// - Parameters:
  ///   - driver: The driver's process.
  ///   - seconds: How long the call has been running.
  ///   - id: The id of its scenario; nil if no call of this driver runs that long any more.
  package func isRunning(longestIn driver: Int32, for seconds: Double, _ id: @autoclosure () -> String?) {
    guard text.settings.isLive else { return }
    let id = id()
    state.withLock { state in
      state.longCalls[driver] = id.map { ($0, now() - .seconds(seconds)) }
      if state.isProgressShown { drawProgress(&state, ifChanged: true) }
    }
  }

  /// Calls a body that writes to the terminal. The progress line is not shown meanwhile, and the time does not count.
  package func withoutProgress<Result>(_ body: () -> Result) -> Result {
    let begin = now()
    state.withLock { state in
      eraseProgress(&state)
      state.isPaused = true
    }
    defer {
      state.withLock { state in
        state.isPaused = false
        state.began = state.began.map { $0 + (now() - begin) }
        drawProgress(&state)
      }
    }
    return body()
  }

  /// Prints a line that does not belong to a scenario: what is being built, or why a driver was started again. A quiet
  /// console does not print it.
  package func say(_ line: String) {
    guard text.settings.verbosity != .quiet else { return }
    state.withLock { state in
      eraseProgress(&state)
      write("\(line)\n")
      drawProgress(&state)
    }
  }

  /// Leaves out a client, because its build failed, which has been printed.
  package func leaveOut(_ client: String) {
    state.withLock { state in
      state.unbuilt.insert(client)
      flush(&state)
    }
  }

  /// Whether it prints anything about results, or draws the progress.
  package var showsResults: Bool { text.settings.verbosity != .quiet || text.settings.isLive }

  /// Receives a scenario's result, which is provisional until its driver has ended. The argument is evaluated only if
  /// something is printed about it.
  package func finished(_ result: @autoclosure () -> ScenarioResult) {
    guard showsResults else { return }
    let result = result()
    finished(result.contract, result.client, result.verdict.status) { $0.results[$1].append(result) }
  }

  /// Receives how a variation of a scenario of a contract ended, which is provisional until its driver has ended.
  package func finishedVariation(of contract: Contract, client: String, _ status: Status) {
    guard showsResults else { return }
    finished(contract, client, status) { $0.variations[$1][status, default: 0] += 1 }
  }

  /// - Parameter add: Adds the scenario or the variation to the part of its contract.
  private func finished(_ contract: Contract, _ client: String, _ status: Status, add: (inout State, Int) -> Void) {
    state.withLock { state in
      state.counts[status, default: 0] += 1
      if state.round == nil, let index = state.indices[ContractRun(client, contract)] { add(&state, index) }
      flush(&state)
      drawProgress(&state, at: "\(client)/\(contract.name)")
    }
  }

  /// Prints the end of the run: contracts that did not finish, the scenarios that did not pass, and the summary.
  ///
  /// - Parameters:
  ///   - files: The reports that were written, by format.
  ///   - leftAlone: The reports of the configuration that were not written, because the run is partial.
  ///   - next: What the user does next; nil if the run need not say that.
  package func end(
    _ report: RunReport, files: [(format: String, path: String)] = [],
    leftAlone: [(format: String, path: String)] = [], next: String? = nil
  ) {
    state.withLock { state in
      state.hasEnded = true
      eraseProgress(&state)
      let isQuiet = text.settings.verbosity == .quiet
      let final = isQuiet ? [] : report.byContract.filter { !report.unbuilt.contains($0.client) }
      if state.plan.parts.isEmpty { state.columns = ConsoleText.Columns(RunPlan(final.map(Self.part))) }
      var lines: [CleanText] = []
      for contract in final {
        let part = Self.part(contract)
        let index = state.indices[ContractRun(part.client, part.contract)]
        // A line that was printed before is printed again only if a driver's end changed it.
        let tally = Self.tally(contract.results, contract.variationCounts)
        if let index, index < state.next, state.tallies[index] == tally { continue }
        lines += contractLines(part, contract.results, contract.variationCounts, &state)
      }
      state.next = state.plan.parts.count
      if !isQuiet, !lines.isEmpty { write(lines.joined(separator: "\n") + "\n") }
      let blocks =
        (report.hasBuiltNothing ? [] : self.blocks(report))
        + [text.wrapped(text.summary(report, files: files, leftAlone: leftAlone, next: next))]
      let isFirst = isQuiet || final.isEmpty
      write((isFirst ? "" : "\n") + blocks.joined(separator: "\n\n") + "\n")
    }
  }

  /// Returns what stands between the lines of the contracts and the summary.
  private func blocks(_ report: RunReport) -> [CleanText] {
    // A filter copies all results, of which there may be a hundred thousand.
    let judged =
      report.unbuilt.isEmpty ? report.judged : report.judged.filter { !report.unbuilt.contains($0.client) }
    let details = text.details(judged, variations: report.variations)
    var blocks = details.isEmpty ? [] : [details]
    if text.settings.verbosity == .verbose { blocks += text.knownDetails(judged) }
    let drift = text.lines(ConsoleText.drift(report.results))
    if !drift.isEmpty { blocks.append(drift.joined(separator: "\n")) }
    blocks += text.entryProblems(report)
    let table = text.settings.showsCoverage ? text.table(report.coverage) : nil
    let rest = text.problems(report.coverage) + (report.strength.map(text.strength) ?? [])
    // The columns of the table are the terminal's.
    return blocks.map(text.wrapped) + (table.map { [$0] } ?? []) + rest.map(text.wrapped)
  }

  package func close() {
    state.withLock { state in
      state.hasEnded = true
      eraseProgress(&state)
      state.next = state.plan.parts.count
    }
  }

  // MARK: Lines

  /// Prints the lines of finished contracts, up to the first contract that is not finished.
  private func flush(_ state: inout State) {
    while state.next < state.plan.parts.count {
      let part = state.plan.parts[state.next]
      if state.unbuilt.contains(part.client) {
        state.next += 1
        continue
      }
      let results = state.results[state.next]
      let variations = state.variations[state.next]
      guard results.count >= part.scenarios, variations.values.reduce(0, +) >= part.variations else { return }
      if text.settings.verbosity != .quiet {
        eraseProgress(&state)
        write(contractLines(part, results, variations, &state).joined(separator: "\n") + "\n")
      }
      state.tallies[state.next] = Self.tally(results, variations)
      state.results[state.next] = []
      state.next += 1
    }
  }

  private func contractLines(
    _ part: RunPlan.Part, _ results: some Collection<ScenarioResult>, _ variations: [Status: Int], _ state: inout State
  ) -> [CleanText] {
    var lines: [CleanText] = []
    if state.plan.hasSeveralClients, state.lastClient != part.client {
      lines += (state.lastClient == nil ? [] : [""]) + [text.clientLine(part.client)]
    }
    state.lastClient = part.client
    lines.append(text.contractLine(part, results, variations, columns: state.columns))
    if text.settings.verbosity == .verbose {
      // A scenario that runs again to find a cause ends later than those after it in the contract.
      lines += results.sorted { $0.line < $1.line }.flatMap(text.scenarioLines)
    }
    return lines
  }

  /// Returns the part of the run to which some results of one contract belong.
  private static func part(_ contract: RunReport.ContractResults) -> RunPlan.Part {
    RunPlan.Part(client: contract.client, contract: contract.contract, scenarios: contract.results.count)
  }

  /// Returns the counts whose change makes a line wrong. That a variation showed nothing after all is not one.
  private static func tally(_ results: some Collection<ScenarioResult>, _ variations: [Status: Int]) -> [Int] {
    results.tally + Status.allCases.filter { ![.passed, .skipped].contains($0) }.map { variations[$0] ?? 0 }
  }

  // MARK: Progress

  private func drawProgress(
    _ state: inout State, at place: @autoclosure () -> String? = nil, ifChanged: Bool = false
  ) {
    guard text.settings.isLive, !state.isPaused, state.next < state.plan.parts.count else { return }
    let (now, place) = (now(), place())
    if place != nil, let last = state.lastDrawn, state.isProgressShown, now - last < .milliseconds(50) { return }
    let done = state.counts.values.reduce(0, +) - (state.round?.before ?? 0)
    let total = state.plan.parts.reduce(0) { sum, part in
      state.unbuilt.contains(part.client) ? sum : sum + part.scenarios + part.variations
    }
    let part = state.plan.parts[state.next]
    let long = state.longCalls.values.min { $0.began < $1.began }
    let line = text.progressLine(
      done: done, of: total, counts: state.counts, elapsed: Self.seconds(from: state.began, to: now),
      at: long?.id ?? place ?? "\(part.client)/\(part.contract.name)",
      running: Self.seconds(from: long?.began, to: now), round: state.round?.text)
    if ifChanged, line == state.drawn { return }
    write((state.isProgressShown ? Self.eraseLine : "") + line)
    state.isProgressShown = true
    state.drawn = line
    state.lastDrawn = now
  }

  private static func seconds(from begin: ContinuousClock.Instant?, to now: ContinuousClock.Instant) -> Double {
    begin.map { (now - $0) / .seconds(1) } ?? 0
  }

  private func eraseProgress(_ state: inout State) {
    if state.isProgressShown { write(Self.eraseLine) }
    state.isProgressShown = false
  }

  /// What moves to the beginning of a terminal's line and erases it.
  package static let eraseLine: CleanText = "\r\u{1B}[2K"
}

/// The plan of a run, for the console: contracts in the order in which their lines are printed.
package struct RunPlan: Sendable {
  /// One client's run of one contract.
  package struct Part: Sendable {
    package var client: String
    package var contract: Contract
    /// How many results will come: one for each scenario, or one for each scenario and transport.
    package var scenarios: Int
    /// How many variations will be played.
    package var variations: Int

    /// Creates a part. By default, there are no variations.
    package init(client: String, contract: Contract, scenarios: Int, variations: Int = 0) {
      (self.client, self.contract) = (client, contract)
      (self.scenarios, self.variations) = (scenarios, variations)
    }
  }

  /// The parts in the order in which their lines are printed.
  package let parts: [Part]
  /// Whether more than one client runs, so that lines must name the client. It is stored, because each line uses it,
  /// and there may be thousands.
  let hasSeveralClients: Bool

  package init(_ parts: [Part]) {
    self.parts = parts
    hasSeveralClients = parts.contains { $0.client != parts[0].client }
  }
}
