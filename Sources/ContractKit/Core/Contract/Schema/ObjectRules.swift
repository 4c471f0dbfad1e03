/// The keywords of one schema for objects. Names are the indexes of a table, schemas those of nodes.
final class ObjectRules: Sendable {
  /// A schema, or names, that count where a member is there.
  struct Dependent<Rule: Sendable>: Sendable {
    let name: Int
    let rule: Rule
    let place: Int
  }

  /// Every name that a keyword speaks of.
  let names: NameTable
  /// The schema of each name; -1 where it has none.
  let properties: [Int]
  let patterns: [(pattern: SchemaPattern, schema: Int, place: Int)]
  let additional: Placed<Int>?
  let propertyNames: Placed<Int>?
  let required: [Placed<Int>]
  let dependentRequired: [Dependent<[Int]>]
  let dependentSchemas: [Dependent<Int>]
  let minProperties: Placed<Int>?
  let maxProperties: Placed<Int>?
  let unevaluated: Placed<Int>?
  /// Whether it matters which of the names are there.
  let asksForPresence: Bool

  init(
    names: NameTable, properties: [Int], patterns: [(pattern: SchemaPattern, schema: Int, place: Int)] = [],
    additional: Placed<Int>? = nil, propertyNames: Placed<Int>? = nil, required: [Placed<Int>] = [],
    dependentRequired: [Dependent<[Int]>] = [], dependentSchemas: [Dependent<Int>] = [],
    minProperties: Placed<Int>? = nil, maxProperties: Placed<Int>? = nil, unevaluated: Placed<Int>? = nil
  ) {
    (self.names, self.properties, self.patterns, self.additional) = (names, properties, patterns, additional)
    (self.propertyNames, self.required, self.dependentRequired) = (propertyNames, required, dependentRequired)
    (self.dependentSchemas, self.minProperties) = (dependentSchemas, minProperties)
    (self.maxProperties, self.unevaluated) = (maxProperties, unevaluated)
    asksForPresence = !required.isEmpty || !dependentRequired.isEmpty || !dependentSchemas.isEmpty
  }
}
