/// A JSON Schema (2020-12) with all that it refers to, read, checked and compiled: it can be applied to any value.
public struct JSONSchema: Sendable {
  /// The file that holds the schema, as the contract names it; nil where the schema stands in the contract itself.
  public let file: String?
  /// The schema as it is written.
  public let json: JSON
  /// What is applied.
  let program: SchemaProgram

  init(file: String?, json: JSON, program: SchemaProgram) {
    self.file = file
    self.json = json
    self.program = program
  }
}

/// A compiled schema: its nodes know each other by index, and no name of a keyword is looked up when it is applied.
final class SchemaProgram: Sendable {
  /// The schemas; the first is the whole.
  let nodes: [SchemaNode]
  /// Where keywords and schemas were written, for differences.
  let places: [SourceRange]
  /// Whether a `$dynamicRef` needs to know through which resources it was come to.
  let tracksScope: Bool

  init(nodes: [SchemaNode], places: [SourceRange], tracksScope: Bool) {
    self.nodes = nodes
    self.places = places
    self.tracksScope = tracksScope
  }
}

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
    self.resource = resource
    self.place = place
    self.isFalse = isFalse
    self.types = types
    self.rules = rules
    self.numbers = numbers
    self.strings = strings
    self.arrays = arrays
    self.objects = objects
  }
}

/// `type`: the names as written, and a bit for each.
struct SchemaTypes: Sendable {
  let names: [Pattern.TypeName]
  let place: Int
  private let bits: UInt8

  init(_ names: [Pattern.TypeName], place: Int) {
    self.names = names
    self.place = place
    bits = names.reduce(0) { $0 | Self.bit($1) }
  }

  func contains(_ name: Pattern.TypeName) -> Bool { bits & Self.bit(name) != 0 }

  private static func bit(_ name: Pattern.TypeName) -> UInt8 {
    switch name {
    case .null: 1
    case .boolean: 2
    case .number: 4
    case .integer: 8
    case .string: 16
    case .array: 32
    case .object: 64
    }
  }
}

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

/// `pattern`, or a name of `patternProperties`.
struct SchemaPattern: Sendable {
  let regex: Pattern.Regex
  /// The same without ICU, which is what most of the time would go into; nil where it is not plain enough.
  let plain: PlainExpression?
}

/// A number that others are compared with.
struct SchemaBound: Sendable {
  let number: JSONNumber
  let short: ShortDecimal?

  init(_ number: JSONNumber) {
    self.number = number
    short = ShortDecimal(number)
  }
}

/// The values of `enum`.
struct SchemaValues: Sendable {
  let all: [JSON]
  private let strings: NameTable
  private let others: [JSON]
  private let manyOthers: Set<HashedJSON>

  init(_ all: [JSON]) {
    self.all = all
    strings = NameTable(all.compactMap(\.string))
    others = all.filter { $0.string == nil }
    manyOthers = others.count > 8 ? Set(others.map(HashedJSON.init)) : []
  }

  func contains(_ value: JSON) -> Bool {
    if case .string(let string) = value.kind { return strings.index(of: string) != nil }
    return manyOthers.isEmpty ? others.contains(value) : manyOthers.contains(HashedJSON(value))
  }
}
