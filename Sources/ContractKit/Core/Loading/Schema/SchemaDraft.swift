/// A schema while it is being read. Nodes are made when all drafts are complete.
struct SchemaDraft {
  var resource: Int
  var rangeIndex: Int
  var isFalse = false
  var types: Ranged<[Pattern.TypeName]>?
  var rules: [SchemaRule] = []
  var numbers: [SchemaRule] = []
  var strings: [SchemaRule] = []

  var arrays = ArrayRules()

  // Objects
  var properties: [(name: String, schema: Int)] = []
  var patterns: [(pattern: Pattern.Regex, schema: Int, rangeIndex: Int)] = []
  var additional: Ranged<Int>?
  var propertyNames: Ranged<Int>?
  var required: [(name: String, rangeIndex: Int)] = []
  var dependentRequired: [(name: String, others: [String], rangeIndex: Int)] = []
  var dependentSchemas: [(name: String, schema: Int)] = []
  var minProperties: Ranged<Int>?
  var maxProperties: Ranged<Int>?
  var unevaluatedProperties: Ranged<Int>?

  // `if` and its branches
  var condition: Ranged<Int>?
  var then: Int?
  var otherwise: Int?

  /// The schema that this one refers to, if it has no other rules.
  var onlyReference: Int? {
    guard rules.count == 1, case .reference(let node)? = rules.first?.kind, types == nil, condition == nil,
      numbers.isEmpty, strings.isEmpty, arrays.isEmpty, objects == nil
    else { return nil }
    return node
  }

  /// Sets the schemas that a `$dynamicRef` may lead to.
  mutating func setTargets(_ targets: [Int: Int], ofRule index: Int) {
    guard case .dynamicReference(let node, _) = rules[index].kind else { return }
    rules[index] = SchemaRule(kind: .dynamicReference(node, byResource: targets), rangeIndex: rules[index].rangeIndex)
  }

  func node() -> SchemaNode {
    var rules = rules
    if let condition {
      rules.append(
        SchemaRule(
          kind: .condition(condition.value, then: then, otherwise: otherwise), rangeIndex: condition.rangeIndex))
    }
    return SchemaNode(
      resource: resource, rangeIndex: rangeIndex, isFalse: isFalse, types: types, rules: rules.sortedByCost,
      numbers: numbers, strings: strings.sortedByCost, arrays: arrays.isEmpty ? nil : arrays, objects: objects)
  }

  private var objects: ObjectRules? {
    let names = NameTable(
      properties.map(\.name) + required.map(\.name) + dependentSchemas.map(\.name)
        + dependentRequired.flatMap { [$0.name] + $0.others })
    let others = [additional, propertyNames, minProperties, maxProperties, unevaluatedProperties]
    if names.names.isEmpty, patterns.isEmpty, others.allSatisfy({ $0 == nil }) { return nil }
    func index(_ name: String) -> Int { names.index(of: name) ?? 0 }
    var schemas = Array(repeating: -1, count: names.names.count)
    for property in properties { schemas[index(property.name)] = property.schema }
    return ObjectRules(
      names: names, properties: schemas, patterns: patterns, additional: additional, propertyNames: propertyNames,
      required: required.map { Ranged(value: index($0.name), rangeIndex: $0.rangeIndex) },
      dependentRequired: dependentRequired.map { (index($0.name), $0.others.map(index), $0.rangeIndex) },
      dependentSchemas: dependentSchemas.map { (index($0.name), $0.schema) },
      minProperties: minProperties, maxProperties: maxProperties, unevaluated: unevaluatedProperties)
  }
}

extension [SchemaRule] {
  /// The rules that need no other schemas first, then the rest in the order written.
  fileprivate var sortedByCost: [SchemaRule] {
    func cost(_ rule: SchemaRule) -> Int {
      switch rule.kind {
      case .const, .oneOfValues, .minLength, .maxLength: 0
      case .pattern, .format: 1
      default: 2
      }
    }
    return enumerated().sorted { (cost($0.element), $0.offset) < (cost($1.element), $1.offset) }.map(\.element)
  }
}
