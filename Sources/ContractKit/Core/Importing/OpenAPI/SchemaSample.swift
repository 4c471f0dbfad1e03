/// A value that a JSON Schema describes, always the same for the same schema.
///
/// What the schema itself offers has priority: an example, `const`, the default, the first value of `enum`. Otherwise
/// the value is made from `pattern`, `format`, bounds and type.
struct SchemaSample {
  /// What the value is for. It decides about members that only requests or only answers have.
  enum Direction { case request, response }

  /// A value, and what it was taken from.
  struct Value {
    var json: JSON
    var origin: String
  }

  let files: OpenAPIFiles
  let direction: Direction
  /// The pointers of the schemas around the one that is read, so that a circle ends at an optional member.
  private var around: [String] = []
  /// The number of values that were made so far. In very large ones, optional members are left out, and in deep ones.
  private var count = 0

  private static let depthLimit = 5
  private static let countLimit = 2_000

  init(_ files: OpenAPIFiles, _ direction: Direction) { (self.files, self.direction) = (files, direction) }

  /// Returns a value for a schema.
  static func make(_ schema: ImportValue, _ files: OpenAPIFiles, _ direction: Direction) -> Value {
    // Many operations have the same schema.
    files.sample(of: schema, direction) {
      var sample = SchemaSample(files, direction)
      return sample.value(schema) ?? Value(json: nil, origin: "a circle")
    }
  }

  /// Returns a value; nil if the schema needs itself.
  private mutating func value(_ schema: ImportValue) -> Value? {
    // A schema that is only a reference is the one that it leads to.
    var target = schema
    for _ in 0..<OpenAPIFiles.hopLimit {
      guard let reference = target.json["$ref"]?.string,
        let next = files.target(of: reference, from: target)
      else { break }
      target = next
    }
    let place = target.document.location + target.pointer
    if around.contains(place) { return nil }
    around.append(place)
    defer { around.removeLast() }
    count += 1
    guard let merged = merged(schema) else { return nil }
    return value(of: merged)
  }

  private mutating func value(of schema: Merged) -> Value? {
    if let example = schema["examples"]?.array?.first {
      return Value(json: example, origin: "the example of its schema")
    }
    if let const = schema["const"] { return Value(json: const, origin: "const") }
    if let value = schema["default"], !value.isNull { return Value(json: value, origin: "the default") }
    if let value = schema["enum"]?.array?.first(where: { !$0.isNull }) { return Value(json: value, origin: "enum") }
    for branches in [schema.oneOf, schema.anyOf] where !branches.isEmpty {
      var hasCircle = false
      for branch in branches where !isNull(branch) {
        if let value = self.value(of: branch, over: schema) { return value }
        hasCircle = true
      }
      if hasCircle { return nil }
    }
    switch type(of: schema) {
    case "object": return object(schema).map { Value(json: $0, origin: "its schema") }
    case "array": return array(schema).map { Value(json: $0, origin: "its schema") }
    case "string": return string(schema)
    case "integer", "number": return number(schema)
    case "boolean": return Value(json: true, origin: "its type")
    case "null": return Value(json: nil, origin: "its type")
    default: return Value(json: .object([]), origin: "nothing, because its schema allows anything")
    }
  }

  // MARK: Combinations

  /// The keywords of a schema and of everything that `$ref` and `allOf` add to it.
  struct Merged {
    var keywords: [String: JSON] = [:]
    var properties: [(name: String, schema: ImportValue)] = []
    var required: [String] = []
    var items: ImportValue?
    var prefixItems: [ImportValue] = []
    var additional: ImportValue?
    var oneOf: [ImportValue] = []
    var anyOf: [ImportValue] = []
    var discriminator: ImportValue?

    subscript(name: String) -> JSON? { keywords[name] }
  }

  private func merged(_ schema: ImportValue) -> Merged? {
    var merged = Merged()
    return add(schema, to: &merged, depth: 0) ? merged : nil
  }

