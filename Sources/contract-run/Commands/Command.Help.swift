import ContractCore

extension Command {
  static let helping = Command(
    name: "help", summary: "show help",
    usage: "[COMMAND]",
    examples: """
      contract-run help serve  show the help of a command
      """,
    statuses: """
      0        the help was printed
      2        the command line is invalid
      """,
    page: "configuration.md#commands",
    operands: .name({ all.map { Word(text: $0.name, description: $0.summary) } }),
    own: []
  ) { (invocation) throws(Exit) in
    let name = invocation.arguments.paths.first
    let command = name.flatMap(named)
    if let name, command == nil {
      if let new = FormerWords.command(name) { throw .usage("unknown command '\(name)'", "did you mean '\(new)'?") }
      throw .unknown("command", name, in: all.map(\.name))
    }
    StandardOutput.write(CleanText(lines: Help.text(command)))
    return 0
  }
}
