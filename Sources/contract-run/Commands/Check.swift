import ContractAuthoring
import ContractCore
import ContractReporting
import Synchronization

extension Command {
  static let check = Command(
    name: "check", summary: "read contracts, and report errors and suspicious content",
    usage: "[OPTION…] [PATH…]",
    examples: """
      contract-run check                     check the specs of contract-run.json
      contract-run check specs/todo          check a folder or a file
      contract-run check --strict            treat warnings as errors, for CI
      contract-run check --openapi api.json  compare with an OpenAPI description
      contract-run check --traffic app.har   compare with recorded traffic
      """,
    explanation: """
      PATH is a contract or a folder of contracts. Without a PATH, check reads the
      specs of contract-run.json. A warning is about content that is valid but
      suspicious: scenarios that contradict each other, response kinds that no
      scenario covers, files that no contract uses, expectations that every
      outcome meets, and more. Each warning ends with a [code] and a link.
      """,
    statuses: """
      0        no errors; with --strict, no warnings either
      2        errors, or nothing to check
      3        the report cannot be written, or no request of the traffic fits
      """,
    page: "configuration.md#check",
    own: [
      .config, .clientSpecs, .openapi, .traffic,
      .baseURL.for("with --traffic: where the real server is (default: the contracts' baseURL)"), .strict,
      .report.with(\.value, .report([.problems])).for(
        "write a line for each error and warning; FORMAT is problems; PATH may be - (stdout)"), .color,
      .quiet.for("print only errors and warnings"),
    ], start: Check.start)
}

extension Option {
  fileprivate static let openapi = Option(
    "openapi", .file("FILE"), "also compare the contracts with an OpenAPI description in JSON",
    page: "import.md#contracts-compared-with-a-description")
  fileprivate static let traffic = Option(
    "traffic", .file("FILE"),
    "also compare the contracts with recorded traffic, an HTTP archive (HAR); may be repeated",
    page: "real-server.md#check-traffic")
}

/// `contract-run check`: reads contracts, and reports errors and suspicious parts. It does not run anything.
struct Check: StartedCommand {
  let invocation: Invocation

  func run() throws(Exit) -> Int32 {
    let output = invocation.output
    let contracts = try invocation.contracts(to: "check")
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
      var lines: [CleanText] = hasErrors ? [] : ["\(ServeConsole.count(set.contracts)): no errors"]
      lines += (compared?.lines ?? []).map { CleanText($0) }
      // Only the traffic is counted if there are errors.
      if !hasErrors { lines += otherLines(set, conformance) }
      for line in lines { StandardOutput.write(line + "\n", to: output.descriptor) }
    }
    if hasErrors { return 2 }
    if let traffic, compared?.fitting == 0 {
      StandardError.print("error: no request of the traffic fits a contract")
      let origins = traffic.origins.prefix(5).joined(separator: ", ")
      if !origins.isEmpty { StandardError.print("  it goes to \(origins)") }
      if !origins.isEmpty {
        StandardError.print("  if the contracts have other base URLs or paths, name the server's: --base-url URL")
      }
      return 3
    }
    Self.checked.withLock { $0 = set }
    return isWritten ? 0 : 3
  }

  /// The contracts, until the process ends: to release thousands of them would take a tenth of the command's time.
  private static let checked = Mutex<ContractSet?>(nil)

  private func otherLines(_ set: ContractSet, _ conformance: OpenAPIConformance.Result?) -> [CleanText] {
    var lines: [CleanText] = (conformance?.missing ?? []).map { "no scenario for \($0)" }
    lines += (conformance?.notCompared ?? []).map { "not compared: \($0)" }
    let commands = invocation.commands
    let unlearned = set.contracts.reduce(0) { $0 + $1.scenarios.count { !$0.isLearned && $0.skip == nil } }
    if unlearned > 0 {
      lines.append("\(English.counted(unlearned, "scenario")) not learned yet: \(commands.learn([]))")
    }
    return lines
  }

  /// Returns the traffic that the command line names; nil if it names none.
  private func traffic(_ contracts: Invocation.Contracts) throws(Exit) -> TrafficCheck? {
    let files = arguments.all(.traffic)
    let baseURL = try arguments.url(.baseURL)
    if files.isEmpty {
      if baseURL == nil { return nil }
      throw .usage("'--base-url' needs '--traffic'", "name the recorded traffic: --traffic session.har")
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
      throw .usage("\(error.location): \(error.message)", error.help.first)
    }
  }

  /// Returns how the contracts differ from the OpenAPI description that the command line names; nil if it names none.
  private func conformance(_ set: ContractSet) throws(Exit) -> OpenAPIConformance.Result? {
    guard let file = arguments.last(.openapi) else { return nil }
    do throws(ImportFailure) {
      return try OpenAPIConformance(file: file).check(set.contracts)
    } catch {
      throw .usage("\(error.location): \(error.message)", error.help.first)
    }
  }

  /// Returns what is wrong with the known issues of the chosen clients.
  private func knownIssues(_ contracts: Invocation.Contracts, _ set: ContractSet) -> [Diagnostic] {
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
  private func approvals(_ contracts: Invocation.Contracts, _ set: ContractSet) -> [Diagnostic] {
    let approvals = contracts.chosen.approvals()
    // Clients can have a file in common, and its entries can be about contracts that no PATH leads to.
    if arguments.has(.client) || !arguments.paths.isEmpty || set.diagnostics.hasErrors { return approvals.diagnostics }
    let approved = contracts.chosen.filter { $0.accepted[.approvals] != nil }
    let plan = Plan.make(
      approved, selection: RunSettings.Selection(), transports: nil, isFull: true, variations: .declared,
      approvals: approvals.byClient)
    return approvals.diagnostics + plan.staleApprovals.map(\.diagnostic)
  }

  /// Returns an error for each exception of required coverage that names a contract which does not exist.
  private func unknownExceptions(_ contracts: Invocation.Contracts, _ set: ContractSet) -> [Diagnostic] {
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
