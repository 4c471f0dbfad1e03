package import ContractCore

/// The form of the console output: the abilities of the terminal, and the options of the user.
package struct ConsoleSettings: Sendable {
  /// `--color`.
  package enum ColorChoice: String, Sendable, CaseIterable { case auto, always, never }

  /// `--quiet`, neither, or `--verbose`.
  package enum Verbosity: Sendable {
    /// Only scenarios that did not pass, and the summary.
    case quiet
    /// Also one line for each contract.
    case normal
    /// Also one line for each scenario, with its requests.
    case verbose
  }

  /// Whether a progress line is drawn and erased.
  package var isLive: Bool
  package var isColored: Bool
  /// The terminal's columns; nil if lines may have any length.
  package var width: Int?
  package var verbosity: Verbosity
  /// The command lines that texts propose.
  package var commands: CommandLines
  package var showsCoverage = false

  package init(
    isLive: Bool = false, isColored: Bool = false, width: Int? = nil, verbosity: Verbosity = .normal,
    commands: CommandLines = CommandLines()
  ) {
    (self.isLive, self.isColored, self.width, self.verbosity) = (isLive, isColored, width, verbosity)
    self.commands = commands
  }

  /// Creates the settings of a run from its environment.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether the output is a terminal. Only on a terminal lines are redrawn, and cut to its width.
  ///   - width: The terminal's columns; 80 if it does not report them.
  ///   - environment: The environment variables. `NO_COLOR`, `CLICOLOR_FORCE` and `TERM` are read.
  package init(
    isTerminal: Bool, width: Int? = nil, environment: [String: String], color: ColorChoice = .auto,
    verbosity: Verbosity = .normal, commands: CommandLines = CommandLines()
  ) {
    self.init(
      isLive: isTerminal && environment["TERM"] != "dumb",
      isColored: Self.isColored(color, isTerminal: isTerminal, environment: environment),
      width: isTerminal ? max(20, width ?? 80) : nil, verbosity: verbosity, commands: commands)
  }

  /// Returns whether to use color. The option decides first, then NO_COLOR (https://no-color.org), CLICOLOR_FORCE, and
  /// the terminal.
  static func isColored(_ choice: ColorChoice, isTerminal: Bool, environment: [String: String]) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto:
      if let no = environment["NO_COLOR"], !no.isEmpty { return false }
      if let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return true }
      return isTerminal && environment["TERM"] != "dumb"
    }
  }
}
