import ContractCore

// What a document does not require of clients.
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
    default: return json
    }
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
}
