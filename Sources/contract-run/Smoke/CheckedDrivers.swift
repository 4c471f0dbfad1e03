import ContractCore

/// The drivers that `check` starts without a contract, and whether they follow the protocol.
struct CheckedDrivers: Invoked {
  let invocation: Invocation
  let clients: [Configuration.Client]
  let secrets: Secrets

  /// Checks one driver after the other. Returns the exit status.
  func run() -> Int32 {
    interruption.onSignal { [processes] _ in processes.killAll() }
    let console = invocation.consoleSettings(descriptor: 1)
    var isSound = true
    for (index, client) in clients.enumerated() {
      let command = client.driver.joined(separator: " ")
      var text = SmokeText(console, secrets, isBrief: arguments.driver == nil)
      text.client(client.name == client.driver.first ? command : "\(client.name): \(command)", isFirst: index == 0)
      if let why = build(client) {
        text.begin("build")
        text.fail(why)
        text.summary()
      } else {
        var test = SmokeTest(invocation: invocation, client: client, text: text)
        test.run()
        text = test.text
      }
      isSound = isSound && text.isSound
      if let signal = interruption.signal {
        text.printHeld()
        return 128 + signal
      }
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