  /// Adds the keywords of a schema. Returns false if a reference leads nowhere or back to itself.
  private func add(_ schema: ImportValue, to merged: inout Merged, depth: Int) -> Bool {
    if depth > OpenAPIFiles.hopLimit { return false }
    let json = schema.whole
    guard let object = json.object else { return true }
    if let reference = json["$ref"]?.string {
      guard let target = files.target(of: reference, from: schema),
        add(target, to: &merged, depth: depth + 1)
      else { return false }
    }
    for element in schema["allOf"]?.elements ?? [] {
      if !add(element, to: &merged, depth: depth + 1) { return false }
    }
    for member in object.members where !["$ref", "allOf"].contains(member.name) {
      switch member.name {
      case "properties":
        for (name, value) in schema["properties"]?.members ?? [] {
          if let index = merged.properties.firstIndex(where: { $0.name == name }) {
            merged.properties[index].schema = value
          } else {
            merged.properties.append((name, value))
          }
        }
      case "required": merged.required += member.value.array?.compactMap(\.string) ?? []
      case "items": merged.items = schema["items"]
      case "prefixItems": merged.prefixItems = schema["prefixItems"]?.elements ?? []
      case "additionalProperties": merged.additional = schema["additionalProperties"]
      case "oneOf": merged.oneOf = schema["oneOf"]?.elements ?? []
      case "anyOf": merged.anyOf = schema["anyOf"]?.elements ?? []
      case "discriminator": merged.discriminator = schema["discriminator"]
      default: merged.keywords[member.name] = member.value
      }
    }
    return true
  }

  private func isNull(_ schema: ImportValue) -> Bool { schema.json["type"]?.string == "null" }

  /// Returns a value for one branch of `oneOf` or `anyOf`, together with what stands beside these.
  private mutating func value(of branch: ImportValue, over schema: Merged) -> Value? {
    let place = branch.document.location + branch.pointer
    let target = branch.json["$ref"]?.string ?? ""
    if around.contains(place) { return nil }
    around.append(place)
    defer { around.removeLast() }
    var merged = schema
    (merged.oneOf, merged.anyOf) =
      schema.oneOf.contains { $0.pointer == branch.pointer } ? ([], schema.anyOf) : (schema.oneOf, [])
    guard add(branch, to: &merged, depth: 0), var value = value(of: merged) else { return nil }
    // The name of the branch is what clients decode by.
    if let name = schema.discriminator?.json["propertyName"]?.string, value.json.isObject {
      let mapping = schema.discriminator?.json["mapping"]?.object?.members ?? []
      let key = mapping.first { $0.value.string == target }?.name ?? target.split(separator: "/").last.map(String.init)
      if let key, !key.isEmpty { value.json = value.json.with(name, .string(key)) }
    }
    return value
  }

  /// Returns the types that a schema allows; nil if that depends on the value.
  func types(of schema: ImportValue) -> [String]? {
    guard let merged = merged(schema), merged.oneOf.isEmpty, merged.anyOf.isEmpty else { return nil }
    if let types = merged["type"]?.string.map({ [$0] }) ?? merged["type"]?.array?.compactMap(\.string) { return types }
    let values = merged["const"].map { [$0] } ?? merged["enum"]?.array
    return values.map { $0.map(\.typeName) }
  }

  private func type(of schema: Merged) -> String? {
    let types = schema["type"]?.string.map { [$0] } ?? schema["type"]?.array?.compactMap(\.string) ?? []
    if let type = types.first(where: { $0 != "null" }) ?? types.first { return type }
    if !schema.properties.isEmpty || schema.additional != nil || schema["minProperties"] != nil { return "object" }
    if schema.items != nil || !schema.prefixItems.isEmpty { return "array" }
    if ["pattern", "format", "minLength", "maxLength"].contains(where: { schema[$0] != nil }) { return "string" }
    if ["minimum", "maximum", "multipleOf", "exclusiveMinimum"].contains(where: { schema[$0] != nil }) {
      return "number"
    }
    return nil
  }

