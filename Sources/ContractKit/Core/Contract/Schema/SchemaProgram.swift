/// A compiled schema. Its nodes refer to each other by index, and applying it needs no lookup of keyword names.
package struct SchemaProgram: Sendable {
  /// The nodes. The first is the whole schema.
  package let nodes: [SchemaNode]
  /// The places of keywords and schemas, which differences show.
  let ranges: [SourceRange]
  /// Whether a `$dynamicRef` depends on the resources through which it was reached.
  let tracksScope: Bool
}

/// One compiled schema, with its rules grouped by the type of value that they apply to.
package final class SchemaNode: Sendable {
  /// The index of the schema resource that holds the schema.
  let resource: Int
  /// The index of the place where the schema was written.
  let rangeIndex: Int
  /// Whether the schema is `false`, which nothing matches. The schema `true` has no rules.
  package let isFalse: Bool
  package let types: Ranged<[Pattern.TypeName]>?
  /// The rules for values of every type, the cheapest first.
  package let rules: [SchemaRule]
  package let numbers: [SchemaRule]
  package let strings: [SchemaRule]
  package let arrays: ArrayRules?
  package let objects: ObjectRules?

  init(
    resource: Int, rangeIndex: Int, isFalse: Bool, types: Ranged<[Pattern.TypeName]>?, rules: [SchemaRule],
    numbers: [SchemaRule], strings: [SchemaRule], arrays: ArrayRules?, objects: ObjectRules?
  ) {
    (self.resource, self.rangeIndex, self.isFalse, self.types, self.rules) = (
      resource, rangeIndex, isFalse, types, rules
    )
    (self.numbers, self.strings, self.arrays, self.objects) = (numbers, strings, arrays, objects)
  }
}
