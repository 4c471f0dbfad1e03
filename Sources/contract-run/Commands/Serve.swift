import ContractCore
import ContractLoopback
import ContractReporting

/// `contract-run serve`: the contracts as a mock backend that runs until a signal ends it.
struct Serve {
  let arguments: Arguments
  let environment: [String: String]
  let processes: Processes
  let interruption: Interruption

  /// How often the files are checked while no request comes, in milliseconds.
  private static let pause: Int32 = 500

  func run() throws(Arguments.UsageError) -> Int32 {
    let settings = try ServeSettings(arguments)
    guard let contracts = try CommandContext.contracts(arguments, environment, to: "serve") else { return 2 }
    let files = ContractFiles(paths: contracts.paths, specs: contracts.specs)
    let set = files.load()
    if CommandContext.report(set.diagnostics, arguments, environment) { return 2 }
    // Created before the port is open, so that from the first request on a signal ends the server in order.
    guard let wake = WakePipe() else {
      CommandContext.printError("error: cannot create a pipe: \(Platform.message(errno))")
      return 3
    }
    interruption.onSignal { _ in wake.wake() }
    let console = ServeConsole(
      isColored: CommandContext.consoleSettings(arguments, environment, descriptor: 1).isColored,
      isQuiet: arguments.has(.quiet)
    ) { [self] in _ = CommandContext.report($0, arguments, environment) }
    let server: MockServer
    do throws(SocketError) {
      server = try MockServer(settings, MockBackend(set.contracts, secrets: contracts.secrets), files, console)
      try server.start()
    } catch {
      return refuse(settings, error)
    }
    announce(server, set.contracts, console)
    if settings.opens {
      Browser.open(server.page, environment: environment) { CommandContext.printError("note: \($0)") }
    }
    while interruption.signal == nil {
      var wait = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&wait, 1, Self.pause)
      server.refresh()
    }
    server.stop()
    // A signal is the only way to end the server, so nothing was interrupted.
    return 0
  }

  private func refuse(_ settings: ServeSettings, _ error: SocketError) -> Int32 {
    let place = "\(settings.host):\(settings.port)"
    switch error.number {
    case EADDRINUSE:
      CommandContext.printError("error: the port is in use: another program listens on \(place)")
      CommandContext.printError("stop that program, or use another port; --port 0 chooses a free one")
    case EADDRNOTAVAIL:
      CommandContext.printError("error: \(settings.host) is not an address of this machine")
    case EACCES:
      CommandContext.printError("error: permission to listen on \(place) was denied")
      CommandContext.printError("use a port above 1023; --port 0 chooses a free one")
    default: CommandContext.printError("error: cannot listen on \(place): \(Platform.message(error.number))")
    }
    return 3
  }

  private func announce(_ server: MockServer, _ contracts: [Contract], _ console: ServeConsole) {
    var lines = ["contract-run \(version) serves \(ServeConsole.count(contracts))", "  control page  \(server.page)"]
    let router = Router(contracts)
    for (index, base) in router.bases.enumerated() {
      let label = index == 0 ? "API         " : "            "
      lines.append("  \(label)  \(server.origin)\(base.pathPrefix) for \(base.text)")
    }
    lines.append("Press Ctrl-C to stop.")
    console.say(lines.map(\.cleanedLine).joined(separator: "\n"))
    if !server.hosts.isLocal {
      CommandContext.printError(
        "note: other machines in the network can reach this server; --host 127.0.0.1 limits it to this machine")
    }
    if router.addresses.contains(where: { ControlAPI.isBelow($0.path) }) {
      CommandContext.printError(
        "note: \(ControlAPI.path) is reserved for the control page; contracts that describe it are not served there")
    }
  }
}
