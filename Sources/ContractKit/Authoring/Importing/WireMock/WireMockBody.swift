import ContractCore
import Foundation

/// The matchers of a stub for the body of a request.
struct WireMockBody {
  let isLoose: Bool

  /// A description of no body.
  private static let nothing: JSON = ["text": ""]
  /// A description of any body, or none.
  private static let anything: JSON = ["$any": true]

  /// Returns a description of any body, in place of a value that a contract cannot express, which is noted.
  private static func anything(_ value: ImportValue, _ why: String) -> JSON {
    value.lose(why)
    return anything
  }

  /// Returns the member `body` of a request; nil for no body.
  func body(_ request: ImportValue) -> JSON? {
    var bodies = (request["bodyPatterns"]?.elements ?? []).compactMap { body(matching: $0) }
    if let form = request["formParameters"] { bodies.append(self.form(form)) }
    if let parts = request["multipartPatterns"] {
      parts.note("other parts, or parts in another order, are not accepted")
      bodies.append(["multipart": .array(parts.elements.map { part($0) })])
    }
    if bodies.isEmpty {
      // Without a matcher, a stub accepts any body.
      let method = request.json["method"]?.string?.uppercased() ?? ""
      return ["GET", "HEAD", "DELETE", "OPTIONS"].contains(method) ? JSON?.none : Self.anything
    }
    let all = combined(bodies, "$allOf", request)
    if all == Self.nothing { return nil }
    return all
  }

  private func form(_ form: ImportValue) -> JSON {
    form.note("other fields are not accepted")
    let fields = form.members.compactMap { name, matcher in
      WireMockPattern(matcher, spansLines: true).pattern.map { (name, $0) }
    }
    return ["form": .object(fields)]
  }

  /// Returns one body for all of some bodies, or for one of them.
  private func combined(_ all: [JSON], _ matcher: String, _ value: ImportValue) -> JSON {
    let isAll = matcher == "$allOf"
    let bodies = isAll ? all.filter { $0 != Self.anything } : all
    if bodies.count == 1 { return bodies[0] }
    if bodies.isEmpty || bodies.contains(Self.anything) { return Self.anything }
    let kinds = Set(bodies.compactMap { $0.onlyMember?.name })
    if let kind = kinds.first, kinds.count == 1, ["json", "text"].contains(kind) {
      return [kind: [matcher: .array(bodies.compactMap { $0[kind] })]]
    }
    let text =
      isAll
      ? "only the first of multiple matchers of the body is imported"
      : "alternatives of different kinds cannot be imported; any body is accepted"
    value.note(text)
    return isAll ? bodies[0] : Self.anything
  }

