/// How the console is written to: what the terminal can do, and what the user asked for.
package struct ConsoleSettings: Sendable {
  /// `--color`.
  package enum ColorChoice: String, Sendable, CaseIterable { case auto, always, never }

  /// `--quiet`, neither, or `--verbose`.
  package enum Verbosity: Sendable {
    /// Only what broke, and the summary.
    case quiet
    /// One line per contract as well.
    case normal
    /// One line per scenario as well, with its requests.
    case verbose
  }

  /// Whether a progress line is drawn and erased.
  package var isLive: Bool
  /// Whether text is coloured.
  package var isColored: Bool
  /// The terminal's columns; nil where lines may be as long as they are.
  package var width: Int?
  /// How much is told.
  package var verbosity: Verbosity
  /// The command line that a `--filter` is added to in "run it alone"; words after `--` must not be in it.
  package var command: String
  /// What follows the `--filter`, such as `-- .build/debug/todo-driver`; "" for nothing.
  package var commandEnd: String

  /// Makes settings; by default those of plain lines.
  package init(
    isLive: Bool = false, isColored: Bool = false, width: Int? = nil, verbosity: Verbosity = .normal,
    command: String = "contract-run", commandEnd: String = ""
  ) {
    (self.isLive, self.isColored, self.width, self.verbosity) = (isLive, isColored, width, verbosity)
    (self.command, self.commandEnd) = (command, commandEnd)
  }

  /// Makes the settings of a run from its surroundings.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether the output is one; only there are lines drawn again, and cut to its width.
  ///   - width: The terminal's columns; 80 where it does not say.
  ///   - environment: `NO_COLOR`, `CLICOLOR_FORCE` and `TERM` are read.
  package init(
    isTerminal: Bool, width: Int? = nil, environment: [String: String], color: ColorChoice = .auto,
    verbosity: Verbosity = .normal, command: String = "contract-run", commandEnd: String = ""
  ) {
    self.init(
      isLive: isTerminal && environment["TERM"] != "dumb",
      isColored: Self.isColored(color, isTerminal: isTerminal, environment: environment),
      width: isTerminal ? max(20, width ?? 80) : nil, verbosity: verbosity, command: command, commandEnd: commandEnd)
  }

  /// Whether to colour: the option decides; then NO_COLOR (https://no-color.org), CLICOLOR_FORCE, and the terminal.
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
