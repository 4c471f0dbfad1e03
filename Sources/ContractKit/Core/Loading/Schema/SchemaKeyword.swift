/// The keywords of JSON Schema 2020-12.
enum SchemaKeyword {
  /// All keywords, for "did you mean".
  private static let all =
    [
      "$id", "$schema", "$ref", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary", "$comment", "$defs",
    ] + applicators + ["unevaluatedItems", "unevaluatedProperties"] + assertions + [
      "format", "title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples",
      "contentEncoding", "contentMediaType", "contentSchema",
    ]

  static let applicators = [
    "prefixItems", "items", "contains", "additionalProperties", "properties", "patternProperties", "dependentSchemas",
    "propertyNames", "if", "then", "else", "allOf", "anyOf", "oneOf", "not",
  ]

  static let assertions = [
    "type", "const", "enum", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength",
    "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxContains", "minContains", "maxProperties",
    "minProperties", "required", "dependentRequired",
  ]

  /// Keywords of older drafts that assert nothing anymore, with their replacements.
  static let old = [
    "dependencies": "\"dependentRequired\" or \"dependentSchemas\"",
    "additionalItems": "\"items\" beside \"prefixItems\"",
    "$recursiveRef": "\"$dynamicRef\"", "$recursiveAnchor": "\"$dynamicAnchor\"", "id": "\"$id\"",
    "divisibleBy": "\"multipleOf\"", "disallow": "\"not\"",
  ]

  /// Returns the schemas in the value of a schema's member, depending on its name.
  static func schemas(in member: JSON.Object.Member) -> [JSON] {
    switch member.name {
    case "items", "contains", "additionalProperties", "propertyNames", "if", "then", "else", "not", "unevaluatedItems",
      "unevaluatedProperties", "contentSchema":
      [member.value]
    case "prefixItems", "allOf", "anyOf", "oneOf": member.value.array ?? []
    // `definitions` was the name of `$defs` before 2019-09, and is still common.
    case "$defs", "definitions", "properties", "patternProperties", "dependentSchemas":
      member.value.members.map(\.value)
    default: []
    }
  }

  /// Whether a text can be an anchor: an XML name without a colon (Core, section 8.2.2).
  static func isAnchor(_ text: String) -> Bool {
    guard let first = text.utf8.first, first == UInt8(ascii: "_") || first.isLetter else { return false }
    return text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_-.".utf8.contains($0) }
  }

  /// Returns the keyword that a name is close to; nil if there is none, so that the name may be a custom annotation.
  static func near(_ name: String) -> String? {
    // Some of OpenAPI's own annotations are close to keywords.
    guard name.utf8.count > 3, !name.hasPrefix("x-"), name != "example", let near = Suggestion.of(name, in: all) else {
      return nil
    }
    return abs(near.count - name.count) <= 2 ? near : nil
  }
}
