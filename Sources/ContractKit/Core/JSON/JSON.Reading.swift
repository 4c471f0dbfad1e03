extension JSON {
  /// How deep arrays and objects may nest before a text is refused.
  package static let depthLimit = 512

  /// How many values and names of members a text may have before it is refused; an array or object counts twice.
  ///
  /// What a value takes in memory: 8 bytes for each token while it is only read; 40 to 110 bytes once all of it is made to be
  /// compared, and as much again while arrays are aligned. So the largest text, 64 MiB, is judged in less than 500 MB.
  package static let tokenLimit = 1_000_000

  /// Reads a strict JSON text (RFC 8259, UTF-8).
  ///
  /// - Parameters:
  ///   - source: The text; every value and name of the result knows its place in it.
  ///   - diagnostics: What is wrong with the text is added here. Mistakes that leave the rest readable (a duplicate
  ///     key, a bad escape, a bad number) are reported and read over; one that does not ends the reading.
  /// - Returns: The value; nil where the reading ended early. A text is valid only if no diagnostic was added.
  package static func parse(_ source: Source, diagnostics: inout [Diagnostic]) -> JSON? {
    switch Document.read(source) {
    case .document(let document): return document.value(0)
    case .tooLarge(let index):
      diagnostics.append(
        Diagnostic(.tooLarge(limit: tokenLimit), at: SourceRange(source: source, start: index, end: index + 1)))
      return nil
    // Deep in the stack: it recurses.
    case .notPlain: return DeepStack.run { parseCarefully(source, diagnostics: &diagnostics) }
    }
  }

  /// The same, step by step: it says what is wrong with a text.
  static func parseCarefully(
    _ source: Source, limit: Int = tokenLimit, diagnostics: inout [Diagnostic]
  ) -> JSON? {
    var parser = JSONParser(source: source, limit: limit)
    defer { diagnostics += parser.diagnostics }
    return try? parser.document()
  }

  /// Reads a strict JSON text that comes from no file; nil where it is not valid.
  public static func parse(_ bytes: [UInt8]) -> JSON? {
    var diagnostics: [Diagnostic] = []
    let json = parse(Source(path: "", bytes: bytes), diagnostics: &diagnostics)
    return diagnostics.isEmpty ? json : nil
  }

  /// Reads a strict JSON text that comes from no file; nil where it is not valid.
  public static func parse(_ text: String) -> JSON? { parse(Array(text.utf8)) }
}
