/// One keyword that is neither `type` nor about arrays or objects. Schemas are given as node indexes.
package struct SchemaRule: Sendable {
  enum Kind: Sendable {
    case const(JSON)
    case oneOfValues(SchemaValues)
    case reference(Int)
    /// The default schema, for when no resource on the path has the anchor, and the schema of each resource that has
    /// it.
    case dynamicReference(Int, byResource: [Int: Int])
    case allOf([Int])
    case anyOf([Int])
    case oneOf([Int])
    case not(Int)
    case condition(Int, then: Int?, otherwise: Int?)

    case minimum(SchemaBound)
    case exclusiveMinimum(SchemaBound)
    case maximum(SchemaBound)
    case exclusiveMaximum(SchemaBound)
    case multipleOf(SchemaBound)

    case minLength(Int)
    case maxLength(Int)
    case pattern(Pattern.Regex)
    case format(Format)
  }

  let kind: Kind
  /// The index of the place where the keyword was written.
  let rangeIndex: Int
}

/// The array keywords of one schema. Schemas are given as node indexes.
package struct ArrayRules: Sendable {
  var prefix: [Int] = []
  var items: Ranged<Int>?
  var contains: Ranged<Int>?
  /// The bounds of `contains`, which mean nothing without it.
  var minContains: Ranged<Int>?
  var maxContains: Ranged<Int>?
  var minItems: Ranged<Int>?
  var maxItems: Ranged<Int>?
  /// The place of `uniqueItems` if it is true; otherwise nil.
  var unique: Int?
  var unevaluated: Ranged<Int>?

  /// Whether every array meets them.
  var isEmpty: Bool {
    prefix.isEmpty && unique == nil && [items, contains, minItems, maxItems, unevaluated].allSatisfy { $0 == nil }
  }
}

/// The object keywords of one schema. Names are given as indexes of a table, schemas as node indexes.
package final class ObjectRules: Sendable {
  let names: NameTable
  /// The schema of each name; -1 if it has none.
  let properties: [Int]
  let patterns: [(pattern: Pattern.Regex, schema: Int, rangeIndex: Int)]
  let additional: Ranged<Int>?
  let propertyNames: Ranged<Int>?
  let required: [Ranged<Int>]
  /// The names, and the schemas, that apply if a member is present.
  let dependentRequired: [(name: Int, others: [Int], rangeIndex: Int)]
  let dependentSchemas: [(name: Int, schema: Int)]
  let minProperties: Ranged<Int>?
  let maxProperties: Ranged<Int>?
  let unevaluated: Ranged<Int>?
  /// Whether a rule depends on which of the names are present.
  let asksForPresence: Bool

  init(
    names: NameTable, properties: [Int], patterns: [(pattern: Pattern.Regex, schema: Int, rangeIndex: Int)],
    additional: Ranged<Int>?, propertyNames: Ranged<Int>?, required: [Ranged<Int>],
    dependentRequired: [(name: Int, others: [Int], rangeIndex: Int)], dependentSchemas: [(name: Int, schema: Int)],
    minProperties: Ranged<Int>?, maxProperties: Ranged<Int>?, unevaluated: Ranged<Int>?
  ) {
    (self.names, self.properties, self.patterns, self.additional) = (names, properties, patterns, additional)
    (self.propertyNames, self.required, self.dependentRequired) = (propertyNames, required, dependentRequired)
    (self.dependentSchemas, self.minProperties) = (dependentSchemas, minProperties)
    (self.maxProperties, self.unevaluated) = (maxProperties, unevaluated)
    asksForPresence = !required.isEmpty || !dependentRequired.isEmpty || !dependentSchemas.isEmpty
  }
}
