import ContractCore
import ContractReporting

/// The help of contract-run and its commands, and the tables of docs/configuration.md.
enum Help {
  /// Returns the screen of a command, or of contract-run as a whole if no command is given.
  static func text(_ command: Command?) -> String {
    let parts = command.map(parts) ?? overview
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private static var overview: [String] {
    let commands = Command.all.map { "\($0.name.padded(to: 12))\($0.summary)" }
    return [
      "contract-run \(version): test HTTP clients against contracts.",
      "Usage: contract-run [COMMAND] [OPTION…] [PATH…] [-- DRIVER ARG…]",
      list("Examples", overviewExamples), list("Commands", commands.joined(separator: "\n")),
      """
      To see how a command works, its options and its exit statuses, write
      'contract-run help COMMAND', such as 'contract-run help run'.
      See https://github.com/contractkit/ContractKit
      """,
    ]
  }

  static let overviewExamples = """
    contract-run init                   set up this folder
    contract-run learn --write          complete contracts from what clients do
    contract-run                        run all clients of contract-run.json
    contract-run --filter todo/created  run scenarios whose id contains a text
    contract-run --last-failed          run what did not pass the last time
    contract-run specs -- ./Driver      run a driver without a configuration
    """

  private static func parts(of command: Command) -> [String] {
    [
      "\(command.summary.prefix(1).uppercased())\(command.summary.dropFirst()).", list("Examples", command.examples),
      "Usage: contract-run \(command.isDefault ? "[\(command.name)]" : command.name) \(command.usage)",
      (command.explanation.isEmpty ? "" : command.explanation + "\n")
        + "See \(Documentation.page(String(command.page.prefix { $0 != "#" })))",
      list("Exit status", command.statuses),
      list("Options", command.options.map(option).joined(separator: "\n"), indented: false),
    ]
  }

  private static func list(_ title: String, _ lines: String, indented: Bool = true) -> String {
    if lines.isEmpty { return "" }
    return "\(title):\n" + (indented ? "  " + lines.replacing("\n", with: "\n  ") : lines)
  }

  private static func option(_ option: Option) -> String {
    let name = "  " + (option.letter.map { "-\($0), " } ?? "    ") + usage(option)
    let column = 28
    let help = ("".padded(to: column) + option.meaning).wrapped(to: 80)
    return name.count < column ? name.padded(to: column) + help.dropFirst(column) : "\(name)\n\(help)"
  }

  private static func usage(_ option: Option) -> String {
    guard let placeholder = option.placeholder else { return option.name }
    return option.name + (option.valueIsOptional ? "[=\(placeholder)]" : " \(placeholder)")
  }

  // MARK: Documentation

  /// Returns the table of commands in docs/configuration.md.
  static var commandTable: String {
    let rows = Command.all.map { command in
      let usage = "\(command.name) \(command.usage)".split(separator: " ").filter { $0 != "[OPTION…]" }
      return row("`\(usage.joined(separator: " "))`", linked(command.summary, command.page))
    }
    return table(["command", "what it does"], rows)
  }

  /// Returns the table of options in docs/configuration.md: those that mean the same in multiple commands are one row.
  static var optionTable: String {
    var rows: [(option: Option, commands: [String])] = []
    for command in Command.all {
      for option in command.options {
        if let index = rows.firstIndex(where: { $0.option == option && $0.option.meaning == option.meaning }) {
          rows[index].commands.append(command.name)
        } else {
          let last = rows.lastIndex { $0.option == option }
          rows.insert((option, [command.name]), at: last.map { $0 + 1 } ?? rows.endIndex)
        }
      }
    }
    return table(
      ["option", "command", "meaning"],
      rows.map { option, commands in
        let name = (option.letter.map { "`-\($0)`, " } ?? "") + "`\(usage(option))`"
        return row(name, shown(commands), option.page.map { linked(option.meaning, $0) } ?? option.meaning)
      })
  }

  /// Returns names of commands, or those that are missing if these are fewer.
  private static func shown(_ commands: [String]) -> String {
    let others = Command.all.map(\.name).filter { !commands.contains($0) }
    if others.isEmpty { return "all" }
    return others.count < 5 ? "all except \(others.joined(separator: ", "))" : commands.joined(separator: ", ")
  }

  /// Returns a text as a link to a page, up to its details.
  private static func linked(_ text: String, _ page: String) -> String {
    let target = page.replacing(#/^configuration\.md(?=#)/#, with: "")
    let end = text.brief.endIndex
    return "[\(text[..<end])](\(target))\(text[end...])"
  }

  private static func row(_ cells: String...) -> String {
    "| \(cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |"
  }

  private static func table(_ heads: [String], _ rows: [String]) -> String {
    let head = [heads.joined(separator: " | "), heads.map { _ in "---" }.joined(separator: " | ")].map { "| \($0) |" }
    return (head + rows).joined(separator: "\n") + "\n"
  }
}
