import ContractCore

extension Command {
  static let smoke = Command(
    name: "smoke", summary: "check whether a driver follows the driver protocol",
    usage: "[OPTION…] [-- DRIVER ARG…]",
    examples: """
      contract-run smoke              check the drivers of contract-run.json
      contract-run smoke -- ./Driver  check one driver
      """,
    explanation: """
      Starts DRIVER, or the drivers of contract-run.json, without a contract. It
      sends hello, calls of unknown operations (one by one and at the same time)
      and bye, and in a second process closes the driver's input. It prints every
      line of the driver, with a sign: a valid message (✓), an invalid message (✗),
      output that was probably meant as a message (!), other output (·).
      """,
    statuses: """
      0        the driver follows the protocol
      2        the command line or the configuration is invalid
      3        the driver does not follow the protocol
      """,
    page: "driver-protocol.md#trying-a-driver-alone", operands: .refused(help: "write the driver's command after '--'"),
    driver: .taken,
    own: [
      .config,
      .client.for(
        "check only the driver of this client; may be repeated; with -- DRIVER, its name in the output"), .noBuild,
      .timeout.for("the maximum time in which the driver must answer a call (default: 5)"), .color,
    ], start: Smoke.start)
}

/// `contract-run smoke`: starts a driver without a contract, and reports whether it follows the protocol.
struct Smoke: StartedCommand {
  let invocation: Invocation

  func run() throws(Exit) -> Int32 {
    var clients: [Configuration.Client] = []
    if let driver = arguments.driver {
      clients = [
        Configuration.Client(
          name: arguments.last(.client) ?? driver[0], specs: [], roots: [], driver: driver)
      ]
    } else {
      guard let configuration = try invocation.configuration() else {
        throw .usage("no driver", "name it after '--': -- DRIVER ARG…")
      }
      clients = try configuration.clients(chosenBy: arguments)
    }
    interruption.onSignal { [processes] _ in processes.killAll() }
    let console = invocation.consoleSettings(descriptor: 1)
    var isSound = true
    for (index, client) in clients.enumerated() {
      let command = client.driver.joined(separator: " ")
      var text = SmokeText(console)
      text.client(client.name == client.driver.first ? command : "\(client.name): \(command)", isFirst: index == 0)
      if let why = build(client) {
        text.begin(.build)
        text.fail(why)
        text.summary()
      } else {
        var test = SmokeTest(invocation: invocation, client: client, text: text)
        test.run()
        text = test.text
      }
      isSound = isSound && text.isSound
      if let signal = interruption.signal { return 128 + signal }
    }
    return isSound ? 0 : 3
  }

  private func build(_ client: Configuration.Client) -> String? {
    if arguments.has(.noBuild) { return nil }
    let settings = invocation.consoleSettings(descriptor: 2)
    return client.build.flatMap {
      BuildStep(client: client.name, command: $0, folder: client.folder, settings: settings).run(environment, processes)
    }
  }
}
