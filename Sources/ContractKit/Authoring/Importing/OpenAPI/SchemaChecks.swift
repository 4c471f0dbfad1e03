import ContractCore

/// Values and the schemas that they should have. They are checked together at the end, because schemas refer to each
/// other, and each is compiled once.
final class SchemaChecks {
  private let files: OpenAPIFiles
  private var checks: [Check] = []

  /// What became of a comparison.
  enum Result {
    case matches
    /// The first difference.
    case differs(String)
    /// It is not known whether the value matches, for this reason.
    case unknown(String)

    /// Returns what there is to say about the value; nil if it matches.
    func text(about what: String) -> String? {
      switch self {
      case .matches: nil
      case .differs(let difference): "\(what) does not match its schema: \(difference)"
      case .unknown(let why): "\(what) is not compared with its schema: \(why)"
      }
    }
  }

  private struct Check {
    /// What the value can mean, one of which has to match: in each, all of the lists, and of each list one value.
    var readings: [[[PatternValue]]]
    var schema: ImportValue
    var direction: SchemaSample.Direction
    /// The endpoint that has the value; nil if that is not known.
    var endpoint: String?
    var end: (Result) -> Void
  }

  /// Compiled schemas, with the node of each place.
  private typealias Compiled = (program: SchemaProgram, nodes: [Int])

  init(_ files: OpenAPIFiles) { self.files = files }

  /// Adds what a value can mean.
  func add(
    _ readings: [[[PatternValue]]], _ schema: ImportValue, _ direction: SchemaSample.Direction,
    end: @escaping (Result) -> Void
  ) {
    checks.append(
      Check(readings: readings, schema: schema, direction: direction, endpoint: files.main.log.endpoint, end: end))
  }

  var count: Int { checks.count }

  func remove(from index: Int) { checks.removeSubrange(index...) }

  /// Checks all values but those of some endpoints.
  func run(without endpoints: Set<String> = []) {
    let checks = checks.filter { check in check.endpoint.map(endpoints.contains) != true }
    if checks.isEmpty { return }
    let checkReferences = checks.map { check in
      // A JSON pointer as the fragment of a URI (RFC 6901, section 6).
      let fragment = Hexadecimal.percentEncoded(check.schema.pointer, isPlain: HTTPText.isPlainInPath)
      return URIReference(file: check.schema.document.location).text + "#" + fragment
    }
    let references = checkReferences.uniqued()
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
    for (check, reference) in zip(checks, checkReferences) {
      guard let location = indexes[reference] else { continue }
      let result = files.budget.item {
        Self.result(check.readings) { value in
          let result = self.result(value, whole, location)
          if case .matches = result { return result }
          // The other direction may require more. That matters only for values that do not match.
          let own =
            relaxed[check.direction]
            ?? files.budget.item { compiled(references, check.direction, Diagnostic.Collector()) }
          if own != nil { relaxed[check.direction] = own }
          return own.map { self.result(value, $0, location) } ?? .unknown(Self.tooManySteps)
        }
      }
      files.main.log.endpoint = check.endpoint
      defer { files.main.log.endpoint = nil }
      check.end(result ?? .unknown(Self.tooManySteps))
    }
  }

  private func compiled(
    _ references: [String], _ direction: SchemaSample.Direction?, _ diagnostics: Diagnostic.Collector
  ) -> Compiled {
    SchemaCompiler.compile(
      all: references, uri: URIReference(file: files.main.location), files.reading(direction), diagnostics)
  }

  /// Returns the result of the first reading; `matches` if one reading matches.
  private static func result(_ readings: [[[PatternValue]]], _ result: (PatternValue) -> Result) -> Result {
    first(of: readings) { lists in
      var unknown: Result?
      for list in lists {
        switch first(of: list, result) {
        case .matches: break
        case .differs(let difference): return .differs(difference)
        case .unknown(let why): unknown = unknown ?? .unknown(why)
        }
      }
      return unknown ?? .matches
    }
  }

  /// Returns the result of the first item; `matches` if one item matches, and `unknown` if it is not known of one.
  private static func first<Item>(of items: [Item], _ result: (Item) -> Result) -> Result {
    var first: Result?
    for item in items {
      let own = result(item)
      switch own {
      case .matches: return own
      case .differs: first = first ?? own
      case .unknown: if case .unknown? = first {} else { first = own }
      }
    }
    return first ?? .matches
  }

  /// Returns how a value differs from a schema. A difference that depends on parts that are not known is none.
  private func result(_ value: PatternValue, _ compiled: Compiled, _ location: Int) -> Result {
    // An evaluation takes less than anything else that is counted.
    let limit = files.budget.left * Self.evaluationsForStep
    var evaluator = SchemaEvaluator(compiled.program, isQuiet: false, stepLimit: limit)
    let isMatch = evaluator.matches(compiled.nodes[location], value.json)
    files.budget.spend(1 + evaluator.steps / Self.evaluationsForStep)
    switch evaluator.stop?.cause {
    case .expression(let expression):
      return .unknown("the expression /\(Excerpt.beginning(of: expression))/ takes too long")
    case .schema, .pairs: return .unknown(Self.tooManySteps)
    case nil: break
    }
    guard !isMatch, let first = evaluator.failures.first(where: { !value.gaps.explain($0) }) else { return .matches }
    let path = first.path.map(\.text).joined()
    return .differs("\(path.isEmpty ? "it" : path) should be \(first.expected)")
  }

  private static let evaluationsForStep = 2
  private static let tooManySteps = "that takes too many steps; simplify the schema"
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
