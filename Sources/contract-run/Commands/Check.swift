import ContractAuthoring
import ContractCore
import ContractReporting
import Synchronization

extension Command {
  static let check = Command(
    name: "check", summary: "report what is wrong or suspicious in contracts and drivers",
    usage: "[OPTION…] [PATH…] [-- DRIVER ARG…]",
    examples: """
      contract-run check                     check the specs of contract-run.json
      contract-run check specs/todo          check a folder or a file
      contract-run check --strict            fail if there are warnings, for CI
      contract-run check --openapi api.json  compare with an OpenAPI description
      contract-run check --traffic app.har   compare with recorded traffic
      contract-run check --drivers           check the configured drivers, too
      contract-run check -- ./Driver         check this driver, too
      """,
    explanation: """
      PATH is a contract or a folder of contracts. Without a PATH, check reads the
      specs of contract-run.json. A warning is about content that is valid but
      suspicious: scenarios that contradict each other, response kinds that no
      scenario covers, files that no contract uses, expectations that every
      outcome meets, and more. Each warning ends with a [code] and a link.

      If no contract has errors, a driver is started without a contract. It gets
      hello, calls of unknown operations (one by one and at the same time) and bye,
      and in a second process the end of its input. Every line of the driver is
      printed, with a sign: a valid message (✓), an invalid message (✗), output
      that was probably meant as a message (!), other output (·).
      """,
    statuses: """
      0        no errors
      1        with --strict, there are warnings
      2        errors, or nothing to check
      3        a driver does not follow the protocol, the report cannot be written,
               or no request of the traffic fits
      """,
    page: "configuration.md#check", driver: .taken,
    own: [
      .config,
      .client.for(
        "only the specs and the driver of this client; may be repeated; with -- DRIVER, its name in the output"),
      .openapi, .traffic, .against.for("with --traffic: the real server, in place of the contracts' baseURL"), .drivers,
      .noBuild, .timeout.for("the maximum time of a call of a driver (default: 5)"),
      .strict.for("exit with status 1 if there are warnings"),
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
  static let drivers = Option(
    "drivers", "also check whether the drivers of the configuration follow the driver protocol",
    page: "driver-protocol.md#trying-a-driver-alone")
}

/// `contract-run check`: reads contracts, and reports errors and suspicious parts. It starts nothing but the drivers that
/// it is asked to check.
struct Check: StartedCommand {
  let invocation: Invocation

  func run() throws(Exit) -> Int32 {
    let drivers = try drivers()
    let contracts = try invocation.contracts(to: arguments.driver == nil ? "check" : nil)
    let status = contracts.paths.isEmpty ? 0 : try check(contracts)
    if status > 1 || drivers.isEmpty { return status }
    return max(status, CheckedDrivers(invocation: invocation, clients: drivers, secrets: contracts.secrets).run())
  }

  /// Returns the clients whose drivers are checked.
  private func drivers() throws(Exit) -> [Configuration.Client] {
    if arguments.driver == nil, !arguments.has(.drivers) {
      if let unused = [Option.noBuild, .timeout].first(where: arguments.has) {
        throw .usage("'\(unused.name)' needs a driver", "add --drivers, or -- DRIVER ARG…")
      }
      return []
    }
    if invocation.output.descriptor != 1 {
      throw .usage("a report to standard output cannot be combined with a driver", "write it to a file")
    }
    if let driver = arguments.driver {
      return [Configuration.Client(name: arguments.last(.client) ?? driver[0], specs: [], roots: [], driver: driver)]
    }
    guard let configuration = try invocation.configuration() else {
      throw .usage("no driver", "name it after '--': -- DRIVER ARG…")
    }
    return try configuration.clients(chosenBy: arguments)
  }

  private func check(_ contracts: Invocation.Contracts) throws(Exit) -> Int32 {
    let output = invocation.output
    let traffic = try traffic(contracts)
    var set = Linter.load(
      contracts.paths, below: contracts.specs, runsInMemoryOnly: Self.isInMemoryOnly(contracts.clients))
    // The file of what is accepted may be beside the contracts.
    let own = contracts.configuration?.accepted.map { FileSystem.absolute($0.value) }
    set.diagnostics.removeAll { $0.isUnnamedFile && own == FileSystem.absolute($0.range.source.path) }
    let compared = traffic?.check(set.contracts)
    set.diagnostics += compared?.diagnostics ?? []
    let warningsFail = arguments.has(.strict) && !set.diagnostics.isEmpty
    set.diagnostics += accepted(contracts, set) + unknownExceptions(contracts, set)
    let conformance = try conformance(set)
    set.diagnostics += conformance?.diagnostics ?? []
    let isWritten = output.list(set.diagnostics, offersStrict: !arguments.has(.strict))
    let hasErrors = set.diagnostics.hasErrors
    if !arguments.has(.quiet) {
      var lines: [CleanText] = hasErrors ? [] : ["\(ServeConsole.count(set.contracts)): no errors"]
      lines += (compared?.lines ?? []).map { CleanText($0) }
      // Only the traffic is counted if there are errors.
      if !hasErrors { lines += otherLines(set, conformance) }
      StandardOutput.write(lines.map { $0 + "\n" }.joined(separator: ""), to: output.descriptor)
    }
    if hasErrors { return 2 }
    if let traffic, compared?.fitting == 0 {
      let origins = traffic.origins.prefix(5).joined(separator: ", ")
      let help =
        "  it goes to \(origins)\n  if the contracts have other base URLs or paths, name the server's: --against URL"
      throw Exit(3, "no request of the traffic fits a contract", origins.isEmpty ? nil : help)
    }
    Self.checked.withLock { $0 = set }
    return isWritten ? warningsFail ? 1 : 0 : 3
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
    let baseURL = try arguments.url(.against)
    if files.isEmpty {
      if baseURL == nil { return nil }
      throw .usage("'--against' needs '--traffic'", "name the recorded traffic: --traffic session.har")
    }
    do throws(ImportFailure) {
      return try TrafficCheck(
        files, baseURL: baseURL, clients: contracts.chosen.map(\.name),
        accepted: contracts.configuration.readAccepted().accepted, secrets: contracts.secrets)
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

  /// Returns what is wrong with what people accepted.
  private func accepted(_ contracts: Invocation.Contracts, _ set: ContractSet) -> [Diagnostic] {
    let (accepted, diagnostics) = contracts.configuration.readAccepted()
    // A contract with errors, or one that no PATH leads to, is not in the set.
    if accepted.entries.isEmpty || !arguments.paths.isEmpty || set.diagnostics.hasErrors {
      return diagnostics + accepted.expired
    }
    let unmatched = accepted.unmatched(
      among: contracts.chosen.map { client in
        (client: client.name, contracts: client.contracts(in: set), transports: client.transports?.all)
      })
    var scope = AcceptedCollector.Scope(clients: contracts.chosen.map(\.name))
    scope.fields = Plan.make(
      contracts.chosen, selection: RunSettings.Selection(), transports: nil, isFull: true, variations: .declared
    ).clients.flatMap(\.fieldKeys)
    let missing = AcceptedCollector(accepted, in: scope).results.filter { !$0.missing.isEmpty }
    return diagnostics + accepted.expired + unmatched + missing.map(\.diagnostic)
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
