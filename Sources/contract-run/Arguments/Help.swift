import ContractCore
import ContractReporting
import ContractResources
import Foundation

/// The help of contract-run as a whole, or that of a command up to its options. The file help.txt has a section for each,
/// with an empty line between the parts.
struct HelpPage {
  /// What the command does, in a few words.
  var summary = ""
  /// Command lines, and what each of them does.
  var examples = ""
  /// How the command is called.
  var usage = ""
  /// How the command works, and its exit statuses; "" if there is nothing to explain.
  var explanation = ""

  /// Returns the page of a command, or of `contract-run`.
  static func named(_ name: String) -> HelpPage { all[name] ?? HelpPage() }

  /// The pages, by their names.
  private static let all: [String: HelpPage] = {
    var pages: [String: HelpPage] = [:]
    for section in "\n\n\(String(cString: contractHelp).dropLast())".components(separatedBy: "\n\n# ").dropFirst() {
      let parts = section.components(separatedBy: "\n\n")
      let title = parts[0].components(separatedBy: ": ")
      pages[title[0]] = HelpPage(
        summary: title[1], examples: parts[1], usage: parts[2], explanation: parts[3...].joined(separator: "\n\n"))
    }
    return pages
  }()
}

/// The help screens: the pages of the commands with lists of commands and options.
enum Help {
  /// Returns the screen of a command, or of contract-run as a whole if no command is given.
  static func text(_ command: Command?) -> String {
    let page = command?.page ?? .named("contract-run")
    let parts =
      if let command {
        [
          "\(page.summary.prefix(1).uppercased())\(page.summary.dropFirst()).", page.examples, page.usage,
          page.explanation, options(of: command),
        ]
      } else {
        [
          "contract-run \(version): \(page.summary).", page.usage, page.examples, commands, page.explanation,
        ]
      }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private static var commands: String {
    let lines = Command.allCases.map { "  \($0.rawValue.padded(to: 12))\($0.page.summary)" }
    return (["Commands:"] + lines).joined(separator: "\n")
  }

  private static func options(of command: Command) -> String {
    (["Options:"] + command.options.map { option($0, of: command) }).joined(separator: "\n")
  }

  private static func option(_ option: Option, of command: Command) -> String {
    var name = "  " + (option.letter.map { "-\($0), " } ?? "    ") + option.name
    if let placeholder = option.placeholder {
      name += option.valueIsOptional ? "[=\(placeholder)]" : " \(placeholder)"
    }
    let column = 28
    let help = ("".padded(to: column) + option.help(of: command)).wrapped(to: 80)
    return name.count < column ? name.padded(to: column) + help.dropFirst(column) : "\(name)\n\(help)"
  }
}
