import ContractCore

/// The body of an operation's request.
struct OpenAPIBody {
  let operation: OpenAPIOperation
  let value: ImportValue

  /// Adds the body to a request and to the driver's input.
  ///
  /// - Parameters:
  ///   - example: The name of the answer's example. An example of the request with the same name belongs to it.
  ///   - offSchema: What records whether the body breaks its schema.
  func add(
    to request: inout ImportedRequest, input: inout [(String, JSON)], example: String?, _ offSchema: SchemaViolation
  ) {
    let isRequired = value["required"]?.bool == true
    defer { if !isRequired { request.body = request.body.map { ["$optional": $0] } } }
    value.leaveOut("description", prefix: "x-")
    let content = value["content"].flatMap(operation.files.resolved)?.members ?? []
    guard var chosen = OpenAPIMedia.chosen(of: content, "body", Self.rank) else {
      value.lose("what the body contains is not described; any body is accepted")
      request.body = ["$any": true]
      return
    }
    chosen.value = operation.files.resolved(chosen.value) ?? chosen.value
    let (type, rank) = (MediaType.name(of: chosen.name), Self.rank(chosen.name))
    let media = OpenAPIMedia(chosen.value, operation, type: chosen.name)
    let encoding = chosen.value["encoding"]
    if !type.contains("*") { request.headers.append(("Content-Type", .string(chosen.name))) }
    let isText = type.hasPrefix("text/") && media.hasExample
    guard rank < 4 || isText, var found = media.first(.request, named: example, offSchema),
      Self.canHave(found.json, rank)
    else {
      chosen.value.lose("what a body of the type \(chosen.name) contains is not described")
      request.body = ["$any": true]
      return
    }
    for other in media.all(.request) where other.location.pointer != found.location.pointer {
      other.location.note("not imported, because another example is first", level: .information)
    }
    let schemas = media.schema.map { [$0] } ?? []
    if rank == 2 { found.json = formFields(found.json, schemas, encoding) }
    input.append(("body", found.json))
    switch rank {
    case 2:
      for (_, own) in encoding?.members ?? [] {
        own.leaveOut("allowReserved")
        for name in ["contentType", "headers"] { own.lose(name, "the encoding of form fields is not described") }
      }
      let isRequired = self.isRequired(found.json, schemas)
      let other = found.json.members.first { Self.encoded($0.name, encoding)?.isUndescribed($0.value) == true }
      if let other {
        chosen.value.note("how the form has the value of \"\(other.name)\" is not described; any body is accepted")
        request.body = ["$any": true]
        return
      }
      let fields = found.json.members.flatMap {
        self.fields(of: $0, encoding, schemas, isRequired: isRequired($0.name))
      }
      request.body = ["form": .object(fields)]
    case 3:
      let isRequired = self.isRequired(found.json, schemas)
      request.body = ["multipart": .array(parts(found.json, media.schema, encoding, isRequired))]
    case 4: request.body = ["text": .string(found.json.asText)]
    default:
      chosen.value.leaveOut("encoding")
      request.body = ["json": SchemaSample(operation.files, .request).pattern(found.json, schemas)]
    }
  }

  /// Returns whether a value can be a body: fields of a form or parts need an object, and a text one value.
  private static func canHave(_ json: JSON, _ rank: Int) -> Bool {
    switch rank {
    case 2: json.isObject || json.string != nil
    case 3: json.isObject
    case 4: json.isScalar
    default: true
    }
  }

  /// Returns whether a form or a multipart body must have a field or a part of some name.
  private func isRequired(_ json: JSON, _ schemas: [ImportValue]) -> (String) -> Bool {
    let samples = SchemaSample(operation.files, .request)
    guard !schemas.isEmpty, let merged = samples.merged(schemas) else { return { _ in true } }
    let names = samples.required(merged, in: json.object ?? JSON.Object())
    return { names.contains($0) }
  }

