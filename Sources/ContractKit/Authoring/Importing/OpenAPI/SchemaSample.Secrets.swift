import ContractCore

// Secrets in the examples of a document. What is made for a schema is not a secret.
extension SchemaSample {
  /// Returns a value of the document with something else in place of each secret. It still matches its schema if that
  /// says what a value is: what the schema itself lists stays, and everything else is made for the schema.
  ///
  /// - Parameter isInSecret: Whether the value is a part of one with a secret name.
  mutating func concealed(_ json: JSON, _ schema: Merged?, called name: String?, isInSecret: Bool) -> JSON {
    let isSecret = isInSecret || name.map { files.secrets.isSecret($0, of: json, in: JSON.Object()) } == true
    return concealed(json, schema, isSecret: isSecret)
  }

  private mutating func concealed(_ json: JSON, _ schema: Merged?, isSecret: Bool) -> JSON {
    switch json.kind {
    case .null, .bool: return json
    case .number(let number): return isSecret ? substitute(ImportSettings.placeholder(for: number), json, schema) : json
    case .string(let text):
      let shown =
        isSecret
        ? ImportSettings.placeholder(for: text)
        : Mask(files.secrets.secrets, mark: ImportSettings.placeholder).text(text)
      return text.isEmpty || shown == text ? json : substitute(.string(shown), json, schema)
    case .array(let elements):
      let pairs = isSecret ? [] : files.secrets.secrets.secretPairs(in: elements)
      return .array(
        elements.enumerated().map { index, element in
          let own = schema.flatMap { item(index, of: $0) }.flatMap { merged($0) }
          guard pairs.contains(index), let pair = element.array else {
            return concealed(element, own, isSecret: isSecret)
          }
          return [pair[0], concealed(pair[1], own.flatMap { item(1, of: $0) }.flatMap { merged($0) }, isSecret: true)]
        })
    case .object(let object):
      return object.mapValues { member in
        // Without this name, clients do not know what they read.
        if schema?.discriminator?.json["propertyName"]?.string == member.name { return member.value }
        let own = schema.flatMap { property(member.name, in: $0) }.flatMap { merged($0) }
        let hides = isSecret || files.secrets.isSecret(member.name, of: member.value, in: object)
        return concealed(member.value, own, isSecret: hides)
      }
    }
  }

  /// Returns what stands in place of a secret: the placeholder if it matches the schema, or else a value that is made.
  private mutating func substitute(_ placeholder: JSON, _ secret: JSON, _ schema: Merged?) -> JSON {
    // What the schema lists is there for everybody to read.
    if let schema, schema["const"] == secret || schema["enum"]?.array?.contains(secret) == true { return secret }
    hasReplaced = true
    guard let schema, !fits(placeholder, schema), let made = made(schema), made.isScalar else { return placeholder }
    return made
  }

  // MARK: What matches a schema

  /// Returns the schema of an element; nil if none describes it.
  func item(_ index: Int, of schema: Merged) -> ImportValue? {
    index < schema.prefixItems.count ? schema.prefixItems[index] : schema.items
  }

  /// Returns whether a value matches a schema, as far as that is known without compiling it.
  func fits(_ json: JSON, _ schema: Merged, depth: Int = 0) -> Bool {
    if depth > OpenAPIFiles.hopLimit { return true }
    let types = Self.types(of: schema)?.map { Pattern.TypeName(rawValue: $0) }
    if let types, !types.contains(where: { $0?.includes(json) ?? true }) { return false }
    if let const = schema["const"], const != json { return false }
    if let values = schema["enum"]?.array, !values.contains(json) { return false }
    let isChosen = schema.choices.allSatisfy { branches in
      branches.contains { branch in merged(branch).map { fits(json, $0, depth: depth + 1) } ?? true }
    }
    guard isChosen else { return false }
    switch json.kind {
    case .null, .bool: return true
    case .number(let number): return fits(number.double, schema)
    case .string(let text): return fits(text, schema)
    case .array(let elements):
      guard Self.isIn(elements.count, schema["minItems"]?.int, schema["maxItems"]?.int) else { return false }
      return elements.enumerated().allSatisfy { index, element in
        item(index, of: schema).flatMap { merged($0) }.map { fits(element, $0, depth: depth + 1) } ?? true
      }
    case .object(let object):
      guard Self.isIn(object.members.count, schema["minProperties"]?.int, schema["maxProperties"]?.int),
        schema.required.allSatisfy({ name in
          object[name] != nil || flag(hiding, of: property(name, in: schema) ?? [])
        })
      else { return false }
      return object.members.allSatisfy { member in
        let own = schema.properties.first { $0.name == member.name }.flatMap { merged($0.schemas) }
        return own.map { fits(member.value, $0, depth: depth + 1) } ?? true
      }
    }
  }

  private func fits(_ number: Double, _ schema: Merged) -> Bool {
    let step = schema["multipleOf"]?.double ?? 0
    return Self.isInBounds(number, of: schema) && (step <= 0 || (number / step).rounded() == number / step)
  }

  static func isInBounds(_ number: Double, of schema: Merged) -> Bool {
    (schema["minimum"]?.double.map { number >= $0 } ?? true)
      && (schema["maximum"]?.double.map { number <= $0 } ?? true)
      && (schema["exclusiveMinimum"]?.double.map { number > $0 } ?? true)
      && (schema["exclusiveMaximum"]?.double.map { number < $0 } ?? true)
  }

  private func fits(_ text: String, _ schema: Merged) -> Bool {
    guard Self.isIn(text.unicodeScalars.count, schema["minLength"]?.int, schema["maxLength"]?.int) else { return false }
    if let pattern = schema["pattern"]?.string, !Self.matches(text, pattern) { return false }
    return schema["format"]?.string.flatMap { Format(rawValue: $0.lowercased()) }?.includes(text) ?? true
  }

  private static func isIn(_ count: Int, _ least: Int?, _ most: Int?) -> Bool {
    count >= least ?? 0 && count <= most ?? .max
  }
}
