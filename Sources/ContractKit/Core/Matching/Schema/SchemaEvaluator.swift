/// An evaluator of a compiled schema on a value (JSON Schema 2020-12).
///
/// A quiet evaluator only decides whether the value matches, and stops at the first keyword that fails. Any other
/// evaluator continues and collects every failure.
package struct SchemaEvaluator {
  /// A keyword that a value violates.
  package struct Failure {
    /// The place in the value.
    package var path: [Mismatch.Step]
    package var expected: String
    /// The text of the value; nil if there is none.
    package var actual: String?
    var note: String?
    /// The place of the keyword.
    var range: SourceRange
  }

  /// The deepest nesting of schema evaluations. The deepest value needs only a fraction of it.
  static let depthLimit = 2_000
  /// The largest number of schema evaluations for one value and everything inside it. A body of
  /// 1 MB takes a twentieth of it.
  static let stepLimit = 5_000_000

  let program: SchemaProgram
  let isQuiet: Bool
  package private(set) var failures: [Failure] = []
  /// The number of all failures, reported or not.
  var count = 0
  /// The reason why the evaluation stopped early. Nothing is known about the value then.
  package var stop: Finding.Stopped?
  var path: [Mismatch.Step] = []
  private var depth = 0
  package private(set) var steps = 0
  /// The resources that were entered on the way here, the outermost first.
  private var scope: [Int] = []

  let searches: Pattern.Regex.Searches
  private let stepLimit: Int

  package init(
    _ program: SchemaProgram, isQuiet: Bool, searches: Pattern.Regex.Searches = .init(), stepLimit: Int = stepLimit
  ) {
    (self.program, self.isQuiet, self.searches, self.stepLimit) = (program, isQuiet, searches, stepLimit)
  }

  /// Evaluates one schema of the program. Returns whether the value matches.
  ///
  /// - Parameter evaluated: A record of the members or elements that were evaluated; nil if the caller does not need
  ///   it.
  package mutating func matches(_ index: Int, _ value: JSON, _ evaluated: Evaluated? = nil) -> Bool {
    let node = program.nodes[index]
    steps += 1
    guard depth < Self.depthLimit, steps < stepLimit, stop == nil else {
      if stop == nil { stop = .init(cause: .schema, range: program.ranges[node.rangeIndex]) }
      return false
    }
    depth += 1
    defer { depth -= 1 }
    guard program.tracksScope, scope.last != node.resource else { return apply(node, value, evaluated) }
    scope.append(node.resource)
    defer { scope.removeLast() }
    return apply(node, value, evaluated)
  }

  private mutating func apply(_ node: SchemaNode, _ value: JSON, _ outer: Evaluated?) -> Bool {
    if node.isFalse {
      fail(node.rangeIndex, "nothing (false)", value)
      return false
    }
    var isValid = true
    if let types = node.types, !types.value.contains(where: { $0.includes(value) }) {
      fail(types.rangeIndex, types.value.map(\.text).joined(separator: " or ") + " (type)", value)
      if isQuiet { return false }
      isValid = false
    }
    switch value.kind {
    case .object(let object):
      // The `unevaluated…` keyword counts only what this schema has evaluated, so its keywords need a separate record.
      let account = node.objects?.unevaluated == nil ? outer : Evaluated(object.members.count)
      if !matches(node.rules, value, account) { isValid = false }
      if !isValid, isQuiet { return false }
      if let rules = node.objects, !matches(rules, object, value, account) { isValid = false }
      if isValid, let outer, let account, account !== outer { outer.formUnion(account) }
    case .array(let elements):
      let account = node.arrays?.unevaluated == nil ? outer : Evaluated(elements.count)
      if !matches(node.rules, value, account) { isValid = false }
      if !isValid, isQuiet { return false }
      if let rules = node.arrays, !matches(rules, elements, value, account) { isValid = false }
      if isValid, let outer, let account, account !== outer { outer.formUnion(account) }
    case .string(let string):
      if !node.strings.isEmpty, !matches(node.strings, string, value) { isValid = false }
      if !isValid, isQuiet { return false }
      if !node.rules.isEmpty, !matches(node.rules, value, nil) { isValid = false }
    case .number(let number):
      if !node.numbers.isEmpty, !matches(node.numbers, number, value) { isValid = false }
      if !isValid, isQuiet { return false }
      if !node.rules.isEmpty, !matches(node.rules, value, nil) { isValid = false }
    case .null, .bool:
      if !node.rules.isEmpty, !matches(node.rules, value, nil) { isValid = false }
    }
    return isValid
  }

  /// Returns the target of a `$dynamicRef`: the anchor in the outermost resource on the way here that has it.
  func target(_ fallback: Int, _ byResource: [Int: Int]) -> Int {
    if byResource.isEmpty { return fallback }
    for resource in scope {
      if let node = byResource[resource] { return node }
    }
    return fallback
  }

  // MARK: Failures

  mutating func fail(_ rangeIndex: Int, _ expected: @autoclosure () -> String, _ value: JSON) {
    fail(rangeIndex, expected: expected(), actual: Excerpt.beginning(of: value.text))
  }

  mutating func fail(
    _ rangeIndex: Int, expected: @autoclosure () -> String, actual: @autoclosure () -> String?,
    note: @autoclosure () -> String? = nil
  ) {
    count += 1
    if isQuiet || failures.count >= Mismatch.Differences.limit { return }
    failures.append(
      Failure(path: path, expected: expected(), actual: actual(), note: note(), range: program.ranges[rangeIndex]))
  }

  mutating func append(_ failure: Failure) {
    count += 1
    if failures.count < Mismatch.Differences.limit { failures.append(failure) }
  }

  /// Evaluates a schema on the same value. Only the answer counts, and failures are not collected.
  mutating func probe(_ index: Int, _ value: JSON, _ evaluated: Evaluated? = nil) -> Bool {
    if isQuiet { return matches(index, value, evaluated) }
    var probe = self.probe(isQuiet: true)
    let isValid = probe.matches(index, value, evaluated)
    addCost(of: probe)
    return isValid
  }

  /// Returns an evaluator at the same point. Its failures are not added to this one.
  func probe(isQuiet: Bool) -> SchemaEvaluator {
    var probe = SchemaEvaluator(program, isQuiet: isQuiet, searches: searches, stepLimit: stepLimit)
    probe.depth = depth
    probe.steps = steps
    probe.scope = scope
    probe.path = path
    return probe
  }

  /// Adds the cost of a probe, and its reason to stop.
  mutating func addCost(of probe: SchemaEvaluator) {
    steps = probe.steps
    stop = stop ?? probe.stop
  }
}

/// The members of an object, or elements of an array, that a schema and its in-place subschemas have evaluated.
package final class Evaluated {
  private(set) var areAll = false
  private var marks: [Bool]

  init(_ count: Int) { marks = Array(repeating: false, count: count) }

  func insert(_ index: Int) { marks[index] = true }

  func insertAll() { areAll = true }

  func contains(_ index: Int) -> Bool { areAll || marks[index] }

  func formUnion(_ other: Evaluated) {
    if other.areAll { areAll = true }
    if areAll { return }
    for index in marks.indices where other.marks[index] { marks[index] = true }
  }

  /// An empty record for the same value.
  var empty: Evaluated { Evaluated(marks.count) }
}
