import ContractCore

/// `contract-run completion`: prints the script that adds completion to a shell, and answers that script.
struct Complete {
  let arguments: Arguments
  let environment: [String: String]

  func run() throws(Arguments.UsageError) -> Int32 {
    let shells = Shell.allCases.map(\.rawValue)
    guard arguments.paths.count == 1 else {
      throw Arguments.UsageError(
        message: "'contract-run completion' needs one shell", help: "shells: \(shells.joined(separator: ", "))",
        command: .completion)
    }
    guard let shell = Shell(rawValue: arguments.paths[0]) else {
      let near = Suggestion.of(arguments.paths[0], in: shells).map { "did you mean '\($0)'? " } ?? ""
      throw Arguments.UsageError(
        message: "unknown shell '\(arguments.paths[0])'", help: "\(near)shells: \(shells.joined(separator: ", "))",
        command: .completion)
    }
    guard let words = arguments.driver else {
      print(shell.script, terminator: "")
      return 0
    }
    for line in shell.answer(to: words, names: names) { print(line) }
    return 0
  }

  /// Returns the names that an option takes, for a command line up to the option. A line that is wrong has none.
  private func names(_ value: Option.Value, _ line: [String]) -> [String] {
    guard let arguments = try? Arguments(line),
      case .found(let configuration)? = try? CommandContext.configuration(arguments, environment)
    else { return [] }
    if value == .client { return configuration.clients.map(\.name) }
    guard let settings = try? RunSettings(arguments), let clients = try? Plan.clients(arguments, configuration) else {
      return []
    }
    let plan = Plan.make(clients, selection: Plan.Selection(), transports: settings.transports, isFull: false)
    return plan.clients.flatMap { client in client.jobs.map(client.id) }
  }
}
