import ContractCore

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
    /// Whether the document has the value. Otherwise it was made for the schema, and nothing in it is a secret.
    var isDocumented = false
    /// Whether something stands in place of a secret of the document.
    var hasReplaced = false
  }

  let files: OpenAPIFiles
  let direction: Direction
  /// The pointers of the schemas around the one that is read, so that a circle ends at an optional member.
  private var around: [String] = []
  /// The number of values that were tried so far. In very large ones, optional members are left out, and in deep ones.
  private var count = 0
  /// The name of the value that is made; nil if it has none, or if the importer made it up.
  private var name: String?
  /// Whether the value is a part of one with a secret name.
  private var isInSecret = false
  /// Whether examples and defaults of the document are used.
  private var usesExamples = true
  /// Whether something stands in place of a secret of the document.
  var hasReplaced = false

  private static let depthLimit = 5
  private static let countLimit = 2_000
  /// The largest number of steps for one value, which are about 1 MB. Lists in lists and references to references can
  /// make a few lines of a document as large as one likes.
  private static let stepLimit = 1 << 17
  private static let stepsForPart = 8

  enum Obstacle: Error { case none, tooManySteps }

  init(_ files: OpenAPIFiles, _ direction: Direction) { (self.files, self.direction) = (files, direction) }

  /// Returns a value for a schema, or why there is none: it needs itself, a reference leads nowhere, or it is too large.
  static func make(
    _ schema: ImportValue, _ files: OpenAPIFiles, _ direction: Direction, called name: String? = nil
  ) -> Result<Value, Obstacle> {
    // Many operations have the same schema.
    files.sample(of: schema, direction, called: name) {
      let made = files.budget.item(upTo: stepLimit) { () -> Value? in
        var sample = SchemaSample(files, direction)
        sample.name = name
        var value = sample.value([schema])
        value?.hasReplaced = sample.hasReplaced
        return value
      }
      guard let made else { return .failure(.tooManySteps) }
      return made.map(Result.success) ?? .failure(.none)
    }
  }

  /// Counts one more part of the value. Returns whether it may be made.
  private mutating func begin() -> Bool {
    count += 1
    return files.budget.spend(Self.stepsForPart)
  }

  /// Returns a value that is made for a schema without the examples of the document.
  func made(_ schema: Merged) -> JSON? {
    var sample = SchemaSample(files, direction)
    sample.usesExamples = false
    return sample.value(of: schema)?.json
  }

  /// Returns a value that has to match all schemas; nil if one needs itself, or if a reference leads nowhere.
  private mutating func value(_ schemas: [ImportValue]) -> Value? {
    let schemaPointers = schemas.map { schema in
      // A schema that is only a reference is the one that it leads to.
      var target = schema
      for _ in 0..<OpenAPIFiles.hopLimit {
        guard let reference = target.json["$ref"]?.string,
          let next = files.target(of: reference, from: target)
        else { break }
        target = next
      }
      return target.document.location + target.pointer
    }
    if schemaPointers.contains(where: around.contains) { return nil }
    around += schemaPointers
    defer { around.removeLast(schemaPointers.count) }
    guard begin(), var merged = merged(schemas) else { return nil }
    if schemas.count == 1, merged.choices.isEmpty { name(&merged, schemas[0]) }
    guard let value = value(of: merged) else { return nil }
    // A value that the document has as a whole may be large.
    let isWhole = around.count == schemaPointers.count
    if !isWhole, value.isDocumented || value.json.isScalar { files.budget.spend(bytes: value.json.utf8.count) }
    return value
  }

  private mutating func value(of schema: Merged) -> Value? {
    func documented(_ json: JSON, _ origin: String) -> Value {
      let json = concealed(json, schema, called: name, isInSecret: isInSecret)
      return Value(json: json, origin: origin, isDocumented: true)
    }
    if usesExamples, let example = schema.example { return documented(example, "the example of its schema") }
    if let const = schema["const"] { return listed(const, "const") }
    if usesExamples, let value = schema["default"], !value.isNull, fits(value, schema) {
      return documented(value, "the default")
    }
    if let value = schema["enum"]?.array?.first(where: { !$0.isNull }) { return listed(value, "enum") }
    if let branches = schema.choices.first {
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
    case "null": return Value(json: .null, origin: "its type")
    default: return Value(json: .object([]), origin: "nothing, because its schema allows anything")
    }
  }

  private func listed(_ json: JSON, _ origin: String) -> Value {
    if !json.isScalar { files.budget.spend(bytes: json.utf8.count) }
    return Value(json: json, origin: origin)
  }

  // MARK: Combinations

  /// Returns whether a branch is there for null. Some tools write it as an object that may be null and has nothing else.
  func isNull(_ schema: ImportValue) -> Bool {
    guard let types = types(of: schema) else { return false }
    return types.allSatisfy { $0 == "null" } || Set(types) == ["object", "null"] && schema.json.count == 1
  }

  /// Returns a value for one of the first branches, together with what stands beside these.
  private mutating func value(of branch: ImportValue, over schema: Merged) -> Value? {
    let location = branch.document.location + branch.pointer
    if around.contains(location) { return nil }
    around.append(location)
    defer { around.removeLast() }
    guard begin(), var inner = merged(branch) else { return nil }
    if !schema.properties.isEmpty { inner.splitExample() }
    if inner.isInherited { name(&inner, branch) }
    var merged = schema
    merged.choices.removeFirst()
    if let name = Self.name(of: branch, schema.discriminator) {
      merged.names[name.property] = name.text
      merged.discriminator = nil
    }
    add(inner, to: &merged)
    return value(of: merged)
  }

  /// Requires the name of a schema, because a schema that it inherits from has a discriminator.
  private func name(_ merged: inout Merged, _ schema: ImportValue) {
    guard merged.isInherited, let name = Self.name(of: schema, merged.discriminator) else { return }
    merged.names[name.property] = name.text
    (merged.discriminator, merged.isInherited) = (nil, false)
  }

  /// Returns the name by which clients recognize a schema, and the property that has it; nil if there is none.
  private static func name(of schema: ImportValue, _ discriminator: ImportValue?) -> (property: String, text: String)? {
    guard let property = discriminator?.json["propertyName"]?.string, let target = schema.json["$ref"]?.string,
      let last = target.split(separator: "/").last.map(String.init)
    else { return nil }
    let mapping = discriminator?.json["mapping"]?.members ?? []
    // A mapping has references or the names of schemas.
    return (property, mapping.first { [target, last].contains($0.value.string) }?.name ?? last)
  }

  private func type(of schema: Merged) -> String? {
    if let type = schema.types?.first(where: { $0 != "null" }) ?? schema.types?.first { return type }
    let isObject = !schema.properties.isEmpty || !schema.required.isEmpty || !schema.names.isEmpty
    if isObject || schema.additional != nil || schema["minProperties"] != nil { return "object" }
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
    let required = Set(schema.required)
    let isLarge = around.count > Self.depthLimit || count > Self.countLimit
    let outer = (name, isInSecret)
    isInSecret = isInSecret || name.map { files.secrets.isSecret($0, of: [:], in: JSON.Object()) } == true
    defer { (name, isInSecret) = outer }
    for (name, property) in schema.properties {
      if flag(hiding, of: property) { continue }
      if let known = known(name, property, in: schema) {
        members.append((name, known))
        continue
      }
      self.name = name
      let isRequired = required.contains(name)
      if !isRequired && (isLarge || flag("deprecated", of: property)) { continue }
      guard var value = value(property) else {
        if isRequired { return nil }
        continue
      }
      // The member beside it can have the name of a secret.
      if value.isDocumented,
        files.secrets.isSecret(
          name, of: value.json, in: JSON.Object(members.map { JSON.Object.Member(name: $0.0, value: $0.1) }))
      {
        value.json = concealed(value.json, merged(property), called: nil, isInSecret: true)
      }
      members.append((name, value.json))
    }
    let others = schema.required + schema.names.keys.sorted() + schema.members.keys.sorted()
    var named = Set(schema.properties.map(\.name))
    for name in others where named.insert(name).inserted {
      self.name = name
      let value = schema.additional.flatMap { $0.json.isObject ? self.value([$0])?.json : nil }
      members.append((name, known(name, [], in: schema) ?? value ?? "string"))
    }
    let least = schema["minProperties"]?.int ?? 0
    name = nil
    if let additional = schema.additional, additional.json.bool != false, members.isEmpty || members.count < least,
      !isLarge,
      let value = additional.json.isObject ? value([additional])?.json : members.count < least ? "string" : nil
    {
      let count = max(1, min(least - members.count, 100))
      guard files.budget.spend(bytes: (count - 1) * value.utf8.count) else { return nil }
      for number in 1...count { members.append(("name\(number)", value)) }
    }
    return .object(members)
  }

  /// Returns the value of a property that is known: the name of its schema, or what an example of a part has.
  private mutating func known(_ name: String, _ property: [ImportValue], in schema: Merged) -> JSON? {
    let own = merged(property)
    // What the property itself allows has priority over the name of the schema.
    let allowed = own?["const"].map { [$0] } ?? own?["enum"]?.array
    if let text = schema.names[name], allowed?.contains(.string(text)) != false { return .string(text) }
    guard usesExamples, let example = schema.members[name] else { return nil }
    return concealed(example, own, called: name, isInSecret: isInSecret)
  }

  private mutating func array(_ schema: Merged) -> JSON? {
    let most = schema["maxItems"]?.int ?? .max
    let least = min(schema["minItems"]?.int ?? 1, 100)
    let isLarge = around.count > Self.depthLimit || count > Self.countLimit
    var elements: [JSON] = []
    for item in schema.prefixItems where elements.count < most {
      guard let value = value([item]) else { return elements.count >= least ? .array(elements) : nil }
      elements.append(value.json)
    }
    let isUnique = schema["uniqueItems"]?.bool == true
    while elements.count < min(max(least, isLarge || !schema.prefixItems.isEmpty ? least : 1), most) {
      guard let items = schema.items, items.json.bool == nil else {
        elements.append(isUnique ? .number(elements.count + 1) : "string")
        continue
      }
      guard let value = value([items]) else {
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
    if let number = value.int {
      let (next, isOver) = number.addingReportingOverflow(others.count)
      return .number(isOver ? number - others.count : next)
    }
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
    let pattern = schema["pattern"]?.string
    if let format = schema["format"]?.string, let text = Self.formats[format.lowercased()],
      (least...most).contains(text.unicodeScalars.count), pattern.map({ Self.matches(text, $0) }) ?? true
    {
      return Value(json: .string(text), origin: "its format")
    }
    if let pattern, let text = SampleText.make(pattern, length: least...most) {
      return Value(json: .string(text), origin: "its pattern")
    }
    if schema["contentEncoding"]?.string == "base64" { return Value(json: "c3RyaW5n", origin: "its encoding") }
    let length = min(max(least, 6), most, 10_000)
    let text = String(repeating: "string", count: length / 6 + 1).prefix(length)
    return Value(json: .string(String(text)), origin: "its type")
  }

  static func matches(_ text: String, _ expression: String) -> Bool {
    (try? Pattern.Regex(expression, .schema)).map { $0.search(in: text).finding == .found } ?? false
  }

  private func number(_ schema: Merged) -> Value {
    let isInteger = schema.types?.contains("integer") == true
    let low = schema["minimum"]?.double
    let high = schema["maximum"]?.double
    let above = schema["exclusiveMinimum"]?.double
    let below = schema["exclusiveMaximum"]?.double
    let step = schema["multipleOf"]?.double.flatMap { $0 > 0 ? $0 : nil }
    let hasBounds = low != nil || high != nil || above != nil || below != nil || step != nil
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
    let fitting = candidates.first { Self.isInBounds($0, of: schema) }
    guard let number = fitting, let json = JSON.Number(number) else { return Value(json: 1, origin: origin) }
    return Value(json: JSON(.number(json)), origin: origin)
  }
}
