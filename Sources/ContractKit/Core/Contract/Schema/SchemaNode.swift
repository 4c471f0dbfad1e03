/// One compiled schema, with its rules grouped by the type of value that they apply to.
final class SchemaNode: Sendable {
  /// The index of the schema resource that holds the schema.
  let resource: Int
  /// The index of the place where the schema was written.
  let place: Int
  /// Whether the schema is `false`, which nothing matches. The schema `true` has no rules.
  let isFalse: Bool
  let types: SchemaTypes?
  /// The rules for values of every type, the cheapest first.
  let rules: [SchemaRule]
  let numbers: [SchemaRule]
  let strings: [SchemaRule]
  let arrays: ArrayRules?
  let objects: ObjectRules?

  init(
    resource: Int, place: Int, isFalse: Bool = false, types: SchemaTypes? = nil, rules: [SchemaRule] = [],
    numbers: [SchemaRule] = [], strings: [SchemaRule] = [], arrays: ArrayRules? = nil, objects: ObjectRules? = nil
  ) {
    (self.resource, self.place, self.isFalse, self.types, self.rules) = (resource, place, isFalse, types, rules)
    (self.numbers, self.strings, self.arrays, self.objects) = (numbers, strings, arrays, objects)
  }
}
