import ContractCore

/// An example of a Pact file with its matching rules, as a pattern of a contract.
struct PactPattern {
  let rules: PactRules

  func body(_ json: JSON) -> JSON { pattern(json, [], cascades: false) }

  /// Returns the pattern for the texts of a header or a query item, or a list of patterns.
  static func texts(_ texts: [String], _ rules: PactRules, _ category: String, _ name: String) -> JSON {
    .arrayUnlessOne(texts.enumerated().map { text($1, rules.rule(category, name, $0), rules) })
  }

  static func text(_ text: String, _ rule: PactRules.Rule?, _ rules: PactRules) -> JSON {
    guard let rule else { return .string(text) }
    return asText(PactPattern(rules: rules.replaced(by: [])).pattern(.string(text), rule, []))
  }

  /// Returns a pattern for texts: in a text, every value is a string.
  private static func asText(_ pattern: JSON) -> JSON {
    guard let (name, content) = pattern.onlyMember else { return pattern }
    if name == "$anyOf" || name == "$allOf" { return .object([(name, .array(content.elements.map(asText)))]) }
    guard name == "$type" else { return pattern }
    switch content.string {
    case "integer": return ["$regex": "^-?[0-9]+$"]
    case "number": return ["$regex": #"^-?[0-9]+(\.[0-9]+)?$"#]
    case "boolean": return ["$regex": "^(true|false)$"]
    default: return ["$any": true]
    }
  }

  // MARK: Values

  /// - Parameter cascades: Whether a `type` around the value applies to it.
  private func pattern(_ json: JSON, _ steps: [PactPath.Step], cascades: Bool) -> JSON {
    let found = rules.rule(at: steps)
    if let found, !found.isAround { return pattern(json, found.rule, steps) }
    let isType = cascades || found.map { $0.rule.matchers.contains(where: Self.isType) } == true
    return isType ? typed(json, steps) : exact(json, steps)
  }

  private func note(_ text: String) { rules.rules.first?.matchers.first.map { $0.document.note(text, at: $0.pointer) } }

  private static func isType(_ matcher: ImportValue) -> Bool {
    matcher.json["match"]?.string == "type"
      || matcher.json["match"] == nil && (matcher.json["min"] ?? matcher.json["max"]) != nil
  }

  /// Returns a pattern that only this value matches, as far as no rule inside it says otherwise.
  private func exact(_ json: JSON, _ steps: [PactPath.Step]) -> JSON {
    switch json.kind {
    case .array(let elements):
      return .array(elements.enumerated().map { pattern($1, steps + [.index($0)], cascades: false) })
    case .object(let object):
      if object.members.contains(where: \.isMarked) {
        note("an object with a member that begins with '$' is compared exactly")
        return ["$literal": json]
      }
      return .object(object.members.map { ($0.name, pattern($0.value, steps + [.name($0.name)], cascades: false)) })
    default: return json
    }
  }

  /// Returns a pattern for values of the same type.
  private func typed(_ json: JSON, _ steps: [PactPath.Step], min: Int? = nil, max: Int? = nil) -> JSON {
    switch json.kind {
    case .null: return .null
    case .bool: return ["$type": "boolean"]
    case .number: return ["$type": "number"]
    case .string: return ["$type": "string"]
    case .object(let object):
      if object.members.contains(where: \.isMarked) {
        note("in place of an object with a member that begins with '$', any object is accepted")
        return ["$type": "object"]
      }
      return .object(object.members.map { ($0.name, pattern($0.value, steps + [.name($0.name)], cascades: true)) })
    case .array(let elements):
      let bounds = JSON.members(["minItems": min.map { .number($0) }, "maxItems": max.map { .number($0) }])
      if elements.isEmpty {
        return bounds.isEmpty ? ["$type": "array"] : ["$jsonSchema": .object([("type", "array")] + bounds)]
      }
      let patterns = elements.enumerated().map { pattern($1, steps + [.index($0)], cascades: true) }.uniqued(on: \.text)
      if patterns.count > 1 { note("the elements of an array are compared with each element of the example") }
      let each: JSON = ["$each": patterns.count == 1 ? patterns[0] : ["$anyOf": .array(patterns)]]
      let some: JSON = min == 0 ? ["$anyOf": [[], each]] : each
      let isBounded = max != nil || (min ?? 0) > 1
      return isBounded ? ["$allOf": [some, ["$jsonSchema": .object(bounds)]]] : some
    }
  }

  // MARK: Matchers

  private func pattern(_ json: JSON, _ rule: PactRules.Rule, _ steps: [PactPath.Step]) -> JSON {
    let patterns = rule.matchers.map { pattern(json, $0, steps) }
    if patterns.count < 2 { return patterns.first ?? exact(json, steps) }
    return [rule.isEither ? "$anyOf" : "$allOf": .array(patterns)]
  }

  private func pattern(_ json: JSON, _ matcher: ImportValue, _ steps: [PactPath.Step]) -> JSON {
    // Each matcher of a value applies to everything inside it.
    guard rules.spend() else { return json }
    let min = matcher["min"]?.int
    let max = matcher["max"]?.int
    // In version 2, a rule with `regex`, `min` or `max` has no name.
    let name = matcher["match"]?.string ?? (matcher.json["regex"] != nil ? "regex" : "type")
    switch name {
    case "equality": return exact(json, steps)
    case "type", "minType", "maxType", "minMaxType": return typed(json, steps, min: min, max: max)
    case "regex":
      guard let text = matcher["regex"]?.string else {
        matcher.lose("the matcher has no expression; any value is accepted")
        return ["$any": true]
      }
      // Some libraries search for the expression, and others compare the whole text. The example decides.
      var pattern = ImportedExpression.whole(text, matcher)
      let isWhole = ImportedExpression.finds(pattern["$regex"]?.string ?? "^", in: json.asText)
      if !isWhole, ImportedExpression.finds(text, in: json.asText) {
        pattern = ImportedExpression.somewhere(text, matcher)
      }
      guard json.number != nil else { return pattern }
      matcher.note("the expression is compared with the text of a number", level: .information)
      return ["$regex": ["number": pattern["$regex"] ?? "^"]]
    case "include": return ["$regex": .string((matcher["value"]?.string ?? "").expression)]
    case "integer": return ["$type": "integer"]
    case "decimal", "number": return ["$type": "number"]
    case "boolean": return ["$type": "boolean"]
    case "null": return .null
    case "date", "time", "timestamp", "datetime":
      let format = matcher["format"]?.string ?? matcher[name]?.string
      return PactDate(format, kind: name).pattern(matcher)
    case "semver": return ["$regex": #"^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$"#]
    case "notEmpty":
      return json.isArray
        ? ["$jsonSchema": ["type": "array", "minItems": 1]]
        : json.isObject ? ["$jsonSchema": ["type": "object", "minProperties": 1]] : ["$regex": "(?s)."]
    case "arrayContains", "array-contains": return arrayContains(json, matcher)
    case "values":
      let schema = json.object?.members.first.map { $0.value.typeSchema } ?? true
      return ["$jsonSchema": ["type": "object", "additionalProperties": schema]]
    case "eachKey", "eachValue":
      let rules = (matcher["rules"]?.elements ?? []).compactMap { Self.schema(of: $0) }
      matcher["value"]?.consume()
      let example = json.object?.members.first?.value ?? json.array?.first
      let inner: JSON =
        rules.count == 1 ? rules[0] : !rules.isEmpty ? ["allOf": .array(rules)] : example?.typeSchema ?? true
      if name == "eachKey" {
        return ["$jsonSchema": ["type": "object", "propertyNames": rules.isEmpty ? true : inner]]
      }
      return [
        "$jsonSchema": json.isArray
          ? ["type": "array", "items": inner] : ["type": "object", "additionalProperties": inner]
      ]
    default:
      matcher.lose("the matcher \"\(name)\" cannot be imported; any value is accepted")
      return ["$any": true]
    }
  }

  private func arrayContains(_ json: JSON, _ matcher: ImportValue) -> JSON {
    let variants = matcher["variants"]?.elements ?? []
    let patterns = variants.map { variant -> JSON in
      let index = variant["index"]?.int ?? 0
      variant.leaveOut("generators")
      let elements = json.elements
      let example = elements.indices.contains(index) ? elements[index] : .null
      let rules = (variant["rules"]?.members ?? []).compactMap { key, entry in
        PactPath(key, of: entry).map { PactRules.Rule.version3("body", $0, entry) }
      }
      return ["$contains": PactPattern(rules: self.rules.replaced(by: rules)).body(example)]
    }
    return patterns.count == 1 ? patterns[0] : ["$allOf": .array(patterns)]
  }

  /// Returns the JSON Schema of a matcher, for keys and values.
  private static func schema(of matcher: ImportValue) -> JSON? {
    switch matcher["match"]?.string {
    case "regex": return ["type": "string", "pattern": .string("^(?:\(matcher["regex"]?.string ?? ""))$")]
    case "integer": return ["type": "integer"]
    case "decimal", "number": return ["type": "number"]
    case "boolean": return ["type": "boolean"]
    case "type": return nil
    default:
      return matcher.lost("this matcher of keys or values cannot be imported")
    }
  }
}

extension JSON {
  /// The JSON Schema of values that have the same types as this one.
  fileprivate var typeSchema: JSON {
    switch kind {
    case .object(let object):
      [
        "type": "object", "properties": .object(object.members.map { ($0.name, $0.value.typeSchema) }),
        "required": .array(object.members.map { .string($0.name) }),
      ]
    case .array(let elements): ["type": "array", "items": elements.first?.typeSchema ?? true]
    default: ["type": .string(typeName)]
    }
  }
}
