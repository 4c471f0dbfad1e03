@testable import ContractCore

/// A walk through a schema, which finds members and values without a description, and all snippets.
struct SchemaWalk {
  private let schema: JSON
  /// What has no description, by its pointer.
  private(set) var found: [String] = []
  /// The snippets, with the pointers of the schemas that they belong to.
  private(set) var snippets: [(pointer: String, snippet: JSON)] = []

  init(_ schema: JSON) { self.schema = schema }

  mutating func run() { walk(schema, at: "", described: []) }

  /// - Parameter described: The members that are described where the value's other schemas are.
  private mutating func walk(_ json: JSON, at pointer: String, described: Set<String>) {
    guard let members = json.object?.members else { return }
    let properties = json["properties"]?.object?.members ?? []
    var known = described
    for property in properties where property.value.isObject {
      let isDescribed =
        property.value["description"] != nil || target(of: property.value)?["description"] != nil
        || described.contains(property.name)
      if isDescribed { known.insert(property.name) } else { found.append("\(pointer)/properties/\(property.name)") }
    }
    if let values = json["enum"]?.array, json["enumDescriptions"]?.array?.count != values.count {
      found.append("\(pointer)/enum")
    }
    for snippet in json["defaultSnippets"]?.array ?? [] { snippets.append((pointer, snippet)) }
    for member in members {
      let place = "\(pointer)/\(member.name)"
      switch member.name {
      // Conditions describe nothing, and `noName` has names that are not allowed.
      case "if", "not", "contains", "propertyNames": continue
      case "then", "else": walk(member.value, at: place, described: known)
      case "allOf", "anyOf", "oneOf":
        for (index, part) in (member.value.array ?? []).enumerated() {
          walk(part, at: "\(place)/\(index)", described: known)
        }
      case "items", "additionalProperties": walk(member.value, at: place, described: [])
      case "properties", "$defs":
        for part in member.value.object?.members ?? [] where part.name != "noName" {
          walk(part.value, at: "\(place)/\(part.name)", described: [])
        }
      default: continue
      }
    }
  }

  /// Returns the schema that a schema refers to; nil if there is none.
  private func target(of json: JSON) -> JSON? {
    guard let reference = json["$ref"]?.string, reference.hasPrefix("#/") else { return nil }
    return reference.dropFirst(2).split(separator: "/").reduce(Optional(schema)) { $0?[String($1)] }
  }

  /// Returns the body of a snippet with the texts of its placeholders.
  static func filled(_ json: JSON) -> JSON {
    if let text = json.string { return .string(filled(text)) }
    if let elements = json.array { return .array(elements.map(filled)) }
    guard let object = json.object else { return json }
    return .object(object.members.map { (filled($0.name), filled($0.value)) })
  }

  private static func filled(_ text: String) -> String {
    text.replacing(#/\$\{[0-9]+:([^}]*)\}/#) { String($0.output.1) }
  }
}
