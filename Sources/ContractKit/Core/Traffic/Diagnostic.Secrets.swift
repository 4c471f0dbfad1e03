extension Diagnostic {
  /// The diagnostic in the form of a compiler, without secrets: place and message, the source line with a caret, and what
  /// to do.
  package var text: String { text(width: nil) }

  /// Returns the same text, with the source line cut to the columns of a terminal.
  func text(width: Int?) -> String {
    text(width: width) { Secrets.standard.covered(source: $0, isCut: $1) }
  }
}
