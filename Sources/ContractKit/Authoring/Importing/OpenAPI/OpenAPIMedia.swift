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
  /// The schema of each value of a sequence (3.2.0, section 4.14.2); nil for other types.
  private let itemSchema: ImportValue?
  /// The media type; nil for a parameter or header without one.
  private let type: String?
  /// The name of the parameter or header; nil for a body.
  private let name: String?
  private let isJSON: Bool

  /// - Parameter type: The media type; nil if the value is that of a parameter or header without one.
  init(_ value: ImportValue, _ operation: OpenAPIOperation, called name: String? = nil, type: String? = nil) {
    (self.value, self.operation, self.name) = (value, operation, name)
    self.type = type
    isJSON = type.map(Self.isJSON) ?? false
    schema = value["schema"]
    itemSchema = type.map(Self.isSequence) == true && schema == nil ? value["itemSchema"] : nil
    itemSchema?.consume()
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

  /// Returns whether a media type is a sequence of values (3.2.0, section 4.14.3).
  static func isSequence(_ type: String) -> Bool {
    MediaType.name(of: type).hasSuffix("json-seq") || StreamFormat(contentType: type) != nil
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
      if let json = self.json(of: example) {
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
    guard let schema = schema ?? itemSchema else { return [] }
    switch SchemaSample.make(schema, operation.files, direction, called: name) {
    case .success(let sample):
      guard operation.files.budget.spend(bytes: sample.json.utf8.count) else { return [] }
      if sample.hasReplaced { operation.noteSecrets() }
      schema.note("the value is from \(sample.origin)", level: .information)
      let made = sample.isDocumented ? parsed(sample.json, at: schema) : sample.json
      let json =
        !sample.isDocumented || made == sample.json
        ? SchemaSample(operation.files, direction).withWholeIntegers(made, [schema]) : shown(made, direction)
      let all = itemSchema == nil ? json : [withContent(json, direction)]
      return [Found(json: all, location: schema, isExample: false)]
    case .failure(.none): schema.note("no value for this schema can be made")
    case .failure(.tooManySteps):
      schema.note("no value for this schema is made, because that takes too many steps; add an example")
    }
    return []
  }

  /// Returns the value of an example (3.2.0, section 4.19): what it means, or how a body is sent, if that is not JSON.
  private func json(of example: ImportValue) -> JSON? {
    let (data, sent) = (example["dataValue"] ?? example["value"], example["serializedValue"])
    guard let text = sent?.string, type != nil else { return data?.whole }
    data?.consume()
    if !isJSON { return .string(text) }
    return data?.whole ?? JSON.parse(text) ?? .string(text)
  }

  /// Returns an event with JSON in its data, if a schema describes that: its data is a text with JSON in it.
  private func withContent(_ event: JSON, _ direction: SchemaSample.Direction) -> JSON {
    let properties = itemSchema.flatMap(operation.files.resolved)?["properties"]
    guard StreamFormat(contentType: type) == .events, event["data"] != nil,
      let content = properties?["data"].flatMap(operation.files.resolved)?["contentSchema"],
      case .success(let sample) = SchemaSample.make(content, operation.files, direction, called: nil)
    else { return event }
    return .object(event.members.map { ($0.name, $0.name == "data" ? .string(sample.json.text) : $0.value) })
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
