import ContractCore

/// `contract-run smoke`: starts a driver without a contract, and reports whether it follows the protocol.
struct Smoke {
  let arguments: Arguments
  let environment: [String: String]
  let processes: Processes
  let interruption: Interruption

  func run() throws(Arguments.UsageError) -> Int32 {
    let settings = try RunSettings(arguments)
    var clients: [Configuration.Client] = []
    if let driver = arguments.driver {
      clients = [
        Configuration.Client(
          name: arguments.last(.client) ?? driver[0], specs: [], roots: [], build: nil, driver: driver, folder: nil)
      ]
    } else {
      switch try CommandContext.configuration(arguments, environment) {
      case .found(let configuration): clients = try Plan.clients(arguments, configuration)
      case .none:
        throw Arguments.UsageError(
          message: "no driver", help: "name it after '--': -- DRIVER ARG…", command: .smoke)
      case .invalid: return 2
      }
    }
    interruption.onSignal { [processes] _ in processes.killAll() }
    let console = CommandContext.consoleSettings(arguments, environment, descriptor: 1)
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
        var test = SmokeTest(
          client, environment: environment, processes: processes, interruption: interruption, timeout: settings.timeout,
          text: text)
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
    let settings = CommandContext.consoleSettings(arguments, environment, descriptor: 2)
    return client.build.flatMap {
      BuildStep(client: client.name, command: $0, folder: client.folder, settings: settings).run(environment, processes)
    }
  }
}
