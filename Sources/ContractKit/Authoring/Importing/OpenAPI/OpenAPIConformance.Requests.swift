import ContractCore

extension OpenAPIConformance.OperationCheck {
  func check(_ request: RequestShape, _ texts: [(name: String, text: String)]) {
    let parameters = parameters()
    checkPath(texts, request, parameters)
    checkHeaders(request, parameters)
    checkQuery(request, parameters)
    checkSecurity(request)
    checkBody(request)
  }

  // MARK: The body

  private func checkBody(_ request: RequestShape) {
    guard let described = operation.value["requestBody"] else {
      if let own = request.body, !own.value.isEmpty {
        note("\(operation.title) has no request body in \(files.main.file)", at: own.range)
      }
      return
    }
    guard let body = files.resolved(described) else { return }
    if body.json["required"]?.bool == true, !request.hasCertainBody {
      note("\(operation.title) requires a body", at: request.body?.range ?? request.range)
    }
    guard let own = request.body.map({ SourceLocated($0.value.whenSent, at: $0.range) }) else { return }
    let content = body["content"].flatMap(files.resolved)?.members ?? []
    guard let name = own.value.types(request), !content.isEmpty else { return }
    guard let media = Self.media(name, content),
      !own.value.isJSON || media.name.contains("json") || OpenAPIMedia.isJSON(media.name)
    else {
      note(
        "the body of \(operation.title) does not have the type that \(files.main.file) describes",
        help: "described: \(content.map(\.name).joined(separator: ", "))", at: own.range)
      return
    }
    let inner = files.resolved(media.value) ?? media.value
    guard let schema = inner["schema"] else { return }
    let what = "the body of \(operation.title)"
    let isJSON = OpenAPIMedia.isJSON(media.name)
    switch own.value {
    case .json(let pattern) where isJSON: check([pattern], schema, what, at: own.range)
    case .text(let pattern) where isJSON:
      guard case .literal(let text) = pattern.kind else { return }
      guard let json = JSON.parse(text.asText) else { return note("\(what) is not JSON", at: own.range) }
      check([Pattern(.literal(json), at: pattern.range)], schema, what, at: own.range)
    case .text(let pattern) where media.name.lowercased().hasPrefix("text/"):
      guard SchemaSample(files, .request).types(of: schema) == ["string"] else { return }
      check([pattern], schema, what, at: own.range)
    case .form(let fields, _):
      let members = members(of: fields, schema, inner["encoding"])
      let readings = OpenAPIText.readings(files) { $0.object(members, schema, at: own.range) }
      check(readings, schema, what, at: own.range)
    case .multipart(let parts):
      let readings = OpenAPIText.readings(files) { $0.object(parts, schema, at: own.range) }
      check(readings, schema, what, at: own.range)
    default: break
    }
  }

  /// Returns the members of the object that the fields of a form make.
  private func members(
    of fields: [RequestShape.Named], _ schema: ImportValue, _ encoding: ImportValue?
  ) -> [(name: String, patterns: [Pattern])] {
    let samples = SchemaSample(files, .request)
    let encoded = (encoding?.members ?? []).compactMap { name, _ -> OpenAPIParameter? in
      var parameter = OpenAPIBody.encoded(name, encoding)
      parameter?.schema = samples.property(name, of: [schema])?.first
      return parameter
    }
    let names = Set(fields.map(\.name))
    return fields.map { field -> (name: String, patterns: [Pattern]) in
      let any = Pattern(.any, at: field.range)
      if encoding?[field.name] != nil {
        let separator = encoded.first { $0.name == field.name }?.separator
        // Another encoding may make another text.
        _ = checked(field, samples.property(field.name, of: [schema]) ?? [], separator)
        return (field.name, [any])
      }
      // The members of an object are fields of their own.
      if let owner = encoded.first(where: { !names.contains($0.name) && isPart(field.name, of: $0) }) {
        return (owner.name, [any])
      }
      return (field.name, checked(field, samples.property(field.name, of: [schema]) ?? [], nil).patterns)
    }.uniqued { $0.name }
  }

