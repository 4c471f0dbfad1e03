import ContractCore
import ContractReporting

/// What a command line runs: the clients, and the plan with all chosen scenarios.
struct PreparedRun {
  let invocation: Invocation
  let settings: RunSettings
  let clients: Invocation.Clients
  var plan: Plan

  /// Reads the configuration and the contracts.
  ///
  /// - Parameter transports: How requests travel; by default, as the command line says.
  init(_ invocation: Invocation, transports: Transports? = nil) throws(Exit) {
    self.invocation = invocation
    var settings = invocation.settings
    if let transports { settings.transports = transports }
    self.settings = settings
    clients = try invocation.clients()
    plan = Plan.make(
      clients.chosen, selection: settings.selection, transports: settings.transports,
      isFull: Plan.isFull(invocation.arguments, clients.configuration, settings), variations: settings.variations,
      accepted: clients.accepted, comparesFields: invocation.arguments.driver == nil, secrets: clients.secrets)
    plan.diagnostics += clients.diagnostics + plan.unknownExceptions
  }

  /// Writes what failed into the file of what is accepted, and judges the results again with it.
  mutating func accept(_ report: inout RunReport, into entries: AcceptedEntries) {
    var entries = entries
    for result in report.results + report.variations.flatMap(\.broken) {
      switch result.verdict.status {
      case .failed: entries.add(result.verdict.value, of: result.subject)
      case .passed: entries.addPassed(result.subject)
      case .errored, .knownIssue, .skipped: break
      }
    }
    for varied in report.variations {
      for one in varied.played where one.status == .passed { entries.addPassed(varied.subject(one.variation)) }
    }
    let all = entries.all
    entries.write(all)
    if let failure = entries.failure { report.notices.append(RunReport.Notice("nothing was accepted: \(failure)")) }
    if !entries.isWritten { return }
    let count = English.counted(all.count, "failure")
    report.notices.append(RunReport.Notice("accepted \(count) in \(entries.path): review the diff"))
    let (accepted, _) = clients.configuration.readAccepted()
    for index in plan.clients.indices { plan.clients[index].accepted = accepted }
    report.results = report.results.map { $0.judged(by: accepted) }
    report.variations = report.variations.map { $0.judged(by: accepted) }
  }

  /// Adds to a report what only the results of all clients show.
  func complete(_ report: inout RunReport, operations: [String: [String]]) {
    let arguments = invocation.arguments
    // A partial run may leave out the contracts that call the other operations.
    if plan.isFull {
      report.uncalledOperations = plan.clients.compactMap { client in
        let called = Set(client.contracts.map(\.operation.value))
        let uncalled = (operations[client.name] ?? []).filter { !called.contains($0) }
        return uncalled.isEmpty ? nil : (client.name, uncalled)
      }
    }
    report.accepted = plan.acceptedResults(report, settings, hasAllContracts: arguments.paths.isEmpty)
    report.coverage = plan.coverage(&report, operations: operations)
    if arguments.has(.coverage), !plan.isFull, plan.clients.contains(where: { $0.configured.requirement != nil }),
      !report.notices.contains(where: \.isAboutPart)
    {
      var notice = RunReport.Notice("only a full run is compared with the coverage that the configuration requires")
      notice.isAboutPart = true
      report.notices.append(notice)
    }
  }
}
