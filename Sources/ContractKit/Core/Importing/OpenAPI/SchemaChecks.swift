/// Values and the schemas that they should have. They are checked together at the end, because schemas refer to each
/// other, and each is compiled once.
final class SchemaChecks {
  private let files: OpenAPIFiles
  private var checks: [Check] = []

  private struct Check {
    var value: JSON
    var schema: ImportValue
    var direction: SchemaSample.Direction
    var gaps: PatternValue.Gaps
    var failed: (String) -> Void
  }

  init(_ files: OpenAPIFiles) { self.files = files }

  /// Adds a value.
  ///
  /// - Parameters:
  ///   - gaps: The parts of the value that are not known, and do not have to match.
  ///   - failed: What to do if the value does not match: it gets a text about the first difference.
  func add(
    _ value: JSON, _ schema: ImportValue, _ direction: SchemaSample.Direction, gaps: PatternValue.Gaps = .init(),
    failed: @escaping (String) -> Void
  ) {
    checks.append(Check(value: value, schema: schema, direction: direction, gaps: gaps, failed: failed))
  }

  /// Checks all values.
  func run() {
    if checks.isEmpty { return }
    var indexes: [String: Int] = [:]
    var references: [String] = []
    let places = checks.map { check in
      let place =
        URIReference(file: check.schema.document.location).text + "#" + Self.fragment(check.schema.pointer)
      if let index = indexes[place] { return index }
      indexes[place] = references.count
      references.append(place)
      return references.count - 1
    }
    let diagnostics = Diagnostic.Collector()
    let (program, nodes) = SchemaCompiler.compile(
      all: references, uri: URIReference(file: files.main.location), files.reading, diagnostics)
    for diagnostic in diagnostics.diagnostics where diagnostic.severity == .error {
      let pointer =
        diagnostic.range.source === files.main.json.range?.source
        ? files.main.json.pointer(at: diagnostic.range.start) : ""
      files.main.note("a schema has a mistake: \(diagnostic.message)", at: pointer)
    }
    for (check, place) in zip(checks, places) {
      var evaluator = SchemaEvaluator(program, isQuiet: false)
      if evaluator.matches(nodes[place], check.value) || evaluator.stop != nil { continue }
      let sample = SchemaSample(files, check.direction)
      let first = evaluator.failures.first { failure in
        // A required member that only the other direction has (3.1.1, section 4.8.24.3, readOnly and writeOnly).
        if failure.actual == nil, sample.hides(failure.path, of: check.schema) { return false }
        return !check.gaps.explain(failure)
      }
      guard let first else { continue }
      let path = first.path.map(\.text).joined()
      check.failed("\(path.isEmpty ? "it" : path) should be \(first.expected)")
    }
  }

  /// Returns a JSON pointer as the fragment of a URI (RFC 6901, section 6).
  private static func fragment(_ pointer: String) -> String {
    pointer.utf8.reduce(into: "") { text, byte in
      let isPlain = byte.isLetter || byte.isDigit || "-._~!$&'()*+,;=:@/".utf8.contains(byte)
      text += isPlain ? String(UnicodeScalar(byte)) : "%" + Hexadecimal.text(UInt32(byte), width: 2, uppercase: true)
    }
  }
}

extension JSON {
  /// Returns the pointer of the innermost value around a byte offset of the text that this value was read from.
  fileprivate func pointer(at offset: Int) -> String {
    var (value, pointer) = (self, "")
    while true {
      let children =
        value.object?.members.map { ($0.name, $0.value) } ?? value.array?.enumerated().map { (String($0), $1) } ?? []
      let inner = children.first { $0.1.range.map { $0.start <= offset && offset < $0.end } == true }
      guard let inner else { return pointer }
      (value, pointer) = (inner.1, pointer + JSONPointer.step(inner.0))
    }
  }
}
