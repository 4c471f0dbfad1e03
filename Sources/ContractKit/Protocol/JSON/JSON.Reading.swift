extension JSON {
  /// The deepest nesting of arrays and objects that a text may have.
  package static let depthLimit = 512

  /// The largest number of values and member names that a text may have. An array or object counts twice.
  ///
  /// A text takes 8 bytes of memory per token while it is only read. A value takes 40 to 110 bytes once it
  /// is fully made for comparison, and as much again while arrays are aligned. So the largest text, 64 MiB,
  /// is judged in less than 500 MB.
  package static let tokenLimit = 1_000_000

  /// Reads a strict JSON text (RFC 8259, UTF-8).
  ///
  /// - Parameters:
  ///   - source: The text. Every value and name of the result knows its place in it.
  ///   - diagnostics: The list to which mistakes are added. A mistake that leaves the rest readable (a duplicate key, a
  ///     bad escape, a bad number) is reported, and reading continues. Any other mistake stops it.
  ///   - limit: The largest number of values and names; by default `tokenLimit`.
  /// - Returns: The value; nil if reading stopped early. The text is valid only if no diagnostic was added.
  package static func parse(_ source: Source, limit: Int = tokenLimit, diagnostics: inout [Diagnostic]) -> JSON? {
    switch Document.read(source, limit: limit) {
    case .document(let document): return document.value(0)
    case .tooLarge(let index):
      diagnostics.append(
        Diagnostic(.tooLarge(limit: limit), at: SourceRange(source: source, start: index, end: index + 1)))
      return nil
    // The parser recurses, so it needs a deep stack.
    case .notPlain: return DeepStack.run { parseCarefully(source, limit: limit, diagnostics: &diagnostics) }
    }
  }

  /// Reads a strict JSON text with the slow parser, which describes what is wrong with it.
  package static func parseCarefully(
    _ source: Source, limit: Int = tokenLimit, diagnostics: inout [Diagnostic]
  ) -> JSON? {
    var parser = JSONParser(source: source, limit: limit)
    defer { diagnostics += parser.diagnostics }
    return try? parser.document()
  }

  /// Reads a strict JSON text (RFC 8259, UTF-8) that does not come from a file. Returns nil if it is not valid.
  public static func parse(_ bytes: [UInt8]) -> JSON? {
    var diagnostics: [Diagnostic] = []
    let json = parse(Source(path: "", bytes: bytes), diagnostics: &diagnostics)
    return diagnostics.isEmpty ? json : nil
  }

  /// Reads a strict JSON text (RFC 8259) that does not come from a file. Returns nil if it is not valid.
  public static func parse(_ text: String) -> JSON? { parse(Array(text.utf8)) }
}

extension SourceRange {
  /// The RFC 6901 pointer of the value that begins here, or of the member whose name begins here; nil if there is none.
  /// The source is read again to find it.
  package var pointer: String? { source.entries { Source.Pointers(of: $0) }.pointer(to: start) }
}

extension Source.Pointers {
  /// Reads a source again. The result is empty if the source is not JSON.
  fileprivate init(of source: Source) {
    self.init()
    var ignored: [Diagnostic] = []
    if let root = JSON.parse(source, diagnostics: &ignored) { add(root, .root, parent: 0) }
  }

  private mutating func add(_ json: JSON, _ step: Step, parent: Int) {
    let entry = add(step, at: json.range?.start ?? 0, parent: parent)
    switch json.kind {
    case .array(let elements):
      for (index, element) in elements.enumerated() { add(element, .element(index), parent: entry) }
    case .object(let object):
      for member in object.members {
        add(.member(member.name), at: member.nameRange?.start ?? 0, parent: entry)
        add(member.value, .member(member.name), parent: entry)
      }
    default: break
    }
  }
}