  /// Returns the fields of a form, whose example may be its text. Of lists that may be missing, only one element stays.
  private func formFields(_ json: JSON, _ schemas: [ImportValue], _ encoding: ImportValue?) -> JSON {
    let object = json.object ?? JSON.object(ImportedRequest.items(json.asText)).object ?? JSON.Object()
    let isRequired = self.isRequired(JSON(.object(object)), schemas)
    let samples = SchemaSample(operation.files, .request)
    return .object(
      object.members.compactMap { member in
        guard !isRequired(member.name), let elements = member.value.array,
          Self.encoded(member.name, encoding)?.separator == nil
        else { return (member.name, member.value) }
        guard let few = samples.optional(elements, samples.property(member.name, of: schemas) ?? []) else {
          operation.noteList(member.name, at: value)
          return nil
        }
        return (member.name, .array(few))
      })
  }

  /// Returns the fields of a form that one member of its object becomes.
  private func fields(
    of member: JSON.Object.Member, _ encoding: ImportValue?, _ schemas: [ImportValue], isRequired: Bool
  ) -> [(String, JSON)] {
    let own = Self.encoded(member.name, encoding)
    let samples = SchemaSample(operation.files, .request)
    let schemas = samples.property(member.name, of: schemas) ?? []
    func field(_ value: JSON, _ schemas: [ImportValue]) -> JSON {
      .arrayUnlessOne(value.array.map { samples.textPatterns($0, schemas) } ?? [samples.textPattern(value, schemas)])
    }
    var all = [
      (member.name, samples.list(member.value, schemas, own?.separator) ?? field(member.value, schemas))
    ]
    let isDeep = own?.style == "deepObject"
    if let own, isDeep || own.explodes, let object = member.value.object {
      all = object.members.map { inner in
        let name = isDeep ? "\(own.name)[\(inner.name)]" : inner.name
        return (name, field(inner.value, samples.property(inner.name, of: schemas) ?? []))
      }
    }
    return all.map { ($0.0, isRequired || $0.1.isArray ? $0.1 : ["$optional": $0.1]) }
  }

  /// Returns a field of a form as a parameter, if its encoding says how it is written (3.1.1, section 4.8.15.1.2).
  static func encoded(_ name: String, _ encoding: ImportValue?) -> OpenAPIParameter? {
    guard let own = encoding?[name], own.json["style"] != nil || own.json["explode"] != nil else { return nil }
    let style = own["style"]?.string ?? "form"
    return OpenAPIParameter(
      value: own, name: name, location: "query", style: style,
      explodes: own["explode"]?.bool ?? OpenAPIParameters.explodes(style), isRequired: false)
  }

  /// The order in which media types are preferred: from 4 on, contracts do not describe their parts.
  private static func rank(_ type: String) -> Int {
    switch MediaType.name(of: type) {
    case "application/json": 0
    case _ where OpenAPIMedia.isJSON(type): 1
    case "application/x-www-form-urlencoded": 2
    case "multipart/form-data": 3
    default: 4
    }
  }

  private func parts(
    _ json: JSON, _ schema: ImportValue?, _ encoding: ImportValue?, _ isRequired: (String) -> Bool
  ) -> [JSON] {
    let samples = SchemaSample(operation.files, .request)
    return json.members.flatMap { member -> [JSON] in
      let own = encoding?[member.name]
      let type = own?["contentType"]?.string
      own?.lose("headers", "the headers of a part are not described")
      own?.leaveOut("style", "explode", "allowReserved")
      let schemas = schema.flatMap { samples.property(member.name, of: [$0]) } ?? []
      let isBinary = samples.isBinary(schemas)
      let texts = member.value.array.map { samples.textPatterns($0, schemas) }
      let values = zip(
        member.value.array ?? [member.value], texts ?? [samples.textPattern(member.value, schemas)])
      return values.map { value, text in
        var part: [(String, JSON)] = [("name", .string(member.name))]
        // Servers take a part without a file name for a text (RFC 7578, section 4.2).
        if isBinary { part.append(("filename", ["$type": "string"])) }
        if let type, !type.contains(","), !type.contains("*") { part.append(("contentType", .string(type))) }
        let isText = value.string != nil || value.number != nil || value.bool != nil
        part.append(
          ("body", isBinary ? ["$any": true] : isText ? ["text": text] : ["json": value.asPattern]))
        return isRequired(member.name) ? .object(part) : ["$optional": .object(part)]
      }
    }
  }
}