  // MARK: Objects and arrays

  private mutating func object(_ schema: Merged) -> JSON? {
    var members: [(String, JSON)] = []
    let isLarge = around.count > Self.depthLimit || count > Self.countLimit
    for (name, property) in schema.properties {
      let isRequired = schema.required.contains(name)
      if flag(hiding, of: property) || !isRequired && (isLarge || flag("deprecated", of: property)) { continue }
      guard let value = value(property) else {
        if isRequired { return nil }
        continue
      }
      members.append((name, value.json))
    }
    for name in schema.required where !schema.properties.contains(where: { $0.name == name }) {
      let value = schema.additional.flatMap { $0.json.isObject ? self.value($0)?.json : nil }
      members.append((name, value ?? "string"))
    }
    let least = schema["minProperties"]?.int ?? 0
    if let additional = schema.additional, additional.json.bool != false, members.isEmpty || members.count < least,
      !isLarge,
      let value = additional.json.isObject ? value(additional)?.json : members.count < least ? "string" : nil
    {
      for number in 1...max(1, min(least - members.count, 100)) { members.append(("key\(number)", value)) }
    }
    return .object(members)
  }

  /// The member that hides a property in this direction.
  private var hiding: String { direction == .request ? "readOnly" : "writeOnly" }

  /// Returns whether the property at a path of a value is one that this direction does not have.
  func hides(_ path: [Mismatch.Step], of schema: ImportValue) -> Bool {
    var schema = schema
    for step in path {
      guard let merged = merged(schema) else { return false }
      let inner =
        switch step {
        case .name(let name): merged.properties.first { $0.name == name }?.schema ?? merged.additional
        case .index: merged.items
        }
      guard let inner else { return false }
      schema = inner
    }
    return flag(hiding, of: schema)
  }

  private func flag(_ name: String, of schema: ImportValue) -> Bool {
    if let flag = schema.json[name]?.bool { return flag }
    guard schema.json["$ref"] != nil || schema.json["allOf"] != nil else { return false }
    return merged(schema)?[name]?.bool ?? false
  }

  private mutating func array(_ schema: Merged) -> JSON? {
    let most = schema["maxItems"]?.int ?? .max
    let least = min(schema["minItems"]?.int ?? 1, 100)
    let isLarge = around.count > Self.depthLimit || count > Self.countLimit
    var elements: [JSON] = []
    for item in schema.prefixItems where elements.count < most {
      guard let value = value(item) else { return elements.count >= least ? .array(elements) : nil }
      elements.append(value.json)
    }
    let isUnique = schema["uniqueItems"]?.bool == true
    while elements.count < min(max(least, isLarge || !schema.prefixItems.isEmpty ? least : 1), most) {
      guard let items = schema.items, items.json.bool == nil else {
        elements.append(isUnique ? .number(elements.count + 1) : "string")
        continue
      }
      guard let value = value(items) else {
        return elements.isEmpty && (schema["minItems"]?.int ?? 0) == 0 ? .array([]) : nil
      }
      elements.append(isUnique ? different(value.json, from: elements, items) : value.json)
    }
    return .array(elements)
  }

  /// Returns a value that is not among others yet.
  private func different(_ value: JSON, from others: [JSON], _ schema: ImportValue) -> JSON {
    if !others.contains(value) { return value }
    let all = merged(schema)?["enum"]?.array ?? []
    if let other = all.first(where: { !others.contains($0) }) { return other }
    if let number = value.int { return .number(number + others.count) }
    if let text = value.string { return .string("\(text)\(others.count + 1)") }
    return value
  }

  // MARK: Strings and numbers

