/// The matchers of a stub for the body of a request.
struct WireMockBody {
  private let isLoose: Bool

  init(_ isLoose: Bool) { self.isLoose = isLoose }

  /// Returns the member `body` of a request; nil for no body.
  mutating func body(_ request: ImportValue) -> JSON? {
    var bodies = (request["bodyPatterns"]?.elements ?? []).compactMap { body(matching: $0) }
    if let form = request["formParameters"] {
      let fields = form.members.compactMap { name, matcher in WireMockPattern(matcher).pattern.map { (name, $0) } }
      bodies.append(["form": .object(fields)])
    }
    if let parts = request["multipartPatterns"] {
      bodies.append(["multipart": .array(parts.elements.compactMap { part($0) })])
    }
    if bodies.isEmpty {
      // Without a matcher, a stub accepts any body.
      return ["GET", "HEAD", "DELETE", "OPTIONS"].contains(request.json["method"]?.string ?? "") ? nil : ["$any": true]
    }
    return combined(bodies, "$allOf", request)
  }

  /// Returns one body for all of some bodies.
  private func combined(_ bodies: [JSON], _ matcher: String, _ value: ImportValue) -> JSON {
    if bodies.count == 1 { return bodies[0] }
    let kinds = Set(bodies.compactMap { $0.onlyMember?.name })
    if let kind = kinds.first, kinds.count == 1, ["json", "text"].contains(kind) {
      return [kind: [matcher: .array(bodies.compactMap { $0[kind] })]]
    }
    value.document.note("only the first of multiple matchers of the body is imported", at: value.pointer)
    return bodies[0]
  }

  private func body(matching value: ImportValue) -> JSON? {
    for (name, inner) in value.members {
      switch name {
      case "equalToJson":
        guard let json = Self.json(inner) else {
          inner.lose("the text is not JSON")
          return ["$any": true]
        }
        return ["json": pattern(of: json, value)]
      case "equalTo": return ["text": .string(inner.string ?? "")]
      case "binaryEqualTo": return ["base64": .string(inner.string ?? "")]
      case "anything": return inner.whole.isNull ? nil : ["$any": true]
      case "absent":
        _ = inner.whole
        return nil
      case "matchesJsonPath": return path(inner)
      case "matchesJsonSchema":
        let schemaVersion = value["schemaVersion"]?.string
        guard let json = Self.json(inner), json.isObject || json.bool != nil else {
          inner.lose("the schema is not JSON")
          return ["$any": true]
        }
        if let schemaVersion, schemaVersion != "V202012" {
          inner.document.note(
            "the schema of \(schemaVersion) is read as draft 2020-12", at: inner.pointer, level: .information)
        }
        let members = (json.object?.members ?? []).filter { $0.name != "$schema" && $0.name != "id" }
        return ["json": ["$jsonSchema": json.isObject ? .object(members.map { ($0.name, $0.value) }) : json]]
      case "and", "or":
        let bodies = inner.elements.compactMap { body(matching: $0) }
        return bodies.isEmpty ? nil : combined(bodies, name == "and" ? "$allOf" : "$anyOf", inner)
      case "not":
        guard let body = body(matching: inner), let (kind, pattern) = body.onlyMember, ["json", "text"].contains(kind)
        else {
          inner.lose("this cannot be negated; any body is accepted")
          return ["$any": true]
        }
        return [kind: ["$not": pattern]]
      case "ignoreArrayOrder", "ignoreExtraElements", "caseInsensitive", "schemaVersion": continue
      case "matches", "doesNotMatch", "contains", "doesNotContain":
        return WireMockPattern(value).pattern.map { ["text": $0] }
      default:
        inner.lose("the matcher \"\(name)\" cannot be imported; any body is accepted")
        value.leaveOut(
          "xmlPlaceholders", "enablePlaceholders", "placeholderOpeningDelimiterRegex",
          "placeholderClosingDelimiterRegex", "exemptedComparisons", "xPathNamespaces", "namespaceAwareness")
        return ["$any": true]
      }
    }
    return nil
  }

  /// Returns JSON that is written as such, or as text.
  private static func json(_ value: ImportValue) -> JSON? {
    let json = value.whole
    return json.string.map { JSON.parse($0) } ?? json
  }

  // MARK: equalToJson

