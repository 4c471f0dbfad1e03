/// The object keywords of one schema. Names are given as indexes of a table, schemas as node indexes.
package final class ObjectRules: Sendable {
  /// A schema, or names, that apply if a member is present.
  struct Dependent<Rule: Sendable>: Sendable {
    let name: Int
    let rule: Rule
    let rangeIndex: Int
  }

  /// Every name that a keyword mentions.
  let names: NameTable
  /// The schema of each name; -1 if it has none.
  let properties: [Int]
  let patterns: [(pattern: Pattern.Regex, schema: Int, rangeIndex: Int)]
  let additional: Ranged<Int>?
  let propertyNames: Ranged<Int>?
  let required: [Ranged<Int>]
  let dependentRequired: [Dependent<[Int]>]
  let dependentSchemas: [Dependent<Int>]
  let minProperties: Ranged<Int>?
  let maxProperties: Ranged<Int>?
  let unevaluated: Ranged<Int>?
  /// Whether a rule depends on which of the names are present.
  let asksForPresence: Bool

  init(
    names: NameTable, properties: [Int], patterns: [(pattern: Pattern.Regex, schema: Int, rangeIndex: Int)] = [],
    additional: Ranged<Int>? = nil, propertyNames: Ranged<Int>? = nil, required: [Ranged<Int>] = [],
    dependentRequired: [Dependent<[Int]>] = [], dependentSchemas: [Dependent<Int>] = [],
    minProperties: Ranged<Int>? = nil, maxProperties: Ranged<Int>? = nil, unevaluated: Ranged<Int>? = nil
  ) {
    (self.names, self.properties, self.patterns, self.additional) = (names, properties, patterns, additional)
    (self.propertyNames, self.required, self.dependentRequired) = (propertyNames, required, dependentRequired)
    (self.dependentSchemas, self.minProperties) = (dependentSchemas, minProperties)
    (self.maxProperties, self.unevaluated) = (maxProperties, unevaluated)
    asksForPresence = !required.isEmpty || !dependentRequired.isEmpty || !dependentSchemas.isEmpty
  }
}
