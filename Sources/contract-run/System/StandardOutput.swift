import ContractCore

/// Text for people. In it, nothing is a command of a terminal or of a CI system.
enum StandardOutput {
  /// Writes a text with a line feed at its end.
  static func print(_ text: CleanText) { write("\(text)\n") }

  static func write(_ text: CleanText, to descriptor: Int32 = 1) {
    Descriptor.write(Array(text.string.withoutCommands.utf8), to: descriptor)
  }
}