  private func pattern(of json: JSON, _ value: ImportValue) -> JSON {
    let ignoresOrder = value["ignoreArrayOrder"]?.bool ?? false
    let ignoresExtra = value["ignoreExtraElements"]?.bool ?? false
    if (ignoresOrder || ignoresExtra) && !isLoose {
      value.document.note(
        "bodies are compared exactly, although stubs ignore the order of arrays or more members; see --loose", at: "",
        level: .information)
    }
    let pattern = pattern(json, value, isUnordered: ignoresOrder && isLoose)
    return ignoresExtra && isLoose && (json.isObject || json.isArray) ? ["$partial": pattern] : pattern
  }

  private func pattern(_ json: JSON, _ value: ImportValue, isUnordered: Bool) -> JSON {
    switch json.kind {
    case .string(let text): return placeholder(text, value) ?? json
    case .array(let elements):
      let patterns = elements.map { pattern($0, value, isUnordered: isUnordered) }
      return isUnordered && patterns.count > 1 ? ["$unordered": .array(patterns)] : .array(patterns)
    case .object(let object):
      if object.members.contains(where: \.isMarked) { return ["$literal": json] }
      return .object(object.members.map { ($0.name, pattern($0.value, value, isUnordered: isUnordered)) })
    default: return json
    }
  }

  /// Returns the pattern for a placeholder of JsonUnit; nil if the text is not one.
  private func placeholder(_ text: String, _ value: ImportValue) -> JSON? {
    let regex = "${json-unit.regex}"
    if text.hasPrefix(regex) { return ImportedExpression.whole(String(text.dropFirst(regex.count)), value) }
    guard text.hasPrefix("${json-unit."), text.hasSuffix("}") else { return nil }
    switch text.dropFirst(12).dropLast() {
    case "ignore", "ignore-element", "any": return ["$any": true]
    case "any-string": return ["$type": "string"]
    case "any-number": return ["$type": "number"]
    case "any-boolean": return ["$type": "boolean"]
    default:
      value.document.note("'\(text)' cannot be imported; any value is accepted", at: value.pointer)
      return ["$any": true]
    }
  }

  // MARK: matchesJsonPath

  private func path(_ value: ImportValue) -> JSON {
    let expression = value.json.string ?? value.json["expression"]?.string ?? ""
    guard let steps = Self.steps(expression) else {
      value.lose("the JSON path '\(expression)' cannot be imported; any body is accepted")
      return ["$any": true]
    }
    var pattern: JSON = ["$any": true]
    if value.json.string != nil {
      _ = value.whole
    } else {
      _ = value["expression"]?.whole
      let others = value.members.filter { $0.name != "expression" }
      if let json = others.first(where: { $0.name == "equalToJson" })?.value {
        pattern = Self.json(json).map { self.pattern(of: $0, value) } ?? pattern
      } else if !others.isEmpty, let found = WireMockPattern(value.without("expression")).pattern {
        pattern = found
      }
    }
    for step in steps.reversed() { pattern = .object([(step, pattern)]) }
    return ["json": steps.isEmpty ? pattern : ["$partial": pattern]]
  }

  /// Returns the names of a path such as `$.a['b']`; nil if it has anything else.
  private static func steps(_ expression: String) -> [String]? {
    guard expression.hasPrefix("$") else { return nil }
    var rest = expression.dropFirst()
    var steps: [String] = []
    while let first = rest.first {
      if first == "." {
        let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || "_-".contains($0) }
        if name.isEmpty { return nil }
        steps.append(String(name))
        rest = rest.dropFirst(1 + name.count)
      } else if rest.hasPrefix("['"), let end = rest.firstRange(of: "']") {
        steps.append(String(rest[rest.index(rest.startIndex, offsetBy: 2)..<end.lowerBound]))
        rest = rest[end.upperBound...]
      } else {
        return nil
      }
    }
    return steps.contains { $0.hasPrefix("$") } ? nil : steps
  }

  // MARK: Multipart

  private func part(_ value: ImportValue) -> JSON? {
    value.leaveOut("matchingType", "multipartType")
    var part: [(String, JSON)] = []
    if let name = value["name"]?.string { part.append(("name", .string(name))) }
    if let file = value["fileName"]?.string { part.append(("filename", .string(file))) }
    for (name, matcher) in value["headers"]?.members ?? [] {
      if name.isSameName("Content-Type"), let pattern = WireMockPattern(matcher).pattern {
        part.append(("contentType", pattern))
      } else {
        matcher.lose("only the Content-Type of a part is described")
      }
    }
    let bodies = (value["bodyPatterns"]?.elements ?? []).compactMap { body(matching: $0) }
    part.append(("body", bodies.isEmpty ? ["$any": true] : combined(bodies, "$allOf", value)))
    return .object(part)
  }
}
