import ContractCore
import ContractReporting

/// The help of contract-run and its commands.
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

  static func usage(_ option: Option) -> String {
    guard let placeholder = option.placeholder else { return option.name }
    return option.name + (option.valueIsOptional ? "[=\(placeholder)]" : " \(placeholder)")
  }
}
