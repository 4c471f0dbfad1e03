import ContractCore
import Foundation

// The digits of integers.
extension SchemaSample {
  /// Returns a value in which each integer has the digits of one: `30` for `30.0`, because parameters are compared as
  /// texts. A number that may also have a fraction stays as it is written.
  func withWholeIntegers(_ json: JSON, _ schemas: [ImportValue]) -> JSON {
    if json.isScalar, json.number == nil { return json }
    guard !schemas.isEmpty, let merged = merged(schemas) else { return json }
    switch json.kind {
    case .number(let number): return isInteger(merged) ? number.whole.map { JSON(.number($0)) } ?? json : json
    case .array(let elements):
      return .array(
        elements.enumerated().map { withWholeIntegers($1, itemSchemas($0, of: merged)) })
    case .object(let object):
      return object.mapValues { withWholeIntegers($0.value, property($0.name, in: merged) ?? []) }
    default: return json
    }
  }

  /// Returns the schemas of an element, also if a branch has them.
  func itemSchemas(_ index: Int, of schema: Merged, depth: Int = 0) -> [ImportValue] {
    if let item = item(index, of: schema) { return [item] }
    if depth > 2 { return [] }
    return schema.choices.joined().lazy.compactMap { self.merged($0) }
      .map { itemSchemas(index, of: $0, depth: depth + 1) }.first { !$0.isEmpty } ?? []
  }

  /// Returns whether all numbers that a schema allows are whole.
  private func isInteger(_ schema: Merged, depth: Int = 0) -> Bool {
    if let types = schema.types { return types.contains("integer") && !types.contains("number") }
    guard depth < 4, let branches = schema.choices.first else { return false }
    let all = branches.filter { !isNull($0) }.map { merged($0) }
    return !all.isEmpty && all.allSatisfy { $0.map { isInteger($0, depth: depth + 1) } ?? false }
  }
}

extension JSON.Number {
  /// The same number with the digits of an integer; nil if it is not whole, or very large.
  fileprivate var whole: JSON.Number? {
    if let int { return JSON.Number(int) }
    return isInteger ? Decimal(string: literal).flatMap { JSON.Number(literal: $0.description) } : nil
  }
}
