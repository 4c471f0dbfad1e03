/// One schema: what it asks for, by the type of value that it asks it of.
final class SchemaNode: Sendable {
  /// The index of the schema resource that holds it.
  let resource: Int
  /// Where it was written.
  let place: Int
  /// Nothing matches `false`; what matches `true` is said by having no rules.
  let isFalse: Bool
  let types: SchemaTypes?
  /// Rules for values of every type, those that are told soonest first.
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
