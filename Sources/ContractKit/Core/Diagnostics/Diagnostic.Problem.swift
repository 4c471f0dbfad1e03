extension Diagnostic {
  /// Something that can be wrong with a file, or suspicious in it.
  ///
  /// Each reader has its own enum of what it reports, with the facts that a message needs. A file beside that enum has
  /// the words.
  package protocol Problem: Sendable {
    /// The problem in one line, and what to do about it: one note for each line.
    var text: (message: String, help: [String]) { get }
  }
}
