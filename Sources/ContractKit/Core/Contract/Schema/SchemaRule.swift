/// One keyword that is neither `type` nor of arrays or objects. Schemas are the indexes of nodes.
struct SchemaRule: Sendable {
  enum Kind: Sendable {
    case const(JSON)
    case oneOfValues(SchemaValues)
    case reference(Int)
    /// The schema where no resource on the way has the anchor, and the one of each resource that has it.
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
    case pattern(SchemaPattern)
    case format(Format)
  }

  let kind: Kind
  /// Where the keyword was written.
  let place: Int
}
