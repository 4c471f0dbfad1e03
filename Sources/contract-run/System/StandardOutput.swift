import ContractCore

/// Text for people, in which nothing is a command of a terminal or of a CI system, and data for programs.
enum StandardOutput {
  /// Writes a text with a line feed at its end.
  static func print(_ text: CleanText) { write("\(text)\n") }

  static func write(_ text: CleanText, to descriptor: Int32 = 1) {
    Descriptor.write(Array(text.string.withoutCommands.utf8), to: descriptor)
  }

  /// Writes a document or a script that a program reads, as it is.
  static func write(document: String) { Descriptor.write(Array(document.utf8), to: 1) }
}

/// Lines about the command itself, for people.
enum StandardError {
  /// Writes a line to standard error, after the command's name. On a terminal, it is broken between words.
  static func print(_ line: CleanText) {
    let whole: CleanText = "contract-run: \(line)\n"
    StandardOutput.write(whole.wrapped(to: Platform.terminalWidth(2)), to: 2)
  }

  /// Writes a file. Returns whether it could be written; otherwise, the reason is printed.
  static func hasWritten(_ write: () throws -> Void) -> Bool {
    do {
      try write()
      return true
    } catch {
      print("error: \(String(describing: error))")
      return false
    }
  }
}
