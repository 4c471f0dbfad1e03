import ContractCore
import ContractReporting

/// What a command line runs: the settings, the clients, and the plan with all chosen scenarios.
struct PreparedRun {
  let settings: RunSettings
  let clients: CommandContext.Clients
  var plan: Plan

  /// Reads the configuration and the contracts. If the configuration is invalid, reports that and returns nil.
  ///
  /// - Parameter output: Where an invalid configuration is listed; nil for standard error only.
  init?(
    _ arguments: Arguments, _ environment: [String: String], _ output: ReportOutput?
  ) throws(Arguments.UsageError) {
    settings = try RunSettings(arguments, environment)
    guard let clients = try CommandContext.clients(arguments, environment, output) else { return nil }
    self.clients = clients
    plan = Plan.make(
      clients.chosen, selection: settings.selection, transports: settings.transports,
      isFull: Plan.isFull(arguments, clients.configuration, settings),
      variations: [.prove, .verify].contains(arguments.command) ? .none : settings.variations,
      knownIssues: clients.knownIssues,
      approvals: clients.approvals, secrets: clients.secrets)
    plan.diagnostics += clients.diagnostics + plan.unknownExceptions
  }

  /// Adds to a report what only the results of all clients show.
  ///
  /// - Parameter operations: The operations that the driver of each client offers.
  func complete(_ report: inout RunReport, _ arguments: Arguments, operations: [String: [String]]) {
    // A partial run may leave out the contracts that call the other operations.
    if plan.isFull {
      report.uncalledOperations = plan.clients.compactMap { client in
        let called = Set(client.contracts.map(\.operation.value))
        let uncalled = (operations[client.name] ?? []).filter { !called.contains($0) }
        return uncalled.isEmpty ? nil : (client.name, uncalled)
      }
    }
    report.knownIssues = plan.knownIssueResults(report, settings, hasAllContracts: arguments.paths.isEmpty)
    report.staleApprovals = plan.staleApprovals
    report.coverage = plan.coverage(report, operations: operations)
    if arguments.has(.coverage), !plan.isFull, plan.clients.contains(where: { $0.requirement != nil }),
      !report.notices.contains(Self.notCompared)
    {
      report.notices.append(Self.notCompared)
    }
  }

  /// The notice that required coverage was not compared.
  static let notCompared = "only a full run is compared with the coverage that the configuration requires"
}
