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
