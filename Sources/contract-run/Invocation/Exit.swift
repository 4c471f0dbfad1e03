import ContractCore

/// The early end of a command: its exit status, and why.
struct Exit: Error {
  var status: Int32
  /// What went wrong; nil if that was printed already.
  var message: String?
  /// What to do next.
  var help: String?
  /// The command whose usage helps; nil if the usage does not.
  var command: Command?
  var isUsage = false

  init(_ status: Int32, _ message: String? = nil, _ help: String? = nil) {
    (self.status, self.message, self.help) = (status, message, help)
  }

  /// Returns the end because of a mistake on the command line, or of what it does not say.
  static func usage(_ message: String, _ help: String? = nil) -> Exit {
    var exit = Exit(2, message, help)
    exit.isUsage = true
    return exit
  }

  /// Returns the end because a word is not one of a few.
  ///
  /// - Parameter what: What it should be, such as `schema`.
  static func unknown(_ what: String, _ word: String, in names: [String]) -> Exit {
    usage("unknown \(what) '\(word)'", "\(near(word, in: names))\(what)s: \(names.joined(separator: ", "))")
  }

  /// Returns the beginning of a help text that proposes the nearest of some names; "" if none is near.
  static func near(_ word: String?, in names: [String]) -> String {
    word.flatMap { Suggestion.of($0, in: names) }.map { "did you mean '\($0)'? " } ?? ""
  }

  /// The same end, with the usage of a command.
  func of(_ command: Command) -> Exit { copy(of: self) { $0.command = $0.command ?? command } }

  /// Prints it on standard error.
  func report() {
    if let message { StandardError.print("error: \(message)") }
    if let help { for line in CleanText(lines: help).lines { StandardError.print(line) } }
    if !isUsage { return }
    let words = [command?.isDefault == true || command == .helping ? nil : command?.name, Option.help.name].compactMap(
      \.self)
    StandardError.print("run '\(ShellWords.text(TypedProgram.own + words))' for usage")
  }
}
