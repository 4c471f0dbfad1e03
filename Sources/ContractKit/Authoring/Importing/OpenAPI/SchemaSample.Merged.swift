import ContractCore

extension SchemaSample {
  /// The keywords of schemas that all apply to a value, with everything that `$ref` and `allOf` add to them.
  struct Merged {
    var keywords: [String: JSON] = [:]
    /// The properties, each with all schemas that it has to match.
    var properties: [(name: String, schemas: [ImportValue])] = []
    var required: [String] = []
    var items: ImportValue?
    var prefixItems: [ImportValue] = []
    var additional: ImportValue?
    /// The branches of each `oneOf` and `anyOf`.
    var choices: [[ImportValue]] = []
    var discriminator: ImportValue?
    /// Whether the discriminator is that of a schema to which `allOf` refers.
    var isInherited = false
    /// The names of schemas that discriminators require, by property.
    var names: [String: String] = [:]
    /// The members of examples that are about only a part of the value.
    var members: [String: JSON] = [:]

    subscript(name: String) -> JSON? { keywords[name] }

    /// The types that the keyword `type` names; nil if there is none.
    var types: [String]? {
      keywords["type"]?.string.map { [$0] } ?? keywords["type"]?.array?.compactMap(\.string)
    }

    var size: Int { keywords.count + properties.count + required.count + choices.count + members.count }

    /// The example. In 3.1, `example` is deprecated, and allowed.
    var example: JSON? { keywords["examples"]?.array?.first ?? keywords["example"] }

    /// Adds the keywords of another schema, which applies, too.
    mutating func add(_ other: Merged) {
      for (name, value) in other.keywords { keywords[name] = Self.stricter(name, keywords[name], value) }
      var indexes = Dictionary(properties.enumerated().map { ($1.name, $0) }) { first, _ in first }
      for property in other.properties {
        if let index = indexes[property.name] {
          let known = properties[index].schemas
          properties[index].schemas += property.schemas.filter { schema in !known.contains { $0.isSame(as: schema) } }
        } else {
          indexes[property.name] = properties.count
          properties.append(property)
        }
      }
      let known = Set(required)
      required += other.required.filter { !known.contains($0) }
      items = other.items ?? items
      if !other.prefixItems.isEmpty { prefixItems = other.prefixItems }
      additional = other.additional ?? additional
      choices += other.choices.filter { branches in !choices.contains { $0[0].isSame(as: branches[0]) } }
      if let discriminator = other.discriminator {
        (self.discriminator, isInherited) = (discriminator, other.isInherited)
      }
      names.merge(other.names) { $1 }
      members.merge(other.members) { $1 }
    }

    /// Returns the value of a keyword that two schemas have.
    private static func stricter(_ name: String, _ first: JSON?, _ second: JSON) -> JSON {
      guard let first else { return second }
      switch name {
      case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties":
        return (first.double ?? -.infinity) > (second.double ?? -.infinity) ? first : second
      case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties":
        return (first.double ?? .infinity) < (second.double ?? .infinity) ? first : second
      case "enum":
        let both = second.elements.filter { first.array?.contains($0) == true }
        return both.isEmpty ? second : .array(both)
      default: return second
      }
    }

    /// Makes an example the values of its members, because other schemas describe the same value.
    mutating func splitExample() {
      guard let object = (example ?? keywords["default"])?.object else { return }
      for member in object.members { members[member.name] = member.value }
      for name in ["examples", "example", "default"] { keywords[name] = nil }
    }
  }

  /// Returns the keywords of schemas that all apply to a value; nil if a reference leads nowhere or back to itself.
  func merged(_ schemas: [ImportValue]) -> Merged? {
    if schemas.count == 1 { return merged(schemas[0]) }
    var all = Merged()
    for schema in schemas {
      guard let merged = merged(schema) else { return nil }
      add(merged, to: &all)
    }
    return all
  }

  func add(_ other: Merged, to merged: inout Merged) {
    files.budget.spend(1 + (merged.size + other.size) / Self.sizeForStep)
    merged.add(other)
  }

  private static let sizeForStep = 8

  /// Returns the keywords of a schema; nil if a reference leads nowhere or back to itself.
  func merged(_ schema: ImportValue, depth: Int = 0) -> Merged? {
    if depth > OpenAPIFiles.hopLimit { return nil }
    // Schemas that refer to each other would otherwise be merged again with each path that leads to them.
    return files.merged(schema) { read(schema, depth: depth) }
  }

