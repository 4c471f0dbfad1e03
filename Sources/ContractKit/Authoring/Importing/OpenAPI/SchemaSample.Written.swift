import ContractCore
import Foundation

// Values as contracts have them.
extension SchemaSample {
  /// Returns a pattern for a value in which the members that its schemas do not require are optional.
  ///
  /// - Parameter schemas: The schemas of the value. Without one, nothing says that a member may be missing.
  func pattern(_ json: JSON, _ schemas: [ImportValue]) -> JSON {
    guard !schemas.isEmpty, let merged = merged(schemas) else { return json.asPattern }
    switch json.kind {
    case .array(let elements):
      return .array(elements.enumerated().map { pattern($1, itemSchemas($0, of: merged)) })
    case .object(let object):
      if object.members.contains(where: \.isMarked) { return json.asPattern }
      let required = required(merged, in: object)
      return object.mapValues { member in
        let inner = pattern(member.value, property(member.name, in: merged) ?? [])
        return required.contains(member.name) ? inner : ["$optional": inner]
      }
    default: return typed(json, merged, isText: false) ?? json
    }
  }

  /// Returns a pattern for the text of a value in a parameter, a field or a part.
  func textPattern(_ json: JSON, _ schemas: [ImportValue]) -> JSON {
    guard !schemas.isEmpty, let merged = merged(schemas) else { return .string(json.asText) }
    return typed(json, merged, isText: true) ?? .string(json.asText)
  }

  /// Returns patterns for the texts of the elements of a list.
  func textPatterns(_ elements: [JSON], _ schemas: [ImportValue]) -> [JSON] {
    guard !schemas.isEmpty, let merged = merged(schemas) else { return elements.map { .string($0.asText) } }
    return elements.enumerated().map { textPattern($1, itemSchemas($0, of: merged)) }
  }

  /// Returns a pattern for a value of a type that can be written in multiple ways; nil for any other value.
  private func typed(_ json: JSON, _ schema: Merged, isText: Bool) -> JSON? {
    guard json.isScalar, !json.isNull, let type = valueType(of: schema, isText: isText), type.includes(json.asText)
    else { return nil }
    return ["$format": .object([(type.rawValue, json)])]
  }

  /// Returns the type of all values of a schema but null; nil if they can only be written in one way.
  private func valueType(of schema: Merged, isText: Bool, depth: Int = 0) -> ValueType? {
    if ["enum", "const", "pattern"].contains(where: { schema[$0] != nil }) { return nil }
    switch schema["format"]?.string?.lowercased() {
    case "uuid": return .uuid
    case "date-time": return .dateTime
    case "byte": return .base64
    case .some, nil: if schema["contentEncoding"]?.string?.lowercased() == "base64" { return .base64 }
    }
    if isText, let types = schema.types?.filter({ $0 != "null" }), types.count == 1 {
      // Whole numbers have one form: servers do not read `20.0` as one.
      return types == ["boolean"] ? .boolean : types == ["number"] ? .number : nil
    }
    guard depth < 4, let branches = schema.choices.first else { return nil }
    let types = branches.filter { !isNull($0) }.map { branch in
      merged(branch).flatMap { valueType(of: $0, isText: isText, depth: depth + 1) }
    }
    return types.allSatisfy { $0 == types[0] } ? types.first ?? nil : nil
  }

  /// Returns what a contract has of a list that may be missing, of which it can only have one element; nil if the
  /// schemas of the list require more than the first one.
  func optional(_ elements: [JSON], _ schemas: [ImportValue]) -> [JSON]? {
    guard let first = elements.first, elements.count > 1 else { return elements }
    guard !schemas.isEmpty, let merged = merged(schemas) else { return [first] }
    return fits([first], merged) || !fits(.array(elements), merged) ? [first] : nil
  }

  /// Returns the names of the members that an object must have: those that its schema requires, and all branches that
  /// the object can be of.
  func required(_ schema: Merged, in object: JSON.Object, depth: Int = 0) -> Set<String> {
    var names = Set(schema.required.filter { !flag(hiding, of: property($0, in: schema) ?? []) })
    if depth > OpenAPIFiles.hopLimit { return names }
    for branches in schema.choices {
      let objects = branches.compactMap { merged($0) }.filter { canBeObject($0) }
      let sets = objects.map { required($0, in: object, depth: depth + 1) }
      let possible = sets.filter { $0.allSatisfy { object[$0] != nil } }
      guard let first = possible.first else { continue }
      names.formUnion(possible.dropFirst().reduce(first) { $0.intersection($1) })
    }
    return names
  }

  /// Returns whether a schema allows an object. What it says about other values is not about the members of objects.
  private func canBeObject(_ schema: Merged, depth: Int = 0) -> Bool {
    if depth > OpenAPIFiles.hopLimit { return true }
    if Self.ownTypes(of: schema)?.contains("object") == false { return false }
    return schema.choices.allSatisfy { branches in
      branches.contains { merged($0).map { canBeObject($0, depth: depth + 1) } ?? true }
    }
  }

  /// Returns whether a part of a multipart body is a file: its schema, a branch of it, or that of its elements says so.
  func isBinary(_ schemas: [ImportValue], depth: Int = 0) -> Bool {
    guard depth < 4, !schemas.isEmpty, let merged = merged(schemas) else { return false }
    if merged["format"]?.string == "binary" || merged["contentMediaType"] != nil { return true }
    let inner = (merged.items.map { [$0] } ?? []) + merged.choices.joined()
    return inner.contains { isBinary([$0], depth: depth + 1) }
  }

  // MARK: The digits of integers

  /// Returns a value in which each integer has the digits of one: `30` for `30.0`, because parameters are compared as
  /// texts. A number that may also have a fraction stays as it is written.
  func withWholeIntegers(_ json: JSON, _ schemas: [ImportValue]) -> JSON {
    if json.isScalar, json.number == nil { return json }
    guard !schemas.isEmpty, let merged = merged(schemas) else { return json }
    switch json.kind {
    case .number(let number): return isInteger(merged) ? number.whole.map { JSON(.number($0)) } ?? json : json
    case .array(let elements):
      return .array(elements.enumerated().map { withWholeIntegers($1, itemSchemas($0, of: merged)) })
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
    return isInteger ? Foundation.Decimal(string: literal).flatMap { JSON.Number(literal: $0.description) } : nil
  }
}
