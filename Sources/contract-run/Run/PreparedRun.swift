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
      knownIssues: clients.knownIssues, approvals: clients.approvals, secrets: clients.secrets)
    plan.diagnostics += clients.diagnostics + plan.unknownExceptions
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
    report.knownIssues = plan.knownIssueResults(report, settings, hasAllContracts: arguments.paths.isEmpty)
    report.staleApprovals = plan.staleApprovals
    report.coverage = plan.coverage(&report, operations: operations)
    if arguments.has(.coverage), !plan.isFull, plan.clients.contains(where: { $0.configured.requirement != nil }),
      !report.notices.contains(Self.notCompared)
    {
      report.notices.append(Self.notCompared)
    }
  }

  static let notCompared = "only a full run is compared with the coverage that the configuration requires"
}