  private func read(_ schema: ImportValue, depth: Int) -> Merged? {
    let json = schema.whole
    guard let object = json.object else { return Merged() }
    var merged = Merged()
    let own = own(object, schema)
    let bases = schema["allOf"]?.elements ?? []
    // A schema that only wraps another one has the other one's example.
    let isWrapper = bases.count + (json["$ref"] == nil ? 0 : 1) == 1 && own.properties.isEmpty && own.required.isEmpty
    if let reference = json["$ref"]?.string {
      guard let target = files.target(of: reference, from: schema), var inner = self.merged(target, depth: depth + 1)
      else { return nil }
      if !isWrapper { inner.splitExample() }
      merged = inner
    }
    for base in bases {
      guard var inner = self.merged(base, depth: depth + 1) else { return nil }
      if !isWrapper { inner.splitExample() }
      if inner.choices.isEmpty { inner.isInherited = true }
      add(inner, to: &merged)
    }
    add(own, to: &merged)
    return merged
  }

  /// Returns the keywords that stand in a schema itself.
  private func own(_ object: JSON.Object, _ schema: ImportValue) -> Merged {
    var own = Merged()
    for member in object.members where !["$ref", "allOf"].contains(member.name) {
      switch member.name {
      case "properties":
        own.properties = (schema["properties"]?.members ?? []).map { ($0.name, [$0.value]) }
      case "required": own.required = member.value.array?.compactMap(\.string) ?? []
      case "items": own.items = schema["items"]
      case "prefixItems": own.prefixItems = schema["prefixItems"]?.elements ?? []
      case "additionalProperties": own.additional = schema["additionalProperties"]
      case "oneOf", "anyOf":
        if let branches = schema[member.name]?.elements, !branches.isEmpty { own.choices.append(branches) }
      case "discriminator": own.discriminator = schema["discriminator"]
      default: own.keywords[member.name] = member.value
      }
    }
    return own
  }

  // MARK: What is asked about schemas

  /// Returns the types that a schema allows; nil if that depends on the value.
  func types(of schema: ImportValue) -> [String]? { merged(schema).flatMap(Self.types) }

  static func types(of merged: Merged) -> [String]? {
    merged.choices.isEmpty ? ownTypes(of: merged) : nil
  }

  /// Returns the types that a schema allows without its branches; nil if it does not say that.
  static func ownTypes(of merged: Merged) -> [String]? {
    if let types = merged.types { return types }
    let values = merged["const"].map { [$0] } ?? merged["enum"]?.array
    return values.map { $0.map(\.typeName) }
  }

  /// Returns whether schemas, or branches of them, name a type.
  func says(_ type: String, _ schemas: [ImportValue], depth: Int = 0) -> Bool {
    guard depth < 4, let merged = merged(schemas) else { return false }
    if Self.ownTypes(of: merged)?.contains(type) == true { return true }
    return merged.choices.joined().contains { says(type, [$0], depth: depth + 1) }
  }

  /// Returns the schemas of a property, also if a branch has it; nil if none describes it.
  func property(_ name: String, of schemas: [ImportValue]) -> [ImportValue]? {
    merged(schemas).flatMap { property(name, in: $0) }
  }

  func property(_ name: String, in merged: Merged) -> [ImportValue]? {
    var seen: [ImportValue] = []
    func find(_ merged: Merged, depth: Int) -> [ImportValue]? {
      guard depth < 8 else { return nil }
      if let property = merged.properties.first(where: { $0.name == name }) { return property.schemas }
      for branch in merged.choices.joined() where !seen.contains(where: branch.isSame) {
        seen.append(branch)
        files.budget.spend(seen.count / Self.sizeForStep)
        if let found = self.merged(branch).flatMap({ find($0, depth: depth + 1) }) { return found }
      }
      return merged.additional.flatMap { $0.json.bool == false ? nil : [$0] }
    }
    return find(merged, depth: 0)
  }

  func hasExample(_ schema: ImportValue) -> Bool {
    guard let merged = merged(schema) else { return false }
    return merged.example != nil || merged["const"] != nil || merged["default"].map { !$0.isNull } == true
  }

  /// Returns the names of properties that this direction does not have.
  func hiddenNames(of schema: ImportValue) -> [String] {
    (merged(schema)?.properties ?? []).filter { flag(hiding, of: $0.schemas) }.map(\.name)
  }

  /// The member that hides a property in this direction.
  var hiding: String { direction == .request ? "readOnly" : "writeOnly" }

  func flag(_ name: String, of schemas: [ImportValue]) -> Bool {
    schemas.contains { schema in
      if let flag = schema.json[name]?.bool { return flag }
      guard schema.json["$ref"] != nil || schema.json["allOf"] != nil else { return false }
      return merged(schema)?[name]?.bool ?? false
    }
  }
}
