import ContractCore
import Foundation

/// The parameters of an operation, with values.
struct OpenAPIParameters {
  private let operation: OpenAPIOperation
  /// The percent-encoded path with its parameters filled in.
  private(set) var path: String
  /// The values of the names that stay in the path.
  private(set) var pathParameters: [(String, JSON)] = []
  private(set) var query: [(String, JSON)] = []
  private(set) var headers: [(String, JSON)] = []
  /// The values by name, for the driver.
  private(set) var input: [(String, JSON)] = []
  /// What records whether a value breaks its schema.
  let offSchema = OffSchema()

  init(_ operation: OpenAPIOperation, template: String) {
    self.operation = operation
    path = template
  }

  /// Returns the style of a parameter that names none, by its place (3.1.1, section 4.8.12.2).
  static func style(in place: String) -> String { place == "query" || place == "cookie" ? "form" : "simple" }

  /// Returns whether a parameter that does not say it explodes (3.1.1, section 4.8.12.2).
  static func explodes(_ style: String) -> Bool { style == "form" || style == "deepObject" }

  /// Returns whether a header is one that other parts of a description are about (3.1.1, section 4.8.12.1).
  static func isIgnored(header: String) -> Bool {
    ["accept", "content-type", "authorization"].contains(header.lowercased())
  }

  /// Reads lists of parameters. A later list has priority.
  mutating func read(_ lists: [ImportValue]) {
    var all: [(key: String, value: ImportValue)] = []
    for list in lists {
      for element in list.elements {
        guard let parameter = operation.files.resolved(element) else { continue }
        let key = "\(parameter.json["in"]?.string ?? "") \(parameter.json["name"]?.string ?? "")"
        if let index = all.firstIndex(where: { $0.key == key }) {
          all[index].value = parameter
        } else {
          all.append((key, parameter))
        }
      }
    }
    splitPath()
    for (_, parameter) in all { read(parameter) }
    finishPath()
  }

  private mutating func read(_ parameter: ImportValue) {
    parameter.leaveOut("description", "deprecated", "allowEmptyValue")
    parameter.leaveOut(prefix: "x-")
    let place = parameter["in"]?.string ?? ""
    guard let name = parameter["name"]?.string else { return parameter.lose("a parameter has no name") }
    let isRequired = parameter["required"]?.bool ?? false
    let style = parameter["style"]?.string ?? Self.style(in: place)
    let explodes = parameter["explode"]?.bool ?? Self.explodes(style)
    if parameter.json["allowReserved"]?.bool == true {
      parameter["allowReserved"]?.document.note(
        "reserved characters are compared decoded", at: parameter.pointer, level: .information)
    }
    parameter.leaveOut("allowReserved")
    if place == "header", Self.isIgnored(header: name) {
      parameter.leaveOut("schema", "content", "example", "examples")
      return
    }
    if place == "cookie" {
      parameter.consume()
      return parameter.lose("cookies are not imported; describe the header Cookie by hand")
    }
    let media: OpenAPIMedia
    var isContent = false
    if let content = parameter["content"]?.members.first {
      (media, isContent) = (OpenAPIMedia(content.value, operation, called: name), true)
    } else {
      media = OpenAPIMedia(parameter, operation, called: name)
    }
    if !isRequired, place != "path", !media.hasExample {
      parameter.consume()
      return parameter.document.note(
        "the \(place) parameter \"\(name)\" is optional and has no example; it is left out", at: parameter.pointer,
        level: .information)
    }
    guard let found = media.first(.request, offSchema) else {
      if isRequired { offSchema.isOff = true }
      return parameter.lose("no value for \"\(name)\" can be found")
    }
    let outer = self.isRequired
    self.isRequired = isRequired || place == "path"
    defer { self.isRequired = outer }
    if isContent {
      set(place, name, .string(found.json.text), input: found.json)
    } else {
      add(found.json, name, place, style, explodes, parameter, media.schema)
    }
  }

  private mutating func add(
    _ json: JSON, _ name: String, _ place: String, _ style: String, _ explodes: Bool, _ parameter: ImportValue,
    _ schema: ImportValue?
  ) {
    switch (json.kind, style) {
    case (.array(let elements), "form") where explodes:
      let texts = elements.map(\.asText)
      if texts.isEmpty { return input.append((key(name, place), json)) }
      if texts.count > 1, !isRequired {
        // A contract cannot say that a list may be missing.
        parameter.document.note(
          "only the first element of \"\(name)\" is imported, because the list is optional", at: parameter.pointer,
          level: .information)
        return set(place, name, .string(texts[0]), input: .array([elements[0]]))
      }
      set(place, name, texts.count == 1 ? .string(texts[0]) : .array(texts.map { .string($0) }), input: json)
    case (.object(let object), "deepObject"):
      if object.members.contains(where: { !$0.value.isScalar }) {
        parameter.document.note("how the style deepObject writes nested values is not described", at: parameter.pointer)
      }
      add(object, of: name, place, parameter, schema) { "\(name)[\($0)]" }
    case (.object(let object), "form") where explodes: add(object, of: name, place, parameter, schema) { $0 }
    default: set(place, name, .string(Self.text(json, name, style, explodes)), input: json)
    }
  }