  private func body(matching value: ImportValue) -> JSON? {
    for (name, inner) in value.members {
      switch name {
      case "equalToJson":
        guard let json = Self.json(inner) else { return Self.anything(inner, "the text is not JSON") }
        return ["json": pattern(of: json, value)]
      case "binaryEqualTo":
        guard let text = inner.string, Data(base64Encoded: text) != nil else {
          return Self.anything(inner, "the text is not base64; any body is accepted")
        }
        return ["base64": .string(text)]
      case "anything":
        inner.consume()
        return Self.anything
      case "absent":
        inner.consume()
        return Self.nothing
      case "matchesJsonPath": return path(inner)
      case "matchesJsonSchema":
        let schemaVersion = value["schemaVersion"]?.string
        guard let json = Self.json(inner), json.isObject || json.bool != nil else {
          return Self.anything(inner, "the schema is not JSON")
        }
        if let schemaVersion, schemaVersion != "V202012" {
          inner.note("the schema of \(schemaVersion) is read as draft 2020-12", level: .information)
        }
        let members = json.members.filter { $0.name != "$schema" && $0.name != "id" }
        return ["json": ["$jsonSchema": json.isObject ? JSON(.object(JSON.Object(members))) : json]]
      case "and", "or":
        let bodies = inner.elements.map { body(matching: $0) ?? Self.anything }
        return combined(bodies, name == "and" ? "$allOf" : "$anyOf", inner)
      case "not":
        guard let body = body(matching: inner), let (kind, pattern) = body.onlyMember, ["json", "text"].contains(kind)
        else { return Self.anything(inner, "this cannot be negated; any body is accepted") }
        return [kind: ["$not": pattern]]
      case "ignoreArrayOrder", "ignoreExtraElements", "caseInsensitive", "schemaVersion": continue
      case "equalTo", "matches", "doesNotMatch", "contains", "doesNotContain":
        return WireMockPattern(value, spansLines: true).text.map { ["text": $0] }
      default:
        value.leaveOut(
          "xmlPlaceholders", "enablePlaceholders", "placeholderOpeningDelimiterRegex",
          "placeholderClosingDelimiterRegex", "exemptedComparisons", "xPathNamespaces", "namespaceAwareness")
        return Self.anything(inner, "the matcher \"\(name)\" cannot be imported; any body is accepted")
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
    if let text = json.string { return placeholder(text, value) ?? json }
    if json.members.contains(where: \.isMarked) {
      if !json.text.contains("${json-unit.") { return ["$literal": json] }
      value.note("placeholders in an object with names that begin with $ cannot be imported; any object is accepted")
      return ["$type": "object"]
    }
    let patterns = json.mapChildren { pattern($0, value, isUnordered: isUnordered) }
    return isUnordered && json.isArray && json.count > 1 ? ["$unordered": patterns] : patterns
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
      value.note("a placeholder of this kind cannot be imported; any value is accepted")
      return ["$any": true]
    }
  }

  // MARK: matchesJsonPath

  private func path(_ value: ImportValue) -> JSON {
    let expression = value.json.string ?? value.json["expression"]?.string ?? ""
    let matcher = value.without("expression")
    if value.json.string != nil { value.consume() } else { value["expression"]?.consume() }
    guard let steps = Self.steps(expression) else {
      return Self.anything(value, "a JSON path with more than names cannot be imported; any body is accepted")
    }
    let pattern = matcher.json.count == 0 ? ["$any": true] : valuePattern(matcher)
    guard let last = steps.last else {
      return pattern.map { ["json": $0] }
        ?? Self.anything(value, "a body that is absent has no JSON path; any body is accepted")
    }
    var nested = JSON.object([(last, pattern ?? ["$absent": true])])
    for step in steps.dropLast().reversed() {
      nested = .object([(step, pattern == nil ? ["$optional": nested] : nested)])
    }
    return ["json": ["$partial": nested]]
  }

  /// Returns what the value at a JSON path must be; nil if it must be absent.
  private func valuePattern(_ matcher: ImportValue) -> JSON? {
    guard let inner = matcher["equalToJson"] else { return WireMockPattern(matcher, spansLines: true).value }
    guard let json = Self.json(inner) else {
      inner.lose("the text is not JSON")
      return ["$any": true]
    }
    let pattern = pattern(of: json, matcher)
    guard json.isObject || json.isArray else { return pattern }
    // `$partial` does not apply inside `$literal`.
    if pattern == json.asPattern { return ["$literal": json] }
    if pattern.onlyMember?.name != "$partial" {
      inner.note("with placeholders, other members are accepted at a JSON path")
    }
    return pattern
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

  private func part(_ value: ImportValue) -> JSON {
    value.leaveOut("matchingType", "multipartType")
    // What a stub does not say about a part is open.
    let open: JSON = ["$optional": ["$any": true]]
    var name = value["name"]?.string.map { JSON.string($0) }
    var file = (value["fileName"] ?? value["filename"])?.string.map { JSON.string($0) }
    var type: [(String, JSON)] = []
    for (header, matcher) in value["headers"]?.members ?? [] {
      let disposition = matcher.json["equalTo"]?.string ?? matcher.json["contains"]?.string ?? ""
      let found = (Self.parameter("name", of: disposition), Self.parameter("filename", of: disposition))
      if header.isSameName("Content-Type"), let pattern = WireMockPattern(matcher).pattern {
        type = [("contentType", pattern)]
      } else if header.isSameName("Content-Disposition"), found != (nil, nil) {
        matcher.consume()
        (name, file) = (found.0.map { .string($0) } ?? name, found.1.map { .string($0) } ?? file)
      } else {
        matcher.lose("only the Content-Type, the name and the file name of a part are described")
      }
    }
    let bodies = (value["bodyPatterns"]?.elements ?? []).compactMap { body(matching: $0) }
    let members = [("name", name ?? open), ("filename", file ?? open)] + type
    return .object(members + [("body", combined(bodies, "$allOf", value))])
  }

  /// Returns a parameter in quotes, of a Content-Disposition or a part of one; nil if there is none.
  private static func parameter(_ name: String, of disposition: String) -> String? {
    for part in disposition.split(separator: ";") {
      let text = part.drop { $0 == " " }
      guard text.hasPrefix(name + "=\"") else { continue }
      let value = text.dropFirst(name.count + 2)
      if let end = value.firstIndex(of: "\"") { return String(value[..<end]) }
    }
    return nil
  }
}
