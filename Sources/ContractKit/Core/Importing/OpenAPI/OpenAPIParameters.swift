import Foundation

/// The parameters of an operation, with values.
struct OpenAPIParameters {
  private let operation: OpenAPIOperation
  /// The percent-encoded path with its parameters filled in.
  private(set) var path: String
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
      _ = parameter.whole
      return parameter.lose("cookies are not imported; describe the header Cookie by hand")
    }
    let media: OpenAPIMedia
    var isContent = false
    if let content = parameter["content"]?.members.first {
      (media, isContent) = (OpenAPIMedia(content.value, operation), true)
    } else {
      media = OpenAPIMedia(parameter, operation)
    }
    if !isRequired, place != "path", !media.hasExample {
      _ = parameter.whole
      return parameter.document.note(
        "the \(place) parameter \"\(name)\" is optional and has no example; it is left out", at: parameter.pointer,
        level: .information)
    }
    guard let found = media.first(.request, offSchema) else {
      if isRequired { offSchema.isOff = true }
      return parameter.lose("no value for \"\(name)\" can be found")
    }
    if isContent {
      set(place, name, .string(found.json.text), input: found.json)
    } else {
      add(found.json, name, place, style, explodes, parameter)
    }
  }

  private mutating func add(
    _ json: JSON, _ name: String, _ place: String, _ style: String, _ explodes: Bool, _ parameter: ImportValue
  ) {
    switch (json.kind, style) {
    case (.array(let elements), "form") where explodes:
      let texts = elements.map(\.asText)
      if texts.isEmpty { return input.append((key(name, place), json)) }
      set(place, name, texts.count == 1 ? .string(texts[0]) : .array(texts.map { .string($0) }), input: json)
    case (.object(let object), "deepObject"):
      if object.members.contains(where: { !$0.value.isScalar }) {
        parameter.document.note("how the style deepObject writes nested values is not described", at: parameter.pointer)
      }
      for member in object.members { query.append(("\(name)[\(member.name)]", .string(member.value.asText))) }
      input.append((key(name, place), json))
    case (.object(let object), "form") where explodes:
      for member in object.members { query.append((member.name, .string(member.value.asText))) }
      input.append((key(name, place), json))
    default: set(place, name, .string(Self.text(json, name, style, explodes)), input: json)
    }
  }

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
      // The path and the input have the same value, so a secret is replaced in both.
      let secret = operation.reader.settings.secrets.isSecret(name: name, of: json) ? json.string : nil
      let shown = secret.map(ImportSettings.placeholder)
      values[name] = shown ?? value.string ?? value.text
      return input.append((key(name, place), shown.map { .string($0) } ?? json))
    case "query":
      query.removeAll { $0.0 == name }
      query.append((name, value))
    case "header":
      guard HTTPText.isToken(name), HTTPText.valueError(value.asText) == nil else {
        operation.value.document.note(
          "the header \(name) is not valid in HTTP; it is left out", at: operation.value.pointer)
        offSchema.isOff = true
        return
      }
      headers.append((name, value))
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

  /// Takes from the path what is not a path.
  private mutating func splitPath() {
    if let hash = path.firstIndex(of: "#") {
      operation.value.document.note("what follows # in the path is left out", at: operation.value.pointer)
      path = String(path[..<hash])
    }
    if let mark = path.firstIndex(of: "?") {
      query += ImportedRequest.items(path[mark...].dropFirst())
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
      result += Self.encoded(value?.isEmpty == false ? value ?? "" : "value", keeps: ";=,")
      rest = rest[rest.index(after: close)...]
    }
    path = result + Self.encoded(rest, keeps: "/%")
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
