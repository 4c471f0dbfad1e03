import ContractCore

extension Command {
  static let completion = Command(
    name: "completion", summary: "print a script that completes command lines in a shell",
    usage: "bash|zsh|fish",
    examples: """
      eval "$(contract-run completion bash)"  for bash, in ~/.bashrc
      eval "$(contract-run completion zsh)"   for zsh, in ~/.zshrc after compinit
      contract-run completion fish | source   for fish, in config.fish
      """,
    explanation: """
      The script completes commands, options and their values, the clients of the
      configuration, the ids of scenarios, and files. For that, it runs
      contract-run, which must be in PATH.
      """,
    statuses: """
      0        the script was printed
      2        the command line is invalid
      """,
    page: "configuration.md#completion", operands: .name({ Shell.allCases.map { Command.Word(text: $0.rawValue) } }),
    driver: .taken,
    own: [], start: Complete.start)
}

/// `contract-run completion`: prints the script that adds completion to a shell, and answers that script.
struct Complete: StartedCommand {
  let invocation: Invocation

  func run() throws(Exit) -> Int32 {
    let shells = Shell.allCases.map(\.rawValue)
    guard arguments.paths.count == 1 else {
      throw .usage("'contract-run completion' needs one shell", "shells: \(shells.joined(separator: ", "))")
    }
    guard let shell = Shell(rawValue: arguments.paths[0]) else {
      throw .unknown("shell", arguments.paths[0], in: shells)
    }
    guard let words = arguments.driver else {
      StandardOutput.write(document: shell.script)
      return 0
    }
    for line in shell.answer(to: words, names: names) { StandardOutput.write(document: line + "\n") }
    return 0
  }

  /// Returns the names that an option takes, for a command line up to the option. A line that is wrong has none.
  private func names(_ value: Option.Value, _ line: [String]) -> [String] {
    guard var arguments = try? Arguments(line) else { return [] }
    // Nobody asked for a report yet.
    arguments.remove(.report)
    guard let invocation = try? invocation.with(arguments), let configuration = try? invocation.configuration()
    else { return [] }
    if value == .client { return configuration.clients.map(\.name) }
    guard let clients = try? Optional(configuration).clients(for: invocation.arguments) else { return [] }
    let plan = Plan.make(
      clients, selection: RunSettings.Selection(), transports: invocation.settings.transports, isFull: false)
    return plan.clients.flatMap { client in client.jobs.map(client.id) }
  }
}
