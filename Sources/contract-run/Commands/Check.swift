import ContractCore

/// `contract-run check`: reads contracts, and reports errors and suspicious parts. It does not run anything.
struct Check {
  let arguments: Arguments
  let environment: [String: String]

  func run() throws(Arguments.UsageError) -> Int32 {
    guard let contracts = try CommandContext.contracts(arguments, environment, to: "check") else { return 2 }
    var set = Linter.load(
      contracts.paths, below: contracts.specs, runsInMemoryOnly: Self.isInMemoryOnly(contracts.clients))
    if arguments.has(.strict) {
      for index in set.diagnostics.indices { set.diagnostics[index].severity = .error }
    }
    if CommandContext.report(set.diagnostics, arguments, environment, offersStrict: true) { return 2 }
    if !arguments.has(.quiet) {
      print("\(ServeConsole.count(set.contracts)): no errors")
    }
    // To release thousands of contracts would take a tenth of the command's time.
    withExtendedLifetime(set) { exit(0) }
  }

  /// Returns a function that reports whether the configuration has clients for a contract, and all of them run in
  /// memory.
  private static func isInMemoryOnly(_ clients: [Configuration.Client]) -> @Sendable (Contract) -> Bool {
    if !clients.contains(where: { $0.transports == .memory }) { return { _ in false } }
    let clients = clients.map { (specs: $0.specs.map(Path.absolute), isInMemory: $0.transports == .memory) }
    return { contract in
      let location = Path.absolute(contract.source.path)
      let own = clients.filter { client in client.specs.contains { $0 == location || Path.below($0, location) != nil } }
      return !own.isEmpty && own.allSatisfy(\.isInMemory)
    }
  }
}
