import ContractCore

/// A document of OpenAPI 3.0 as one of 3.1, whose schemas are JSON Schemas of draft 2020-12. Every value keeps its JSON
/// pointer.
enum OpenAPIUpgrade {
  static func upgraded(_ value: JSON, name: String = "", depth: Int = 0) -> JSON {
    // Examples are data, whatever their members are called.
    if ["example", "examples", "default", "value", "enum"].contains(name) { return value }
    guard let object = value.object else { return value.mapChildren { upgraded($0, name: "", depth: depth + 1) } }
    // References can lead to schemas anywhere, also in files that contain nothing else.
    if isSchema(value) { return schema(value) }
    return object.mapValues { member in
      if member.name == "schema" { return schema(member.value) }
      if member.name == "schemas", depth == 1, name == "components" { return map(member.value) }
      // A path or a component may have any name.
      let isFree = ["paths", "responses", "parameters", "headers", "requestBodies", "callbacks"].contains(name)
      return upgraded(member.value, name: isFree ? "" : member.name, depth: depth + 1)
    }
  }

  /// Whether an object is a schema by its members.
  private static func isSchema(_ value: JSON) -> Bool {
    if value["in"] != nil || value["schema"] != nil || value["content"] != nil { return false }
    let types = ["object", "array", "string", "integer", "number", "boolean"]
    return value["type"]?.string.map(types.contains) == true || value["properties"]?.isObject == true
      || ["allOf", "anyOf", "oneOf"].contains { value[$0]?.isArray == true }
  }

  private static func map(_ value: JSON) -> JSON {
    value.isObject ? value.mapChildren(schema) : value
  }

  /// Returns a Schema Object of 3.0 as a JSON Schema.
  static func schema(_ value: JSON) -> JSON {
    guard let object = value.object else { return value }
    // In 3.0, what is beside a reference is ignored.
    if let reference = object["$ref"], reference.string != nil { return ["$ref": reference] }
    var members: [(String, JSON)] = object.members.map { member in
      switch member.name {
      case "properties": (member.name, map(member.value))
      case "items", "additionalProperties", "not": (member.name, schema(member.value))
      case "allOf", "anyOf", "oneOf":
        (member.name, member.value.array.map { .array($0.map(schema)) } ?? member.value)
      case "example": ("examples", .array([member.value]))
      default: (member.name, member.value)
      }
    }
    exclusive("exclusiveMinimum", "minimum", &members)
    exclusive("exclusiveMaximum", "maximum", &members)
    guard object["nullable"]?.bool == true else { return .object(members) }
    members.removeAll { $0.0 == "nullable" }
    guard let index = members.firstIndex(where: { $0.0 == "type" }) else {
      // Only `nullable` with a type allows null; people mean null for a combination, too.
      let combines = members.contains { ["allOf", "anyOf", "oneOf", "enum"].contains($0.0) }
      return combines ? ["anyOf": .array([.object(members), ["type": "null"]])] : .object(members)
    }
    members[index].1 = .array([members[index].1, "null"])
    if let values = members.firstIndex(where: { $0.0 == "enum" }), let all = members[values].1.array,
      !all.contains(where: \.isNull)
    {
      members[values].1 = .array(all + [.null])
    }
    return .object(members)
  }

  /// Makes a bound exclusive if a truth value beside it says so.
  private static func exclusive(_ flag: String, _ bound: String, _ members: inout [(String, JSON)]) {
    guard let index = members.firstIndex(where: { $0.0 == flag }), let isExclusive = members[index].1.bool else {
      return
    }
    members.remove(at: index)
    if isExclusive, let location = members.firstIndex(where: { $0.0 == bound }) { members[location].0 = flag }
  }
}
