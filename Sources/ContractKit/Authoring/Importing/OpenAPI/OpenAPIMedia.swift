import ContractCore

/// The values of a Media Type Object, a Parameter Object or a Header Object: its examples, or a value for its schema.
struct OpenAPIMedia {
  /// A value, and where it was found.
  struct Found {
    /// The name of the example, if it has one.
    var name: String?
    var json: JSON
    /// Where the value stands: the example, or the schema that it was made for.
    var location: ImportValue
    /// Whether the document has the value. Otherwise it was made for the schema.
    var isExample: Bool
  }

  let value: ImportValue
  let operation: OpenAPIOperation
  let schema: ImportValue?
  /// The name of the parameter or header; nil for a body.
  private let name: String?
  private let isJSON: Bool

  /// - Parameter type: The media type; nil if the value is that of a parameter or header without one.
  init(_ value: ImportValue, _ operation: OpenAPIOperation, called name: String? = nil, type: String? = nil) {
    (self.value, self.operation, self.name) = (value, operation, name)
    isJSON = type.map(Self.isJSON) ?? false
    schema = value["schema"]
    // A schema is used as a whole, by the compiler of schemas.
    schema?.consume()
    value.leaveOut(prefix: "x-")
  }

  /// Returns the media type that is preferred. Notes that the others are not imported.
  ///
  /// - Parameter rank: Returns the order in which media types are preferred.
  static func chosen(
    of content: [(name: String, value: ImportValue)], _ what: String, _ rank: (String) -> Int
  ) -> (name: String, value: ImportValue)? {
    guard let chosen = content.min(by: { rank($0.name) < rank($1.name) }) else { return nil }
    for other in content where other.value.pointer != chosen.value.pointer {
      other.value.lose("not imported, because the \(what) is sent as \(chosen.name)", level: .information)
    }
    return chosen
  }

  /// Returns whether a media type is JSON, or a range that includes it.
  static func isJSON(_ type: String) -> Bool {
    let name = MediaType.name(of: type)
    return MediaType.isJSON(name: name) || name == "*/*" || name == "application/*"
  }

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
      example.leaveOut("summary", "description", prefix: "x-")
      example.lose("externalValue", "the value of an example is not fetched")
      if let json = (example["dataValue"] ?? example["value"])?.whole {
        // The values of a request are there for each answer.
        guard operation.files.budget.spend(bytes: json.utf8.count) else { return [] }
        let shown = shown(parsed(json, at: example), direction)
        found.append(Found(name: name, json: shown, location: example, isExample: true))
      }
    }
    if let example = value["example"] {
      let json = example.whole
      guard operation.files.budget.spend(bytes: json.utf8.count) else { return [] }
      if found.isEmpty {
        return [Found(json: shown(parsed(json, at: value), direction), location: example, isExample: true)]
      }
    }
    if !found.isEmpty { return found }
    guard let schema else { return [] }
    switch SchemaSample.make(schema, operation.files, direction, called: name) {
    case .success(let sample):
      guard operation.files.budget.spend(bytes: sample.json.utf8.count) else { return [] }
      if sample.hasReplaced { operation.noteSecrets() }
      schema.note("the value is from \(sample.origin)", level: .information)
      let made = sample.isDocumented ? parsed(sample.json, at: schema) : sample.json
      let json =
        !sample.isDocumented || made == sample.json
        ? SchemaSample(operation.files, direction).withWholeIntegers(made, [schema]) : shown(made, direction)
      return [Found(json: json, location: schema, isExample: false)]
    case .failure(.none): schema.note("no value for this schema can be made")
    case .failure(.tooManySteps):
      schema.note("no value for this schema is made, because that takes too many steps; add an example")
    }
    return []
  }

  /// Returns the JSON that an example has as a text, as many documents have it, unless the schema allows a text.
  private func parsed(_ example: JSON, at location: ImportValue) -> JSON {
    guard isJSON, let text = example.string, let json = JSON.parse(text), !json.isScalar else { return example }
    if let schema, SchemaSample(operation.files, .request).says("string", [schema]) { return example }
    location.note("the example is a text with JSON in it; the JSON is imported, not the text")
    return json
  }

  private func shown(_ json: JSON, _ direction: SchemaSample.Direction) -> JSON {
    var sample = SchemaSample(operation.files, direction)
    let shown = sample.concealed(json, schema.flatMap { sample.merged($0) }, called: name, isInSecret: false)
    if sample.hasReplaced { operation.noteSecrets() }
    return schema.map { sample.withWholeIntegers(shown, [$0]) } ?? shown
  }

  /// Returns the first value, or the one of an example with a name.
  ///
  /// - Parameter offSchema: What records whether the value breaks its schema.
  func first(_ direction: SchemaSample.Direction, named name: String? = nil, _ offSchema: SchemaViolation) -> Found? {
    let all = all(direction)
    guard let chosen = all.first(where: { $0.name != nil && $0.name == name }) ?? all.first else { return nil }
    if let schema { operation.check(chosen.json, schema, direction, at: chosen.location, offSchema) }
    return chosen
  }
}
