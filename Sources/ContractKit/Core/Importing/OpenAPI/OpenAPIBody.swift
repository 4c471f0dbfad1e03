/// The body of an operation's request.
struct OpenAPIBody {
  private let operation: OpenAPIOperation
  private let value: ImportValue

  init(_ operation: OpenAPIOperation, _ value: ImportValue) { (self.operation, self.value) = (operation, value) }

  /// Adds the body to a request and to the driver's input.
  ///
  /// - Parameters:
  ///   - example: The name of the answer's example. An example of the request with the same name belongs to it.
  ///   - offSchema: What records whether the body breaks its schema.
  func add(
    to request: inout ImportedRequest, input: inout [(String, JSON)], example: String?, _ offSchema: OffSchema
  ) {
    // A body that may be left out is sent, too.
    _ = value["required"]?.whole
    value.leaveOut("description")
    value.leaveOut(prefix: "x-")
    let content = value["content"]?.members ?? []
    guard let chosen = content.min(by: { Self.rank($0.name) < Self.rank($1.name) }) else { return }
    for other in content where other.value.pointer != chosen.value.pointer {
      _ = other.value.whole
      other.value.document.note(
        "not imported, because the body is sent as \(chosen.name)", at: other.value.pointer, level: .information)
    }
    let type = chosen.name.prefix { $0 != ";" }.lowercased()
    let media = OpenAPIMedia(chosen.value, operation)
    let encoding = chosen.value["encoding"]
    if !type.contains("*") { request.headers.append(("Content-Type", .string(chosen.name))) }
    let isText = type.hasPrefix("text/") && media.hasExample
    guard Self.rank(chosen.name) < 4 || isText, let found = media.first(.request, named: example, offSchema),
      Self.rank(chosen.name) < 4 || found.json.isScalar
    else {
      chosen.value.lose("what a body of the type \(chosen.name) contains is not described")
      request.body = ["$any": true]
      return
    }
    for other in media.all(.request) where other.place.pointer != found.place.pointer {
      other.place.document.note(
        "not imported, because another example is first", at: other.place.pointer, level: .information)
    }
    input.append(("body", found.json))
    switch Self.rank(chosen.name) {
    case 2:
      encoding?.lose("the encoding of form fields is not described")
      request.body = ["form": .object((found.json.object?.members ?? []).map { ($0.name, Self.field($0.value)) })]
    case 3: request.body = ["multipart": .array(parts(found.json, media.schema, encoding))]
    case 4: request.body = ["text": .string(found.json.asText)]
    default:
      chosen.value.leaveOut("encoding")
      request.body = ["json": found.json.asPattern]
    }
  }

  /// The order in which media types are preferred: from 4 on, contracts do not describe their parts.
  private static func rank(_ type: String) -> Int {
    let plain = type.prefix { $0 != ";" }.lowercased()
    if plain == "application/json" { return 0 }
    if plain.hasSuffix("+json") || plain == "text/json" || plain == "*/*" || plain == "application/*" { return 1 }
    if plain == "application/x-www-form-urlencoded" { return 2 }
    return plain == "multipart/form-data" ? 3 : 4
  }

  private static func field(_ value: JSON) -> JSON {
    guard let elements = value.array else { return .string(value.asText) }
    return elements.count == 1 ? .string(elements[0].asText) : .array(elements.map { .string($0.asText) })
  }

  private func parts(_ json: JSON, _ schema: ImportValue?, _ encoding: ImportValue?) -> [JSON] {
    let resolved = schema.flatMap(operation.files.resolved)
    return (json.object?.members ?? []).flatMap { member -> [JSON] in
      let own = encoding?[member.name]
      let type = own?["contentType"]?.string
      own?.lose("headers", "the headers of a part are not described")
      own?.leaveOut("style", "explode", "allowReserved")
      let property = resolved?.json["properties"]?[member.name]
      let items = property?["items"] ?? property
      let isBinary = items?["format"]?.string == "binary" || items?["contentMediaType"] != nil
      let values = member.value.array ?? [member.value]
      return values.map { value in
        var part: [(String, JSON)] = [("name", .string(member.name))]
        if isBinary { part.append(("filename", ["$optional": ["$type": "string"]])) }
        if let type, !type.contains(","), !type.contains("*") { part.append(("contentType", .string(type))) }
        let isText = value.string != nil || value.number != nil || value.bool != nil
        part.append(
          ("body", isBinary ? ["$any": true] : isText ? ["text": .string(value.asText)] : ["json": value.asPattern]))
        return .object(part)
      }
    }
  }
}
