import ContractCore

/// The help screens, built from the lists of commands and options.
enum Help {
  /// Returns the screen of a command, or of contract-run as a whole if no command is given.
  static func text(_ command: Command?) -> String {
    guard let command else { return overview }
    var lines = [sentence(command.summary), "", "Examples:"] + examples(command) + ["", "Usage: \(command.usage)"]
    if !command.explanation.isEmpty { lines += ["", command.explanation] }
    lines += ["", "Options:"] + command.options.flatMap { option($0, of: command) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static var overview: String {
    var lines = [
      "contract-run \(version): test HTTP clients against contracts.", "", "Examples:",
    ]
    lines += examples(.run)
    lines += ["", "Usage: contract-run [COMMAND] [OPTION…] [PATH…] [-- DRIVER ARG…]", "", "Commands:"]
    lines += Command.allCases.map { "  \(pad($0.rawValue, to: 12))\($0.summary)" }
    lines += ["", Command.run.explanation, "", "Options of run:"]
    lines += Command.run.options.flatMap { option($0, of: .run) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func examples(_ command: Command) -> [String] {
    let width = (command.examples.map(\.line.count).max() ?? 0) + 2
    return command.examples.map { "  \(pad($0.line, to: width))\($0.effect)" }
  }

  private static func option(_ option: Option, of command: Command) -> [String] {
    var name = (option.letter.map { "-\($0), " } ?? "    ") + option.name
    if let placeholder = option.placeholder {
      name += option.valueIsOptional ? "[=\(placeholder)]" : " \(placeholder)"
    }
    var lines = wrapped(option.help(of: command)).map { "  \(pad("", to: 26))\($0)" }
    if name.count < 26 {
      lines[0] = "  \(pad(name, to: 26))" + lines[0].dropFirst(28)
    } else {
      lines.insert("  \(name)", at: 0)
    }
    return lines
  }

  /// Returns a text in lines that leave room for the names of options in 80 columns.
  private static func wrapped(_ text: String) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.count + 1 + word.count <= 52 {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

  private static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