  /// Adds the members of an object as query items of their own.
  private mutating func add(
    _ object: JSON.Object, of name: String, _ place: String, _ parameter: ImportValue, _ schema: ImportValue?,
    _ item: (String) -> String
  ) {
    let samples = SchemaSample(operation.files, .request)
    let merged = schema.flatMap { samples.merged($0) }
    let names = merged.map { samples.required($0, in: object) }
    let outer = isRequired
    defer { isRequired = outer }
    var members: [(String, JSON)] = []
    for member in object.members {
      isRequired = outer && names?.contains(member.name) != false
      var elements = member.value.array ?? [member.value]
      if elements.contains(where: { !$0.isScalar }) { elements = [member.value] }
      // A contract cannot say that a list may be missing.
      if !isRequired, elements.count > 1 { elements = [elements[0]] }
      members.append(
        (member.name, member.value.isArray && elements != [member.value] ? .array(elements) : member.value))
      let texts = elements.map { JSON.string($0.asText) }
      if !texts.isEmpty { query.append((item(member.name), texts.count == 1 ? optional(texts[0]) : .array(texts))) }
    }
    input.append((key(name, place), .object(members)))
  }

  /// Whether the parameter that is read is required.
  private var isRequired = true

  private func optional(_ pattern: JSON) -> JSON { isRequired ? pattern : ["$optional": pattern] }

  /// Returns a value as one text, as a style says (3.1.1, section 4.8.12.3).
  private static func text(_ json: JSON, _ name: String, _ style: String, _ explodes: Bool) -> String {
    let members = json.object?.members.map { ($0.name, $0.value.asText) }
    let pairs = members?.map { explodes ? "\($0)=\($1)" : "\($0),\($1)" }
    let parts = pairs ?? json.array?.map(\.asText) ?? [json.asText]
    switch style {
    case "label": return "." + parts.joined(separator: explodes ? "." : ",")
    case "matrix":
      if !explodes { return ";\(name)=" + parts.joined(separator: ",") }
      return parts.map { members == nil ? ";\(name)=\($0)" : ";\($0)" }.joined()
    case "spaceDelimited": return parts.joined(separator: " ")
    case "pipeDelimited": return parts.joined(separator: "|")
    default: return parts.joined(separator: ",")
    }
  }

  private mutating func set(_ place: String, _ name: String, _ value: JSON, input json: JSON) {
    switch place {
    case "path":
      values[name] = value.string ?? value.text
      if json.isScalar, values[name] == json.asText { plain.insert(name) }
    case "query":
      query.removeAll { $0.0 == name }
      query.append((name, optional(value)))
    case "header":
      guard HTTPText.isToken(name), HTTPText.valueError(value.asText) == nil else {
        operation.value.document.note(
          "the header \(name) is not valid in HTTP; it is left out", at: operation.value.pointer)
        offSchema.isOff = true
        return
      }
      headers.append((name, optional(value)))
    default: operation.value.document.note("unknown place of a parameter: '\(place)'", at: operation.value.pointer)
    }
    input.append((key(name, place), json))
  }

  private func key(_ name: String, _ place: String) -> String {
    name == "body" || input.contains { $0.0 == name } ? "\(place) \(name)" : name
  }

  // MARK: The path

  /// The values of the names in the path.
  private var values: [String: String] = [:]
  /// The names whose text is their value. A style can write some characters before and in others, literally.
  private var plain: Set<String> = []

  /// Takes from the path what is not a path.
  private mutating func splitPath() {
    if let hash = path.firstIndex(of: "#") {
      operation.value.document.note("what follows # in the path is left out", at: operation.value.pointer)
      path = String(path[..<hash])
    }
    if let mark = path.firstIndex(of: "?") {
      let items = ImportedRequest.items(path[mark...].dropFirst())
      var secrets = operation.files.secrets.unused
      query += secrets.replaced(map: items)
      if secrets.hasReplaced { operation.noteSecrets() }
      path = String(path[..<mark])
    }
    if !path.hasPrefix("/") { path = "/" + path }
  }

  private mutating func finishPath() {
    var result = ""
    var rest = path[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += Self.encoded(rest[..<open], keeps: "/%")
      let name = String(rest[rest.index(after: open)..<close])
      var value = values[name]
      if value == nil {
        operation.value.document.note("the path parameter \"\(name)\" is not described", at: operation.value.pointer)
        value = "value"
        input.append((name, "value"))
      }
      let text = value?.isEmpty == false ? value ?? "" : "value"
      // Clients may escape these characters or not.
      if plain.contains(name), text.utf8.contains(where: Self.isReserved), canBeName(name) {
        result += "{\(name)}"
        pathParameters.append((name, .string(text)))
      } else {
        result += Self.encoded(text, keeps: ";=,")
      }
      rest = rest[rest.index(after: close)...]
    }
    path = result + Self.encoded(rest, keeps: "/%")
  }

  /// Whether a character means something in URLs (RFC 3986, section 2.2).
  private static func isReserved(_ byte: UInt8) -> Bool { ":/?#[]@!$&'()*+,;=".utf8.contains(byte) }

  /// Returns whether a contract's path can have a name, which it has only once.
  private func canBeName(_ name: String) -> Bool {
    !name.isEmpty && !name.contains { "{}/?".contains($0) } && !pathParameters.contains { $0.0 == name }
  }

  /// Returns a text percent-encoded for a path.
  ///
  /// - Parameter keeps: What stays, such as `%` in a text that is encoded already.
  private static func encoded(_ text: some StringProtocol, keeps: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      let isPlain = byte.isLetter || byte.isDigit || "-._~:@!$&'()*+".utf8.contains(byte) || keeps.utf8.contains(byte)
      encoded += isPlain ? String(UnicodeScalar(byte)) : "%" + Hexadecimal.text(UInt32(byte), width: 2, uppercase: true)
    }
  }
}
