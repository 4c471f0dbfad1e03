/// A JSON Schema (2020-12) with everything that it refers to: read, checked and compiled. You can apply it to any
/// value.
package struct JSONSchema: Sendable {
  /// The file that holds the schema, as the contract names it; nil if the contract itself contains the schema.
  package let file: String?
  /// The schema as it is written.
  package let json: JSON
  package let program: SchemaProgram
}

/// A number that other numbers are compared with.
struct SchemaBound: Sendable {
  let number: JSON.Number
  let decimal: JSON.Number.Decimal

  init(_ number: JSON.Number) {
    self.number = number
    decimal = number.decimal
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
