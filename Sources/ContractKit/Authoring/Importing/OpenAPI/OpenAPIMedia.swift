import ContractCore

/// The values of a Media Type Object, a Parameter Object or a Header Object: its examples, or a value for its schema.
struct OpenAPIMedia {
  /// A value, and where it was found.
  struct Found {
    /// The name of the example, if it has one.
    var name: String?
    var json: JSON
    /// Where the value stands: the example, or the schema that it was made for.
    var place: ImportValue
    /// Whether the document has the value. Otherwise it was made for the schema.
    var isExample: Bool
  }

  let value: ImportValue
  let operation: OpenAPIOperation
  let schema: ImportValue?
  /// The name of the parameter or header; nil for a body.
  private let name: String?

  init(_ value: ImportValue, _ operation: OpenAPIOperation, called name: String? = nil) {
    (self.value, self.operation, self.name) = (value, operation, name)
    schema = value["schema"]
    // A schema is used as a whole, by the compiler of schemas.
    schema?.consume()
    value.leaveOut(prefix: "x-")
  }

  /// Whether the document has a value for it.
  var hasExample: Bool {
    if value.json["example"] != nil || value.json["examples"].map({ $0.count > 0 }) == true { return true }
    return schema.map { SchemaSample(operation.files, .request).hasExample($0) } ?? false
  }

  /// Returns all examples by name, or the one example, or a value for the schema. None if there is neither. Secrets of
  /// the document are replaced.
  func all(_ direction: SchemaSample.Direction) -> [Found] {
    var found: [Found] = []
    for (name, example) in value["examples"].flatMap(operation.files.resolved)?.members ?? [] {
      guard let example = operation.files.resolved(example) else { continue }
      example.leaveOut("summary", "description")
      example.leaveOut(prefix: "x-")
      example.lose("externalValue", "the value of an example is not fetched")
      if let json = (example["dataValue"] ?? example["value"])?.whole {
        let shown = concealed(json, direction)
        found.append(Found(name: name, json: shown, place: example, isExample: true))
      }
    }
    if let example = value["example"] {
      let json = example.whole
      if found.isEmpty { return [Found(json: concealed(json, direction), place: example, isExample: true)] }
    }
    if !found.isEmpty { return found }
    guard let schema else { return [] }
    switch SchemaSample.make(schema, operation.files, direction, called: name) {
    case .success(let sample):
      if sample.hasReplaced { operation.noteSecrets() }
      schema.document.note("the value is from \(sample.origin)", at: schema.pointer, level: .information)
      return [Found(json: sample.json, place: schema, isExample: false)]
    case .failure(.none): schema.document.note("no value for this schema can be made", at: schema.pointer)
    case .failure(.tooLarge):
      schema.document.note(
        "a value for this schema would be larger than 1 MB, so none is made; add an example", at: schema.pointer)
    }
    return []
  }

  private func concealed(_ json: JSON, _ direction: SchemaSample.Direction) -> JSON {
    var sample = SchemaSample(operation.files, direction)
    let shown = sample.concealed(json, schema.flatMap { sample.merged($0) }, called: name, isInSecret: false)
    if sample.hasReplaced { operation.noteSecrets() }
    return shown
  }

  /// Returns the first value, or the one of an example with a name.
  ///
  /// - Parameter offSchema: What records whether the value breaks its schema.
  func first(_ direction: SchemaSample.Direction, named name: String? = nil, _ offSchema: OffSchema) -> Found? {
    let all = all(direction)
    guard let chosen = all.first(where: { $0.name != nil && $0.name == name }) ?? all.first else { return nil }
    if let schema { operation.check(chosen.json, schema, direction, at: chosen.place, offSchema) }
    return chosen
  }
}

extension JSON {
  /// Whether the value is a text, a number, a truth value or null.
  var isScalar: Bool { !isArray && !isObject }
}
