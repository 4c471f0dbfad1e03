import ContractCore
import Foundation

/// `contract-run run`: builds the drivers, runs the scenarios, and reports the results.
struct Run {
  let arguments: Arguments
  let environment: [String: String]
  let processes: Processes
  let interruption: Interruption

  /// Runs everything and returns the exit status.
  func run() throws(Arguments.UsageError) -> Int32 {
    let settings = try RunSettings(arguments)
    let configuration: Configuration?
    switch try CommandContext.configuration(arguments, environment) {
    case .found(let found): configuration = found
    case .none: configuration = nil
    case .invalid: return 2
    }
    let clients = try Plan.clients(arguments, configuration)
    let reports = settings.reports(configuration)
    try RunSettings.check(reports, arguments.command)
    let plan = Plan.make(
      clients, selection: settings.selection, transports: settings.transports, reports: reports)
    if CommandContext.report(plan.diagnostics, arguments, environment) { return plan.isEmpty ? 3 : 2 }
    if arguments.has(.list) {
      if let why = plan.noMatch { CommandContext.printError("note: \(why.cleanedLine)") }
      for client in plan.clients { for entry in client.entries { print(client.id(of: entry)) } }
      return 0
    }
    return execute(plan, settings)
  }

  private func execute(_ plan: Plan, _ settings: RunSettings) -> Int32 {
    let started = Date()
    let begin = ContinuousClock.now
    var building = 0.0
    let console = CommandContext.console(arguments, environment)
    console.begin(plan.parts)
    if let seed = settings.seed { console.say("random order: repeat it with --shuffle=\(seed)") }
    var stopped: String?
    var report = RunReport(results: [], started: started, duration: 0)
    if let why = plan.noMatch { report.notices.append(why) }
    let reports = plan.reports
    for client in plan.clients {
      let run = ClientRun(
        client: client, settings: settings, environment: environment, processes: processes, interruption: interruption,
        console: console, keepsRecords: reports.contains { $0.format != .junit } || arguments.has(.verbose))
      let result = run.run(stopped: stopped)
      // Not appended to an empty array, because a hundred thousand results would then be in memory twice.
      report.results = report.results.isEmpty ? result.results : report.results + result.results
      building += result.building
      report.notices += result.notices
      // A PATH on the command line or a filter may leave out the contracts that call the other operations.
      let isWhole = (arguments.paths.isEmpty || arguments.driver != nil) && settings.selection.isEverything
      if isWhole, !result.uncalled.isEmpty { report.uncalledOperations.append((client.name, result.uncalled)) }
      if let signal = interruption.signal {
        report.interruptedBy = Death.name(ofSignal: signal)
        stopped = report.interruptedBy
      } else if settings.failFast, report.count(.failed) + report.count(.errored) > 0 {
        stopped = ClientRun.failFastReason
      }
    }
    // The compiler's time does not matter for the clients.
    report.duration = (ContinuousClock.now - begin) / .seconds(1) - building
    var failed = false
    var files: [(format: String, path: String)] = []
    for (format, path) in reports {
      do {
        try ReportFile.write(format.utf8(of: report, runner: "contract-run \(version)"), to: path)
        files.append((format.rawValue, path))
      } catch {
        failed = true
        CommandContext.printError("error: \(error)")
      }
    }
    console.end(report, files: files)
    if let signal = interruption.signal { return 128 + signal }
    let status = report.exitStatus
    // If CI waits for a report that could not be written, the run must not look like a success.
    return status == 0 && failed ? 3 : status
  }
}

extension Plan {
  /// The plan that the console prints at the beginning: each contract with the number of its chosen scenarios.
  fileprivate var parts: RunPlan {
    RunPlan(
      clients.flatMap { client in
        var parts: [RunPlan.Part] = []
        for entry in client.entries {
          if parts.last?.contract !== entry.contract {
            parts.append(RunPlan.Part(client: client.name, contract: entry.contract, scenarios: 0))
          }
          parts[parts.count - 1].scenarios += 1
        }
        return parts
      })
  }
}
