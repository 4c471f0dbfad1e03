import ContractCore

/// The answers of an operation.
struct OpenAPIResponses {
  /// One answer, which becomes a scenario.
  struct Answer {
    var name: String
    /// The value of the body; nil if there is none.
    var found: OpenAPIMedia.Found?
    var description: String?
    var response: ImportedResponse
    var value: ImportValue
    /// The schema that the value has to match; nil if it is not compared.
    var schema: ImportValue?
    /// What records whether another part of the answer breaks its schema.
    var offSchema: SchemaViolation
  }

  let operation: OpenAPIOperation

  func all(_ responses: ImportValue?) -> [Answer] {
    let responses = responses.flatMap(operation.files.resolved)
    responses?.leaveOut(prefix: "x-")
    let members = (responses?.members ?? []).filter { !$0.name.hasPrefix("x-") }
    var taken = Set(members.compactMap { Int($0.name) })
    var answers: [Answer] = []
    for (key, member) in members {
      guard let status = key == "default" ? Self.defaultStatus(members.map(\.name)) : status(key, &taken, member) else {
        if key == "default" {
          member.lose("not imported, because the other answers are all that there are", level: .information)
        }
        continue
      }
      guard let value = operation.files.resolved(member) else { continue }
      answers += self.answers(key, status, value)
    }
    return answers
  }

  /// Returns the status that a key stands for. Nil if it stands for none, which is noted.
  private func status(_ key: String, _ taken: inout Set<Int>, _ value: ImportValue) -> Int? {
    if let status = Int(key), key.utf8.count == 3 {
      if status < 200 { return value.lost("status \(status) is not the last answer to a request") }
      return status
    }
    guard let family = (2...5).first(where: { "\($0)XX" == key.uppercased() }) else {
      return value.lost("'\(key)' is not a status")
    }
    guard let status = (family * 100..<family * 100 + 100).first(where: { !taken.contains($0) }) else { return nil }
    taken.insert(status)
    return status
  }

  /// Returns the status for `default`: one that no other key describes, of an error if possible. Nil if the others
  /// describe errors and successes.
  static func defaultStatus(_ keys: [String]) -> Int? {
    for family in [5, 4, 2] {
      let isDescribed = keys.contains { $0.uppercased() == "\(family)XX" }
      if isDescribed || family == 2 && keys.contains(where: { $0.hasPrefix("2") }) { continue }
      if let status = (family * 100..<family * 100 + 100).first(where: { !keys.contains(String($0)) }) { return status }
    }
    return nil
  }

  private func answers(_ key: String, _ status: Int, _ value: ImportValue) -> [Answer] {
    value.leaveOut("summary", prefix: "x-")
    for link in value["links"]?.members ?? [] { link.value.lose("a link to another operation is not imported") }
    let description = value["description"]?.string
    var headers = Headers()
    let offSchema = SchemaViolation()
    let described = value["headers"].flatMap(operation.files.resolved)
    for (name, header) in described?.members ?? [] {
      if name.isSameName("Content-Type") {
        // OpenAPI ignores it (3.1.1, section 4.8.17.1).
        described?.leaveOut(name)
      } else if let text = text(header, called: name, offSchema) {
        headers.lines.append(.init(name, text))
      }
    }
    let label = key == String(status) ? key : "\(status) (\(key))"
    func answer(_ found: OpenAPIMedia.Found?, _ body: ImportedResponse.Body?, _ schema: ImportValue?) -> Answer {
      Answer(
        name: found?.name.map { "\(label) \($0)" } ?? label, found: found, description: description,
        response: ImportedResponse(kind: .status(status), headers: headers, body: body), value: value, schema: schema,
        offSchema: offSchema)
    }
    let content = value["content"].flatMap(operation.files.resolved)?.members ?? []
    guard let chosen = OpenAPIMedia.chosen(of: content, "answer", Self.rank) else { return [answer(nil, nil, nil)] }
    let type = Self.concrete(chosen.name)
    headers.lines.append(.init("Content-Type", type))
    let chosenValue = operation.files.resolved(chosen.value) ?? chosen.value
    let media = OpenAPIMedia(chosenValue, operation, type: chosen.name)
    chosenValue.leaveOut("encoding")
    let isJSON = OpenAPIMedia.isJSON(chosen.name)
    let all = media.all(.response)
    if all.isEmpty {
      // The schema has no value, so the answer has no body.
      if isJSON, media.schema != nil { offSchema.isOff = true }
      return [answer(nil, nil, nil)]
    }
    return all.map { found in
      if isJSON { return answer(found, .json(found.json), media.schema) }
      if let text = Self.sequence(found.json, type) { return answer(found, .text(text), nil) }
      if !found.json.isScalar, !type.contains("json") {
        found.location.note("a body of the type \(type) is left out, because its value is not a text")
        return answer(found, nil, nil)
      }
      if !found.isExample, !type.lowercased().hasPrefix("text/") {
        found.location.note("a body of the type \(type) is only a text, because there is no example")
      }
      return answer(found, .text(found.json.asText), nil)
    }
  }

