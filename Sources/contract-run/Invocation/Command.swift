import ContractCore
import ContractReporting

/// A command of contract-run: what it is for, what its command line has, and what it does. Each is declared in the file
/// that does it; the parser, the help, the completion, the manual page and docs/configuration.md use the declaration.
struct Command: Sendable {
  let name: String
  /// What the command does, in a few words.
  let summary: String
  /// What follows the name on a command line, as the usage shows it.
  var usage: String
  /// Command lines without the program's name, and what each of them does, in the lines of the help.
  var examples: String
  /// How the command works, in the lines of the help; "" if there is nothing to explain.
  var explanation = ""
  /// The exit statuses, in the lines of the help.
  var statuses: String
  /// The page of docs/ that says more.
  var page: String
  /// The words that are not options.
  var operands = Operands.files
  var driver = Driver.refused(help: nil)
  /// Whether a signal that comes before the work begins still lets the command write its reports.
  var reportsSignals = false
  /// The options, in the order of the help, without those of all commands.
  var own: [Option]
  /// Does what the command is for. Returns the exit status.
  let start: @Sendable (Invocation) throws(Exit) -> Int32

  /// A word that can stand on a command line.
  struct Word: Equatable {
    var text: String
    /// What the word means; "" for a value.
    var description = ""
  }

  enum Operands: Sendable {
    case files
    /// A name, and then files or nothing.
    case name(@Sendable () -> [Word], thenFiles: Bool = false)
    case clientsAndFiles
    /// There are none. The text says what to write in place of a path.
    case refused(help: String)
  }

  /// Whether a command starts a driver that its command line names.
  enum Driver: Sendable {
    case taken
    case refused(help: String?)
  }

  /// The options that the command accepts, in the order of the help.
  var options: [Option] { own + [.help, .version] }

  /// Whether contract-run does this if no command is named.
  var isDefault: Bool { name == "run" }

  func has(_ option: Option) -> Bool { options.contains(option) }

  /// Returns the option that a word names, in its long form: one of the command's own, or else one of another command.
  func option(_ word: String) -> Option? {
    options.first { $0.name == word } ?? Command.all.lazy.flatMap(\.own).first { $0.name == word }
  }

  static func named(_ name: String) -> Command? { all.first { $0.name == name } }
}

extension Command: Equatable {
  static func == (one: Command, other: Command) -> Bool { one.name == other.name }
}
