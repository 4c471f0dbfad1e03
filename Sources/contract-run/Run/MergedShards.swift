import ContractCore
import ContractReporting
import Foundation

/// The results of the shards of a run.
struct MergedShards {
  private let plan: Plan
  private let reports: [RecordedReport]
  private let record: RunReport.Plan
  private let count: Int
  /// The shard of each scenario and of its variations, by the scenario's id.
  private let shares: [String: Int]
  private let places: RecordedRanges
  /// Where the calls that passed are kept; nil for the memory.
  private let calls = CallFile()
  /// The scenarios of the plan, by their ids.
  private var jobs: [String: Job] = [:]
  /// The scenarios with variations, by their ids.
  private var varied: [String: (client: Plan.Client, varied: VariedScenario)] = [:]
  /// The results of the scenarios by their ids; those of lost shards are missing.
  private var results: [String: RecordedReport.Result] = [:]
  /// What became of the variations of the scenarios, by their ids.
  private var variations: [String: VariedResult] = [:]
  /// The shards that are missing, interrupted or in two reports, and why they are lost, by their numbers.
  private var losses: [Int: RunReport.LostShard] = [:]

  /// What is hidden in the texts of the reports.
  private var secrets: Secrets { plan.clients.first?.secrets ?? .standard }

  var lost: [RunReport.LostShard] { losses.values.sorted { $0.index < $1.index } }

  /// - Parameters:
  ///   - plan: The plan with the scenarios of all shards.
  ///   - reports: The reports of shards of the same plan; at least one.
  ///   - record: What reports say about the plan.
  init(_ plan: Plan, _ reports: [RecordedReport], _ record: RunReport.Plan) {
    (self.plan, self.reports, self.record) = (plan, reports, record)
    count = reports[0].part.count
    shares = plan.shares(count)
    places = RecordedRanges(plan.clients.flatMap(\.contracts), naming: plan.files)
    for client in plan.clients {
      for job in client.jobs { jobs[client.id(of: job)] = job }
      for varied in client.varied { self.varied[client.id(of: varied.job)] = (client, varied) }
    }
    var owners: [Int: [RecordedReport]] = [:]
    for report in reports { for index in report.part.indexes { owners[index, default: []].append(report) } }
    for index in 1...count {
      let own = owners[index] ?? []
      if own.isEmpty {
        lose(index, "is missing")
      } else if own.count > 1 {
        let more = own.count > 3 ? " and \(own.count - 3) more files" : ""
        lose(index, "is in \(own.prefix(3).map(\.path).joined(separator: " and "))\(more)", isDouble: true)
      } else if let signal = own[0].interruptedBy, count > 1 {
        lose(index, "was interrupted by \(signal)")
      }
    }
  }

  private mutating func lose(_ index: Int, _ why: String, isDouble: Bool = false) {
    if losses[index] != nil { return }
    losses[index] = RunReport.LostShard(index: index, why: "shard \(index)/\(count) \(why)", isDouble: isDouble)
  }

  /// Reads the results of a report. Those of a shard that another report has, too, are left out. If the report is broken,
  /// its shards are lost.
  mutating func read(_ report: RecordedReport) throws(RecordedReport.Failure) {
    do throws(RecordedReport.Failure) {
      try readResults(report)
    } catch {
      for index in report.part.indexes { lose(index, "is missing") }
      throw error
    }
  }

  private mutating func readResults(_ report: RecordedReport) throws(RecordedReport.Failure) {
    let own = Set(report.part.indexes.filter { losses[$0]?.isDouble != true })
    try report.read(places, hiding: secrets, in: calls) { result throws(RecordedReport.Failure) in
      guard let job = jobs[result.id], let shard = shares[result.id], own.contains(shard) else { return }
      let isSkipped = job.skip != nil
      if (result.verdict.status == .skipped) != isSkipped {
        throw .changed("\(result.id) is \(isSkipped ? "" : "not ")skipped by its contract")
      }
      if results.updateValue(result, forKey: result.id) != nil { throw .changed("it has two results of \(result.id)") }
    } variations: { recorded throws(RecordedReport.Failure) in
      guard let (client, varied) = varied[recorded.id], let shard = shares[recorded.id], own.contains(shard) else {
        return
      }
      let result = try Self.result(client, varied, recorded)
      if variations.updateValue(result, forKey: recorded.id) != nil {
        throw .changed("it has the variations of \(recorded.id) twice")
      }
    }
  }

