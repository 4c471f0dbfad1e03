import ContractCore

/// Values and the schemas that they should have. They are checked together at the end, because schemas refer to each
/// other, and each is compiled once.
final class SchemaChecks {
  private let files: OpenAPIFiles
  private var checks: [Check] = []

  private struct Check {
    /// What the value can mean, one of which has to match: in each, all of the lists, and of each list one value.
    var readings: [[[PatternValue]]]
    var schema: ImportValue
    var direction: SchemaSample.Direction
    /// The endpoint that has the value; nil if that is not known.
    var endpoint: String?
    var failed: (String) -> Void
  }

  /// The schema evaluations that one value may take. What takes too long halves them for all others, so that a document
  /// takes a bounded time.
  private struct Steps {
    private(set) var limit = 1 << 20
    private(set) var stops = 0

    mutating func stop() { (limit, stops) = (max(limit / 2, 1 << 12), stops + 1) }
  }

  /// Compiled schemas, with the node of each place.
  private typealias Compiled = (program: SchemaProgram, nodes: [Int])

  init(_ files: OpenAPIFiles) { self.files = files }

  /// Adds a value.
  ///
  /// - Parameter failed: What to do if the value does not match: it gets a text about the first difference.
  func add(
    _ value: JSON, _ schema: ImportValue, _ direction: SchemaSample.Direction, failed: @escaping (String) -> Void
  ) {
    add(readings: [[[PatternValue(value)]]], schema, direction, failed)
  }

  /// Adds patterns. What they match has to match the schema, as far as one of them says what it is.
  func add(
    _ patterns: [Pattern], _ schema: ImportValue, _ direction: SchemaSample.Direction,
    failed: @escaping (String) -> Void
  ) {
    add(readings: patterns.map(PatternValue.lists), schema, direction, failed)
  }

  private func add(
    readings: [[[PatternValue]]], _ schema: ImportValue, _ direction: SchemaSample.Direction,
    _ failed: @escaping (String) -> Void
  ) {
    checks.append(
      Check(
        readings: readings, schema: schema, direction: direction, endpoint: files.main.endpoint, failed: failed))
  }

  /// Checks all values but those of some endpoints.
  func run(without endpoints: Set<String> = []) {
    let checks = checks.filter { check in check.endpoint.map(endpoints.contains) != true }
    if checks.isEmpty { return }
    let places = checks.map { check in
      URIReference(file: check.schema.document.location).text + "#" + Self.fragment(check.schema.pointer)
    }
    let references = places.uniqued()
    let indexes = Dictionary(uniqueKeysWithValues: zip(references, references.indices))
    let diagnostics = Diagnostic.Collector()
    let whole = compiled(references, nil, diagnostics)
    for diagnostic in diagnostics.diagnostics where diagnostic.severity == .error {
      let pointer =
        diagnostic.range.source === files.main.json.range?.source
        ? files.main.json.pointer(at: diagnostic.range.start) : ""
      files.main.note("a schema has a mistake: \(diagnostic.message)", at: pointer)
    }
    var relaxed: [SchemaSample.Direction: Compiled] = [:]
    var steps = Steps()
    var uncompared = 0
    for (check, reference) in zip(checks, places) {
      guard let location = indexes[reference] else { continue }
      let stops = steps.stops
      let difference = Self.difference(check.readings) { value in
        if Self.difference(value, whole, location, &steps) == nil { return nil }
        // The other direction may require more. That matters only for values that do not match.
        let own = relaxed[check.direction] ?? compiled(references, check.direction, Diagnostic.Collector())
        relaxed[check.direction] = own
        return Self.difference(value, own, location, &steps)
      }
      if let difference { check.failed(difference) } else if steps.stops > stops { uncompared += 1 }
    }
    if uncompared > 0 {
      let values =
        uncompared == 1
        ? "1 value is not compared with its schema" : "\(uncompared) values are not compared with their schemas"
      files.main.note("\(values), because that takes too long", at: "")
    }
  }

  private func compiled(
    _ references: [String], _ direction: SchemaSample.Direction?, _ diagnostics: Diagnostic.Collector
  ) -> Compiled {
    SchemaCompiler.compile(
      all: references, uri: URIReference(file: files.main.location), files.reading(direction), diagnostics)
  }

  /// Returns the difference of the first reading; nil if one reading matches.
  private static func difference(
    _ readings: [[[PatternValue]]], _ difference: (PatternValue) -> String?
  ) -> String? {
    first(of: readings) { lists in lists.compactMap { first(of: $0, difference) }.first }
  }

  /// Returns the difference of the first item; nil if one item has none.
  private static func first<Item>(of items: [Item], _ difference: (Item) -> String?) -> String? {
    var first: String?
    for item in items {
      guard let found = difference(item) else { return nil }
      first = first ?? found
    }
    return first
  }

  /// Returns how a value differs from a schema; nil if it does not, or if that depends on parts that are not known.
  private static func difference(
    _ value: PatternValue, _ compiled: Compiled, _ location: Int, _ steps: inout Steps
  ) -> String? {
    var evaluator = SchemaEvaluator(compiled.program, isQuiet: false, stepLimit: steps.limit)
    let isMatch = evaluator.matches(compiled.nodes[location], value.json)
    if case .endless? = evaluator.stop { steps.stop() }
    if isMatch || evaluator.stop != nil { return nil }
    guard let first = evaluator.failures.first(where: { !value.gaps.explain($0) }) else { return nil }
    let path = first.path.map(\.text).joined()
    return "\(path.isEmpty ? "it" : path) should be \(first.expected)"
  }

  /// Returns a JSON pointer as the fragment of a URI (RFC 6901, section 6).
  private static func fragment(_ pointer: String) -> String {
    Hexadecimal.percentEncoded(pointer, isPlain: HTTPText.isPlainInPath)
  }
}

extension JSON {
  /// Returns the pointer of the innermost value around a byte offset of the text that this value was read from.
  fileprivate func pointer(at offset: Int) -> String {
    var (value, pointer) = (self, "")
    while true {
      let inner = value.children.first { $0.value.range.map { $0.start <= offset && offset < $0.end } == true }
      guard let inner else { return pointer }
      (value, pointer) = (inner.value, pointer + JSONPointer.step(inner.name))
    }
  }
}