  private static let formats: [String: String] = [
    "date-time": "2024-01-02T03:04:05Z", "date": "2024-01-02", "time": "03:04:05Z", "duration": "P1D",
    "email": "user@example.com", "idn-email": "user@example.com", "hostname": "example.com",
    "idn-hostname": "example.com", "ipv4": "192.0.2.1", "ip": "192.0.2.1", "ipv6": "2001:db8::1",
    "uri": "https://example.com/", "url": "https://example.com/", "iri": "https://example.com/",
    "uri-reference": "/path", "uri-template": "/path/{id}", "uuid": "123e4567-e89b-42d3-a456-426614174000",
    "json-pointer": "/a", "relative-json-pointer": "0/a", "regex": "^a$", "byte": "c3RyaW5n", "base64": "c3RyaW5n",
    "base64url": "c3RyaW5n", "int64": "1", "int32": "1", "decimal": "1.5", "password": "password",
  ]

  private func string(_ schema: Merged) -> Value {
    let least = max(0, schema["minLength"]?.int ?? 0)
    let most = max(least, schema["maxLength"]?.int ?? .max)
    if let pattern = schema["pattern"]?.string, let text = SampleText.make(pattern, length: least...most) {
      return Value(json: .string(text), origin: "its pattern")
    }
    if let format = schema["format"]?.string, let text = Self.formats[format.lowercased()],
      (least...most).contains(text.unicodeScalars.count)
    {
      return Value(json: .string(text), origin: "its format")
    }
    if schema["contentEncoding"]?.string == "base64" { return Value(json: "c3RyaW5n", origin: "its encoding") }
    var text = "string"
    while text.count < min(least, 10_000) { text += "string" }
    if text.count > max(least, 6) { text = String(text.prefix(max(least, 6))) }
    return Value(json: .string(String(text.prefix(most))), origin: "its type")
  }

  private func number(_ schema: Merged) -> Value {
    let isInteger = schema["type"]?.string == "integer" || schema["type"]?.array?.contains("integer") == true
    let low = schema["minimum"]?.double
    let high = schema["maximum"]?.double
    let above = schema["exclusiveMinimum"]?.double
    let below = schema["exclusiveMaximum"]?.double
    let step = schema["multipleOf"]?.double.flatMap { $0 > 0 ? $0 : nil }
    let hasBounds = low != nil || high != nil || above != nil || below != nil || step != nil
    func fits(_ number: Double) -> Bool {
      (low.map { number >= $0 } ?? true) && (high.map { number <= $0 } ?? true) && (above.map { number > $0 } ?? true)
        && (below.map { number < $0 } ?? true)
    }
    let unit = step ?? 1
    var candidates = [1, 0, -1].map { $0 * unit }
    for bound in [low, above].compactMap(\.self) {
      let first = (bound / unit).rounded(.up) * unit
      candidates += [first, first + unit]
    }
    for bound in [high, below].compactMap(\.self) {
      let last = (bound / unit).rounded(.down) * unit
      candidates += [last, last - unit]
    }
    if !isInteger, step == nil {
      candidates += [low ?? above, high ?? below].compactMap(\.self)
      if let bottom = low ?? above, let top = high ?? below { candidates.append((bottom + top) / 2) }
    }
    let origin = hasBounds ? "its bounds" : "its type"
    guard let number = candidates.first(where: fits), let json = JSON.Number(number) else {
      return Value(json: 1, origin: origin)
    }
    if number == number.rounded(), abs(number) < 1e15 { return Value(json: .number(Int(number)), origin: origin) }
    return Value(json: JSON(.number(json)), origin: origin)
  }
}

extension JSON {
  /// Returns an object with another value for a member.
  fileprivate func with(_ name: String, _ value: JSON) -> JSON {
    var members = (object?.members ?? []).map { ($0.name, $0.value) }
    if let index = members.firstIndex(where: { $0.0 == name }) {
      members[index].1 = value
    } else {
      members.append((name, value))
    }
    return .object(members)
  }
}