  /// Returns what became of the variations of a scenario, of which a report lists those that did not pass.
  private static func result(
    _ client: Plan.Client, _ varied: VariedScenario, _ recorded: RecordedReport.Variations
  ) throws(RecordedReport.Failure) -> VariedResult {
    let planned = varied.played
    let transport = recorded.transport
    // What is not listed passed, so each name must be one of the plan's.
    let skipped = recorded.skipped.values.flatMap(\.self)
    let names = recorded.results.map { $0.variation ?? "" } + recorded.notRun + skipped
    if recorded.total + skipped.count != planned.count || Set(names).count != names.count
      || !Set(names).isSubset(of: planned.map(\.name))
    {
      throw RecordedReport.Failure.changed("its variations of \(recorded.id) are not those of the plan")
    }
    let broken = Dictionary(recorded.results.map { ($0.variation ?? "", $0) }) { first, _ in first }
    let notRun = Set(recorded.notRun)
    var result = client.result(varied, on: transport)
    result.tally = recorded.tally
    for variation in planned {
      if let obstacle = recorded.skipped.first(where: { $0.value.contains(variation.name) })?.key {
        result.skip(variation, obstacle)
      } else if notRun.contains(variation.name) {
        result.notRun.append(variation)
      } else if let one = broken[variation.name] {
        let own = client.result(varied.job(of: variation), on: transport, one.verdict, runs: one.runs)
        result.broken.append(own)
        result.played.append(
          VariedResult.Played(
            variation, own.verdict.status, duration: one.verdict.duration, end: recorded.ends[variation.name]))
      } else {
        result.played.append(VariedResult.Played(variation, .passed, duration: 0, end: recorded.ends[variation.name]))
      }
    }
    return result
  }

  /// Returns the report of the whole run, and passes its results to the console.
  func report(_ prepared: PreparedRun, _ console: ConsoleReporter) -> RunReport {
    var prepared = prepared
    let isComplete = losses.isEmpty
    if !isComplete { prepared.plan.isFull = false }
    console.begin(plan.parts)
    var report = RunReport(
      results: [], started: reports.map(\.started).min() ?? .now,
      // As if all machines had begun at the same time.
      duration: reports.map(\.duration).max() ?? 0, notices: notices(isFull: prepared.plan.isFull))
    report.lostShards = lost
    report.results.reserveCapacity(jobs.count)
    for client in plan.clients {
      let results = client.jobs.map { result(client, $0) }
      for result in results { console.finished(result) }
      report.results += ClientRun.compared(results, of: client.jobs)
      for planned in client.varied {
        // What a lost shard would have played is not run.
        let varied =
          variations[client.id(of: planned.job)]
          ?? client.result(planned, on: planned.job.transport ?? .memory, notRun: planned.played)
        for played in varied.played {
          console.finishedVariation(of: varied.contract, client: client.name, played.status)
        }
        report.variations.append(varied)
      }
    }
    var operations: [String: [String]] = [:]
    for (name, own) in reports.flatMap(\.plan.operations) where !own.isEmpty { operations[name] = own }
    report.plan = isComplete ? plan.record(record.arguments) : record
    report.plan?.operations = operations
    if !isComplete {
      let merged = (1...count).filter { losses[$0] == nil }
      report.part = RunReport.Part(indexes: merged, count: count, scenarios: report.results.count)
    } else if count == 1 {
      report.interruptedBy = reports[0].interruptedBy
      report.strength = reports[0].strength(of: report.results, isStrict: prepared.invocation.arguments.has(.strict))
    }
    prepared.complete(&report, operations: operations)
    return report
  }

  /// The notices of the shards, each once: those of the plan, and then those of each client.
  private func notices(isFull: Bool) -> [RunReport.Notice] {
    let own = reports.flatMap(\.notices).map(secrets.masked).filter { !isFull || !$0.isAboutPart }
    let notices = (plan.notes.map(RunReport.Notice.init) + own).uniqued()
    func client(_ notice: RunReport.Notice) -> Int { plan.clients.firstIndex { $0.name == notice.client } ?? -1 }
    return notices.enumerated().sorted { (client($0.element), $0.offset) < (client($1.element), $1.offset) }
      .map(\.element)
  }

  private func result(_ client: Plan.Client, _ job: Job) -> ScenarioResult {
    let id = client.id(of: job)
    let recorded = results[id]
    let shard = shares[id] ?? 1
    let absence = losses[shard]?.why ?? "the report of shard \(shard)/\(count) has no result of it"
    // The plan knows what is skipped, whatever became of its shard.
    let verdict =
      job.skip.map { Verdict(noResult: .skipped($0)) } ?? recorded?.verdict ?? Verdict(noResult: .notRun(absence))
    return client.result(
      job, on: recorded?.transport ?? job.transport ?? .memory, verdict, runs: recorded?.runs,
      another: recorded?.another)
  }
}
