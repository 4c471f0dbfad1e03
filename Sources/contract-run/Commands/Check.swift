import ContractAuthoring
import ContractCore
import ContractReporting
import Synchronization

/// `contract-run check`: reads contracts, and reports errors and suspicious parts. It does not run anything.
struct Check {
  let arguments: Arguments
  let environment: [String: String]

  func run() throws(Arguments.UsageError) -> Int32 {
    let output = try output()
    guard let contracts = try CommandContext.contracts(arguments, environment, to: "check", output) else { return 2 }
    let traffic = try traffic(contracts)
    var set = Linter.load(
      contracts.paths, below: contracts.specs, runsInMemoryOnly: Self.isInMemoryOnly(contracts.clients))
    // A file of known issues may be beside the contracts.
    let own = Set(contracts.clients.flatMap(\.accepted.values).map { FileSystem.absolute($0.value) })
    set.diagnostics.removeAll { $0.isUnnamedFile && own.contains(FileSystem.absolute($0.range.source.path)) }
    let compared = traffic?.check(set.contracts)
    set.diagnostics += compared?.diagnostics ?? []
    if arguments.has(.strict) {
      for index in set.diagnostics.indices { set.diagnostics[index].severity = .error }
    }
    set.diagnostics += knownIssues(contracts, set) + unknownExceptions(contracts, set)
    set.diagnostics += approvals(contracts, set)
    let conformance = try conformance(set)
    set.diagnostics += conformance?.diagnostics ?? []
    let isWritten = output.list(set.diagnostics, offersStrict: true)
    let hasErrors = set.diagnostics.hasErrors
    if !arguments.has(.quiet) {
      var lines = hasErrors ? [] : ["\(ServeConsole.count(set.contracts)): no errors"]
      lines += (compared?.lines ?? []).map(\.cleanedLine)
      // Only the traffic is counted if there are errors.
      if !hasErrors { lines += otherLines(set, conformance) }
      Descriptor.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: output.descriptor)
    }
    if hasErrors { return 2 }
    if let traffic, compared?.fitting == 0 {
      CommandContext.printError("error: no request of the traffic fits a contract")
      let origins = traffic.origins.prefix(5).joined(separator: ", ")
      if !origins.isEmpty { CommandContext.printError("  it goes to \(origins.cleanedLine)") }
      if !origins.isEmpty {
        CommandContext.printError("  if the contracts have other base URLs or paths, name the server's: --base-url URL")
      }
      return 3
    }
    Self.checked.withLock { $0 = set }
    return isWritten ? 0 : 3
  }

  /// The contracts, until the process ends: to release thousands of them would take a tenth of the command's time.
  private static let checked = Mutex<ContractSet?>(nil)

  /// Returns what is known about contracts without errors.
  private func otherLines(_ set: ContractSet, _ conformance: OpenAPIConformance.Result?) -> [String] {
    var lines = (conformance?.missing ?? []).map { "no scenario for \($0.cleanedLine)" }
    lines += (conformance?.notCompared ?? []).map { "not compared: \($0.cleanedLine)" }
    let commands = CommandContext.commands(arguments, environment)
    let unlearned = set.contracts.reduce(0) { $0 + $1.scenarios.count { !$0.isLearned && $0.skip == nil } }
    if unlearned > 0 {
      lines.append("\(English.counted(unlearned, "scenario")) not learned yet: \(commands.learn([]))")
    }
    return lines
  }

  /// Returns the traffic that the command line names; nil if it names none.
  private func traffic(_ contracts: CommandContext.Contracts) throws(Arguments.UsageError) -> TrafficCheck? {
    let files = arguments.all(.traffic)
    let baseURL = try arguments.url(.baseURL)
    if files.isEmpty {
      if baseURL == nil { return nil }
      throw Arguments.UsageError(
        message: "'--base-url' needs '--traffic'", help: "name the recorded traffic: --traffic session.har",
        command: .check)
    }
    let approvals = contracts.chosen.approvals().byClient
    let clients = contracts.chosen.compactMap { client in
      approvals[client.name].map { TrafficCheck.Client(name: client.name, approvals: $0) }
    }
    do throws(ImportFailure) {
      return try TrafficCheck(
        files, baseURL: baseURL, clients: clients, known: contracts.clients.knownIssues(of: contracts.chosen).issues,
        secrets: contracts.secrets)
    } catch {
      throw Arguments.UsageError(
        message: "\(error.location): \(error.message)", help: error.help.first, command: .check)
    }
  }

  /// Returns where the problem lines go.
  private func output() throws(Arguments.UsageError) -> ReportOutput {
    let output = try ReportOutput(arguments, environment)
    if let other = output.written.first(where: { !Command.check.reportFormats.contains($0.format) }) {
      throw Arguments.UsageError(
        message: "'--report' cannot be '\(other.format.rawValue)=\(other.path)'", help: "write problems=PATH",
        command: .check)
    }
    return output
  }

  /// Returns how the contracts differ from the OpenAPI description that the command line names; nil if it names none.
  private func conformance(_ set: ContractSet) throws(Arguments.UsageError) -> OpenAPIConformance.Result? {
    guard let file = arguments.last(.openapi) else { return nil }
    do throws(ImportFailure) {
      return try OpenAPIConformance(file: file).check(set.contracts)
    } catch {
      throw Arguments.UsageError(
        message: "\(error.location): \(error.message)", help: error.help.first, command: .check)
    }
  }

  /// Returns what is wrong with the known issues of the chosen clients.
  private func knownIssues(_ contracts: CommandContext.Contracts, _ set: ContractSet) -> [Diagnostic] {
    let known = contracts.clients.knownIssues(of: contracts.chosen)
    if known.issues.isEmpty { return known.diagnostics }
    var diagnostics = known.diagnostics + known.issues.expired
    // A contract with errors, or one that no PATH leads to, is not in the set.
    if arguments.paths.isEmpty, !set.diagnostics.hasErrors {
      diagnostics += known.issues.unmatched(
        among: contracts.chosen.map { client in
          KnownIssues.Names(
            client: client.name, contracts: client.contracts(in: set), transports: client.transports?.all)
        })
    }
    return diagnostics
  }

  /// Returns what is wrong with the approvals of changed fields of the chosen clients.
  private func approvals(_ contracts: CommandContext.Contracts, _ set: ContractSet) -> [Diagnostic] {
    let approvals = contracts.chosen.approvals()
    // Clients can have a file in common, and its entries can be about contracts that no PATH leads to.
    if arguments.has(.client) || !arguments.paths.isEmpty || set.diagnostics.hasErrors { return approvals.diagnostics }
    let approved = contracts.chosen.filter { $0.accepted[.approvals] != nil }
    let plan = Plan.make(
      approved, selection: Plan.Selection(), transports: nil, isFull: true, variations: .declared,
      approvals: approvals.byClient)
    return approvals.diagnostics + plan.staleApprovals.map(\.diagnostic)
  }

  /// Returns an error for each exception of required coverage that names a contract which does not exist.
  private func unknownExceptions(_ contracts: CommandContext.Contracts, _ set: ContractSet) -> [Diagnostic] {
    // A contract with errors, or one that no PATH leads to, is not in the set.
    if !arguments.paths.isEmpty || set.diagnostics.hasErrors { return [] }
    return Coverage.unknownExceptions(
      contracts.clients.map { client in
        let isChosen = contracts.chosen.contains { $0.name == client.name }
        return (client.requirement, isChosen ? client.contracts(in: set).map(\.name) : nil)
      })
  }

  /// Returns a function that reports whether the configuration has clients for a contract, and all of them run in
  /// memory.
  private static func isInMemoryOnly(_ clients: [Configuration.Client]) -> @Sendable (Contract) -> Bool {
    if !clients.contains(where: { $0.transports == .memory }) { return { _ in false } }
    let clients = clients.map { (specs: $0.specs.map(FileSystem.absolute), isInMemory: $0.transports == .memory) }
    return { contract in
      let location = FileSystem.absolute(contract.source.path)
      let own = clients.filter { client in
        client.specs.contains { $0 == location || FileSystem.below($0, location) != nil }
      }
      return !own.isEmpty && own.allSatisfy(\.isInMemory)
    }
  }
}

extension Diagnostic {
  fileprivate var isUnnamedFile: Bool { if case .unnamedFile? = warning { true } else { false } }
}