  /// Returns the description for a media type: the one of that name, or a range that includes it.
  static func media(
    _ types: [String], _ content: [(name: String, value: ImportValue)]
  ) -> (name: String, value: ImportValue)? {
    for type in types {
      if let exact = content.first(where: { MediaType.name(of: $0.name) == type }) { return exact }
    }
    return content.first { name, _ in
      let name = MediaType.name(of: name)
      return types.contains { type in
        if name.hasSuffix("*") {
          return type.hasPrefix(name.prefix { $0 != "*" }) || type == "application/octet-stream"
        }
        // The kind of a body, as long as the contract says no type.
        return !type.contains("/") && name.contains(type) || type.hasSuffix("/") && name.hasPrefix(type)
      }
    }
  }
}

extension RequestShape {
  /// Whether the contract requires a body, or allows anything.
  fileprivate var hasCertainBody: Bool { if case .optional? = body?.value { false } else { body != nil } }
}

extension RequestShape.Body {
  /// Whether the body is an empty text, which means that there is none.
  fileprivate var isEmpty: Bool {
    switch self {
    case .text(let pattern): if case .literal("") = pattern.kind { true } else { false }
    case .bytes(let bytes, _): bytes.isEmpty
    case .any: true
    default: false
    }
  }

  fileprivate var isJSON: Bool { if case .json = self { true } else { false } }

  /// Returns the media types that the body can have; nil if the contract does not say it.
  fileprivate func types(_ request: RequestShape) -> [String]? {
    if case .any = self { return nil }
    let header = request.headers.first { $0.name.isSameName("Content-Type") }
    if case .literal(let json)? = header?.patterns.first?.kind {
      return [MediaType.name(of: json.asText)]
    }
    switch self {
    case .json: return ["application/json", "json"]
    case .form: return ["application/x-www-form-urlencoded"]
    case .multipart: return ["multipart/form-data", "multipart/"]
    case .text(let pattern):
      // A text without a type can be any text, and JSON.
      guard case .literal = pattern.kind else { return nil }
      return ["text/plain", "text/", "application/json", "json"]
    default: return nil
    }
  }
}

extension OpenAPIText {
  /// Returns the pattern for the object that the parts of a multipart body make.
  fileprivate func object(_ parts: [RequestShape.Part], _ schema: ImportValue, at range: SourceRange) -> Pattern {
    // A part whose name is not known could be any.
    if parts.contains(where: { $0.literalName == nil }) { return Pattern(.any, at: range) }
    let all = parts.grouped { $0.literalName ?? "" }.map { name, parts in
      let schemas = samples.property(name, of: [schema]) ?? []
      let texts = parts.compactMap(\.text)
      var pattern: Pattern
      if texts.count == parts.count {
        pattern = value(texts, schemas)
      } else {
        let values = parts.map(\.value)
        let isList = samples.merged(schemas).flatMap(SchemaSample.types)?.contains("array") ?? (reading == .list)
        pattern = values.count == 1 && !isList ? values[0] : Pattern(.array(values), at: range)
      }
      if parts.allSatisfy(\.isOptional) { pattern = Pattern(.optional(pattern), at: range) }
      return Pattern.Member(name: name, range: range, pattern: pattern)
    }
    return Pattern(.object(all), at: range)
  }
}

extension RequestShape.Part {
  fileprivate var literalName: String? { if case .literal(let name)? = name?.kind { name.asText } else { nil } }

  /// The pattern for the text of the part; nil if its body is not a text.
  fileprivate var text: Pattern? {
    if filename == nil, case .text(let pattern)? = body?.value.whenSent { pattern } else { nil }
  }

  fileprivate var value: Pattern {
    if filename == nil, case .json(let pattern)? = body?.value.whenSent { pattern } else { Pattern(.any, at: range) }
  }
}
