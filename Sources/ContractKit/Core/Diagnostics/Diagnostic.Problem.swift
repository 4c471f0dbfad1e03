extension Diagnostic {
  /// What can be wrong with a file, or suspicious in it.
  ///
  /// Each reader has an enum of its own for what it reports, with the facts that a message needs; the words stand in a
  /// file beside that enum.
  package protocol Problem: Sendable {
    /// The problem in one line, and what to do about it: a note for each line.
    var text: (message: String, help: [String]) { get }
  }
}