  /// Returns the text of a body that is a sequence of values (3.2.0, section 4.14.3); nil for other types, and for an
  /// example that is the text.
  private static func sequence(_ json: JSON, _ type: String) -> String? {
    guard json.string == nil, OpenAPIMedia.isSequence(type) else { return nil }
    let values = json.array ?? [json]
    switch StreamFormat(contentType: type) {
    case .events: return values.map(event).joined()
    case .jsonLines: return values.map { "\($0.text)\n" }.joined()
    // Each value begins with a record separator (RFC 7464).
    case nil: return values.map { "\u{1E}\($0.text)\n" }.joined()
    }
  }

  /// Returns a server-sent event (WHATWG HTML, section 9.2.5): its members as fields, or any other value as its data.
  private static func event(_ json: JSON) -> String {
    let fields = ["event", "data", "id", "retry"].flatMap { name in
      (json[name]?.asText ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        .filter { _ in json[name] != nil }.map { "\(name): \($0)\n" }
    }
    return (fields.isEmpty ? "data: \(json.text)\n" : fields.joined()) + "\n"
  }

  /// Returns a media type for a range of them.
  private static func concrete(_ type: String) -> String {
    switch type {
    case "*/*", "application/*": "application/json"
    case "text/*": "text/plain"
    case "image/*": "image/png"
    default: type.contains("*") ? "application/octet-stream" : type
    }
  }

  /// The order in which media types are preferred.
  private static func rank(_ type: String) -> Int {
    let name = MediaType.name(of: type)
    return name == "application/json" ? 0 : OpenAPIMedia.isJSON(type) ? 1 : name.hasPrefix("text/") ? 2 : 3
  }

  /// Returns the value of a header; nil if the document says nothing about it.
  private func text(_ header: ImportValue, called name: String, _ offSchema: SchemaViolation) -> String? {
    guard let header = operation.files.resolved(header) else { return nil }
    header.leaveOut(
      "description", "required", "deprecated", "style", "explode", "allowEmptyValue", "allowReserved", prefix: "x-")
    // The name and the attributes of a cookie stay.
    let isCookie = name.isSameName("Set-Cookie")
    if let content = header["content"]?.members.first {
      return OpenAPIMedia(content.value, operation, called: name, type: content.name).first(.response, offSchema)?.json
        .text
    }
    let media = OpenAPIMedia(header, operation, called: isCookie ? nil : name)
    guard let json = media.first(.response, offSchema)?.json else { return nil }
    let text = json.array.map { $0.map(\.asText).joined(separator: ",") } ?? json.asText
    guard isCookie else { return text }
    var secrets = operation.files.secrets
    let shown = secrets.replaced(header: name, text)
    if shown != text { operation.noteSecrets() }
    return shown
  }
}
