import ContractCore
import ContractLoopback

extension Command {
  static let serve = Command(
    name: "serve", summary: "serve contracts as a mock backend with a control page",
    usage: "[OPTION…] [PATH…]",
    examples: """
      contract-run serve --open          serve the specs, and open the control page
      contract-run serve specs --port 0  serve a folder on a free port
      """,
    explanation: """
      PATH is a contract or a folder of contracts. Without a PATH, serve uses the
      specs of contract-run.json. Each endpoint answers at its method and path, with
      the valid scenario that fits the request best. If none fits without a
      difference, and another scenario does, that one answers. To get any other
      scenario, choose it on the control page, /__contract, or send the request
      header X-Contract-Scenario. Files are read again when they change.
      """,
    statuses: """
      0        a signal stopped the server, such as Ctrl-C
      2        the command line, the configuration or a contract is invalid
      3        contract-run cannot listen on the port, which may be in use
      """,
    page: "serve.md",
    own: [.config, .clientSpecs, .host, .port, .open, .color, .quiet.for("print only unexpected requests and errors")],
    start: Serve.start)
}

extension Option {
  static let host = Option(
    "host", .text("ADDRESS"),
    "the IPv4 address to listen on (default: 127.0.0.1, which only this machine can reach)", page: "serve.md")
  static let port = Option(
    "port", .text("N"), "the port to listen on; 0 chooses a free one (default: \(Arguments.defaultPort))")
  fileprivate static let open = Option("open", "open the control page in the browser")
}

extension Arguments {
  /// The port if `--port` is not given. Tutorials often use it.
  fileprivate static let defaultPort = 8080

  /// Returns where a server listens.
  func place() throws(Exit) -> (host: String, port: Int) {
    let port = try number(.port, 0...65535, help: "0 chooses a free port") ?? Self.defaultPort
    let host = last(.host) ?? "127.0.0.1"
    guard host == "localhost" || OwnHosts.isIPv4(host) else {
      throw .usage(
        "'--host' needs an IPv4 address or localhost, found '\(host)'",
        "127.0.0.1 is reachable only from this machine, 0.0.0.0 from all of its networks")
    }
    return (host, port)
  }
}

/// `contract-run serve`: the contracts as a mock backend that runs until a signal ends it.
struct Serve: StartedCommand {
  let invocation: Invocation

  /// How often the files are checked while no request comes, in milliseconds.
  private static let pause: Int32 = 500

  func run() throws(Exit) -> Int32 {
    let place = try arguments.place()
    let contracts = try invocation.contracts(to: "serve")
    let files = ContractFiles(paths: contracts.paths, specs: contracts.specs)
    let set = files.load()
    if invocation.report(set.diagnostics) { return 2 }
    // Created before the port is open, so that from the first request on a signal ends the server in order.
    let wake = try invocation.wakeOnSignal()
    let console = ServeConsole(invocation)
    let server: MockServer
    do throws(SocketError) {
      server = try MockServer(place, MockBackend(set.contracts, secrets: contracts.secrets), files, console)
      try server.start()
    } catch {
      throw refusal(of: place, error)
    }
    announce(server, set.contracts, console)
    if arguments.has(.open) {
      Browser.open(server.page, environment: environment) { StandardError.print("note: \($0)") }
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

  private func refusal(of place: (host: String, port: Int), _ error: SocketError) -> Exit {
    let name = "\(place.host):\(place.port)"
    return switch error.number {
    case EADDRINUSE:
      Exit(
        3, "the port is in use: another program listens on \(name)",
        "stop that program, or use another port; --port 0 chooses a free one")
    case EADDRNOTAVAIL: Exit(3, "\(place.host) is not an address of this machine")
    case EACCES:
      Exit(3, "permission to listen on \(name) was denied", "use a port above 1023; --port 0 chooses a free one")
    default: Exit(3, "cannot listen on \(name): \(Platform.message(error.number))")
    }
  }

  private func announce(_ server: MockServer, _ contracts: [Contract], _ console: ServeConsole) {
    var lines: [CleanText] = [
      "contract-run \(version) serves \(ServeConsole.count(contracts))", "  control page  \(server.page)",
    ]
    let router = Router(contracts)
    for (index, base) in router.bases.enumerated() {
      let label = index == 0 ? "API         " : "            "
      lines.append("  \(label)  \(server.hosts.origin)\(base.pathPrefix) for \(base.text)")
    }
    lines.append("Press Ctrl-C to stop.")
    console.say(lines.joined(separator: "\n"))
    server.hosts.noteReach()
    if router.addresses.contains(where: { ControlAPI.isBelow($0.path) }) {
      StandardError.print(
        "note: \(ControlAPI.path) is reserved for the control page; contracts that describe it are not served there")
    }
  }
}
