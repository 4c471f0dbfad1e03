extension Pattern {
  /// The expectation of the pattern: in words for a matcher, as JSON for a literal.
  var text: String {
    switch kind {
    case .literal(let json): valueType.map { "the \($0.rawValue) \(json.text)" } ?? json.text
    case .array, .object: json.text
    case .any: "anything"
    case .type(let names): names.map(\.text).joined(separator: " or ")
    case .regex(let regex):
      "\(regex.isOfNumber ? "a number whose text" : "a string that") contains a match of /\(regex.text)/"
    case .partial(let inner): "at least \(inner.text)"
    case .anyOf(let alternatives): "one of " + alternatives.map(\.text).joined(separator: ", ")
    case .optional(let inner): "\(inner.text), or nothing"
    case .absent: "nothing"
    case .schema(let schema): schema.text
    case .format(let format): "a string in the format \(format.rawValue)"
    case .contains(let inner): "an array that contains \(inner.text)"
    case .each(let inner): "an array in which each element is \(inner.text)"
    case .unordered(let patterns):
      patterns.isEmpty ? "[]" : "these elements in any order: " + patterns.map(\.text).joined(separator: ", ")
    case .allOf(let patterns): "all of " + patterns.map(\.text).joined(separator: ", ")
    case .not(let inner): "not \(inner.text)"
    case .same(let name): "the same as \(JSON.string(name).text)"
    }
  }

  /// The pattern in the form that it has in a contract.
  package var json: JSON {
    switch kind {
    case .literal(let json) where valueType != nil: ["$format": .object([(valueType?.rawValue ?? "", json)])]
    case .literal(let json): json.isScalar ? json : ["$literal": json]
    case .array(let patterns): .array(patterns.map(\.json))
    case .object(let members): .object(members.map { ($0.name, $0.pattern.json) })
    case .any: ["$any": true]
    case .type(let names):
      ["$type": names.count == 1 ? .string(names[0].rawValue) : .array(names.map { .string($0.rawValue) })]
    case .regex(let regex): ["$regex": regex.isOfNumber ? ["number": .string(regex.text)] : .string(regex.text)]
    case .partial(let inner): ["$partial": inner.json]
    case .anyOf(let alternatives): ["$anyOf": .array(alternatives.map(\.json))]
    case .optional(let inner): ["$optional": inner.json]
    case .absent: ["$absent": true]
    case .schema(let schema): ["$jsonSchema": schema.file.map(JSON.string) ?? schema.json]
    case .format(let format): ["$format": .string(format.rawValue)]
    case .contains(let inner): ["$contains": inner.json]
    case .each(let inner): ["$each": inner.json]
    case .unordered(let patterns): ["$unordered": .array(patterns.map(\.json))]
    case .allOf(let patterns): ["$allOf": .array(patterns.map(\.json))]
    case .not(let inner): ["$not": inner.json]
    case .same(let name): ["$same": .string(name)]
    }
  }

  /// Whether a member or a name that has this pattern may be missing.
  var allowsAbsence: Bool {
    switch kind {
    case .absent, .optional: true
    case .partial(let inner): inner.allowsAbsence
    case .anyOf(let alternatives): alternatives.contains(where: \.allowsAbsence)
    default: false
    }
  }
}

extension Pattern.TypeName {
  /// The type with its article.
  var text: String {
    switch self {
    case .null: "null"
    case .integer, .array, .object: "an \(rawValue)"
    case .boolean, .number, .string: "a \(rawValue)"
    }
  }

  package func includes(_ value: JSON) -> Bool {
    switch (self, value.shape) {
    case (.null, .null), (.boolean, .boolean), (.number, .number), (.string, .string), (.array, .array),
      (.object, .object):
      true
    case (.integer, .number): value.number?.isInteger ?? false
    default: false
    }
  }
}
